#pragma once
// Of which characters names and numbers are made, in the C locale whichever is set.

namespace xdnasim::mlir {

[[nodiscard]] constexpr bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

[[nodiscard]] constexpr bool begins_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

}  // namespace xdnasim::mlir
