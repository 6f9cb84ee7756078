#pragma once
// `--activations` and `--expect-activations` of `xdnasim simulate`: files in NumPy's format with
// the inputs, weights and outputs of a network's layers.

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
    /// Throws InputError if the options were given and the workload has no layers, or the backend
    /// has no access to their data.
    void require_taken_by(const schedule::Workload& workload,
                          const backends::Backend& backend) const;
    /// Registers the files that are read and written. Throws InputError if the folder to compare
    /// with has no .npy file, or one that is not named after an array of the network. Precondition:
    /// the folder to write to exists.
    void add_roles(FileRoles& files, const schedule::Workload& workload) const;
    /// Writes the arrays of a run, compares them with the expected ones, and makes `verification`
    /// fail if they differ. Throws InputError if a file cannot be written or has another type or
    /// shape.
    void finish(const schedule::Workload& workload, schedule::Verification& verification) const;

 private:
    [[nodiscard]] std::vector<std::filesystem::path> expected_files(
        const schedule::Workload& workload) const;

    std::optional<std::string> folder_;
    std::optional<std::string> expected_;
};

}  // namespace xdnasim::cli
