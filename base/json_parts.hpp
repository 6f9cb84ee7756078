#pragma once
// Internals of the JSON reader. nlohmann's parser does not report places. It therefore reads its
// characters through an iterator, whose cursor notes where each token begins.

#include <cstddef>
#include <cstdint>
#include <istream>
#include <iterator>
#include <string>

#include "base/json.hpp"
#include "base/place.hpp"

namespace xdnasim::base {

class JsonCursor {
 public:
    JsonCursor(std::istream& input, Source source);

    // Places where the last string, the last opening bracket, and the last number or other word
    // begin. Each has its own member because the parser has already read one character past a
    // number when it reports the number.
    [[nodiscard]] Place string() const { return place(string_); }
    [[nodiscard]] Place bracket() const { return place(bracket_); }
    [[nodiscard]] Place word() const { return place(word_); }
    [[nodiscard]] const std::string& word_text() const { return word_text_; }
    /// Does the last character belong to, or directly follow, a word that begins like true, false
    /// or null?
    [[nodiscard]] bool begins_like_a_literal() const;

    [[nodiscard]] Place last() const { return place(last_); }  ///< the last character read
    [[nodiscard]] Place next() const { return place(next_); }

    [[nodiscard]] bool at_end() const;
    [[nodiscard]] char peek() const;  ///< Precondition: not at the end.
    void advance();

 private:
    struct LineAndColumn {
        int line = 1;
        int column = 1;
    };
    enum class Within : std::uint8_t { Blank, Word, String, Escape };

    [[nodiscard]] Place place(LineAndColumn at) const { return {source_, at.line, at.column}; }
    void take(char c);
    void take_in_string(char c);
    void take_outside_strings(char c);
    void require_short(std::size_t bytes, LineAndColumn begin) const;

    std::streambuf* input_;
    Source source_;
    Within within_ = Within::Blank;
    Within before_ = Within::Blank;  ///< state before the last character
    LineAndColumn last_;
    LineAndColumn next_;
    LineAndColumn string_;
    LineAndColumn bracket_;
    LineAndColumn word_;
    std::string word_text_;
    std::size_t string_bytes_ = 0;
};

/// Input iterator over the characters of a cursor, which all copies share. Without a cursor, it is
/// the end.
class JsonIterator {
 public:
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = char;

    JsonIterator() = default;
    explicit JsonIterator(JsonCursor& cursor) : cursor_{&cursor} {}

    char operator*() const { return cursor_->peek(); }
    JsonIterator& operator++() {
        cursor_->advance();
        return *this;
    }
    bool operator==(const JsonIterator& other) const { return is_end() == other.is_end(); }

 private:
    [[nodiscard]] bool is_end() const { return cursor_ == nullptr || cursor_->at_end(); }

    JsonCursor* cursor_ = nullptr;
};

/// Parses everything from the cursor on into a tree. Throws InputError with the place of the fault.
[[nodiscard]] Node read_tree(JsonCursor& cursor, const JsonReading& reading);

}  // namespace xdnasim::base
