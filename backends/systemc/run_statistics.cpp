#include "xdnasim/backends/systemc/run_statistics.hpp"

#include <algorithm>

namespace xdnasim::backends {

using arch::Bytes;
using arch::Cycles;
using events::CoreState;

namespace {

const std::string& lock_name(const schedule::TileProgram& program, int id) {
    static const std::string kForeign = "a neighbour's lock";
    const schedule::Lock* lock = program.lock(id);
    return lock == nullptr ? kForeign : lock->name;
}

}  // namespace

RunStatistics::RunStatistics(const schedule::Schedule& schedule, const arch::Device& device)
    : device_{device},
      calls_(schedule.kernels.size()),
      kernel_time_(schedule.kernels.size()),
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
    const auto object = static_cast<std::size_t>(interval.object);
    switch (interval.state) {
        case CoreState::Kernel:
            core.times.busy += length;
            kernel_time_[object] += length;
            ++calls_[object];
            break;
        case CoreState::LockAcquire:
        case CoreState::LockRelease:
            core.times.busy += length;
            lock_op_ += length;
            break;
        case CoreState::LockStall:
            core.times.lock_stall += length;
            stalls_by_lock_[lock_name(*core.program, interval.object)] += length;
            break;
        case CoreState::StreamStall:
            core.times.stream_stall += length;
            break;
        case CoreState::MemoryStall:
            core.times.memory_stall += length;
            break;
        case CoreState::CascadeStall:
            core.times.cascade_stall += length;
            break;
    }
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
    if (!device_.reaches_host(interval.tile)) return;
    (interval.direction == arch::Direction::MM2S ? dram_read_ : dram_written_) += interval.bytes;
}

void RunStatistics::on(const events::DramInterval& interval) {
    dram_limited_ += interval.end - interval.begin;
}

void RunStatistics::finish(Cycles end) {
    end_ = end;
    for (auto& [tile, core] : cores_) {
        for (events::CoreInterval interval : core.recent) {
            if (interval.begin >= end) continue;
            interval.end = std::min(interval.end, end);
            count(core, interval);
        }
        core.recent.fill({});
        CoreTimes& times = core.times;
        times.idle = end - times.busy - times.lock_stall - times.stream_stall - times.memory_stall -
                     times.cascade_stall;
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

const StreamFigures& RunStatistics::stream(int number) const {
    return streams_[static_cast<std::size_t>(number)];
}

}  // namespace xdnasim::backends
