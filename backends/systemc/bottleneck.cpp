#include "xdnasim/backends/systemc/bottleneck.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace xdnasim::backends {

using arch::Cycles;

namespace {

// Cores that wait for inputs a larger part of the time than this are bound by their inputs:
// faster kernels would only wait longer. Below it, waits are start-up and hand-over.
constexpr double kInputBound = 0.05;

// A stream or the DRAM that works a larger part of the time than this is taken as full; where
// none is, one that works a larger part than the other is what binds most.
constexpr double kFull = 0.8;
constexpr double kMost = 0.5;

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
        return device.reaches_host(flow.source.tile);
    });
}

/// What may hold inputs back, and the part of the time in which it does.
struct Limit {
    const char* name;
    double share = 0;
    std::string how{};
};

/// DRAM first, since a stream that it slows moves data all the time.
std::array<Limit, 3> limits_of_inputs(const schedule::Schedule& schedule,
                                      const arch::Device& device, const sim::NpuArray& array,
                                      const RunStatistics& statistics) {
    const double dram = dram_share(statistics);
    const BusiestStream stream =
        busiest(schedule, array, statistics, [&](const schedule::Flow& flow) {
            return device.kind(flow.sinks.front().tile) == arch::TileKind::CompTile;
        });
    const BusiestStream shim = busiest_out_of_a_shim(schedule, device, array, statistics);
    const auto moves = [](const char* what, const BusiestStream& busy) {
        return fmt::format("{} {} moves data {:.1f} % of it", what, busy.name, 100 * busy.share);
    };
    Limit in_the_array{"stream", stream.share, moves("stream", stream)};
    Limit at_the_edge{"shim channel", shim.share, moves("shim channel", shim)};
    if (shim.share > stream.share) std::swap(in_the_array, at_the_edge);
    return {Limit{"DRAM", dram,
                  fmt::format("DRAM or fabric limits hold the shim channels back {:.1f} % of it",
                              100 * dram)},
            in_the_array, at_the_edge};
}

Bottleneck input_bottleneck(const schedule::Schedule& schedule, const arch::Device& device,
                            const sim::NpuArray& array, const RunStatistics& statistics,
                            double wait) {
    const std::string waiting = fmt::format("cores wait {:.1f} % of the time for {}", 100 * wait,
                                            operands_of(schedule).inputs);
    const auto limits = limits_of_inputs(schedule, device, array, statistics);
    for (const Limit& limit : limits)
        if (limit.share >= kFull) return {limit.name, waiting + "; " + limit.how};
    const Limit& largest = *std::ranges::max_element(limits, {}, &Limit::share);
    if (largest.share >= kMost)
        return {largest.name, fmt::format("{}; {}, latencies, commands and the first tiles most of "
                                          "the rest",
                                          waiting, largest.how)};
    return {"start-up",
            fmt::format("{} and no limit is reached for long: latencies, commands and the first "
                        "tiles; {}",
                        waiting, largest.how)};
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
