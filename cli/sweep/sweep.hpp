#pragma once
// `xdnasim sweep` in steps: the points of a study are run, and what came out is a table. Its rows
// stay in a file; in memory is where each stands.

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/kept_results.hpp"
#include "cli/options/backend_options.hpp"
#include "cli/output.hpp"
#include "cli/sweep/refusals.hpp"
#include "workloads/study/study.hpp"

namespace xdnasim::cli {

struct SweepOptions {
    std::string study;    ///< file
    std::string backend;  ///< one of backend_names()
    BackendOptions backend_options{};
    unsigned processes = 1;
    std::optional<std::string> scheduler{};  ///< address of a Dask cluster's; none: processes here
    std::filesystem::path keep{};            ///< see base::Keep
    std::optional<std::filesystem::path> record{};  ///< folder for a recording of each point
};

/// What one point of a study gave.
struct SweepRow {
    std::int64_t point = 0;  ///< its number; see study::points_of()
    /// Keys of the axes, then the figures of `xdnasim simulate --json` that are no lists, each with
    /// its path: "dram.read_gbps".
    nlohmann::ordered_json figures = nlohmann::ordered_json::object();
    std::optional<std::string> refusal{};  ///< why it cannot run; then there are no more figures
};

// A row as it is kept: one line.

/// Runs a point, here and now. What is wrong with the point is in its line. Throws Error
/// (Unavailable) when it is not the point that is at fault: there is no NPU, or no design is built.
[[nodiscard]] std::string run_point(const study::Study& study, const SweepOptions& options,
                                    std::int64_t point, backends::Backend& backend);
/// Whether the folder of --record holds a recording of the point that is complete.
[[nodiscard]] bool is_recorded(const std::filesystem::path& folder, std::int64_t point);
[[nodiscard]] std::string line_of_refusal(const study::Study& study, std::int64_t point,
                                          const std::string& why);
[[nodiscard]] bool is_line_of_row(const std::string& text);
/// Precondition: is_line_of_row().
[[nodiscard]] SweepRow row_of_line(std::int64_t point, const std::string& line);

/// How far a sweep is.
struct SweepProgress {
    std::size_t done = 0;
    std::size_t refused = 0;
    std::size_t points = 0;
    std::size_t before = 0;  ///< of those done, what was kept by a run before
};

/// The rows of a study, each read when it is asked for.
class Sweep {
 public:
    /// Precondition: `kept` has all points. Throws InputError when no point can run, with the
    /// reasons.
    Sweep(const study::Study& study, SweepOptions options, std::string made_by,
          std::vector<std::int64_t> points, std::unique_ptr<base::KeptResults> kept);

    [[nodiscard]] const study::Study& study() const { return *study_; }
    [[nodiscard]] const std::string& file() const { return options_.study; }  ///< of the study
    [[nodiscard]] const std::string& backend() const { return options_.backend; }
    /// Its options, as words of a command line.
    [[nodiscard]] std::vector<std::string> backend_words() const {
        return options_.backend_options.words();
    }
    /// Of the study, this build of xdnasim and the device files: rows with the same can be
    /// compared.
    [[nodiscard]] const std::string& made_by() const { return made_by_; }
    [[nodiscard]] std::vector<std::string> keys() const;  ///< of the axes
    /// Of all figures, the keys first.
    [[nodiscard]] const std::vector<std::string>& columns() const { return columns_; }
    [[nodiscard]] std::size_t size() const { return points_.size(); }
    [[nodiscard]] const Refusals& refusals() const { return refusals_; }
    /// `number`: below size(), in the order of the points.
    [[nodiscard]] SweepRow row(std::size_t number) const;

 private:
    const study::Study* study_;
    SweepOptions options_;
    std::string made_by_;
    std::vector<std::int64_t> points_;
    std::unique_ptr<base::KeptResults> kept_;
    std::vector<std::string> columns_;
    Refusals refusals_;
};

/// Runs all points. `on_progress` may be empty. Throws as run_point() does; what is done is kept.
[[nodiscard]] Sweep run_sweep(const study::Study& study, const SweepOptions& options,
                              const std::function<void(const SweepProgress&)>& on_progress);

/// Runs these points alone, here and now: a line for each as run_sweep() keeps it, in front of them
/// the line that says what made them. Throws InputError for what is not a point of the study.
[[nodiscard]] std::string lines_of_points(const study::Study& study, const SweepOptions& options,
                                          const std::vector<std::int64_t>& points);

/// Throws InputError, with the place in the study, for a figure of what no point has, or of words
/// where only numbers can be drawn.
void require_figures(const Sweep& sweep);

/// The table as CSV (RFC 4180), with a header.
void write_sweep_csv(const Sweep& sweep, const WritePiece& write);
/// One JSON object and a newline: the table and the figures that the study asks for.
void write_sweep_json(const Sweep& sweep, const WritePiece& write);
/// For people.
[[nodiscard]] std::string sweep_report(const Sweep& sweep);

}  // namespace xdnasim::cli
