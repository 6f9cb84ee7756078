#include "sim/command_processor.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "sim/memory_map.hpp"

namespace xdnasim::sim {

using arch::Cycles;

CommandProcessor::CommandProcessor(const sc_core::sc_module_name& name, Environment& environment,
                                   const std::vector<schedule::SequenceOp>& sequence,
                                   std::map<arch::TileId, TileDma*> dmas, const LockBanks& locks)
    : sc_module{name},
      environment_{environment},
      dmas_{std::move(dmas)},
      locks_{locks},
      bd_write_{environment.device.cycles(environment.device.command_processor.bd_write)},
      push_{environment.device.cycles(environment.device.command_processor.push)},
      token_{environment.device.cycles(environment.device.command_processor.token)},
      write_latency_{environment.device.cycles(environment.device.dram.write_latency)},
      position_{sequence},
      tokens_awaited_{tokens_awaited(sequence)} {
    SC_METHOD(step);
    sensitive << wake_;
}

void CommandProcessor::step() {
    Cycles cycle = environment_.clock.now();
    while (const schedule::SequenceOp* op = position_.current()) {
        // Every operation acts at its own time: other modules may not see its effect early.
        if (cycle > environment_.clock.now()) return environment_.calendar.notify_at(wake_, cycle);
        if (!std::visit([&](const auto& some) { return run(some, cycle); }, op->op)) return;
        if (environment_.outside != nullptr)
            environment_.outside->steps.emplace_back(OperationRan{op});
    }
    if (finished_) return;
    if (cycle > environment_.clock.now()) return environment_.calendar.notify_at(wake_, cycle);
    finished_ = true;
    if (ended_) ended_({cycle, ready_.leads});
}

void CommandProcessor::work(Cycles& cycle) {
    const schedule::SequenceOp& op = *position_.current();
    if (takes_no_time_ && takes_no_time_(op)) return;
    switch (schedule::cost_of(op)) {
        case schedule::OperationCost::Push:
            return spend(cycle, push_, environment_.saved.push);
        case schedule::OperationCost::BdWrite:
            return spend(cycle, bd_write_, environment_.saved.bd_write);
        case schedule::OperationCost::None:
            break;
    }
}

void CommandProcessor::spend(Cycles& cycle, Cycles cost, const Leads& saved) {
    cycle += cost;
    busy_ += cost;
    ready_ = {cycle, ready_.leads + saved};
}

bool CommandProcessor::run(const schedule::WriteBd& op, Cycles& cycle) {
    BdTable& bds = dmas_.at(op.tile)->bds();
    schedule::Bd bd = op.bd;
    bd.id = static_cast<int>(op.id.at(position_.indices()));
    bd.offset = arch::Bytes{op.offset.at(position_.indices())};
    if (bds.in_use(bd.id)) {
        environment_.fault.raise(
            fmt::format("the runtime sequence rewrites BD {} of {} while a task still uses it",
                        bd.id, environment_.device.name_of(op.tile)),
            position_.current()->origin);
        return false;
    }
    bds.write(bd, &op, iteration_after(op, bds.iteration(bd.id)));
    work(cycle);
    position_.go_on();
    return true;
}

bool CommandProcessor::run(const schedule::WriteMemory& op, Cycles& cycle) {
    if (environment_.memory != nullptr) environment_.memory->write(op);
    work(cycle);
    position_.go_on();
    return true;
}

bool CommandProcessor::run(const schedule::SetLock& op, Cycles& cycle) {
    locks_.at(op.lock.tile)->set(op, ready_.leads, position_.current()->origin);
    work(cycle);
    position_.go_on();
    return true;
}

bool CommandProcessor::run(const schedule::PushTask& op, Cycles& cycle) {
    if (!has_room(op)) return false;
    const schedule::Task task{static_cast<int>(op.bd.at(position_.indices())), op.repeat, op.token};
    if (op.token) listen_for_tokens({op.tile, op.direction, op.channel});
    if (!dmas_.at(op.tile)->channel(op.direction, op.channel)->push(task, ready_.leads)) {
        environment_.fault.raise(
            fmt::format("the runtime sequence pushes BD {} to {} {} of {}, whose task queue is "
                        "full ({} wait already)",
                        task.bd, to_string(op.direction), op.channel,
                        environment_.device.name_of(op.tile),
                        environment_.device.model(op.tile).dma.task_queue_depth),
            position_.current()->origin);
        return false;
    }
    work(cycle);
    position_.go_on();
    return true;
}

std::optional<arch::DmaChannelId> CommandProcessor::channel_pushed_to() {
    const schedule::SequenceOp* const op = position_.current();
    const auto* const push = op == nullptr ? nullptr : std::get_if<schedule::PushTask>(&op->op);
    if (push == nullptr) return std::nullopt;
    return arch::DmaChannelId{push->tile, push->direction, push->channel};
}

bool CommandProcessor::has_room(const schedule::PushTask& op) {
    if (!op.awaits_room) return true;
    const arch::DmaChannelId id{op.tile, op.direction, op.channel};
    DmaChannel& channel = *dmas_.at(id.tile)->channel(id.direction, id.number);
    if (channel.has_room()) {
        full_.reset();
        return true;
    }
    full_ = id;
    if (found_full_.insert(id).second)
        channel.on_room([this, id](const Moment& room) {
            if (full_ != id) return;
            ready_.follow(room);
            environment_.calendar.notify_at(wake_, room.cycle);
        });
    return false;
}

void CommandProcessor::listen_for_tokens(const arch::DmaChannelId& id) {
    if (tokens_.contains(id)) return;
    std::deque<Moment>& arrivals = tokens_[id];
    dmas_.at(id.tile)
        ->channel(id.direction, id.number)
        ->on_token([this, id, &arrivals](const Moment& end) {
            // Written data is complete when the DRAM has taken the last of it.
            const bool writes =
                id.direction == arch::Direction::S2MM && environment_.device.reaches_host(id.tile);
            Moment arrival = end.after(token_, environment_.saved.token);
            if (writes) arrival = arrival.after(write_latency_, environment_.saved.write_latency);
            arrivals.push_back(arrival);
            if (awaited_ == id) environment_.calendar.notify_at(wake_, arrival.cycle);
        });
}

bool CommandProcessor::run(const schedule::AwaitToken& op, Cycles& cycle) {
    const arch::DmaChannelId id{op.tile, op.direction, op.channel};
    awaited_ = id;
    const auto arrivals = tokens_.find(id);
    if (arrivals == tokens_.end() || arrivals->second.empty()) return false;
    const Moment& arrival = arrivals->second.front();
    if (arrival.cycle > cycle) {
        environment_.calendar.notify_at(wake_, arrival.cycle);
        return false;
    }
    ready_.follow(arrival);
    arrivals->second.pop_front();
    awaited_.reset();
    position_.go_on();
    if (token_came_) token_came_();
    return true;
}

bool CommandProcessor::run(const schedule::SignalTrace& op, Cycles& cycle) {
    at_stop_ = holds_stop_ && op.signal == schedule::TraceSignal::Stop;
    if (at_stop_) return false;
    if (trace_signal_) trace_signal_(op);
    work(cycle);
    position_.go_on();
    return true;
}

void CommandProcessor::go_on_to_stop_trace(const Moment& since) {
    holds_stop_ = false;
    if (!at_stop_) return;
    ready_.follow(since);
    environment_.calendar.notify_at(wake_, std::max(since.cycle, environment_.clock.now()));
}

bool CommandProcessor::run(const schedule::SequenceLoop& op, Cycles& /*cycle*/) {
    position_.enter(op);
    return true;
}

base::Position CommandProcessor::awaits_at() const {
    if (finished_ || !(awaited_ || full_)) return {};
    SequencePosition position = position_;
    const schedule::SequenceOp* op = position.current();
    return op != nullptr ? op->origin : base::Position{};
}

std::string CommandProcessor::describe() const {
    if (finished_) return "the runtime sequence has ended";
    const std::optional<arch::DmaChannelId>& waits = full_ ? full_ : awaited_;
    if (!waits) return "the runtime sequence is running";
    return fmt::format("the runtime sequence waits for {} {} {} {}",
                       full_ ? "room in the task queue of" : "a token of",
                       environment_.device.name_of(waits->tile), to_string(waits->direction),
                       waits->number);
}

}  // namespace xdnasim::sim
