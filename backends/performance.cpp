#include "backends/performance.hpp"

#include <algorithm>

namespace xdnasim::backends {
namespace {

arch::Bytes moved_by_ports(const schedule::Schedule& schedule) {
    arch::Bytes moved{};
    for (const schedule::PlPort& port : schedule.pl.ports)
        moved += port.total();
    return moved;
}

}  // namespace

TransferRates transfer_rates(const RunResult& result, arch::Bytes moved) {
    TransferRates rates{.moved = moved, .wall = arch::rate_of(moved, result.time())};
    if (result.took_time()) rates.array = arch::rate_of(moved, *result.npu_time);
    return rates;
}

void set_tops(RunResult& result, double tops, const schedule::Work& work,
              const arch::Device& device) {
    result.tops = tops;
    if (work.peak_operations_per_cycle <= 0) return;
    // The peak operations of one nanosecond go through arch::tops as those of `tops` did, so that
    // both are rounded alike.
    constexpr arch::Nanoseconds kOne{1};
    result.peak_fraction =
        tops / arch::tops(work.peak_operations_per_cycle * device.clock_ghz, kOne);
}

void describe_run(RunResult& result, const schedule::Schedule& schedule, const arch::Device& device,
                  std::optional<arch::Bytes> moved) {
    result.device = device.name;
    result.workload = schedule.workload;
    if (!schedule.workload || !result.timed()) return;
    const schedule::Work work = schedule.workload->work();
    if (work.operations == 0) {
        result.rates =
            transfer_rates(result, moved ? *moved + moved_by_ports(schedule) : work.moved);
        return;
    }
    set_tops(result, arch::tops(work.operations, result.time()), work, device);
}

arch::Cycles time_in(events::CoreState state, const std::vector<CoreTimes>& cores) {
    arch::Cycles sum{};
    for (const CoreTimes& core : cores)
        sum += core[state];
    return sum;
}

std::optional<arch::Nanoseconds> latency_of(const std::vector<PortFigures>& ports) {
    std::optional<arch::Nanoseconds> first;
    std::optional<arch::Nanoseconds> last;
    for (const PortFigures& port : ports) {
        if (port.is_input)
            first = std::min(first.value_or(port.first), port.first);
        else if (!port.frame_ends.empty())
            last = std::max(last.value_or(port.frame_ends.front()), port.frame_ends.front());
    }
    if (!first || !last) return std::nullopt;
    return *last - *first;
}

}  // namespace xdnasim::backends
