#include "xdnasim/backends/systemc/bottleneck.hpp"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

namespace xdnasim::backends {

using arch::Cycles;

namespace {

// Cores that wait for inputs a larger part of the time than this are bound by their inputs:
// faster kernels would only wait longer. Below it, waits are start-up and hand-over.
constexpr double kInputBound = 0.05;

// A stream or the DRAM that works a larger part of the time than this is taken as full.
constexpr double kFull = 0.8;

/// What the cores of a schedule take and give.
struct Operands {
    std::string_view inputs;
    std::string_view output;
};

Operands operands_of(const schedule::Schedule& schedule) {
    return schedule.gemm ? Operands{"A and B", "C"} : Operands{"input", "output"};
}

struct Shares {
    double kernels = 0;  ///< of all cores' time
    double lock_ops = 0;
    double input_wait = 0;
    double output_wait = 0;
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
    for (const auto& [lock, time] : statistics.stalls_by_lock())
        (std::string_view{lock}.ends_with("empty") ? shares.output_wait : shares.input_wait) +=
            share(time);
    for (const CoreTimes& core : cores)
        shares.idle += share(core.idle);
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
        return device.kind(flow.source.tile) == arch::TileKind::Shim;
    });
}

Bottleneck input_bottleneck(const schedule::Schedule& schedule, const arch::Device& device,
                            const sim::NpuArray& array, const RunStatistics& statistics,
                            double wait) {
    const std::string_view inputs = operands_of(schedule).inputs;
    const double dram = dram_share(statistics);
    if (dram >= kFull)
        return {"DRAM", fmt::format("cores wait {:.1f} % of the time for {}; DRAM or fabric "
                                    "limits hold the shim channels back {:.1f} % of it",
                                    100 * wait, inputs, 100 * dram)};
    const BusiestStream stream =
        busiest(schedule, array, statistics, [&](const schedule::Flow& flow) {
            return device.kind(flow.sinks.front().tile) == arch::TileKind::CompTile;
        });
    const BusiestStream shim = busiest_out_of_a_shim(schedule, device, array, statistics);
    if (stream.share >= kFull && stream.share >= shim.share)
        return {"stream", fmt::format("cores wait {:.1f} % of the time for {}; stream {} "
                                      "moves data {:.1f} % of it",
                                      100 * wait, inputs, stream.name, 100 * stream.share)};
    if (shim.share >= kFull)
        return {"shim channel", fmt::format("cores wait {:.1f} % of the time for {}; shim "
                                            "channel {} moves data {:.1f} % of it",
                                            100 * wait, inputs, shim.name, 100 * shim.share)};
    return {"start-up", fmt::format("cores wait {:.1f} % of the time for {} while no stream "
                                    "is full: latencies, commands and the first tiles",
                                    100 * wait, inputs)};
}

}  // namespace

Bottleneck find_bottleneck(const schedule::Schedule& schedule, const arch::Device& device,
                           const sim::NpuArray& array, const RunStatistics& statistics) {
    const Operands operands = operands_of(schedule);
    const Shares shares = shares_of(statistics, schedule.kernels.size());
    if (shares.input_wait >= kInputBound)
        return input_bottleneck(schedule, device, array, statistics, shares.input_wait);
    if (shares.output_wait > shares.kernels)
        return {fmt::format("{} drain", operands.output),
                fmt::format("cores wait {:.1f} % of the time for their {} to leave",
                            100 * shares.output_wait, operands.output)};
    return {"compute",
            fmt::format("kernels take {:.1f} % of the cores' time; {:.1f} % waits for {} to leave, "
                        "{:.1f} % for {}, {:.1f} % goes to lock operations, {:.1f} % is idle",
                        100 * shares.kernels, 100 * shares.output_wait, operands.output,
                        100 * shares.input_wait, operands.inputs, 100 * shares.lock_ops,
                        100 * shares.idle)};
}

Bottleneck find_transfer_bottleneck(const schedule::Schedule& schedule, const arch::Device& device,
                                    const sim::NpuArray& array, const RunStatistics& statistics) {
    if (const double dram = dram_share(statistics); dram >= kFull)
        return {"DRAM", fmt::format("DRAM or fabric limits hold the shim channels back {:.1f} % of "
                                    "the time",
                                    100 * dram)};
    const BusiestStream shim = busiest_out_of_a_shim(schedule, device, array, statistics);
    if (shim.share >= kFull)
        return {"shim channel", fmt::format("shim channel {} moves data {:.1f} % of the time",
                                            shim.name, 100 * shim.share)};
    return {"latency",
            fmt::format("no shim channel moves data more than {:.1f} % of the time: latencies, "
                        "commands and tiles that come in before they leave",
                        100 * shim.share)};
}

}  // namespace xdnasim::backends
