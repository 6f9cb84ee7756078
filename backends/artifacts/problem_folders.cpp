#include "backends/artifacts/problem_folders.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "base/error.hpp"

namespace xdnasim::artifacts {
namespace {

namespace fs = std::filesystem;

/// Returns the folders in `folder` that contain a file `mark`, in the order of their names.
std::vector<fs::path> folders_with(const fs::path& folder, std::string_view mark) {
    std::vector<fs::path> found;
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator{folder, ignored})
        if (fs::is_regular_file(entry.path() / mark, ignored)) found.push_back(entry.path());
    std::ranges::sort(found);
    return found;
}

std::size_t in_common(const std::vector<std::string>& a, const std::vector<std::string>& b) {
    std::vector<std::string> both;
    std::ranges::set_intersection(a, b, std::back_inserter(both));
    return both.size();
}

}  // namespace

ProblemFolders::ProblemFolders(fs::path folder, std::string_view mark)
    : folder_{std::move(folder)} {
    std::error_code ignored;
    if (fs::exists(folder_ / mark, ignored)) return;
    for (const fs::path& each : folders_with(folder_, mark))
        held_.emplace(problem_lines(load_manifest(each / kManifestFile)), each);
}

fs::path ProblemFolders::folder_of(const Manifest& wanted, const Check& check) const {
    if (held_.empty()) return folder_;
    const Lines lines = problem_lines(wanted);
    std::vector<fs::path> found;
    std::optional<base::InputError> difference;
    const auto [begin, end] = held_.equal_range(lines);
    for (auto each = begin; each != end; ++each) {
        try {
            check(each->second);
            found.push_back(each->second);
        } catch (const base::InputError& error) {
            difference = error;
        }
    }
    if (found.size() == 1) return found.front();
    if (found.size() > 1)
        throw base::InputError{
            fmt::format("'{}' and '{}' are of the same problem; allowed: only one of them",
                        found[0].string(), found[1].string())};
    if (difference) throw base::InputError{*difference};
    refuse(wanted, lines);
}

void ProblemFolders::refuse(const Manifest& wanted, const Lines& lines) const {
    const auto nearest = std::ranges::max_element(
        held_, {}, [&](const auto& held) { return in_common(held.first, lines); });
    const fs::path file = nearest->second / kManifestFile;
    const std::string none = fmt::format("none of the {} folders in '{}' is of this problem",
                                         held_.size(), folder_.string());
    try {
        require_same_problem(load_manifest(file), wanted, file);
    } catch (const base::InputError& error) {
        throw base::InputError{fmt::format("{}; the nearest: {}", none, error.what())};
    }
    throw base::InputError{none};
}

}  // namespace xdnasim::artifacts
