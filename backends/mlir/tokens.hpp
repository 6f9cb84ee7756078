#pragma once
// The words of an MLIR text, and a reader that goes through them.

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"

namespace xdnasim::mlir {

[[nodiscard]] constexpr bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

[[nodiscard]] constexpr bool begins_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

// The tokens of MLIR's text.

struct Place {
    int line = 1;
    int column = 1;
};

struct Token {
    enum class Kind : std::uint8_t {
        Word,     ///< aie.tile, S2MM
        Value,    ///< %tile_0_2
        Symbol,   ///< @sequence
        Block,    ///< ^bd0
        Integer,  ///< -3
        String,   ///< "A full"
        Sign,     ///< one of {}()[]<>:,=# or ->
        End,
    };
    Kind kind = Kind::End;
    std::string text;  ///< without %, @, ^ and quotes; escapes are resolved
    Place place;
};

/// Of a value, a symbol, a block: how they are written, for messages.
[[nodiscard]] std::string to_string(const Token& token);

class Lexer {
 public:
    /// `text` must outlive the lexer. `file` is for messages.
    Lexer(std::string_view text, std::string file);

    /// After the last token, End again and again. Throws InputError for what is not a token.
    [[nodiscard]] Token next();

    /// Throws InputError "file:line:column: message".
    [[noreturn]] void fail(Place place, const std::string& message) const;

 private:
    [[nodiscard]] bool at_end() const { return position_ == text_.size(); }
    [[nodiscard]] char peek(std::size_t ahead = 0) const;
    char take();
    void skip_blanks();
    [[nodiscard]] std::string take_name();
    [[nodiscard]] std::string take_integer();
    [[nodiscard]] std::string take_string(Place begin);
    [[nodiscard]] char take_escape(Place begin);
    [[nodiscard]] std::string take_sign(Place begin);

    std::string_view text_;
    std::string file_;
    std::size_t position_ = 0;
    Place place_;
};

// Where a reader is in the tokens, and what it may expect there.

class Cursor {
 public:
    Cursor(std::string_view text, std::string file)
        : lexer_{text, std::move(file)}, token_{lexer_.next()} {}

    [[nodiscard]] const Token& peek() const { return token_; }
    Token take();

    /// Is this word or sign next?
    [[nodiscard]] bool is(std::string_view text) const;
    [[nodiscard]] bool is(Token::Kind kind) const { return token_.kind == kind; }
    /// Takes it if it is.
    bool accept(std::string_view text);

    // These throw InputError, with the place, when something else is next.
    void expect(std::string_view text);
    Token expect(Token::Kind kind, const std::string& what);
    std::int64_t integer(const std::string& what, std::int64_t min, std::int64_t max);
    int small_integer(const std::string& what, int min, int max) {
        return static_cast<int>(integer(what, min, max));
    }
    /// "what = 3"
    std::int64_t assigned(const std::string& what, std::int64_t min, std::int64_t max);
    /// The index of the word that is next.
    std::size_t choice(const std::string& what, const std::vector<std::string>& allowed);

    [[noreturn]] void fail(Place place, const std::string& message) const {
        lexer_.fail(place, message);
    }
    [[noreturn]] void fail_here(const std::string& message) const { fail(token_.place, message); }
    /// "expected a tile; found '('"
    [[noreturn]] void fail_expecting(const std::string& what) const;

    /// The value of an integer token. Throws InputError when it is not in the range.
    [[nodiscard]] std::int64_t value_of(const Token& token, const std::string& what,
                                        std::int64_t min, std::int64_t max) const;

 private:
    Lexer lexer_;
    Token token_;
};

inline constexpr std::int64_t kMaxInteger = std::numeric_limits<std::int64_t>::max();
inline constexpr int kMaxInt = std::numeric_limits<int>::max();

}  // namespace xdnasim::mlir
