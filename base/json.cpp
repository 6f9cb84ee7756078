#include "base/json.hpp"

#include <ios>
#include <memory>
#include <sstream>
#include <string_view>
#include <utility>

#include "base/json_parts.hpp"
#include "base/regular_file.hpp"
#include "base/text_file.hpp"

namespace xdnasim::base {

namespace {

using Traits = std::char_traits<char>;

/// Can the character occur in a number, true, false or null?
bool is_of_word(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' ||
           c == '+' || c == '.';
}

}  // namespace

JsonCursor::JsonCursor(std::istream& input, Source source)
    : input_{input.rdbuf()}, source_{std::move(source)} {}

bool JsonCursor::at_end() const {
    return Traits::eq_int_type(input_->sgetc(), Traits::eof());
}

char JsonCursor::peek() const {
    return Traits::to_char_type(input_->sgetc());
}

void JsonCursor::advance() {
    const char c = Traits::to_char_type(input_->sbumpc());
    last_ = next_;
    ++next_.column;
    if (c == '\n') next_ = {next_.line + 1, 1};
    take(c);
}

bool JsonCursor::begins_like_a_literal() const {
    const bool touches_word = within_ == Within::Word || before_ == Within::Word;
    return touches_word && word_text_.find_first_of("tfn") == 0;
}

void JsonCursor::take(char c) {
    // The parser would take a NUL for the end of the file.
    if (c == '\0')
        fail_at(last(), "byte 0x00 is not text; allowed: UTF-8 without control characters");
    before_ = within_;
    switch (within_) {
        case Within::Escape:
        case Within::String:
            take_in_string(c);
            return;
        case Within::Word:
        case Within::Blank:
            break;
    }
    take_outside_strings(c);
}

void JsonCursor::take_in_string(char c) {
    require_short(++string_bytes_, string_);
    if (within_ == Within::Escape)
        within_ = Within::String;
    else if (c == '"')
        within_ = Within::Blank;
    else if (c == '\\')
        within_ = Within::Escape;
}

/// Limits the size of a text or number: the parser holds several copies of each before it reports
/// it, even of those that are not kept.
void JsonCursor::require_short(std::size_t bytes, LineAndColumn begin) const {
    constexpr std::size_t kMaxBytes = std::size_t{1} << 20;
    if (bytes > kMaxBytes)
        fail_at(place(begin), "a text or a number of more than a mebibyte; allowed: shorter ones");
}

void JsonCursor::take_outside_strings(char c) {
    if (is_of_word(c)) {
        if (within_ != Within::Word) {
            word_ = last_;
            word_text_.clear();
        }
        word_text_ += c;
        require_short(word_text_.size(), word_);
        within_ = Within::Word;
        return;
    }
    within_ = c == '"' ? Within::String : Within::Blank;
    if (c == '"') {
        string_ = last_;
        string_bytes_ = 0;
    }
    if (c == '[' || c == '{') bracket_ = last_;
}

Node load_json(const std::filesystem::path& file, const JsonReading& reading) {
    const auto source = std::make_shared<const std::string>(file.string());
    std::ifstream input = open_text_file(file, source, reading.max_bytes);
    JsonCursor cursor{input, source};
    try {
        return read_tree(cursor, reading);
    } catch (const std::ios_base::failure&) {
        fail_to_read(*source);
    }
}

Node parse_json(std::string_view text, const std::string& file_name, const JsonReading& reading) {
    std::istringstream input{std::string{text}};
    JsonCursor cursor{input, std::make_shared<const std::string>(file_name)};
    return read_tree(cursor, reading);
}

}  // namespace xdnasim::base
