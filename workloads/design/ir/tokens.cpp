#include "workloads/design/ir/tokens.hpp"

#include <algorithm>
#include <charconv>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/number_format.hpp"
#include "base/utf8.hpp"
#include "workloads/design/ir/characters.hpp"
#include "workloads/design/ir/marks.hpp"

namespace xdnasim::ir {
namespace {

class Lexer {
 public:
    Lexer(const Text& owner, std::string_view text)
        : owner_{owner}, text_{base::without_byte_order_mark(text)} {}

    Token next() {
        skip_blanks();
        Token token;
        token.at = {line_, column()};
        token.first = std::exchange(first_, false);
        if (position_ == text_.size()) return token;
        const std::size_t begin = position_;
        const char c = text_[position_];
        if (c == '%' || c == '@' || c == '^')
            take_name(token);
        else if (c == '"')
            take_string(token);
        else if (is_letter(c))
            take_word(token);
        else if (is_digit(c) || (c == '-' && is_digit(peek(1))))
            take_number(token);
        else
            take_sign(token);
        if (token.text.data() == nullptr) token.text = text_.substr(begin, position_ - begin);
        return token;
    }

 private:
    [[nodiscard]] char peek(std::size_t ahead = 0) const {
        return position_ + ahead < text_.size() ? text_[position_ + ahead] : '\0';
    }
    [[nodiscard]] int column() const { return static_cast<int>(position_ - line_begin_) + 1; }

    void skip_blanks() {
        while (position_ < text_.size()) {
            const char c = text_[position_];
            if (c == '\n') {
                ++line_;
                line_begin_ = position_ + 1;
                first_ = true;
            } else if (c == '/' && peek(1) == '/') {
                while (position_ < text_.size() && text_[position_] != '\n')
                    ++position_;
                continue;
            } else if (c != ' ' && c != '\t' && c != '\r') {
                return;
            }
            ++position_;
        }
    }

    void take_name(Token& token) {
        const char prefix = text_[position_++];
        token.kind = prefix == '%' ? Kind::Value : prefix == '@' ? Kind::Symbol : Kind::Block;
        if (prefix == '@' && peek() == '"') {
            take_string(token);
            token.kind = Kind::Symbol;
            return;
        }
        const std::size_t begin = position_;
        while (continues_word(peek()) || (prefix == '%' && continues_value(begin)))
            ++position_;
        if (begin == position_) owner_.fail(token.at, fmt::format("'{}' is not a name", prefix));
        token.text = text_.substr(begin, position_ - begin);
    }

    /// Returns whether the value's name continues: "%c-1_i32", "%0#1", and marks. The arrow after a
    /// value is not a part of it.
    [[nodiscard]] bool continues_value(std::size_t begin) const {
        if (position_ == begin) return peek() == '-' && peek(1) != '>';
        return (peek() == '-' && peek(1) != '>') ||
               ((peek() == '#' || peek() == kMark) && is_digit(peek(1)));
    }

    void take_string(Token& token) {
        token.kind = Kind::String;
        const std::size_t begin = ++position_;
        while (position_ < text_.size() && text_[position_] != '"' && text_[position_] != '\n')
            position_ += text_[position_] == '\\' && peek(1) != '\n' && peek(1) != '\0' ? 2 : 1;
        if (peek() != '"') owner_.fail(token.at, "a string that begins here does not end");
        token.text = text_.substr(begin, position_ - begin);
        ++position_;
    }

    void take_word(Token& token) {
        token.kind = Kind::Word;
        while (continues_word(peek()))
            ++position_;
    }

    void take_number(Token& token) {
        token.kind = Kind::Number;
        ++position_;
        while (is_letter(peek()) || is_digit(peek()) || is_fraction())
            ++position_;
    }
    /// Returns whether the next character is the point or the sign within "1.5e-3".
    [[nodiscard]] bool is_fraction() const {
        if (peek() == '.') return is_digit(peek(1));
        const char before = text_[position_ - 1];
        return (peek() == '-' || peek() == '+') && (before == 'e' || before == 'E') &&
               is_digit(peek(1));
    }

    void take_sign(Token& token) {
        token.kind = Kind::Sign;
        const char c = text_[position_++];
        const bool two = (c == '-' && peek() == '>') || ((c == '>' || c == '=') && peek() == '=');
        if (two) ++position_;
        // Takes the whole UTF-8 character, so that messages show it.
        while ((static_cast<unsigned char>(peek()) & 0xC0U) == 0x80U)
            ++position_;
    }

