#include "backends/steady.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <variant>

#include "backends/performance.hpp"
#include "workloads/schedule/estimate.hpp"

namespace xdnasim::backends {
namespace {

using arch::Nanoseconds;

/// Returns the indices of output ports whose frames only pass the PL on their way back to the
/// array: some other port has them as its source.
std::set<std::size_t> ports_that_come_back(const schedule::ProgrammableLogic& logic) {
    std::set<std::size_t> ports;
    for (const schedule::PlPort& port : logic.ports)
        if (port.source) ports.insert(static_cast<std::size_t>(*port.source));
    return ports;
}

/// Returns the mean time from the end of a frame to the end of the next one, over all ports through
/// which results leave, without each port's first time; 0 if there are too few frames. Frames from
/// the ping buffer may take longer or shorter than those from the pong buffer, so both count
/// equally often. Precondition: `ports` are those of `logic`, in its order.
Nanoseconds mean_iteration(const std::vector<PortFigures>& ports,
                           const schedule::ProgrammableLogic& logic) {
    constexpr std::size_t kFirst = 1;  // index of the frame at whose end the counted times begin
    constexpr std::size_t kBuffers = 2;
    static_assert(kFirst + kBuffers + 1 == kMinSteadyIterations);
    const std::set<std::size_t> coming_back = ports_that_come_back(logic);
    double sum = 0;
    std::int64_t counted = 0;
    for (std::size_t i = 0; i < ports.size(); ++i) {
        const PortFigures& port = ports[i];
        if (port.is_input || coming_back.contains(i)) continue;
        if (std::ssize(port.frame_ends) < kMinSteadyIterations) continue;
        const std::size_t last = port.frame_ends.size() - 1;
        const std::size_t periods = (last - kFirst) / kBuffers * kBuffers;
        sum += (port.frame_ends[last] - port.frame_ends[last - periods]).count() /
               static_cast<double>(periods);
        ++counted;
    }
    return Nanoseconds{counted == 0 ? 0 : sum / static_cast<double>(counted)};
}

/// Returns the array cycles that the slowest port takes for one frame.
double cycles_of_a_frame(const schedule::ProgrammableLogic& logic, const arch::Device& device) {
    double longest = 0;
    for (const schedule::PlPort& port : logic.ports) {
        const arch::BytesPerCycle rate = schedule::port_rate(device, port.width, logic.clock_ghz);
        longest = std::max(longest, schedule::cycles_to_move(port.frame, rate));
    }
    return longest;
}

/// Returns the array cycles per iteration that a core is busy or in a memory stall, for the core
/// with the most of them.
double cycles_of_a_core(const RunResult& result, std::int64_t iterations) {
    arch::Cycles longest{};
    for (const CoreTimes& core : result.cores)
        longest =
            std::max(longest, core[events::CoreState::Busy] + core[events::CoreState::MemoryStall]);
    return static_cast<double>(longest.count()) / static_cast<double>(iterations);
}

/// Returns the limit of an iteration, given its cycles and those of the slowest port and the
/// busiest core: the cascades, if the iteration takes over 2 % longer than either.
SteadyLimit limit_of(double iteration, double ports, double cores) {
    constexpr double kSame = 1.02;
    if (iteration > kSame * std::max(ports, cores)) return SteadyLimit::Cascade;
    return ports > cores ? SteadyLimit::Port : SteadyLimit::Kernel;
}

/// Returns the work of a workload that is measured by its iterations over ports to the PL; nullopt
/// for others: without ports, or measured in bytes.
std::optional<schedule::Work> work_over_ports(const schedule::Schedule& schedule) {
    if (!schedule.workload || schedule.pl.ports.empty()) return std::nullopt;
    schedule::Work work = schedule.workload->work();
    return work.operations == 0 ? std::nullopt : std::optional{work};
}

SteadyFigures figures_of(const schedule::Work& work, Nanoseconds iteration, SteadyBound bound) {
    const double operations = work.operations / static_cast<double>(work.iterations);
    return {iteration, arch::tops(operations, iteration), std::move(bound)};
}

}  // namespace

std::string to_string(SteadyLimit limit) {
    switch (limit) {
        case SteadyLimit::Port:
            return "PLIO";
        case SteadyLimit::Kernel:
            return "kernel";
        case SteadyLimit::Cascade:
            break;
    }
    return "cascade";
}

SteadyBound steady_bound(std::string name) {
    for (const SteadyLimit limit : {SteadyLimit::Port, SteadyLimit::Kernel, SteadyLimit::Cascade})
        if (name == to_string(limit)) return limit;
    return name;
}

std::string name_of(const SteadyBound& bound) {
    const auto* const limit = std::get_if<SteadyLimit>(&bound);
    return limit != nullptr ? to_string(*limit) : std::get<std::string>(bound);
}

std::optional<SteadyFigures> steady_of(const RunResult& result, const schedule::Schedule& schedule,
                                       const arch::Device& device) {
    const auto work = work_over_ports(schedule);
    if (!work) return std::nullopt;
    const Nanoseconds iteration = mean_iteration(result.ports, schedule.pl);
    if (iteration <= Nanoseconds{0}) return std::nullopt;
    return figures_of(
        *work, iteration,
        limit_of(device.exact_cycles(iteration), cycles_of_a_frame(schedule.pl, device),
                 cycles_of_a_core(result, work->iterations)));
}

std::optional<SteadyFigures> steady_of(const schedule::Estimate& estimate,
                                       const schedule::Schedule& schedule,
                                       const arch::Device& device) {
    const auto work = work_over_ports(schedule);
    if (!work || work->iterations < kMinSteadyIterations) return std::nullopt;
    const double cycles = estimate.binding().cycles / static_cast<double>(work->iterations);
    return figures_of(*work, device.time_of(cycles), steady_bound(estimate.binding().name()));
}

std::optional<SteadyFigures> steady_of(Nanoseconds iteration, SteadyBound bound,
                                       const schedule::Schedule& schedule) {
    const auto work = work_over_ports(schedule);
    if (!work) return std::nullopt;
    return figures_of(*work, iteration, std::move(bound));
}

void set_steady(RunResult& result, std::optional<SteadyFigures> steady,
                const schedule::Schedule& schedule, const arch::Device& device) {
    result.steady = std::move(steady);
    if (result.steady) set_tops(result, result.steady->tops, schedule.workload->work(), device);
}

}  // namespace xdnasim::backends
