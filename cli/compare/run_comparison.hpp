#pragma once
// The same schedule on several backends, side by side. The first one is what others are held
// against.

#include <optional>
#include <string>
#include <vector>

#include "arch/device.hpp"
#include "backends/backend.hpp"
#include "traces/comparison/comparison.hpp"
#include "workloads/schedule/schedule.hpp"
#include "workloads/schedule/workload_facts.hpp"

namespace xdnasim::cli {

/// One figure of every run; none where a backend does not know it.
struct ComparedFigure {
    std::string name;
    std::string unit;  ///< empty: a plain number
    std::vector<std::optional<double>> values{};
};

/// Another run's time against that of the first.
struct TimeVerdict {
    std::string backend;
    /// Of the array where both runs know that: what host and driver add would hide a difference.
    bool of_array = false;
    /// Share of the first run's time; none: one of them is not known, and nothing is judged.
    std::optional<double> difference{};
    bool within = true;
};

/// The traces of the first run and of another. What differs is for the reader to judge: the runs
/// are held to their times.
struct TraceVerdict {
    std::string backend;
    std::optional<comparison::Comparison> comparison{};  ///< none: they could not be compared
    std::string obstacle{};                              ///< why not
};

struct RunComparison {
    std::string problem;
    std::vector<std::string> settings;     ///< of the command line: "gemm.size.k=256"
    std::vector<schedule::Line> workload;  ///< what ran, in words: size, types, tile
    double tolerance = 0;                  ///< share of the first run's time
    std::vector<backends::RunResult> runs;
    std::vector<ComparedFigure> figures;
    std::vector<TimeVerdict> times;
    std::vector<TraceVerdict> traces;

    /// No known time is outside the tolerance.
    [[nodiscard]] bool is_within() const;
    /// No verification failed; there may have been none.
    [[nodiscard]] bool is_right() const;
    [[nodiscard]] bool passed() const { return is_within() && is_right(); }
};

/// Precondition: at least two runs of `schedule` on `device`.
[[nodiscard]] RunComparison compare_runs(std::vector<backends::RunResult> runs, double tolerance,
                                         const schedule::Schedule& schedule,
                                         const arch::Device& device);

// A comparison of runs as a table for people and as JSON for programs.

/// A column for each backend; others with their difference to the first.
[[nodiscard]] std::string run_comparison_report(const RunComparison& comparison);

/// Why it has not passed; empty: it has.
[[nodiscard]] std::string failure_of(const RunComparison& comparison);

/// One JSON object and a newline; `runs` are as `xdnasim simulate --json` has them.
[[nodiscard]] std::string run_comparison_json(const RunComparison& comparison);

}  // namespace xdnasim::cli
