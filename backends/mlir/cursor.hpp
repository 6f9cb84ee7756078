#pragma once
// Where a reader is in the tokens, and what it may expect there.

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "backends/mlir/lexer.hpp"

namespace xdnasim::mlir {

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

inline constexpr std::int64_t kMostInteger = std::numeric_limits<std::int64_t>::max();
inline constexpr int kMostInt = std::numeric_limits<int>::max();

}  // namespace xdnasim::mlir
