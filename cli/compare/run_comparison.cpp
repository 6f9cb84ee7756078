#include "cli/compare/run_comparison.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "backends/performance.hpp"
#include "base/error.hpp"
#include "cli/simulate/summary.hpp"
#include "cli/simulate/trace_output.hpp"
#include "traces/recording/word_source.hpp"

namespace xdnasim::cli {
namespace {

using backends::RunResult;
using Value = std::optional<double>;

constexpr double kMegabyte = 1e6;

Value optional_microseconds(const std::optional<arch::Nanoseconds>& time) {
    return time ? Value{arch::in_microseconds(*time)} : std::nullopt;
}

Value wall_time_of(const RunResult& run) {
    return run.timed() ? optional_microseconds(run.time()) : std::nullopt;
}

/// Microseconds of the array's reconfiguration; nullopt if the run does not count it.
Value reconfiguration_of(const RunResult& run) {
    if (run.reconfiguration <= arch::Nanoseconds{}) return std::nullopt;
    return arch::in_microseconds(run.reconfiguration);
}

Value cycles_of(const RunResult& run) {
    return run.cycles ? Value{static_cast<double>(run.cycles->count())} : std::nullopt;
}

Value tops_of(const RunResult& run) {
    return run.tops;
}

Value peak_of(const RunResult& run) {
    return run.peak_fraction ? Value{100 * *run.peak_fraction} : std::nullopt;
}

Value megabytes(const RunResult& run, arch::Bytes backends::DramTraffic::*way) {
    if (!run.dram) return std::nullopt;
    return static_cast<double>(((*run.dram).*way).count()) / kMegabyte;
}

Value gigabytes_a_second(const RunResult& run,
                         std::optional<arch::GigabytesPerSecond> backends::DramTraffic::*way) {
    if (!run.dram || !((*run.dram).*way)) return std::nullopt;
    return ((*run.dram).*way)->count();
}

/// Megabytes that passed the ports from the programmable logic (`inputs`), or the ports to it;
/// nullopt if there are none.
Value megabytes_by_ports(const RunResult& run, bool inputs) {
    Value sum;
    for (const backends::PortFigures& port : run.ports)
        if (port.is_input == inputs)
            sum = sum.value_or(0) + static_cast<double>(port.bytes().count()) / kMegabyte;
    return sum;
}

Value rate_of(const RunResult& run) {
    return run.rates ? Value{run.rates->wall.count()} : std::nullopt;
}

Value kernel_cycles(const RunResult& run) {
    if (!run.kernel) return std::nullopt;
    return static_cast<double>(run.kernel->cycles_per_call.count());
}

Value kernel_calls(const RunResult& run) {
    return run.kernel ? Value{static_cast<double>(run.kernel->calls)} : std::nullopt;
}

Value trace_words(const RunResult& run) {
    return run.trace ? Value{static_cast<double>(run.trace->words.size())} : std::nullopt;
}

/// Percent of all cores' cycles that were spent in `state`.
Value share_of_cores(const RunResult& run, events::CoreState state) {
    if (run.cores.empty() || !run.cycles || *run.cycles <= arch::Cycles{0}) return std::nullopt;
    return 100 * static_cast<double>(backends::time_in(state, run.cores).count()) /
           (static_cast<double>(run.cycles->count()) * static_cast<double>(run.cores.size()));
}

class FigureList {
 public:
    explicit FigureList(const std::vector<RunResult>& runs) : runs_{runs} {}

    /// Adds a figure unless no run knows it.
    template <class Value>
    void add(std::string name, std::string unit, Value value_of) {
        ComparedFigure figure{.name = std::move(name), .unit = std::move(unit)};
        for (const RunResult& run : runs_)
            figure.values.push_back(value_of(run));
        const auto known = [](const auto& value) { return value.has_value(); };
        if (std::any_of(figure.values.begin(), figure.values.end(), known))
            figures_.push_back(std::move(figure));
    }

    [[nodiscard]] std::vector<ComparedFigure> take() { return std::move(figures_); }

