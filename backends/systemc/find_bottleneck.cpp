#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "backends/bottleneck.hpp"
#include "backends/performance.hpp"
#include "backends/systemc/run_statistics.hpp"
#include "workloads/schedule/workload.hpp"

namespace xdnasim::backends {

using arch::Cycles;
using schedule::Limit;

namespace {

// Cores that wait for inputs a larger part of the time than this are bound by their inputs:
// faster kernels would only wait longer. Below it, waits are start-up and hand-over.
constexpr double kInputBound = 0.05;

// A stream or the DRAM that works a larger part of the time than this is taken as full; where
// none is, one that works a larger part than the other is what binds most.
constexpr double kFull = 0.8;
constexpr double kMost = 0.5;

struct Shares {
    double kernels = 0;  ///< of all cores' time
    double lock_ops = 0;
    double input_wait = 0;
    double output_wait = 0;
    double other_wait = 0;  ///< for locks of which nobody says what they count
    double idle = 0;
};

Shares shares_of(const RunStatistics& statistics, std::size_t kernels) {
    const std::vector<CoreTimes> cores = statistics.core_times();
    const double all = static_cast<double>(statistics.end().count()) *
                       static_cast<double>(std::max<std::size_t>(cores.size(), 1));
    const auto share = [all](Cycles time) { return static_cast<double>(time.count()) / all; };
    Shares shares;
    for (std::size_t i = 0; i < kernels; ++i)
        shares.kernels += share(statistics.kernel_time(static_cast<int>(i)));
    shares.lock_ops = share(statistics.lock_op_time());
    shares.input_wait = share(statistics.lock_stall(schedule::LockRole::Filled));
    shares.output_wait = share(statistics.lock_stall(schedule::LockRole::Free));
    shares.other_wait = share(statistics.lock_stall(schedule::LockRole::Other));
    shares.idle = share(time_in(events::CoreState::Idle, cores));
    return shares;
}

struct BusiestStream {
    std::string name;
    double share = 0;
};

/// The stream, of those for which `wanted`, that moves data the largest part of the time.
template <class Wanted>
BusiestStream busiest(const schedule::Schedule& schedule, const sim::NpuArray& array,
                      const RunStatistics& statistics, Wanted wanted) {
    BusiestStream best;
    for (std::size_t i = 0; i < schedule.flows.size(); ++i) {
        if (!wanted(schedule.flows[i])) continue;
        const Cycles moving = statistics.stream(array.stream_of(i)).moving;
        const double share =
            static_cast<double>(moving.count()) / static_cast<double>(statistics.end().count());
        if (share > best.share) best = {schedule.flows[i].name, share};
    }
    return best;
}

/// Of the run's time, the part in which DRAM or fabric limits hold shim channels back.
double dram_share(const RunStatistics& statistics) {
    return static_cast<double>(statistics.dram_limited().count()) /
           static_cast<double>(statistics.end().count());
}

BusiestStream busiest_out_of_a_shim(const schedule::Schedule& schedule, const arch::Device& device,
                                    const sim::NpuArray& array, const RunStatistics& statistics) {
    return busiest(schedule, array, statistics, [&](const schedule::Flow& flow) {
        return device.reaches_host(flow.source.tile);
    });
}

/// What may hold inputs back, and the part of the time in which it does.
struct Hold {
    Limit limit{};
    Figure figure;
};

/// DRAM first, since a stream that it slows moves data all the time.
std::array<Hold, 3> holds_on_inputs(const schedule::Schedule& schedule, const arch::Device& device,
                                    const sim::NpuArray& array, const RunStatistics& statistics) {
    const BusiestStream stream =
        busiest(schedule, array, statistics, [&](const schedule::Flow& flow) {
            return device.kind(flow.sinks.front().tile) == arch::TileKind::CompTile;
        });
    const BusiestStream shim = busiest_out_of_a_shim(schedule, device, array, statistics);
    Hold in_the_array{Limit::Stream, {Finding::StreamMoves, stream.share, stream.name}};
    Hold at_the_edge{Limit::ShimChannel, {Finding::ShimChannelMoves, shim.share, shim.name}};
    if (shim.share > stream.share) std::swap(in_the_array, at_the_edge);
    return {Hold{Limit::Dram, {Finding::DramHoldsBack, dram_share(statistics)}},
            std::move(in_the_array), std::move(at_the_edge)};
}

Bottleneck held_back_by(const Hold& hold, std::vector<Figure> figures) {
    return {.limit = hold.limit, .share = hold.figure.share, .figures = std::move(figures)};
}

Bottleneck input_bottleneck(const schedule::Schedule& schedule, const arch::Device& device,
                            const sim::NpuArray& array, const RunStatistics& statistics,
                            double wait) {
    const std::string inputs = schedule.workload->operands().inputs;
    const Figure waiting{Finding::InputWait, wait, inputs};
    const auto holds = holds_on_inputs(schedule, device, array, statistics);
    for (const Hold& hold : holds)
        if (hold.figure.share >= kFull) return held_back_by(hold, {waiting, hold.figure});
    const Hold& largest =
        *std::ranges::max_element(holds, {}, [](const Hold& hold) { return hold.figure.share; });
    if (largest.figure.share >= kMost)
        return held_back_by(largest, {waiting, largest.figure, {Finding::LatenciesAndStart}});
    return {.limit = Limit::StartUp,
            .share = wait,
            .figures = {{Finding::InputWaitUnbound, wait, inputs}, largest.figure}};
}

/// Of a run whose cores compute something.
Bottleneck core_bottleneck(const schedule::Schedule& schedule, const arch::Device& device,
                           const sim::NpuArray& array, const RunStatistics& statistics) {
    const auto [inputs, output] = schedule.workload->operands();
    const Shares shares = shares_of(statistics, schedule.kernels.size());
    // They may be for inputs, or for outputs to leave: a guess would send the user astray.
    if (shares.other_wait >= kInputBound && shares.other_wait > shares.input_wait)
        return {.limit = Limit::Locks,
                .share = shares.other_wait,
                .figures = {{Finding::LockWait, shares.other_wait}}};
    if (shares.input_wait >= kInputBound)
        return input_bottleneck(schedule, device, array, statistics, shares.input_wait);
    if (shares.output_wait > shares.kernels)
        return {.limit = Limit::OutputDrain,
                .share = shares.output_wait,
                .part = output,
                .figures = {{Finding::OutputWait, shares.output_wait, output}}};
    std::vector<Figure> figures{{Finding::KernelTime, shares.kernels},
                                {Finding::WaitForOutput, shares.output_wait, output},
                                {Finding::WaitForInput, shares.input_wait, inputs}};
    if (shares.other_wait > 0) figures.push_back({Finding::WaitForLocks, shares.other_wait});
    figures.push_back({Finding::LockOperations, shares.lock_ops});
    figures.push_back({Finding::Idle, shares.idle});
    return {.limit = Limit::Compute, .share = shares.kernels, .figures = std::move(figures)};
}

/// Of a run without cores.
Bottleneck transfer_bottleneck(const schedule::Schedule& schedule, const arch::Device& device,
                               const sim::NpuArray& array, const RunStatistics& statistics) {
    if (const double dram = dram_share(statistics); dram >= kFull)
        return {
            .limit = Limit::Dram, .share = dram, .figures = {{Finding::DramBindsTransfers, dram}}};
    const BusiestStream shim = busiest_out_of_a_shim(schedule, device, array, statistics);
    if (shim.share >= kFull)
        return {.limit = Limit::ShimChannel,
                .share = shim.share,
                .figures = {{Finding::ShimBindsTransfers, shim.share, shim.name}}};
    return {.limit = Limit::Latency,
            .share = 1 - shim.share,
            .figures = {{Finding::NothingBinds, shim.share}}};
}

}  // namespace

Bottleneck find_bottleneck(const schedule::Schedule& schedule, const arch::Device& device,
                           const sim::NpuArray& array, const RunStatistics& statistics) {
    const bool computes = !statistics.core_times().empty();
    return computes ? core_bottleneck(schedule, device, array, statistics)
                    : transfer_bottleneck(schedule, device, array, statistics);
}

}  // namespace xdnasim::backends
