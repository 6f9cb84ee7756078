#include "base/text_file.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <string>
#include <system_error>
#include <vector>

#include <fmt/format.h>

#include "base/spelling.hpp"
#include "base/utf8.hpp"

namespace xdnasim::base {

namespace {

std::string allowed(std::uintmax_t max_bytes) {
    if (max_bytes == std::numeric_limits<std::uintmax_t>::max()) return "allowed: a text file";
    return fmt::format("allowed: a text file of at most {} bytes", max_bytes);
}

/// Names of the regular files in `folder`, sorted; none if it cannot be listed.
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

/// Offset of the first byte that is not UTF-8 text; text.size() when all is.
std::size_t first_non_text(std::string_view text) {
    std::size_t at = 0;
    while (at < text.size()) {
        const auto lead = static_cast<unsigned char>(text[at]);
        const std::size_t length = lead < 0x80 ? 1 : character_length(text.substr(at));
        const bool is_control = lead < ' ' && lead != '\n' && lead != '\r' && lead != '\t';
        if (length == 0 || is_control) return at;
        at += length;
    }
    return at;
}

}  // namespace

void require_text(std::string_view text, const Source& source) {
    const std::size_t bad = first_non_text(text);
    if (bad == text.size()) return;
    const std::string_view before = text.substr(0, bad);
    const auto line = static_cast<int>(std::ranges::count(before, '\n')) + 1;
    const std::size_t line_start = before.rfind('\n') + 1;  // npos + 1 is 0
    fail_at({source, line, static_cast<int>(bad - line_start) + 1},
            fmt::format("byte 0x{:02x} is not text; allowed: UTF-8 without control characters",
                        static_cast<unsigned>(static_cast<unsigned char>(text[bad]))));
}

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

void require_file(const std::filesystem::path& file, const Place& place) {
    std::error_code error;
    const std::filesystem::file_type type = std::filesystem::status(file, error).type();
    if (type == std::filesystem::file_type::not_found)
        fail_at(place,
                fmt::format("{}: no such file{}", in_quotes(file.string()), near_file(file)));
    if (type == std::filesystem::file_type::none)
        fail_at(place, fmt::format("{}: {}", in_quotes(file.string()), error.message()));
}

namespace {

/// Can `file` be a misspelling of `other`, judged by their extensions? "problem.yml" may mean
/// problem.yaml, but "kernels.yaml" does not mean kernels.mlir.
bool may_mean(const std::filesystem::path& file, const std::filesystem::path& other) {
    const std::string ending = file.extension().string();
    const std::string other_ending = other.extension().string();
    if (ending.empty() || ending == other_ending) return true;
    return file.stem() == other.stem() && nearest(ending, {&other_ending, 1}, 1).has_value();
}

}  // namespace

std::string near_file(const std::filesystem::path& file) {
    const std::string name = file.filename().string();
    if (name.empty()) return {};
    std::vector<std::string> names = file_names(file.parent_path());
    const auto longer = std::ranges::find_if(
        names, [&](const std::string& each) { return each.starts_with(name + "."); });
    if (longer != names.end()) return did_you_mean({&*longer, 1});
    std::erase_if(names, [&](const std::string& each) { return !may_mean(file, each); });
    // Compared without extensions, which most files of a folder have in common.
    std::vector<std::string> stems;
    for (const std::string& each : names)
        stems.push_back(std::filesystem::path{each}.stem().string());
    // In short names, two changes leave too little of the name: "nope" does not mean "pipe".
    constexpr std::size_t kShort = 5;
    const std::string stem = file.stem().string();
    const auto close = stem.size() < kShort ? nearest(stem, stems, 1) : nearest(stem, stems);
    if (!close) return {};
    const auto index = std::ranges::find(stems, *close) - stems.begin();
    return did_you_mean({&names[static_cast<std::size_t>(index)], 1});
}

}  // namespace xdnasim::base
