#include "backends/mlir/tokens.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/spelling.hpp"

namespace xdnasim::mlir {
namespace {

constexpr std::string_view kSigns = "{}()[]<>:,=#";

bool continues_name(char c) {
    return begins_word(c) || is_digit(c) || c == '.' || c == '$';
}

std::optional<Token::Kind> kind_of_prefix(char c) {
    switch (c) {
        case '%':
            return Token::Kind::Value;
        case '@':
            return Token::Kind::Symbol;
        case '^':
            return Token::Kind::Block;
        default:
            return std::nullopt;
    }
}

std::optional<int> hex_digit(char c) {
    if (is_digit(c)) return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return std::nullopt;
}

}  // namespace

std::string to_string(const Token& token) {
    switch (token.kind) {
        case Token::Kind::Value:
            return "'%" + token.text + "'";
        case Token::Kind::Symbol:
            return "'@" + token.text + "'";
        case Token::Kind::Block:
            return "'^" + token.text + "'";
        case Token::Kind::String:
            return "\"" + token.text + "\"";
        case Token::Kind::End:
            return "the end of the file";
        default:
            return "'" + token.text + "'";
    }
}

Lexer::Lexer(std::string_view text, std::string file) : text_{text}, file_{std::move(file)} {}

void Lexer::fail(Place place, const std::string& message) const {
    throw base::InputError{fmt::format("{}:{}:{}: {}", file_, place.line, place.column, message)};
}

char Lexer::peek(std::size_t ahead) const {
    return position_ + ahead < text_.size() ? text_[position_ + ahead] : '\0';
}

char Lexer::take() {
    const char c = text_[position_++];
    place_ = c == '\n' ? Place{place_.line + 1, 1} : Place{place_.line, place_.column + 1};
    return c;
}

void Lexer::skip_blanks() {
    const auto is_blank = [](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; };
    while (!at_end()) {
        if (peek() == '/' && peek(1) == '/') {
            while (!at_end() && peek() != '\n')
                take();
        } else if (is_blank(peek())) {
            take();
        } else {
            return;
        }
    }
}

Token Lexer::next() {
    skip_blanks();
    const Place begin = place_;
    if (at_end()) return {Token::Kind::End, "", begin};
    const char c = peek();
    if (const auto kind = kind_of_prefix(c)) {
        take();
        std::string name = take_name();
        if (name.empty()) fail(begin, fmt::format("expected a name after '{}'", c));
        return {*kind, std::move(name), begin};
    }
    if (begins_word(c)) return {Token::Kind::Word, take_name(), begin};
    if (is_digit(c) || (c == '-' && is_digit(peek(1))))
        return {Token::Kind::Integer, take_integer(), begin};
    if (c == '"') return {Token::Kind::String, take_string(begin), begin};
    return {Token::Kind::Sign, take_sign(begin), begin};
}

std::string Lexer::take_name() {
    std::string name;
    while (!at_end() && continues_name(peek()))
        name += take();
    return name;
}

std::string Lexer::take_integer() {
    std::string digits{take()};
    while (!at_end() && is_digit(peek()))
        digits += take();
    return digits;
}

std::string Lexer::take_string(Place begin) {
    take();
    std::string content;
    while (!at_end() && peek() != '"' && peek() != '\n') {
        const Place place = place_;
        const char c = take();
        content += c == '\\' ? take_escape(place) : c;
    }
    if (peek() != '"') fail(begin, "a string that begins here does not end on its line");
    take();
    return content;
}

char Lexer::take_escape(Place begin) {
    const char first = peek();
    if (first == '"' || first == '\\') return take();
    const auto high = hex_digit(first);
    const auto low = hex_digit(peek(1));
    if (!high || !low) fail(begin, R"(expected \", \\ or two hexadecimal digits after '\')");
    take();
    take();
    return static_cast<char>(*high * 16 + *low);
}

std::string Lexer::take_sign(Place begin) {
    const char c = take();
    if (c == '-' && peek() == '>') return {c, take()};
    if (kSigns.find(c) != std::string_view::npos) return {c};
    const auto byte = static_cast<unsigned char>(c);
    const bool printable = byte > 0x20 && byte < 0x7f;
    fail(begin, printable ? fmt::format("'{}' begins no word, name, number or string", c)
                          : fmt::format("byte 0x{:02X} is not text", byte));
}

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
