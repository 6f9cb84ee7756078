#include <algorithm>
#include <cstddef>
#include <set>
#include <string>
#include <utility>

#include "backends/performance.hpp"
#include "workloads/schedule/estimate.hpp"

namespace xdnasim::backends {
namespace {

using arch::Nanoseconds;

/// Frames of these outputs, by number, only pass the PL on their way to other cores.
std::set<std::size_t> ports_that_come_back(const schedule::ProgrammableLogic& logic) {
    std::set<std::size_t> ports;
    for (const schedule::PlPort& port : logic.ports)
        if (port.source) ports.insert(static_cast<std::size_t>(*port.source));
    return ports;
}

/// From frame to frame without the first time, on average over the ports by which results leave; 0:
/// there are too few frames. Frames from ping may take longer than those from pong, or the other
/// way round: both count as often. Precondition: `ports` are those of `logic`, in its order.
Nanoseconds mean_iteration(const std::vector<PortFigures>& ports,
                           const schedule::ProgrammableLogic& logic) {
    constexpr std::size_t kFirst = 1;  // the frame from which on times are counted
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

/// That the slowest port takes for a frame, in array cycles.
double cycles_of_a_frame(const schedule::ProgrammableLogic& logic, const arch::Device& device) {
    double longest = 0;
    for (const schedule::PlPort& port : logic.ports) {
        const arch::BytesPerCycle rate = schedule::port_rate(device, port.width, logic.clock_ghz);
        longest = std::max(longest, schedule::cycles_to_move(port.frame, rate));
    }
    return longest;
}

/// That a core computes and waits for memory, at the most.
double cycles_of_a_core(const RunResult& result, std::int64_t iterations) {
    arch::Cycles longest{};
    for (const CoreTimes& core : result.cores)
        longest =
            std::max(longest, core[events::CoreState::Busy] + core[events::CoreState::MemoryStall]);
    return static_cast<double>(longest.count()) / static_cast<double>(iterations);
}

std::string bound_of(double iteration, double ports, double cores) {
    constexpr double kSame = 1.02;
    if (iteration > kSame * std::max(ports, cores)) return "cascade";
    return ports > cores ? "PLIO" : "kernel";
}

void set_steady(RunResult& result, const schedule::Work& work, const arch::Device& device,
                Nanoseconds iteration, std::string bound) {
    const double operations = work.operations / static_cast<double>(work.iterations);
    const double tops = operations / iteration.count() * kPerNanosecondToTera;
    result.steady = SteadyFigures{iteration, tops, std::move(bound)};
    set_tops(result, tops, work, device);
}

}  // namespace

void describe_steady(RunResult& result, const schedule::Schedule& schedule,
                     const arch::Device& device) {
    if (!schedule.workload || schedule.pl.ports.empty()) return;
    const schedule::Work work = schedule.workload->work();
    const Nanoseconds iteration = mean_iteration(result.ports, schedule.pl);
    if (work.operations == 0 || iteration <= Nanoseconds{0}) return;
    set_steady(result, work, device, iteration,
               bound_of(device.exact_cycles(iteration), cycles_of_a_frame(schedule.pl, device),
                        cycles_of_a_core(result, work.iterations)));
}

void describe_steady(RunResult& result, const schedule::Schedule& schedule,
                     const arch::Device& device, const schedule::Estimate& estimate) {
    if (!schedule.workload || schedule.pl.ports.empty()) return;
    const schedule::Work work = schedule.workload->work();
    if (work.operations == 0 || work.iterations < kMinSteadyIterations) return;
    const double cycles = estimate.binding().cycles / static_cast<double>(work.iterations);
    set_steady(result, work, device, device.time_of(cycles), estimate.binding().name());
}

void describe_steady(RunResult& result, const schedule::Schedule& schedule,
                     const arch::Device& device, Nanoseconds iteration, std::string bound) {
    if (!schedule.workload || schedule.pl.ports.empty()) return;
    const schedule::Work work = schedule.workload->work();
    if (work.operations == 0) return;
    set_steady(result, work, device, iteration, std::move(bound));
}

}  // namespace xdnasim::backends
