#pragma once
// `--activations` and `--expect-activations` of `xdnasim simulate`: what the layers of a network
// compute, as arrays of NumPy.

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "backends/backend.hpp"
#include "cli/file_roles.hpp"
#include "workloads/schedule/schedule.hpp"

namespace xdnasim::cli {

class ActivationOptions {
 public:
    void add_to(CLI::App& command);

    [[nodiscard]] bool wanted() const { return folder_ || expected_; }
    [[nodiscard]] const std::optional<std::string>& folder() const { return folder_; }
    /// Throws InputError when the workload has no layers, or the backend cannot look into them.
    void require_taken_by(const schedule::Workload& workload,
                          const backends::Backend& backend) const;
    /// Once the folder for them exists. Throws InputError for a folder to compare with that has no
    /// such arrays, or others.
    void add_roles(FileRoles& files, const schedule::Workload& workload) const;
    /// Writes the arrays of a run, and fails it where they are not as expected. Throws InputError
    /// when a file cannot be written, or is of another type or shape.
    void finish(const schedule::Workload& workload, schedule::Verification& verification) const;

 private:
    [[nodiscard]] std::vector<std::filesystem::path> expected_files(
        const schedule::Workload& workload) const;

    std::optional<std::string> folder_;
    std::optional<std::string> expected_;
};

}  // namespace xdnasim::cli
