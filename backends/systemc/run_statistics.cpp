#include "backends/systemc/run_statistics.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

#include "workloads/schedule/trace_sinks.hpp"

namespace xdnasim::backends {

using arch::Bytes;
using arch::Cycles;
using events::CoreAction;
using events::CoreState;

RunStatistics::RunStatistics(const schedule::Schedule& schedule, const arch::Device& device,
                             const sim::ClockDomain& clock)
    : schedule_{schedule},
      device_{device},
      clock_{clock},
      calls_(schedule.kernels.size()),
      kernel_time_(schedule.kernels.size()),
      kernel_with_stalls_(schedule.kernels.size()),
      streams_(schedule.flows.size()) {
    for (const schedule::TileProgram& program : schedule.tiles) {
        if (program.core.empty()) continue;
        Core& core = cores_[program.tile];
        core.times.tile = program.tile;
        core.program = &program;
        const auto column = static_cast<std::size_t>(program.tile.column);
        const auto row = static_cast<std::size_t>(program.tile.row);
        if (core_at_.size() <= column) core_at_.resize(column + 1);
        if (core_at_[column].size() <= row) core_at_[column].resize(row + 1);
        core_at_[column][row] = &core;
    }
}

void RunStatistics::on(const events::CoreInterval& interval) {
    Core& core = *core_at_[static_cast<std::size_t>(interval.tile.column)]
                          [static_cast<std::size_t>(interval.tile.row)];
    if (core.open.may_be_full()) return add_with_room(core, interval);
    core.open.add(interval);
    count(core, interval, 1);
}

/// The slow path of on(CoreInterval); not inlined, to keep the usual path short.
void RunStatistics::add_with_room(Core& core, const events::CoreInterval& interval) {
    core.open.make_room(clock_.now());
    core.open.add(interval);
    count(core, interval, 1);
}

void RunStatistics::count(Core& core, const events::CoreInterval& interval, int times) {
    Cycles length = interval.end - interval.begin;
    if (length == Cycles{0}) return;
    length = length * std::int64_t{times};
    core.times[interval.state] += length;
    if (interval.action == CoreAction::Kernel && interval.state != CoreState::LockStall)
        kernel_with_stalls_[static_cast<std::size_t>(interval.object)] +=
            length - interval.call * std::int64_t{times};
    if (interval.state == CoreState::Busy)
        count_action(interval, length, times);
    else if (interval.state == CoreState::LockStall)
        lock_stalls_[static_cast<std::size_t>(role_of_lock(core, interval))] += length;
}

void RunStatistics::count_action(const events::CoreInterval& interval, Cycles length, int times) {
    const auto object = static_cast<std::size_t>(interval.object);
    switch (interval.action) {
        case CoreAction::Kernel:
            kernel_time_[object] += length;
            if (!interval.pauses) calls_[object] += times;
            break;
        case CoreAction::Return:
            kernel_time_[object] += length;
            break;
        case CoreAction::LockAcquire:
        case CoreAction::LockRelease:
        case CoreAction::CascadeGet:
        case CoreAction::CascadePut:
            break;
    }
}

/// Returns the role that the lock's own tile declares for it; Other if it declares no such lock.
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

/// Returns the core's times up to now, without the rest of intervals that reach beyond. A stall is
/// reported only when it is over, so cycles that no interval covers yet are taken as a lock stall.
CoreTimes RunStatistics::times_up_to(const Core& core, const sim::TotalsVisitor::UpTo& up_to) {
    CoreTimes times = core.times;
    for (const events::CoreInterval& interval : core.open.after(up_to.now))
        times[interval.state] -= interval.end - std::max(interval.begin, up_to.now);
    times[CoreState::LockStall] += std::accumulate(times.cycles.begin(), times.cycles.end(),
                                                   up_to.now + up_to.skipped, std::minus{});
    return times;
}

void RunStatistics::visit_totals(sim::TotalsVisitor& visitor) {
    const auto visit = [&](auto& totals) {
        for (auto& total : totals)
            visitor.visit(total);
    };
    for (auto& [tile, core] : cores_) {
        if (visitor.up_to()) {
            CoreTimes times = times_up_to(core, *visitor.up_to());
            visit(times.cycles);
        } else {
            visit(core.times.cycles);
        }
    }
    visit(calls_);
    visit(kernel_time_);
    visit(kernel_with_stalls_);
    visit(lock_stalls_);
    for (StreamFigures& stream : streams_) {
        visitor.visit(stream.moving);
        visitor.visit(stream.starved);
        visitor.visit(stream.backpressure);
        visitor.visit_moving(stream.bytes);
    }
    visitor.visit(dram_limited_);
    visitor.visit(dram_read_);
    visitor.visit(dram_written_);
}

void RunStatistics::visit_state(sim::StateVisitor& visitor) {
    for (auto& [tile, core] : cores_) {
        std::vector<events::CoreInterval> open = core.open.after(visitor.now());
        visitor.size(open);
        for (events::CoreInterval& interval : open) {
            interval.tile = tile;
            visitor.value(interval.state);
            visitor.value(interval.action);
            visitor.value(interval.object);
            visitor.value(interval.lock_tile.column);
            visitor.value(interval.lock_tile.row);
            visitor.time(interval.begin);
            visitor.time(interval.end);
            visitor.value(interval.call);
            visitor.value(interval.pauses);
        }
        if (visitor.loads()) core.open.assign(open);
    }
}

void RunStatistics::finish(Cycles end, Cycles skipped, arch::Bytes trace) {
    end_ = end + skipped;
    dram_written_ += trace;
    for (auto& [tile, core] : cores_) {
        for (events::CoreInterval interval : core.open.after(end)) {
            count(core, interval, -1);
            if (interval.begin >= end) continue;
            interval.end = end;
            count(core, interval, 1);
        }
        core.open.assign({});
        core.times[CoreState::Idle] =
            std::accumulate(core.times.cycles.begin(), core.times.cycles.end(), end_, std::minus{});
    }
    // In an approximate run, an interval that was open at the beginning of a stretch is added again
    // with each repeat of the stretch, so that sums may exceed the time of the run.
    for (StreamFigures& stream : streams_)
        for (Cycles* const time : {&stream.moving, &stream.starved, &stream.backpressure})
            *time = std::min(*time, end_);
    dram_limited_ = std::min(dram_limited_, end_);
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
    return interval.direction == arch::Direction::S2MM &&
           schedule::takes_trace(schedule, interval.tile, interval.channel);
}

}  // namespace xdnasim::backends
