#pragma once
// Finds the design or recorded run of a problem among many that each have a folder of their own.

#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "backends/artifacts/manifest.hpp"

namespace xdnasim::artifacts {

class ProblemFolders {
 public:
    /// `folder`: folder of one design or recorded run, or a folder of such folders with any names.
    /// `mark`: name of a file that each such folder contains. Reads the manifests in a folder of
    /// folders. Throws InputError for a damaged one.
    ProblemFolders(std::filesystem::path folder, std::string_view mark);

    /// Throws InputError if the design or recorded run in the folder is not of the problem, though
    /// its problem_lines() match.
    using Check = std::function<void(const std::filesystem::path& folder)>;

    /// Returns the folder whose manifest has the device and the problem of `wanted` and for which
    /// `check` does not throw. Throws InputError if there is none, with the difference to the
    /// nearest, or more than one. If the constructor's folder contains no such folders, it is
    /// returned unchecked.
    [[nodiscard]] std::filesystem::path folder_of(const Manifest& wanted, const Check& check) const;

 private:
    using Lines = std::vector<std::string>;

    [[noreturn]] void refuse(const Manifest& wanted, const Lines& lines) const;

    std::filesystem::path folder_;
    std::multimap<Lines, std::filesystem::path> held_;  ///< key: problem_lines() of the manifest
};

}  // namespace xdnasim::artifacts