 private:
    const std::vector<RunResult>& runs_;
    std::vector<ComparedFigure> figures_;
};

std::vector<ComparedFigure> figures_of(const std::vector<RunResult>& runs) {
    using backends::DramTraffic;
    FigureList list{runs};
    list.add("time", "us", wall_time_of);
    list.add("array time", "us",
             [](const RunResult& run) { return optional_microseconds(run.npu_time); });
    list.add("dispatch", "us",
             [](const RunResult& run) { return optional_microseconds(run.dispatch); });
    list.add("reconfiguration", "us", reconfiguration_of);
    list.add("cycles", "", cycles_of);
    list.add("performance", "TOPS", tops_of);
    list.add("of the peak", "%", peak_of);
    list.add("read and written", "GB/s", rate_of);
    list.add("DRAM read", "MB", [](const auto& run) { return megabytes(run, &DramTraffic::read); });
    list.add("DRAM written", "MB",
             [](const auto& run) { return megabytes(run, &DramTraffic::written); });
    list.add("DRAM read rate", "GB/s",
             [](const auto& run) { return gigabytes_a_second(run, &DramTraffic::read_rate); });
    list.add("DRAM write rate", "GB/s",
             [](const auto& run) { return gigabytes_a_second(run, &DramTraffic::write_rate); });
    list.add("from the PL", "MB", [](const auto& run) { return megabytes_by_ports(run, true); });
    list.add("to the PL", "MB", [](const auto& run) { return megabytes_by_ports(run, false); });
    list.add("kernel call", "cycles", kernel_cycles);
    list.add("kernel calls", "", kernel_calls);
    for (const events::CoreStateEntry& each : events::kCoreStates)
        list.add(fmt::format("cores {}{}", each.stall ? "wait for " : "", each.name), "%",
                 [&](const RunResult& run) { return share_of_cores(run, each.state); });
    list.add("trace", "words", trace_words);
    return list.take();
}

TimeVerdict verdict_on(const RunResult& first, const RunResult& other, double tolerance) {
    TimeVerdict verdict{.backend = other.backend,
                        .of_array = first.npu_time.has_value() && other.npu_time.has_value()};
    if (!first.timed() || !other.timed()) return verdict;
    const auto time = [&](const RunResult& run) {
        return (verdict.of_array ? *run.npu_time : run.time()).count();
    };
    verdict.difference = time(other) / time(first) - 1;
    verdict.within = std::abs(*verdict.difference) <= tolerance;
    return verdict;
}

/// The choices of the problem file and of the mapping, as in the summary of `xdnasim simulate`.
std::vector<schedule::Line> lines_of(const schedule::Workload& workload) {
    std::vector<schedule::Line> lines = workload.summary();
    lines.insert(lines.begin(), {"array", workload.array_text()});
    return lines;
}

/// Compares the traces of two runs as `xdnasim trace compare` compares their files.
comparison::Comparison compared_traces(const RunResult& first, const RunResult& other,
                                       const schedule::Schedule& schedule,
                                       const arch::Device& device) {
    const auto recorded = [&](const RunResult& run) {
        if (std::ranges::all_of(run.trace->words, [](std::uint32_t word) { return word == 0; }))
            throw base::InputError{fmt::format("the trace of {} is empty", run.backend)};
        recording::WordsInMemory words{fmt::format("trace of {}", run.backend), run.trace->words};
        return comparison::read_recording(words, slots_of(schedule.trace.value(), device));
    };
    const comparison::Recorded recorded_first = recorded(first);
    comparison::Recorded recorded_other = recorded(other);
    return comparison::compare(
        recorded_first, recorded_other,
        {.align = comparison::AlignBy::Calls, .judge = comparison::JudgeBy::Medians});
}

std::vector<TraceVerdict> compare_traces(const std::vector<RunResult>& runs,
                                         const schedule::Schedule& schedule,
                                         const arch::Device& device) {
    std::vector<TraceVerdict> verdicts;
    if (!runs.front().trace) return verdicts;
    for (std::size_t i = 1; i < runs.size(); ++i) {
        if (!runs[i].trace) continue;
        TraceVerdict verdict{.backend = runs[i].backend};
        try {
            verdict.comparison = compared_traces(runs.front(), runs[i], schedule, device);
        } catch (const base::InputError& error) {
            verdict.obstacle = error.what();
        }
        verdicts.push_back(std::move(verdict));
    }
    return verdicts;
}

}  // namespace

bool RunComparison::is_within() const {
    return std::ranges::all_of(times, [](const TimeVerdict& time) { return time.within; });
}

bool RunComparison::is_right() const {
    return std::ranges::all_of(
        runs, [](const RunResult& run) { return !run.verification || run.verification->passed; });
}

RunComparison compare_runs(std::vector<RunResult> runs, double tolerance,
                           const schedule::Schedule& schedule, const arch::Device& device) {
    RunComparison comparison{.problem = {},
                             .settings = {},
                             .workload = {},
                             .tolerance = tolerance,
                             .runs = std::move(runs),
                             .figures = {},
                             .times = {},
                             .traces = {}};
    if (schedule.workload) comparison.workload = lines_of(*schedule.workload);
    comparison.figures = figures_of(comparison.runs);
    const RunResult& first = comparison.runs.front();
    for (std::size_t i = 1; i < comparison.runs.size(); ++i)
        comparison.times.push_back(verdict_on(first, comparison.runs[i], tolerance));
    comparison.traces = compare_traces(comparison.runs, schedule, device);
    return comparison;
}

}  // namespace xdnasim::cli
