#include "base/text_file.hpp"

#include <algorithm>
#include <limits>
#include <string>
#include <system_error>
#include <vector>

#include <fmt/format.h>

#include "base/spelling.hpp"

namespace xdnasim::base {

namespace {

std::string allowed(std::uintmax_t max_bytes) {
    if (max_bytes == std::numeric_limits<std::uintmax_t>::max()) return "allowed: a text file";
    return fmt::format("allowed: a text file of at most {} bytes", max_bytes);
}

/// Of the files in `folder`, sorted; none when it cannot be listed.
std::vector<std::string> file_names(const std::filesystem::path& folder) {
    std::vector<std::string> names;
    std::error_code error;
    for (std::filesystem::directory_iterator entry{folder.empty() ? "." : folder, error}, end;
         !error && entry != end; entry.increment(error)) {
        std::error_code ignored;
        if (entry->is_regular_file(ignored)) names.push_back(entry->path().filename().string());
    }
    std::ranges::sort(names);
    return names;
}

}  // namespace

std::ifstream open_text_file(const std::filesystem::path& file, const Source& source,
                             std::uintmax_t max_bytes) {
    const auto refuse = [&](const std::string& why) {
        fail_at({source}, fmt::format("{}; {}", why, allowed(max_bytes)));
    };
    std::error_code error;
    const auto status = std::filesystem::status(file, error);
    if (status.type() == std::filesystem::file_type::not_found)
        fail_at({source}, "no such file" + near_file(file));
    if (!std::filesystem::exists(status)) refuse(error.message());
    if (!std::filesystem::is_regular_file(status)) refuse("not a regular file");
    const std::uintmax_t bytes = std::filesystem::file_size(file, error);
    if (error) refuse(error.message());
    if (bytes > max_bytes) refuse(fmt::format("{} bytes are too many", bytes));
    std::ifstream input{file, std::ios::binary};
    if (!input) refuse("cannot be read");
    return input;
}

std::string near_file(const std::filesystem::path& file) {
    const std::string name = file.filename().string();
    if (name.empty()) return {};
    const std::vector<std::string> names = file_names(file.parent_path());
    const auto longer = std::ranges::find_if(
        names, [&](const std::string& each) { return each.starts_with(name + "."); });
    if (longer != names.end()) return did_you_mean({&*longer, 1});
    // Without the extension: most files beside each other have it in common.
    std::vector<std::string> stems;
    for (const std::string& each : names)
        stems.push_back(std::filesystem::path{each}.stem().string());
    const auto close = nearest(file.stem().string(), stems);
    if (!close) return {};
    const auto index = std::ranges::find(stems, *close) - stems.begin();
    return did_you_mean({&names[static_cast<std::size_t>(index)], 1});
}

}  // namespace xdnasim::base
