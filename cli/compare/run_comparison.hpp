#pragma once
// Comparison of runs of one schedule on several backends. The first run is the reference.

#include <optional>
#include <string>
#include <vector>

#include "arch/device.hpp"
#include "backends/backend.hpp"
#include "traces/comparison/comparison.hpp"
#include "workloads/schedule/schedule.hpp"
#include "workloads/schedule/workload_facts.hpp"

namespace xdnasim::cli {

/// One figure of all runs.
struct ComparedFigure {
    std::string name;
    std::string unit;                             ///< empty for a plain number
    std::vector<std::optional<double>> values{};  ///< by run; nullopt if the backend does not know
};

/// The time of a run compared with the time of the first run.
struct TimeVerdict {
    std::string backend;
    /// The times compared are those of the array alone, because what host and driver add would hide
    /// a difference; false if one of the two runs does not know the array's time.
    bool of_array = false;
    /// (time - first time) / first time; nullopt if one of the times is not known.
    std::optional<double> difference{};
    bool within = true;  ///< `difference` is within the tolerance or not known
};

/// The trace of a run compared with the trace of the first run. It is shown to the reader and does
/// not decide whether the comparison passes: only times and verification do.
struct TraceVerdict {
    std::string backend;
    std::optional<comparison::Comparison> comparison{};  ///< nullopt if they cannot be compared
    std::string obstacle{};                              ///< why they cannot be compared
};

struct RunComparison {
    std::string problem;
    std::vector<std::string> settings;     ///< values of --set, such as "gemm.size.k=256"
    std::vector<schedule::Line> workload;  ///< description of what ran: size, types, tile
    double tolerance = 0;                  ///< allowed difference, as a share of the first time
    std::vector<backends::RunResult> runs;
    std::vector<ComparedFigure> figures;
    std::vector<TimeVerdict> times;
    std::vector<TraceVerdict> traces;

    /// Whether all known times are within the tolerance.
    [[nodiscard]] bool is_within() const;
    /// Whether no verification failed; true if nothing was verified.
    [[nodiscard]] bool is_right() const;
    [[nodiscard]] bool passed() const { return is_within() && is_right(); }
};

/// Compares runs of `schedule` on `device`. Precondition: there are at least two.
[[nodiscard]] RunComparison compare_runs(std::vector<backends::RunResult> runs, double tolerance,
                                         const schedule::Schedule& schedule,
                                         const arch::Device& device);

// Output of a comparison, as a table for people and as JSON for programs.

/// A table with a column for each backend, in which figures have their difference from the first
/// run, and a verdict on each run.
[[nodiscard]] std::string run_comparison_report(const RunComparison& comparison);

/// The reason why the comparison did not pass; empty if it passed.
[[nodiscard]] std::string failure_of(const RunComparison& comparison);

/// One JSON object and a newline. Its `runs` have the keys of `xdnasim simulate --json`.
[[nodiscard]] std::string run_comparison_json(const RunComparison& comparison);

}  // namespace xdnasim::cli
