#include "base/place.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "base/placed_error.hpp"

namespace xdnasim::base {

std::string to_string(const Place& place) {
    if (place.line == 0) return *place.source;
    return fmt::format("{}:{}:{}", *place.source, place.line, place.column);
}

namespace {

/// Messages about a key begin with the key. If the source is an option that sets this key, whose
/// name ends with the key, the message is shortened so that the key is not given twice.
std::string without_key(const Place& place, const std::string& message) {
    const std::string& source = *place.source;
    if (place.line != 0 || !source.starts_with(kSetting)) return message;
    std::string_view key{source};
    key.remove_prefix(kSetting.size());
    if (!message.starts_with(key)) return message;
    const std::string_view rest = std::string_view{message}.substr(key.size());
    for (const std::string_view end : {": ", " "})
        if (rest.starts_with(end)) return std::string{rest.substr(end.size())};
    return message;
}

}  // namespace

void fail_at(const Place& place, const std::string& message) {
    throw PlacedError{place, without_key(place, message)};
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
