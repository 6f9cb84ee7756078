#pragma once
// Characters of words and names.

namespace xdnasim::ir {

[[nodiscard]] inline bool is_digit(char c) {
    return c >= '0' && c <= '9';
}
[[nodiscard]] inline bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
[[nodiscard]] inline bool continues_word(char c) {
    return is_letter(c) || is_digit(c) || c == '.' || c == '$';
}

}  // namespace xdnasim::ir
