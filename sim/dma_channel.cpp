#include "sim/dma_channel.hpp"

#include <algorithm>

namespace xdnasim::sim {

using arch::Cycles;

DmaChannel::DmaChannel(const sc_core::sc_module_name& name, Environment& environment,
                       arch::TileId tile, arch::Direction direction, int channel, BdTable& bds,
                       const LockBanks& locks, Cycles latency, const Leads& saved_of_latency)
    : sc_module{name},
      environment_{environment},
      tile_{tile},
      direction_{direction},
      channel_{channel},
      bds_{bds},
      locks_{locks},
      start_latency_{latency + (direction == arch::Direction::S2MM
                                    ? environment.device.timing.s2mm_start
                                    : environment.device.timing.mm2s_start)},
      saved_of_start_{saved_of_latency + (direction == arch::Direction::S2MM
                                              ? environment.saved.s2mm_start
                                              : environment.saved.mm2s_start)} {
    SC_METHOD(start);
    sensitive << start_event_;
    dont_initialize();
}

bool DmaChannel::push(const schedule::Task& task, const Leads& leads) {
    if (!has_room()) return false;
    queue_.push_back({task, {environment_.clock.now(), leads}});
    pushed_.push_back(task.bd);
    bds_.begin_use(task.bd);
    fetch(leads);
    return true;
}

bool DmaChannel::has_room() const {
    return std::cmp_less(tasks_waiting(), environment_.device.model(tile_).dma.task_queue_depth);
}

/// A task leaves the queue when its first BD starts, not when that is fetched.
std::size_t DmaChannel::tasks_waiting() const {
    const bool looked_at = running_ && next_ && next_->execution.starts_task;
    return queue_.size() + (looked_at ? 1 : 0);
}

/// Returns the next execution: of the current task's chain, its repeats, or the next task in the
/// queue.
std::optional<DmaChannel::Execution> DmaChannel::next_execution() {
    if (out_of_order_) {
        if (named_.empty()) return std::nullopt;
        const int bd = named_.front();
        named_.erase(named_.begin());
        return Execution{.bd = bd, .task_bd = bd};
    }
    bool starts_task = false;
    if (!next_bd_) {
        if (task_ && task_->repeat > 0) {
            --task_->repeat;
        } else {
            if (queue_.empty()) {
                task_.reset();
                return std::nullopt;
            }
            task_ = queue_.front().task;
            task_pushed_ = queue_.front().pushed;
            queue_.erase(queue_.begin());
            starts_task = true;
        }
        next_bd_ = task_->bd;
    }
    const schedule::Bd& bd = bds_.bd(*next_bd_);
    next_bd_ = bd.next;
    const bool ends_task = !bd.next && task_->repeat == 0;
    return Execution{bd.id, task_->bd, starts_task, ends_task, ends_task && task_->token};
}

void DmaChannel::fetch(const Leads& leads) {
    if (next_) return;
    const std::optional<Execution> execution = next_execution();
    if (!execution) return;
    next_ = Next{*execution, {environment_.clock.now(), leads}, std::nullopt};
    next_->asked.follow(task_pushed_);
    bds_.begin_use(execution->bd);
    const schedule::Bd& bd = bds_.bd(execution->bd);
    if (!bd.acquire) return go_on(next_->asked);
    if (locks_.at(bd.acquire->lock.tile)->acquire(*bd.acquire, *this)) lock_granted();
}

void DmaChannel::lock_granted() {
    const schedule::LockRef& lock = bds_.bd(next_->execution.bd).acquire->lock;
    Moment granted = next_->asked;
    granted.wait_until(environment_.clock.now());
    granted.follow(locks_.at(lock.tile)->granted_by());
    go_on(granted);
}

/// Goes on with the next BD, whose lock is granted at `granted`, which is now.
void DmaChannel::go_on(const Moment& granted) {
    const Cycles now = granted.cycle;
    if (const auto since = stalled_since(); since && *since < now)
        environment_.events.emit(events::DmaLockStall{tile_, direction_, channel_, *since, now});
    next_->granted = granted;
    if (!running_) schedule_start();
}

void DmaChannel::schedule_start() {
    start_ = last_end_.after(environment_.device.timing.bd_switch, environment_.saved.bd_switch);
    start_.follow(next_->granted->after(start_latency_, saved_of_start_));
    environment_.calendar.notify_at(start_event_, start_.cycle);
}

void DmaChannel::start() {
    running_ = next_->execution;
    next_.reset();
    running_since_ = environment_.clock.now();
    const schedule::Bd& bd = bds_.bd(running_->bd);
    const arch::Bytes offset = bds_.take_offset(running_->bd);
    if (environment_.memory != nullptr) begin_data(bd, offset);
    if (dram_ != nullptr) dram_->walk(bd, offset);
    if (dram_ != nullptr && environment_.outside != nullptr) log_start();
    const Leads leads = start_.leads;
    if (room_ && running_->starts_task) room_(start_);
    fetch(leads);
    if (direction_ == arch::Direction::MM2S) {
        stream_->offer(end_for(bd).number, passed_by(bd), leads,
                       bd.packet ? bd.packet->sink_bd : std::nullopt);
    } else {
        stream_->accept(ends_.front().number, bd.length, leads);
    }
}

std::optional<std::size_t> DmaChannel::back_of(int bd) const {
    const auto found = std::find(pushed_.rbegin(), pushed_.rend(), bd);
    if (found == pushed_.rend()) return std::nullopt;
    return static_cast<std::size_t>(found - pushed_.rbegin());
}

void DmaChannel::log_start() {
    const std::size_t back = bds_.numbered_anew() ? back_of(running_->bd).value_or(0) : 0;
    environment_.outside->steps.emplace_back(BdStarted{this, running_->bd, back});
}

const DmaChannel::End& DmaChannel::end_for(const schedule::Bd& bd) const {
    const auto matches = [&](const End& end) {
        return !end.packet_id || (bd.packet && bd.packet->id == *end.packet_id);
    };
    return *std::ranges::find_if(ends_, matches);
}

void DmaChannel::bd_moved(const Moment& end) {
    const Execution done = *running_;
    const schedule::Bd& bd = bds_.bd(done.bd);
    environment_.events.emit(events::BdInterval{tile_, direction_, channel_, done.bd, bd.length,
                                                running_since_, end.cycle, done.starts_task,
                                                done.ends_task});
    if (bd.release) release(*bd.release, end, bd.origin);
    bds_.end_use(done.bd);
    if (done.ends_task) bds_.end_use(done.task_bd);
    if (done.token && token_) token_(end);
    last_end_ = end;
    running_.reset();
    if (next_ && next_->granted) schedule_start();
}

void DmaChannel::release(const schedule::Release& request, const Moment& end,
                         base::Position origin) {
    locks_.at(request.lock.tile)
        ->release_at(request, end.cycle + environment_.device.timing.dma_release,
                     end.leads + environment_.saved.dma_release, origin);
}

void DmaChannel::packet_begins(int bd) {
    if (!out_of_order_) return;
    turns_away_ = packets_left_ == 0;
    if (turns_away_) return;
    if (packets_left_) --*packets_left_;
    named_.push_back(bd);
    fetch({});
}

}  // namespace xdnasim::sim
