#include "backends/performance.hpp"

#include <algorithm>

namespace xdnasim::backends {
namespace {

/// `bytes` read and written, by npu_time and time().
TransferRates transfer_rates(const RunResult& result, arch::Bytes bytes) {
    const auto count = static_cast<double>(bytes.count());
    TransferRates rates{.array_gbps = std::nullopt, .wall_gbps = count / result.time().count()};
    const bool took_time = result.npu_time && result.npu_time->count() > 0;
    if (took_time) rates.array_gbps = count / result.npu_time->count();
    return rates;
}

arch::Bytes moved_by_ports(const schedule::Schedule& schedule) {
    arch::Bytes moved{};
    for (const schedule::PlPort& port : schedule.pl.ports)
        moved += port.total();
    return moved;
}

}  // namespace

void set_tops(RunResult& result, double tops, const schedule::Work& work,
              const arch::Device& device) {
    result.tops = tops;
    if (work.peak_operations_per_cycle > 0)
        result.peak_fraction =
            tops / (work.peak_operations_per_cycle * device.clock_ghz * kPerNanosecondToTera);
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
    set_tops(result, work.operations / result.time().count() * kPerNanosecondToTera, work, device);
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
