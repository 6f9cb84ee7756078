#include "base/utf8.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace xdnasim::base {
namespace {

/// Length in bytes of a UTF-8 sequence that begins with `lead`; 0: no sequence begins with it.
std::size_t sequence_length(unsigned char lead) {
    if (lead < 0x80) return 1;
    if (lead >= 0xC2 && lead <= 0xDF) return 2;
    if (lead >= 0xE0 && lead <= 0xEF) return 3;
    if (lead >= 0xF0 && lead <= 0xF4) return 4;
    return 0;
}

/// Is the sequence overlong, a UTF-16 surrogate, or beyond U+10FFFF? RFC 3629 lists the second
/// bytes that each first byte allows.
bool is_no_character(std::string_view sequence) {
    const auto lead = static_cast<unsigned char>(sequence[0]);
    const auto second = static_cast<unsigned char>(sequence.size() > 1 ? sequence[1] : '\0');
    switch (lead) {
        case 0xE0:
            return second < 0xA0;
        case 0xED:
            return second > 0x9F;
        case 0xF0:
            return second < 0x90;
        case 0xF4:
            return second > 0x8F;
        default:
            return false;
    }
}

bool is_printable(std::string_view character) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(character[i]); };
    constexpr unsigned char kDelete = 0x7F;
    switch (character.size()) {
        case 1:
            return byte(0) >= ' ' && byte(0) != kDelete;
        case 2:  // not U+0080 to U+009F
            return byte(0) != 0xC2 || byte(1) >= 0xA0;
        case 3:
            return character != "\u2028" && character != "\u2029" && character != "\xEF\xBF\xBE" &&
                   character != "\xEF\xBF\xBF";
        default:
            return true;
    }
}

}  // namespace

std::string_view without_byte_order_mark(std::string_view text) {
    constexpr std::string_view kMark{"\xEF\xBB\xBF"};
    return text.starts_with(kMark) ? text.substr(kMark.size()) : text;
}

std::size_t character_length(std::string_view text) {
    if (text.empty()) return 0;
    const std::size_t length = sequence_length(static_cast<unsigned char>(text[0]));
    if (length == 0 || length > text.size()) return 0;
    const bool continues = std::ranges::all_of(text.substr(1, length - 1), [](char c) {
        return (static_cast<unsigned char>(c) & 0xC0) == 0x80;
    });
    return continues && !is_no_character(text) ? length : 0;
}

std::string printable(std::string_view text) {
    std::string line;
    while (!text.empty()) {
        const std::size_t length = character_length(text);
        const std::string_view character = text.substr(0, std::max<std::size_t>(length, 1));
        if (length != 0 && is_printable(character))
            line += character;
        else
            for (const char c : character)
                line += fmt::format("\\{:02X}", static_cast<unsigned char>(c));
        text.remove_prefix(character.size());
    }
    return line;
}

}  // namespace xdnasim::base
