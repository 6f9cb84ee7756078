#include "backends/artifacts/file_values.hpp"

#include <algorithm>
#include <charconv>
#include <filesystem>

#include <fmt/format.h>

namespace xdnasim::artifacts {
namespace {

constexpr std::size_t kHashDigits = 16;

}  // namespace

std::string as_path_below(const base::Node& node) {
    constexpr std::size_t kMaxBytes = 255;
    const std::string& text = node.as_text();
    const std::filesystem::path path{text};
    const bool leaves = std::find(path.begin(), path.end(), "..") != path.end();
    if (text.empty() || text.size() > kMaxBytes || path.is_absolute() || leaves) {
        node.fail(
            fmt::format("{} is not a path of a file here; allowed: a path from the folder of "
                        "this file on, without '..', of up to {} bytes",
                        base::in_quotes(text), kMaxBytes));
    }
    return text;
}

std::uint64_t as_hash(const base::Node& node) {
    const std::string& digits = node.as_text();
    std::uint64_t hash = 0;
    const char* const end = digits.data() + digits.size();
    const auto [stop, error] = std::from_chars(digits.data(), end, hash, 16);
    if (error != std::errc{} || stop != end || digits.size() != kHashDigits) {
        node.fail(fmt::format("{} is not a hash; allowed: {} hexadecimal digits",
                              base::in_quotes(digits), kHashDigits));
    }
    return hash;
}

std::string hash_text(std::uint64_t hash) {
    return fmt::format("{:0{}x}", hash, kHashDigits);
}

}  // namespace xdnasim::artifacts
