#include "backends/systemc/run_statistics.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

namespace xdnasim::backends {

using arch::Bytes;
using arch::Cycles;
using events::CoreAction;
using events::CoreState;

RunStatistics::RunStatistics(const schedule::Schedule& schedule, const arch::Device& device)
    : schedule_{schedule},
      device_{device},
      calls_(schedule.kernels.size()),
      kernel_time_(schedule.kernels.size()),
      kernel_with_stalls_(schedule.kernels.size()),
      streams_(schedule.flows.size()) {
    for (const schedule::TileProgram& program : schedule.tiles) {
        if (program.core.empty()) continue;
        Core& core = cores_[program.tile];
        core.times.tile = program.tile;
        core.program = &program;
    }
}

void RunStatistics::on(const events::CoreInterval& interval) {
    Core& core = cores_.find(interval.tile)->second;
    events::CoreInterval& slot = core.recent[core.next_recent];
    core.next_recent = (core.next_recent + 1) % core.recent.size();
    count(core, slot);
    slot = interval;
}

void RunStatistics::count(Core& core, const events::CoreInterval& interval) {
    const Cycles length = interval.end - interval.begin;
    if (length == Cycles{0}) return;
    core.times[interval.state] += length;
    if (interval.action == CoreAction::Kernel && interval.state != CoreState::LockStall)
        kernel_with_stalls_[static_cast<std::size_t>(interval.object)] += length - interval.call;
    if (interval.state == CoreState::Busy)
        count_action(interval, length);
    else if (interval.state == CoreState::LockStall)
        lock_stalls_[static_cast<std::size_t>(role_of_lock(core, interval))] += length;
}

void RunStatistics::count_action(const events::CoreInterval& interval, Cycles length) {
    const auto object = static_cast<std::size_t>(interval.object);
    switch (interval.action) {
        case CoreAction::Kernel:
            kernel_time_[object] += length;
            if (!interval.pauses) ++calls_[object];
            break;
        case CoreAction::Return:
            kernel_time_[object] += length;
            break;
        case CoreAction::LockAcquire:
        case CoreAction::LockRelease:
            lock_op_ += length;
            break;
        case CoreAction::CascadeGet:
        case CoreAction::CascadePut:
            break;
    }
}

/// As the tile declares it that has the lock.
schedule::LockRole RunStatistics::role_of_lock(const Core& core,
                                               const events::CoreInterval& interval) const {
    const schedule::TileProgram& owner =
        interval.lock_tile == interval.tile ? *core.program : *schedule_.find(interval.lock_tile);
    const auto lock = std::ranges::find(owner.locks, interval.object, &schedule::Lock::id);
    return lock == owner.locks.end() ? schedule::LockRole::Other : lock->role;
}

void RunStatistics::on(const events::StreamSegment& segment) {
    StreamFigures& stream = streams_[static_cast<std::size_t>(segment.stream)];
    stream.moving += segment.end - segment.begin;
    stream.bytes += segment.bytes;
}

void RunStatistics::on(const events::StreamStall& stall) {
    StreamFigures& stream = streams_[static_cast<std::size_t>(stall.stream)];
    (stall.cause == events::StreamStallCause::Starved ? stream.starved : stream.backpressure) +=
        stall.end - stall.begin;
}

void RunStatistics::on(const events::BdInterval& interval) {
    if (!device_.reaches_host(interval.tile) || is_of_trace(interval, schedule_)) return;
    (interval.direction == arch::Direction::MM2S ? dram_read_ : dram_written_) += interval.bytes;
}

void RunStatistics::on(const events::DramInterval& interval) {
    dram_limited_ += interval.end - interval.begin;
}

void RunStatistics::finish(Cycles end, arch::Bytes trace) {
    end_ = end;
    dram_written_ += trace;
    for (auto& [tile, core] : cores_) {
        for (events::CoreInterval interval : core.recent) {
            if (interval.begin >= end) continue;
            interval.end = std::min(interval.end, end);
            count(core, interval);
        }
        core.recent.fill({});
        core.times[CoreState::Idle] =
            std::accumulate(core.times.cycles.begin(), core.times.cycles.end(), end, std::minus{});
    }
}

std::vector<CoreTimes> RunStatistics::core_times() const {
    std::vector<CoreTimes> times;
    times.reserve(cores_.size());
    for (const auto& [tile, core] : cores_)
        times.push_back(core.times);
    return times;
}

std::int64_t RunStatistics::calls(int kernel) const {
    return calls_[static_cast<std::size_t>(kernel)];
}

Cycles RunStatistics::kernel_time(int kernel) const {
    return kernel_time_[static_cast<std::size_t>(kernel)];
}

Cycles RunStatistics::kernel_time_with_stalls(int kernel) const {
    return kernel_with_stalls_[static_cast<std::size_t>(kernel)];
}

const StreamFigures& RunStatistics::stream(int number) const {
    return streams_[static_cast<std::size_t>(number)];
}

bool is_of_trace(const events::BdInterval& interval, const schedule::Schedule& schedule) {
    if (!schedule.trace || schedule.trace->route == schedule::TraceRoute::Ideal ||
        interval.direction != arch::Direction::S2MM)
        return false;
    return std::ranges::any_of(schedule.trace->sinks(), [&](const schedule::TraceSink& sink) {
        return interval.tile == sink.shim && interval.channel == sink.channel;
    });
}

}  // namespace xdnasim::backends
