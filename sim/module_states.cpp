// What the future of each module depends on. What a schedule sets for good is left out, as is what
// only a run with data, a cascade, a port to the programmable logic or a trace has: such runs skip
// nothing.

#include <algorithm>
#include <set>

#include "sim/buffer_descriptors.hpp"
#include "sim/command_processor.hpp"
#include "sim/dma_channel.hpp"
#include "sim/dram.hpp"
#include "sim/lock_bank.hpp"
#include "sim/npu_array.hpp"
#include "sim/stream.hpp"
#include "sim/tile_dma.hpp"
#include "sim/vliw_core.hpp"

namespace xdnasim::sim {

namespace {

void visit(StateVisitor& visitor, const std::optional<int>& number) {
    visitor.value(number.has_value());
    visitor.value(number.value_or(0));
}

/// Tiles whose BDs the sequence writes.
void add_written(const std::vector<schedule::SequenceOp>& sequence, std::set<arch::TileId>& tiles) {
    for (const schedule::SequenceOp& op : sequence) {
        if (const auto* write = std::get_if<schedule::WriteBd>(&op.op)) tiles.insert(write->tile);
        if (const auto* loop = std::get_if<schedule::SequenceLoop>(&op.op))
            add_written(loop->body, tiles);
    }
}

}  // namespace

/// Units that were taken long ago have no say in the future; how many there were has none, once
/// those of the start are gone.
void LockUnits::visit_state(StateVisitor& visitor) {
    visitor.value(put_ - taken_);
    visitor.value(std::min(taken_, initial_ + more_ + 1));
    const std::size_t back = std::min(taken_, more_ + 1);
    const std::size_t held = std::min(put_, ring_.size());
    const std::size_t first = std::max({initial_, taken_ - back, put_ - held});
    visitor.value(put_ - std::min(first, put_));
    for (std::size_t unit = first; unit < put_; ++unit)
        visitor.moment(at(unit));
}

void LockBank::visit_state(StateVisitor& visitor) {
    for (State& lock : locks_) {
        if (!lock.declared) continue;
        visitor.value(lock.value);
        visitor.value(lock.waiting.size());
        for (const Pending& waiting : lock.waiting) {
            visitor.value(waiting.client);
            visitor.value(waiting.request.value);
        }
        visitor.value(lock.changes.size());
        for (Change& change : lock.changes) {
            visitor.value(change.value);
            visitor.moment(change.cycle, change.leads);
        }
        lock.units.visit_state(visitor);
    }
    visitor.moment(granted_by_);
    visitor.value(waited_for_.size());
    for (const int lock : waited_for_)
        visitor.value(lock);
}

void BdTable::visit_state(StateVisitor& visitor) {
    visitor.value(written_);
    for (const Entry& entry : entries_) {
        visitor.value(entry.iteration);
        // Asked for by who writes BDs.
        if (alike_.empty()) visitor.value(entry.uses);
    }
}

void DmaChannel::visit_state(StateVisitor& visitor) {
    const auto visit_task = [&](const schedule::Task& task) {
        visitor.value(bds_.alike(task.bd));
        visitor.value(task.repeat);
        visitor.value(task.token);
    };
    visitor.value(queue_.size());
    for (Queued& queued : queue_) {
        visit_task(queued.task);
        visitor.moment(queued.pushed);
    }
    visitor.value(named_.size());
    for (const int bd : named_)
        visitor.value(bds_.alike(bd));
    visitor.value(task_.has_value());
    if (task_) visit_task(*task_);
    visitor.moment(task_pushed_);
    visitor.value(next_bd_ ? bds_.alike(*next_bd_) : -1);
    const auto visit_execution = [&](const Execution& execution) {
        visitor.value(bds_.alike(execution.bd));
        visitor.value(bds_.alike(execution.task_bd));
        visitor.value(execution.starts_task);
        visitor.value(execution.ends_task);
        visitor.value(execution.token);
    };
    visitor.value(next_.has_value());
    if (next_) {
        visit_execution(next_->execution);
        visitor.moment(next_->asked);
        visitor.value(next_->granted.has_value());
        if (next_->granted) visitor.moment(*next_->granted);
    }
    visitor.value(running_.has_value());
    if (running_) visit_execution(*running_);
    visitor.time(running_since_);
    visitor.moment(last_end_);
    visitor.moment(start_);
}

void TileDma::visit_state(StateVisitor& visitor) {
    bds_.visit_state(visitor);
    for (const auto& [key, channel] : channels_)
        channel->visit_state(visitor);
}

void Stream::visit_state(StateVisitor& visitor) {
    for (Source& source : sources_) {
        visitor.left(source.remaining, source.offers);
        visitor.moment(source.offered);
        visit(visitor, source.sink_bd);
    }
    for (Sink& sink : sinks_) {
        visitor.value(sink.accepted - sink.received);
        visitor.value(sink.length);
        visitor.moment(sink.started);
    }
    visitor.value(ready_.size());
    for (const int source : ready_)
        visitor.value(source);
    visitor.value(active_);
    for (const RateLimit& limit : limits_) {
        visitor.value(limit.active);
        visitor.value(limit.rate);
        visitor.value(limit.saved);
    }
    visitor.value(state_);
    visitor.time(state_since_);
    visitor.value(segment_bytes_);
    visitor.value(moved_);
    visitor.value(rate_);
    visitor.time(rate_since_);
    visitor.time(segment_begin_);
    visitor.moment(front_);
    visitor.value(saved_);
}

void VliwCore::visit_state(StateVisitor& visitor) {
    visitor.value(pc_);
    visitor.value(loops_.size());
    for (LoopState& loop : loops_)
        visitor.left(loop.left, loop.begun);
    visitor.value(waiting_for_);
    visitor.value(in_call_);
    visitor.value(to_restore_);
    if (waiting_for_ != nullptr)
        visitor.moment(stalled_since_, leads_);
    else if (pc_ < code_.size() || in_call_ != nullptr || ended_)
        visitor.leads(leads_);
}

void CommandProcessor::visit_state(StateVisitor& visitor) {
    visitor.value(stack_.size());
    for (const Position& position : stack_) {
        visitor.value(position.body);
        visitor.value(position.next);
    }
    for (const std::int64_t index : indices_)
        visitor.value(index);
    visitor.value(tokens_.size());
    for (auto& [key, arrivals] : tokens_) {
        visitor.value(awaited_ == key);
        visitor.value(arrivals.size());
        for (Moment& arrival : arrivals)
            visitor.moment(arrival);
    }
    visitor.value(awaited_.has_value());
    visitor.value(finished_);
    visitor.value(at_stop_);
    visitor.moment(ready_);
    visitor.total(busy_);
}

void Dram::visit_state(StateVisitor& visitor) {
    visitor.value(walks_);
    visitor.value(patterns_changed_);
    for (const auto& channel : channels_)
        visitor.value(channel->active_stream());
    visitor.value(load_.memory);
    for (const double load : load_.directions)
        visitor.value(load);
    visitor.value(limited_);
    visitor.time(limited_since_);
    visitor.total(used_.memory);
    for (double& used : used_.directions)
        visitor.total(used);
}

/// What has no visitor of its own keeps the whole run from being skipped.
void NpuArray::look_for_recurrence() {
    const bool out_of_order =
        std::ranges::any_of(schedule_.tiles, [](const schedule::TileProgram& program) {
            return std::ranges::any_of(program.channels, &schedule::Channel::out_of_order);
        });
    const auto core = std::ranges::find_if(
        schedule_.tiles, [](const auto& program) { return !program.core.empty(); });
    if (memory_ || trace_ || !cascades_.empty() || !pl_ports_.empty() || out_of_order ||
        core == schedule_.tiles.end())
        return simulate_in_full();
    std::set<arch::TileId> written;
    add_written(schedule_.sequence, written);
    for (const auto& [id, tile] : tiles_)
        if (!environment_.device.reaches_host(id) && !written.contains(id))
            tile->dma().bds().find_alike();
    cores_.at(core->tile)->core().on_round([this] { recurrence_->look_soon(); });
}

void NpuArray::visit_state(StateVisitor& visitor) {
    for (const auto& [id, tile] : tiles_) {
        tile->locks().visit_state(visitor);
        tile->dma().visit_state(visitor);
    }
    for (const auto& [id, core] : cores_)
        core->core().visit_state(visitor);
    for (const auto& stream : streams_)
        stream->visit_state(visitor);
    command_processor_->visit_state(visitor);
    dram_.visit_state(visitor);
    environment_.visit_state(visitor);
    visitor.value(parts_awaited_);
    visitor.value(sequence_awaited_);
    visitor.moment(end_);
    for (AddingListener* listener : totals_)
        listener->visit_totals(visitor);
}

void Environment::visit_state(StateVisitor& visitor) {
    visitor.value(progress.rounds());
    const std::vector<Calendar::Entry> pending = calendar.pending();
    visitor.value(pending.size());
    for (const Calendar::Entry& entry : pending) {
        visitor.value(entry.alarm);
        visitor.value(entry.cycle - clock.now());
    }
}

}  // namespace xdnasim::sim
