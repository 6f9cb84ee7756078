#pragma once
// A run of a design's text, for `xdnasim place`.

#include <optional>
#include <string>
#include <vector>

#include "cli/place/before_after.hpp"
#include "cli/scratch_folder.hpp"
#include "workloads/problem/problem.hpp"

namespace xdnasim::cli {

/// Runs texts of one design: the first as it is, each later one with what that has computed as the
/// right answer, if data are compared.
class DesignRuns {
 public:
    /// `settings`: of the problem that runs the design, its device among them.
    DesignRuns(std::vector<problem::Setting> settings, std::string file, bool with_data)
        : settings_{std::move(settings)}, file_{std::move(file)}, with_data_{with_data} {}

    /// What runs `text`.
    [[nodiscard]] problem::Problem problem_of(const std::string& text) const;

    /// Throws what a simulation throws, and Error (CheckFailed) when an argument of the runtime
    /// sequence holds other data than after the first run.
    RunTime run(const std::string& text);

    /// "the same after as before: 3 arguments, 12,288 bytes"; empty: no data were compared.
    [[nodiscard]] std::string data_text() const { return data_; }

 private:
    /// With files that arguments are written to, or compared with.
    [[nodiscard]] problem::Problem with_files(const std::string& text, const char* key);

    std::vector<problem::Setting> settings_;
    std::string file_;
    bool with_data_;
    bool has_run_ = false;
    std::string data_;
    std::optional<ScratchFolder> scratch_;
};

}  // namespace xdnasim::cli
