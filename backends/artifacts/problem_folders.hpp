#pragma once
// Designs or recorded runs of many problems, each in a folder of its own: which one is of a
// problem.

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
    /// `folder` is that of one design or recorded run, or holds such folders, whatever they are
    /// called: those in which there is a file `mark`. Reads the manifests of these. Throws
    /// InputError for a damaged one.
    ProblemFolders(std::filesystem::path folder, std::string_view mark);

    /// Throws InputError when what is in a folder is not of the problem after all.
    using Check = std::function<void(const std::filesystem::path& folder)>;

    /// The folder whose manifest has the device and the problem of `wanted`, and which `check` lets
    /// pass. Throws InputError when there is none, with the difference to the nearest, or more than
    /// one. A folder that holds no others is not checked: it is the one that was meant.
    [[nodiscard]] std::filesystem::path folder_of(const Manifest& wanted, const Check& check) const;

 private:
    using Lines = std::vector<std::string>;

    [[noreturn]] void refuse(const Manifest& wanted, const Lines& lines) const;

    std::filesystem::path folder_;
    std::multimap<Lines, std::filesystem::path> held_;  ///< by problem_lines() of their manifests
};

}  // namespace xdnasim::artifacts
