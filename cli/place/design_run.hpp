#pragma once
// Runs of the texts of a design, for `xdnasim place`.

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/place/before_after.hpp"
#include "cli/scratch_folder.hpp"
#include "workloads/design/design_workload.hpp"
#include "workloads/problem/problem.hpp"

namespace xdnasim::cli {

/// Runs several texts of one design. With data, the outputs of the first run are the expected
/// outputs of all later runs.
class DesignRuns {
 public:
    /// `settings`: settings of the problem that runs the design. `given`: what they say about the
    /// device. `file`: the design's name in messages. `with_data`: whether to move and compare
    /// data.
    DesignRuns(std::vector<problem::Setting> settings, design::GivenDevice given, std::string file,
               bool with_data)
        : settings_{std::move(settings)},
          given_{std::move(given)},
          file_{std::move(file)},
          with_data_{with_data} {}

    /// The problem that runs `text`.
    [[nodiscard]] problem::Problem problem_of(const std::string& text) const;

    /// Runs `text`. Throws what a simulation throws, and Error (CheckFailed) if an argument of the
    /// runtime sequence holds other data than after the first run.
    RunTime run(const std::string& text);

    /// "the same before and after: 3 arguments, 12,288 bytes"; empty if no data were compared.
    [[nodiscard]] std::string data_text() const { return data_; }

 private:
    /// The problem that runs `text`, with a temporary file for each argument. `key`: the setting
    /// that names the files, "design.outputs" to write them or "design.expect" to compare with
    /// them.
    [[nodiscard]] problem::Problem with_files(const std::string& text, const char* key);

    std::vector<problem::Setting> settings_;
    design::GivenDevice given_;
    std::string file_;
    bool with_data_;
    bool has_run_ = false;
    std::string data_;
    std::optional<ScratchFolder> scratch_;
};

}  // namespace xdnasim::cli
