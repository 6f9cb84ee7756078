#include "backends/mlir/cursor.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/spelling.hpp"

namespace xdnasim::mlir {

Token Cursor::take() {
    return std::exchange(token_, lexer_.next());
}

bool Cursor::is(std::string_view text) const {
    return (token_.kind == Token::Kind::Word || token_.kind == Token::Kind::Sign) &&
           token_.text == text;
}

bool Cursor::accept(std::string_view text) {
    if (!is(text)) return false;
    take();
    return true;
}

void Cursor::expect(std::string_view text) {
    if (!accept(text)) fail_expecting(fmt::format("'{}'", text));
}

Token Cursor::expect(Token::Kind kind, const std::string& what) {
    if (token_.kind != kind) fail_expecting(what);
    return take();
}

std::int64_t Cursor::value_of(const Token& token, const std::string& what, std::int64_t min,
                              std::int64_t max) const {
    std::int64_t value = 0;
    const char* const end = token.text.data() + token.text.size();
    const auto [stop, error] = std::from_chars(token.text.data(), end, value);
    if (error != std::errc{} || stop != end || value < min || value > max)
        fail(token.place, fmt::format("{} is {}; allowed: {} to {}", what, token.text, min, max));
    return value;
}

std::int64_t Cursor::integer(const std::string& what, std::int64_t min, std::int64_t max) {
    const Token token = expect(Token::Kind::Integer, fmt::format("{}, a number", what));
    return value_of(token, what, min, max);
}

std::int64_t Cursor::assigned(const std::string& what, std::int64_t min, std::int64_t max) {
    expect(what);
    expect("=");
    return integer(what, min, max);
}

std::size_t Cursor::choice(const std::string& what, const std::vector<std::string>& allowed) {
    const Token token = expect(Token::Kind::Word, what);
    const auto at = std::ranges::find(allowed, token.text);
    if (at == allowed.end())
        fail(token.place,
             fmt::format("expected {}; found '{}'; allowed: {}{}", what, token.text,
                         fmt::join(allowed, ", "), base::suggestion(token.text, allowed)));
    return static_cast<std::size_t>(at - allowed.begin());
}

void Cursor::fail_expecting(const std::string& what) const {
    fail_here(fmt::format("expected {}; found {}", what, to_string(token_)));
}

}  // namespace xdnasim::mlir
