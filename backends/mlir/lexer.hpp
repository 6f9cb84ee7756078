#pragma once
// The tokens of MLIR's text.

#include <cstdint>
#include <string>
#include <string_view>

#include "base/error.hpp"

namespace xdnasim::mlir {

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

    /// After the last token, End again and again. Throws InputError for what is no token.
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

}  // namespace xdnasim::mlir
