#include "cli/simulate/summary.hpp"

#include <algorithm>
#include <iterator>
#include <set>
#include <string>
#include <string_view>
#include <variant>

#include <fmt/format.h>

#include "backends/performance.hpp"
#include "backends/steady.hpp"
#include "base/number_format.hpp"
#include "cli/simulate/time_chart.hpp"
#include "cli/text_layout.hpp"
#include "workloads/kernels/kernel.hpp"

namespace xdnasim::cli {
namespace {

using base::grouped;
using base::percent;

using backends::RunResult;

std::string device_line(const schedule::Schedule& schedule, const arch::Device& device,
                        const RunResult& result) {
    return labelled("device",
                    fmt::format("{}, {} at {} GHz, backend {}", device.name,
                                schedule.workload ? schedule.workload->array_text() : "array",
                                device.clock_ghz, result.backend));
}

std::string workload_lines(const schedule::Schedule& schedule) {
    std::string text;
    if (!schedule.workload) return text;
    for (const schedule::Line& line : schedule.workload->summary())
        text += labelled(line.label, line.shown());
    return text;
}

std::string rate_text(arch::GigabytesPerSecond rate) {
    return base::figure(rate.count()) + " GB/s";
}

/// Transfer rates of the array and with dispatch. The latter is left out if there is no dispatch,
/// as for data that passes ports to the programmable logic.
std::string rates_text(const RunResult& result) {
    const backends::TransferRates& rates = *result.rates;
    const std::string wall = rate_text(rates.wall) + " with dispatch";
    if (!rates.array) return wall;
    const std::string array = rate_text(*rates.array) + " read and written";
    return result.time() == result.npu_time ? array : array + ", " + wall;
}

/// A rate in TOPS, or in GOPS below 0.1 TOPS, of which two decimals would show little.
std::string operations_text(double tops) {
    constexpr double kFewTops = 0.1;
    constexpr int kDigits = 3;
    return tops < kFewTops ? base::significant(tops * arch::kGigaPerTera, kDigits) + " GOPS"
                           : base::figure(tops) + " TOPS";
}

std::string performance_text(const RunResult& result) {
    if (!result.tops) return result.rates ? rates_text(result) : "not known";
    std::string text = operations_text(*result.tops);
    if (result.peak_fraction)
        text += fmt::format(", {} of the cores' peak", percent(*result.peak_fraction));
    return text;
}

std::string time_text(const RunResult& result) {
    std::string time = microseconds(result.time());
    if (const auto& repeated = result.repeated)
        return time + fmt::format(", the mean of {} of {} to {}, with dispatch",
                                  base::counted(repeated->runs, "run"), microseconds(repeated->min),
                                  microseconds(repeated->max));
    if (result.dispatch && *result.dispatch > arch::Nanoseconds{0})
        time += fmt::format(", of which {} dispatch by host and driver",
                            microseconds(*result.dispatch));
    if (result.reconfiguration > arch::Nanoseconds{0})
        time +=
            fmt::format(", {} reconfiguration of the array", microseconds(result.reconfiguration));
    return time;
}

/// A line with the time per iteration in the steady state of a workload with ports to the
/// programmable logic, or with the reason why that is not known.
std::string steady_line(const schedule::Schedule& schedule, const RunResult& result) {
    if (result.steady)
        return labelled("steady", fmt::format("{} an iteration, without the start; bound by {}",
                                              microseconds(result.steady->iteration),
                                              name_of(result.steady->bound)));
    if (!schedule.workload || schedule.pl.ports.empty()) return {};
    const schedule::Work work = schedule.workload->work();
    if (work.operations == 0 || work.iterations >= backends::kMinSteadyIterations) return {};
    return labelled(
        "steady",
        fmt::format("not known after {}, since {} are needed; performance is that of the whole run",
                    base::counted(work.iterations, "iteration"), backends::kMinSteadyIterations));
}

std::string time_lines(const schedule::Schedule& schedule, const RunResult& result) {
    if (!result.timed()) return labelled("time", "not known");
    std::string text = labelled("time", time_text(result));
    if (result.cycles)
        text += labelled("cycles", grouped(result.cycles->count()) + " of the array");
    text += labelled("performance", performance_text(result));
    return text + steady_line(schedule, result);
}

std::string dram_line(std::string_view label, arch::Bytes bytes,
                      const std::optional<arch::GigabytesPerSecond>& rate) {
    const std::string amount = base::counted(bytes.count(), "byte");
    return labelled(label, rate ? fmt::format("{}, {}", rate_text(*rate), amount) : amount);
}

std::string dram_lines(const RunResult& result) {
    if (!result.dram) return {};
    // Data that passes ports to the programmable logic is not in DRAM.
    if (result.dram->read == arch::Bytes{} && result.dram->written == arch::Bytes{}) return {};
    return dram_line("DRAM read", result.dram->read, result.dram->read_rate) +
           dram_line("DRAM write", result.dram->written, result.dram->write_rate);
}

/// A line about all ports of one direction: their number, bytes and rate.
std::string ports_line(const RunResult& result, bool inputs) {
    std::int64_t count = 0;
    arch::Bytes bytes{};
    arch::GigabytesPerSecond rate{};
    for (const backends::PortFigures& port : result.ports) {
        if (port.is_input != inputs) continue;
        ++count;
        bytes += port.bytes();
        rate += port.rate();
    }
    if (count == 0) return {};
    return labelled(
        inputs ? "from the PL" : "to the PL",
        fmt::format("{}, {} over {}", rate_text(rate), base::counted(bytes.count(), "byte"),
                    base::counted(count, "port")));
}

std::string latency_line(const RunResult& result) {
    if (!result.latency) return {};
    return labelled("latency",
                    fmt::format("{} ns from the first word in to the last of the first frame out",
                                grouped(result.latency->count(), 1)));
}

/// A table of the core states in each part of the work, in cycles averaged over its cores. States
/// that did not occur are left out.
std::string groups_table(const RunResult& result) {
    const std::vector<GroupTimes> groups = group_times(result);
    if (groups.empty()) return {};
    std::vector<Row> rows{Row{"cycles of a core", "cores"}};
    for (const GroupTimes& group : groups)
        rows.push_back({group.name, grouped(group.cores)});
    for (const events::CoreStateEntry& state : events::kCoreStates) {
        const auto mean = [&](const GroupTimes& group) {
            return static_cast<std::int64_t>(group.cycles[events::index(state.state)]);
        };
        if (std::ranges::all_of(
                groups, [](std::int64_t cycles) { return cycles == 0; }, mean))
            continue;
        rows.front().emplace_back(state.name);
        for (std::size_t i = 0; i < groups.size(); ++i)
            rows[i + 1].push_back(grouped(mean(groups[i])));
    }
    constexpr std::size_t kMaxWidth = 40;
    return "\n" + aligned(rows, kMaxWidth);
}

/// "; and 2 other kernels (1 assumed)": the kernels besides `shown`. Kernels that clear a buffer of
/// sums are not counted, nor is inlined code, unless all kernels are inlined.
std::string other_kernels(const schedule::Schedule& schedule, const std::string& shown) {
    std::set<std::string> names;
    std::set<std::string> assumed;
    const bool all_inlined = std::ranges::all_of(schedule.kernels, &kernels::Kernel::inlined);
    for (const kernels::Kernel& kernel : schedule.kernels) {
        if (kernel.name == shown || (kernel.inlined && !all_inlined) ||
            std::holds_alternative<kernels::Zero>(kernel.work))
            continue;
        names.insert(kernel.name);
        if (kernel.assumed) assumed.insert(kernel.name);
    }
    if (names.empty()) return {};
    return fmt::format("; and {}{}", base::counted(std::ssize(names), "other kernel"),
                       assumed.empty() ? "" : fmt::format(" ({} assumed)", assumed.size()));
}

std::string kernel_line(const schedule::Schedule& schedule, const RunResult& result) {
    if (!result.kernel) return {};
    const backends::KernelFigures& kernel = *result.kernel;
    const std::string macs = kernel.macs_per_cycle > 0
                                 ? fmt::format("{:.1f} MACs a cycle, ", kernel.macs_per_cycle)
                                 : std::string{};
    const double mean = kernel.mean_cycles.value_or(0);
    const auto stalled = static_cast<std::int64_t>(mean) - kernel.cycles_per_call.count();
    return labelled(
        "kernel",
        fmt::format("{}: {} a call{}, {}{}{}{}", kernel.name,
                    base::counted(kernel.cycles_per_call.count(), "cycle"),
                    kernel.assumed ? " (assumed)" : "", macs, base::counted(kernel.calls, "call"),
                    result.steady && stalled > 0
                        ? fmt::format("; {} including stalls, averaged over all cores",
                                      base::grouped(mean, 0))
                        : "",
                    other_kernels(schedule, kernel.name)));
}

/// A line with the share of time in each state, averaged over all cores. States other than busy
/// that did not occur are left out.
std::string cores_line(const RunResult& result) {
    const arch::Cycles cycles = result.cycles.value_or(arch::Cycles{});
    if (result.cores.empty() || cycles <= arch::Cycles{}) return {};
    const double total =
        static_cast<double>(cycles.count()) * static_cast<double>(result.cores.size());
    std::string text;
    bool after_stall = false;
    for (const events::CoreStateEntry& state : events::kCoreStates) {
        const arch::Cycles sum = backends::time_in(state.state, result.cores);
        if (sum == arch::Cycles{} && state.state != events::CoreState::Busy) continue;
        // The word "waiting for" appears once: "waiting for locks 5 %, memory 1 %".
        text += fmt::format("{}{} {}", text.empty() ? "" : ", ",
                            after_stall ? std::string{state.name} : label(state),
                            percent(static_cast<double>(sum.count()) / total));
        after_stall = state.stall.has_value();
    }
    return labelled("cores", text);
}

/// "run again with each limit relaxed, commands saves 41.0 % of the array's time, DRAM 3.2 %, ...";
/// empty without --what-if.
std::string what_if_line(const RunResult& result) {
    std::string text;
    for (const backends::Relief& relief : result.what_if)
        text +=
            text.empty()
                ? fmt::format("run again with each limit relaxed, {} saves {} of the array's time",
                              name_of(relief.limit), percent(relief.gain))
                : fmt::format(", {} {}", name_of(relief.limit), percent(relief.gain));
    return text.empty() ? text : labelled("what if", text);
}

/// A line with the mapping's hint how to avoid the bottleneck at a ShimTile's channel; empty if
/// DRAM or streams are not the bottleneck, or if there is no hint.
std::string hint_line(const schedule::Schedule& schedule, const arch::Device& device,
                      const RunResult& result) {
    if (!schedule.workload || !result.bottleneck) return {};
    const schedule::Limit limit = result.bottleneck->limit;
    if (limit != schedule::Limit::Dram && limit != schedule::Limit::Stream) return {};
    const auto hint = schedule.workload->way_around_shim_channels(
        schedule, device,
        [&](const kernels::Kernel& kernel) { return kernels::cycles_per_call(kernel, device); });
    return hint ? labelled("hint", *hint) : std::string{};
}

std::string verified_line(const RunResult& result) {
    if (!result.verification) return labelled("verified", "not asked for (--verify)");
    const schedule::Verification& check = *result.verification;
    if (!check.compared) return labelled("data", check.message);
    const std::string saturated =
        check.saturated_share
            ? fmt::format("; {} of the outputs saturated", percent(*check.saturated_share))
            : std::string{};
    return labelled("verified",
                    fmt::format("{}: {}{}", check.passed ? "yes" : "NO", check.message, saturated));
}

/// A line on the accuracy of an approximate run, or why the approximation was not applied: possibly
/// no part of the run resembled an earlier one.
std::string approximate_line(const RunResult& result) {
    if (!result.off_by) return {};
    if (result.skipped == arch::Cycles{})
        return labelled("approximate",
                        "not applied: nothing repeated, so the whole run was simulated");
    if (*result.off_by == 0)
        return labelled("approximate", "not applied: all that was skipped repeats exactly");
    return labelled(
        "approximate",
        fmt::format("accurate to {:.2g} %, provided the {} of the run that was skipped behaves "
                    "like the simulated part to within the --approximate tolerance",
                    kPercent * *result.off_by, percent(result.skipped_share())));
}

std::string exact_line(const RunResult& result) {
    if (result.equal_figures == 0) return {};
    return labelled("exact", fmt::format("yes: all {} figures equal those of a full run",
                                         result.equal_figures));
}

std::string cost_line(const RunResult& result, const HostCost& cost) {
    constexpr double kMega = 1e6;
    std::string speed;
    if (result.cycles && result.wall_seconds > 0)
        speed =
            fmt::format(", {:.1f} million cycles a second",
                        static_cast<double>(result.cycles->count()) / kMega / result.wall_seconds);
    if (result.skipped > arch::Cycles{0})
        speed += fmt::format(", {} of them repeats", percent(result.skipped_share()));
    return labelled(result.repeated ? "host" : "simulation",
                    fmt::format("{:.3f} s ({:.3f} s in the backend){}, peak memory {:.0f} MB",
                                cost.wall_seconds, result.wall_seconds, speed,
                                static_cast<double>(cost.peak_memory.count()) / kMega));
}

}  // namespace

std::string summary(const schedule::Schedule& schedule, const arch::Device& device,
                    const RunResult& result, const HostCost& cost) {
    std::string text = device_line(schedule, device, result);
    text += workload_lines(schedule);
    text += time_lines(schedule, result);
    if (!result.note.empty()) text += labelled("note", result.note);
    text += dram_lines(result);
    text += ports_line(result, true) + ports_line(result, false) + latency_line(result);
    text += kernel_line(schedule, result) + cores_line(result);
    if (result.bottleneck)
        text +=
            labelled("bottleneck", name_of(*result.bottleneck) + ": " + why(*result.bottleneck));
    text += hint_line(schedule, device, result);
    text += what_if_line(result) + verified_line(result) + approximate_line(result) +
            exact_line(result);
    text += cost_line(result, cost);
    return text + groups_table(result);
}

}  // namespace xdnasim::cli
