#pragma once
// The steps of `xdnasim sweep`: runs the points of a study and makes a table of the results. Rows
// are kept in a file; memory holds only the position of each.

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
    std::string study;    ///< path of the study file
    std::string backend;  ///< one of backend_names()
    BackendOptions backend_options{};
    unsigned processes = 1;
    std::optional<std::string> scheduler{};  ///< address of Dask's scheduler; nullopt to run here
    std::filesystem::path keep{};            ///< see base::Keep
    std::optional<std::filesystem::path> record{};  ///< folder for a recording of each point
};

/// The result of one point of a study.
struct SweepRow {
    std::int64_t point = 0;  ///< the point's number; see study::points_of()
    /// The keys of the axes, then all figures of `xdnasim simulate --json` that are not lists, each
    /// under its path, such as "dram.read_gbps".
    nlohmann::ordered_json figures = nlohmann::ordered_json::object();
    /// Why the point cannot run, in which case `figures` has only the keys of the axes.
    std::optional<std::string> refusal{};
};

// A row as the single line of text in which it is kept.

/// Runs a point in this process and returns its line. If the point cannot run, the line contains
/// the reason. Throws Error (Unavailable) if that is not due to the point: there is no NPU, no
/// design is built, or the recording cannot be written.
[[nodiscard]] std::string run_point(const study::Study& study, const SweepOptions& options,
                                    std::int64_t point, backends::Backend& backend);
/// Whether the folder of --record holds a recording of the point that is complete.
[[nodiscard]] bool is_recorded(const std::filesystem::path& folder, std::int64_t point);
/// The line of a point that cannot run. `why`: the reason.
[[nodiscard]] std::string line_of_refusal(const study::Study& study, std::int64_t point,
                                          const std::string& why);
[[nodiscard]] bool is_line_of_row(const std::string& text);
/// Parses the line of a point. Precondition: is_line_of_row(line).
[[nodiscard]] SweepRow row_of_line(std::int64_t point, const std::string& line);

/// Progress of a sweep, in points.
struct SweepProgress {
    std::size_t done = 0;
    std::size_t refused = 0;  ///< how many of the points in `done` cannot run
    std::size_t points = 0;   ///< number of all points
    std::size_t before = 0;   ///< how many of the points in `done` were kept by an earlier run
};

/// The table of a study. A row is read from the file when it is asked for.
class Sweep {
 public:
    /// Throws InputError with the reasons if no point can run. Precondition: `kept` has all points.
    Sweep(const study::Study& study, SweepOptions options, std::string made_by,
          std::vector<std::int64_t> points, std::unique_ptr<base::KeptResults> kept);

    [[nodiscard]] const study::Study& study() const { return *study_; }
    [[nodiscard]] const std::string& file() const { return options_.study; }  ///< path of the study
    [[nodiscard]] const std::string& backend() const { return options_.backend; }
    /// The backend's options as words of a command line.
    [[nodiscard]] std::vector<std::string> backend_words() const {
        return options_.backend_options.words();
    }
    /// Fingerprint of the study, this build of xdnasim and the device files. Rows with equal
    /// fingerprints can be compared.
    [[nodiscard]] const std::string& made_by() const { return made_by_; }
    [[nodiscard]] std::vector<std::string> keys() const;  ///< keys of the axes
    /// Names of all columns: the keys of the axes, then the other figures.
    [[nodiscard]] const std::vector<std::string>& columns() const { return columns_; }
    [[nodiscard]] std::size_t size() const { return points_.size(); }
    [[nodiscard]] const Refusals& refusals() const { return refusals_; }
    /// The row with the index `number`, below size(), in the order of the points.
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

/// Runs all points that are not kept yet. `on_progress` may be empty. Throws as run_point() does;
/// finished points stay kept.
[[nodiscard]] Sweep run_sweep(const study::Study& study, const SweepOptions& options,
                              const std::function<void(const SweepProgress&)>& on_progress);

/// Runs only these points, in this process. Returns the first line of a file of kept results, and
/// then the line of each point as run_sweep() keeps it. Throws InputError if the study has no such
/// point.
[[nodiscard]] std::string lines_of_points(const study::Study& study, const SweepOptions& options,
                                          const std::vector<std::int64_t>& points);

/// Checks the figures that the study asks for. Throws InputError with the place in the study if a
/// figure shows a column that no point has, or one with words where only numbers can be drawn.
void require_figures(const Sweep& sweep);

/// Writes the table as CSV (RFC 4180) with a header.
void write_sweep_csv(const Sweep& sweep, const WritePiece& write);
/// Writes one JSON object and a newline: the table and the figures that the study asks for.
void write_sweep_json(const Sweep& sweep, const WritePiece& write);
/// The fastest points and the refusals as text for people.
[[nodiscard]] std::string sweep_report(const Sweep& sweep);

}  // namespace xdnasim::cli
