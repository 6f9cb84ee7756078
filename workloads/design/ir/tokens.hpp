#pragma once
// The words of a text in MLIR, with their matching brackets.

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/place.hpp"

namespace xdnasim::ir {

enum class Kind : std::uint8_t {
    Word,    ///< aie.tile, S2MM
    Value,   ///< %tile_0_2
    Symbol,  ///< @sequence, @"of-in"
    Block,   ///< ^bb1
    Number,  ///< -3, 0x1F, 1.5e-3; also a shape: 64x32xi32
    String,  ///< "A full"
    Sign,    ///< anything else: ( ) [ ] { } < > : , = -> and more
    End,
};

struct Token {
    /// Without %, @, ^ and quotes. Escapes in quotes are resolved, except those of what is not
    /// printable (base::printable), which are all written alike: "\69n\n" is "in\0A". So a text is
    /// one line of UTF-8, and two symbols are the same if their texts are equal.
    std::string_view text;
    base::Position at;
    Kind kind = Kind::End;
    bool first = false;  ///< whether it is the first of its line
    /// Index of the matching bracket, for a bracket that has one; otherwise 0.
    std::uint32_t partner = 0;

    [[nodiscard]] bool is(std::string_view sign_or_word) const {
        return (kind == Kind::Sign || kind == Kind::Word) && text == sign_or_word;
    }
    [[nodiscard]] bool opens() const;
};

/// The token as it is written, for messages: "'%tile_0_2'".
[[nodiscard]] std::string to_string(const Token& token);

/// The value of a whole number, in decimal or hexadecimal digits; nullopt if the token is none, or
/// does not fit 64 bits.
[[nodiscard]] std::optional<std::int64_t> whole_number(const Token& token);
/// As whole_number(), but numbers from 2^63 on stand for their 64 bits: "18446744073709551615 :
/// i64" is -1.
[[nodiscard]] std::optional<std::int64_t> whole_word(const Token& token);

/// Maximum number of words of a text, each of which takes 32 bytes. The largest designs of
/// mlir-aie's repository have a hundred thousand.
inline constexpr std::size_t kMaxWords = std::size_t{1} << 24;

/// Words begin..end-1 of a text.
struct Range {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    [[nodiscard]] bool empty() const { return begin >= end; }
};

/// A replacement of the words of `range` by others. An empty range inserts words before the one at
/// its beginning.
struct Edit {
    Range range;
    std::string words;
    base::Position at;  ///< the place that messages name for the new words
};

/// A text and its words. The words point into the text.
class Text {
 public:
    /// Throws InputError "FILE:LINE:COLUMN: ..." for an unterminated string, for an unmatched
    /// bracket, and for more than `max_words` words.
    Text(std::string content, std::string file, std::size_t max_words = kMaxWords);
    Text(const Text&) = delete;
    Text& operator=(const Text&) = delete;

    /// All words; the last one has Kind::End.
    [[nodiscard]] const std::vector<Token>& tokens() const { return tokens_; }
    [[nodiscard]] const Token& operator[](std::size_t index) const { return tokens_[index]; }
    [[nodiscard]] const std::string& file() const { return file_; }

    /// A copy of this text with `edits`, which must not overlap. Edits at one place are applied in
    /// the given order. Unchanged words keep their places in messages.
    [[nodiscard]] std::unique_ptr<Text> edited(std::vector<Edit> edits) const;

    [[nodiscard]] const std::string& content() const { return content_; }
    /// `range` as it is written, with blanks and comments between its words.
    [[nodiscard]] std::string_view written(Range range) const;

    [[nodiscard]] std::string place(base::Position at) const;
    /// Throws InputError with `message`. Names in it are shown as they are written (marks.hpp).
    [[noreturn]] void fail(base::Position at, const std::string& message) const;

 private:
    /// A word whose text is not as it is written.
    struct Escaped {
        std::size_t index;
        std::string_view written;
        std::string text;
    };

    void resolve_escapes();
    void match_brackets();
    /// The text of word `index` as it is written, within the content.
    [[nodiscard]] std::string_view written_text(std::size_t index) const;
    /// First and last byte offset of word `index`, including the signs that its `text` leaves out.
    [[nodiscard]] std::size_t begin_of(std::uint32_t index) const;
    [[nodiscard]] std::size_t end_of(std::uint32_t index) const;

    std::string content_;
    std::string file_;
    std::vector<Token> tokens_;
    std::deque<Escaped> escaped_;  ///< in the order of their words
};

/// The index of the word after word `i`, or after the bracketed words that begin there.
[[nodiscard]] inline std::uint32_t behind(const Text& text, std::uint32_t i) {
    return text[i].opens() && text[i].partner > i ? text[i].partner + 1 : i + 1;
}

}  // namespace xdnasim::ir
