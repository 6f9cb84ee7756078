#include "backends/artifacts/file_values.hpp"

#include <algorithm>
#include <charconv>
#include <filesystem>

#include <fmt/format.h>

#include "base/fingerprint.hpp"

namespace xdnasim::artifacts {

std::string as_path_below(const base::Node& node) {
    constexpr std::size_t kMaxBytes = 255;
    const std::string& text = node.as_text();
    const std::filesystem::path path{text};
    const bool leaves = std::find(path.begin(), path.end(), "..") != path.end();
    if (text.empty() || text.size() > kMaxBytes || path.is_absolute() || leaves) {
        node.fail(
            fmt::format("{} is not a valid path of a file; allowed: a path relative to the folder "
                        "of this file, without '..', of up to {} bytes",
                        base::in_quotes(text), kMaxBytes));
    }
    return text;
}

std::uint64_t as_hash(const base::Node& node) {
    const std::string& digits = node.as_text();
    std::uint64_t hash = 0;
    const char* const end = digits.data() + digits.size();
    const auto [stop, error] = std::from_chars(digits.data(), end, hash, 16);
    if (error != std::errc{} || stop != end || digits.size() != base::kFingerprintDigits) {
        node.fail(fmt::format("{} is not a hash; allowed: {} hexadecimal digits",
                              base::in_quotes(digits), base::kFingerprintDigits));
    }
    return hash;
}

}  // namespace xdnasim::artifacts
