#include "backends/systemc/find_bottleneck.hpp"

#include <algorithm>
#include <vector>

#include "sim/command_processor.hpp"
#include "workloads/schedule/workload.hpp"

namespace xdnasim::backends {

using arch::Cycles;
using schedule::Limit;
using schedule::LockRole;

namespace {

/// The finished run that the figures are taken from.
struct Run {
    const schedule::Schedule& schedule;
    const arch::Device& device;
    const sim::NpuArray& array;
    const RunStatistics& statistics;

    /// Share of the run's time.
    [[nodiscard]] double share(Cycles time) const {
        return static_cast<double>(time.count()) / static_cast<double>(statistics.end().count());
    }
    /// Share of the time of all cores together.
    [[nodiscard]] double cores_share(Cycles time) const {
        const std::size_t cores = std::max<std::size_t>(statistics.core_times().size(), 1);
        return share(time) / static_cast<double>(cores);
    }
};

/// Returns a figure for the stream that moves data for the largest share of the time, among those
/// of flows for which `wanted` returns true.
template <class Wanted>
Figure busiest(const Run& run, Finding finding, Wanted wanted) {
    Figure best{finding, 0, {}};
    for (std::size_t i = 0; i < run.schedule.flows.size(); ++i) {
        const schedule::Flow& flow = run.schedule.flows[i];
        if (!wanted(flow)) continue;
        const double share = run.share(run.statistics.stream(run.array.stream_of(i)).moving);
        if (share > best.share) best = {finding, share, flow.name};
    }
    return best;
}

bool meets_host(const Run& run, const schedule::Flow& flow) {
    const auto is_of_host = [&](const arch::Port& port) {
        return port.bundle != arch::Bundle::Plio && run.device.reaches_host(port.tile);
    };
    return is_of_host(flow.source) || is_of_host(flow.sinks.front());
}

bool meets_pl(const schedule::Flow& flow) {
    return flow.source.bundle == arch::Bundle::Plio ||
           flow.sinks.front().bundle == arch::Bundle::Plio;
}

Figure busiest_shim_channel(const Run& run, Finding finding) {
    return busiest(run, finding, [&](const schedule::Flow& flow) { return meets_host(run, flow); });
}

/// Returns how busy the busiest way into or out of the array is: a shim channel, or with ports to
/// the PL, one of either kind.
Figure nothing_binds(const Run& run) {
    if (run.schedule.pl.ports.empty()) return busiest_shim_channel(run, Finding::NothingBinds);
    return busiest(run, Finding::NoPortBinds, [&](const schedule::Flow& flow) {
        return meets_host(run, flow) || meets_pl(flow);
    });
}

std::vector<Figure> core_figures(const Run& run) {
    const auto [inputs, output] = run.schedule.workload->operands();
    const RunStatistics& statistics = run.statistics;
    Cycles kernels{0};
    for (std::size_t i = 0; i < run.schedule.kernels.size(); ++i)
        kernels += statistics.kernel_time(static_cast<int>(i));
    const auto waits = [&](LockRole role) { return run.cores_share(statistics.lock_stall(role)); };
    std::vector<Figure> figures{{Finding::KernelTime, run.cores_share(kernels)},
                                {Finding::WaitForOutput, waits(LockRole::Free), output},
                                {Finding::WaitForInput, waits(LockRole::Filled), inputs}};
    if (waits(LockRole::Other) > 0)
        figures.push_back({Finding::WaitForLocks, waits(LockRole::Other)});
    return figures;
}

/// Returns how long DRAM or fabric, which the shim channels share, limit them, or how long the
/// busiest shim channel moves data, whichever is longer: the latter when its own rate is the limit.
Figure memory_figure(const Run& run) {
    const Figure shared{Finding::DramHoldsBack, run.share(run.statistics.dram_limited())};
    const Figure channel = busiest_shim_channel(run, Finding::ShimChannelMoves);
    return shared.share >= channel.share ? shared : channel;
}

Figure buffers_figure(const Run& run) {
    const Cycles wait = run.statistics.lock_stall(LockRole::Free);
    if (wait > Cycles{0})
        return {Finding::OutputWait, run.cores_share(wait),
                run.schedule.workload->operands().output};
    return nothing_binds(run);
}

std::vector<Figure> figures_of(Limit limit, const Run& run) {
    switch (limit) {
        case Limit::Compute:
            return core_figures(run);
        case Limit::Stream:
            return {busiest(run, Finding::StreamMoves, [](const schedule::Flow&) { return true; })};
        case Limit::Dram:
            return {memory_figure(run)};
        case Limit::Commands:
            return {{Finding::CommandsTake, run.share(run.array.command_processor().busy())}};
        case Limit::Latency:
            return {nothing_binds(run)};
        case Limit::Buffers:
            break;
    }
    return {buffers_figure(run)};
}

}  // namespace

Bottleneck find_bottleneck(const schedule::Schedule& schedule, const arch::Device& device,
                           const sim::NpuArray& array, const RunStatistics& statistics) {
    const sim::Leads leads = array.leads();
    const Limit limit = *std::ranges::max_element(
        schedule::kLimits, {}, [&](Limit candidate) { return leads[candidate]; });
    return {.limit = limit,
            .gain = leads[limit] / static_cast<double>(statistics.end().count()),
            .figures = figures_of(limit, {schedule, device, array, statistics})};
}

}  // namespace xdnasim::backends