    const Text& owner_;
    std::string_view text_;
    std::size_t position_ = 0;
    std::size_t line_begin_ = 0;
    int line_ = 1;
    bool first_ = true;
};

char closing(char opening) {
    switch (opening) {
        case '(':
            return ')';
        case '[':
            return ']';
        case '{':
            return '}';
        default:
            return '>';
    }
}

bool closes(const Token& token) {
    return token.kind == Kind::Sign && token.text.size() == 1 &&
           std::string_view{")]}>"}.find(token.text[0]) != std::string_view::npos;
}

}  // namespace

bool Token::opens() const {
    return kind == Kind::Sign && text.size() == 1 &&
           std::string_view{"([{<"}.find(text[0]) != std::string_view::npos;
}

std::string to_string(const Token& token) {
    switch (token.kind) {
        case Kind::Value:
            return fmt::format("'%{}'", token.text);
        case Kind::Symbol:
            return fmt::format("'@{}'", token.text);
        case Kind::Block:
            return fmt::format("'^{}'", token.text);
        case Kind::String:
            return fmt::format("\"{}\"", token.text);
        case Kind::End:
            return "the end of the file";
        case Kind::Word:
        case Kind::Number:
        case Kind::Sign:
            break;
    }
    return base::in_quotes(token.text);
}

std::optional<std::int64_t> whole_number(const Token& token) {
    if (token.kind != Kind::Number) return std::nullopt;
    std::string_view digits = token.text;
    const bool hexadecimal = digits.starts_with("0x") || digits.starts_with("0X");
    if (hexadecimal) digits.remove_prefix(2);
    const char* const end = digits.data() + digits.size();
    if (hexadecimal) {
        std::uint64_t value = 0;
        const auto [stop, error] = std::from_chars(digits.data(), end, value, 16);
        if (error != std::errc{} || stop != end) return std::nullopt;
        return static_cast<std::int64_t>(value);
    }
    std::int64_t value = 0;
    const auto [stop, error] = std::from_chars(digits.data(), end, value);
    if (error != std::errc{} || stop != end) return std::nullopt;
    return value;
}

std::optional<std::int64_t> whole_word(const Token& token) {
    if (const auto number = whole_number(token)) return number;
    if (token.kind != Kind::Number) return std::nullopt;
    const char* const end = token.text.data() + token.text.size();
    std::uint64_t value = 0;
    const auto [stop, error] = std::from_chars(token.text.data(), end, value);
    if (error != std::errc{} || stop != end) return std::nullopt;
    return static_cast<std::int64_t>(value);
}

namespace {

std::optional<int> hex_digit(char c) {
    if (is_digit(c)) return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return std::nullopt;
}

bool is_plain(char c) {
    return c >= ' ' && c <= '~' && c != '\\';
}

/// The byte for which the two hexadecimal digits at the beginning of `text` stand; nullopt if there
/// are none.
std::optional<char> escaped_byte(std::string_view text) {
    if (text.size() < 2) return std::nullopt;
    const auto high = hex_digit(text[0]);
    const auto low = hex_digit(text[1]);
    if (!high || !low) return std::nullopt;
    return static_cast<char>(*high * 16 + *low);
}

/// The content of what is written in quotes: \n, \t, \FF, or another character after a backslash,
/// which stands for itself.
std::string unescaped(std::string_view text) {
    std::string content;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '\\' || i + 1 == text.size()) {
            content += text[i];
            continue;
        }
        ++i;
        if (const auto byte = escaped_byte(text.substr(i))) {
            content += *byte;
            ++i;
        } else {
            content += text[i] == 'n' ? '\n' : text[i] == 't' ? '\t' : text[i];
        }
    }
    return content;
}

/// `content` in printable characters. Different contents stay different: a backslash before what
/// looks like an escape becomes an escape itself.
std::string printable(const std::string& content) {
    std::string marked;
    for (std::size_t i = 0; i < content.size(); ++i) {
        marked += content[i];
        if (content[i] == '\\' && escaped_byte(std::string_view{content}.substr(i + 1)))
            marked += "5C";
    }
    return base::printable(marked);
}

}  // namespace

Text::Text(std::string content, std::string file, std::size_t max_words)
    : content_{std::move(content)}, file_{std::move(file)} {
    Lexer lexer{*this, content_};
    // An estimate of five bytes for each word, which holds for what mlir-aie prints.
    tokens_.reserve(std::min(content_.size() / 5, max_words) + 1);
    do {
        tokens_.push_back(lexer.next());
        if (tokens_.size() > max_words && tokens_.back().kind != Kind::End)
            fail(tokens_.back().at,
                 fmt::format("too many words, which are names, numbers, texts and signs; allowed: "
                             "{} in a design",
                             base::grouped(static_cast<std::int64_t>(max_words))));
        resolve_escapes();
    } while (tokens_.back().kind != Kind::End);
    match_brackets();
}

void Text::resolve_escapes() {
    Token& token = tokens_.back();
    if (token.kind != Kind::String && token.kind != Kind::Symbol) return;
    if (std::ranges::all_of(token.text, is_plain)) return;
    std::string text = printable(unescaped(token.text));
    if (text == token.text) return;
    escaped_.push_back({tokens_.size() - 1, token.text, std::move(text)});
    token.text = escaped_.back().text;
}

std::string_view Text::written_text(std::size_t index) const {
    const auto at = std::ranges::lower_bound(escaped_, index, {}, &Escaped::index);
    return at != escaped_.end() && at->index == index ? at->written : tokens_[index].text;
}

void Text::match_brackets() {
    std::vector<std::uint32_t> open;
    for (std::uint32_t i = 0; i < tokens_.size(); ++i) {
        Token& token = tokens_[i];
        if (token.opens()) {
            open.push_back(i);
        } else if (closes(token)) {
            const char sign = token.text[0];
            // A '<' may also compare two numbers: it is a bracket only if it has a partner.
            while (sign != '>' && !open.empty() && tokens_[open.back()].text == "<")
                open.pop_back();
            const bool matches = !open.empty() && closing(tokens_[open.back()].text[0]) == sign;
            if (!matches && sign == '>') continue;
            if (!matches) fail(token.at, fmt::format("'{}' closes nothing that is open", sign));
            token.partner = open.back();
            tokens_[open.back()].partner = i;
            open.pop_back();
        }
    }
    for (const std::uint32_t at : open)
        if (tokens_[at].text != "<")
            fail(tokens_[at].at, fmt::format("'{}' is not closed", tokens_[at].text));
}

std::string Text::place(base::Position at) const {
    return fmt::format("{}:{}:{}", file_, at.line, at.column);
}

void Text::fail(base::Position at, const std::string& message) const {
    throw base::InputError{fmt::format("{}: {}", place(at), as_written(message))};
}

}  // namespace xdnasim::ir
