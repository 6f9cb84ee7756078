#include <memory>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

#include "base/json_parts.hpp"
#include "test/support/input_error.hpp"

namespace xdnasim::base {
namespace {

/// A cursor that has read the first `characters` characters of `text`.
struct CursorIn {
    CursorIn(const std::string& text, int characters) : input{text} {
        for (int i = 0; i < characters; ++i)
            cursor.advance();
    }
    std::istringstream input;
    JsonCursor cursor{input, std::make_shared<const std::string>("p.json")};
};

TEST(JsonCursor, KeepsWhereTheLastStringBracketAndWordBegin) {
    const std::string text = "{\"a\\\"b\": [\n  12, true";
    const CursorIn in{text, static_cast<int>(text.size())};
    EXPECT_EQ(to_string(in.cursor.string()), "p.json:1:2");
    EXPECT_EQ(to_string(in.cursor.bracket()), "p.json:1:10");
    EXPECT_EQ(to_string(in.cursor.word()), "p.json:2:7");
    EXPECT_EQ(in.cursor.word_text(), "true");
    EXPECT_TRUE(in.cursor.at_end());
}

TEST(JsonCursor, KnowsAWordUntilTheNextOneBegins) {
    const CursorIn in{"[12, 3", 4};  // the comma has been read
    EXPECT_EQ(to_string(in.cursor.word()), "p.json:1:2");
    EXPECT_EQ(in.cursor.word_text(), "12");
    EXPECT_EQ(to_string(in.cursor.last()), "p.json:1:4");
    EXPECT_EQ(to_string(in.cursor.next()), "p.json:1:5");
    EXPECT_EQ(in.cursor.peek(), ' ');
}

TEST(JsonCursor, TellsALiteralFromANumber) {
    EXPECT_TRUE((CursorIn{"[tru]", 4}.cursor.begins_like_a_literal()));
    EXPECT_TRUE((CursorIn{"[tru]", 5}.cursor.begins_like_a_literal()));
    EXPECT_FALSE((CursorIn{"[12]", 3}.cursor.begins_like_a_literal()));
    EXPECT_FALSE((CursorIn{"[tru ]", 6}.cursor.begins_like_a_literal()));
}

TEST(JsonCursor, RefusesANulWhereItStands) {
    using namespace std::string_literals;
    const std::string text = "[1\0"s;
    EXPECT_EQ(input_error([&] {
                  const CursorIn in{text, 3};
                  return in.cursor.at_end();
              }).substr(0, 11),
              "p.json:1:3:");
}

}  // namespace
}  // namespace xdnasim::base
