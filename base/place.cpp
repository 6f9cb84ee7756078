#include "base/place.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "base/placed_error.hpp"

namespace xdnasim::base {

std::string to_string(const Place& place) {
    if (place.line == 0) return *place.source;
    return fmt::format("{}:{}:{}", *place.source, place.line, place.column);
}

void fail_at(const Place& place, const std::string& message) {
    throw PlacedError{place, message};
}

std::string in_quotes(std::string_view text) {
    constexpr std::size_t kMaxBytes = 60;
    std::string line{text.substr(0, kMaxBytes)};
    const auto is_continuation = [](char c) {
        return (static_cast<unsigned char>(c) & 0xC0) == 0x80;
    };
    if (text.size() > kMaxBytes) {
        // The cut must not leave half a UTF-8 sequence: drop it with its lead byte.
        while (!line.empty() && is_continuation(line.back()))
            line.pop_back();
        if (!line.empty()) line.pop_back();
        line += "...";
    }
    std::ranges::replace_if(
        line, [](char c) { return static_cast<unsigned char>(c) < ' '; }, ' ');
    return "'" + line + "'";
}

}  // namespace xdnasim::base
