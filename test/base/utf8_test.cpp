#include "base/utf8.hpp"

#include <gtest/gtest.h>

namespace xdnasim::base {
namespace {

using namespace std::string_view_literals;

TEST(Printable, LeavesTextsOfOneLineAsTheyAre) {
    for (const std::string_view text :
         {""sv, "a b"sv, "~"sv, "é\u00A0中\U0001F600\uFFFD"sv, "a\\nb"sv, "\\FF"sv})
        EXPECT_EQ(printable(text), text);
}

TEST(Printable, EscapesWhatTerminalsOrXmlDoNotTake) {
    EXPECT_EQ(printable("a\nb\r\t\x1b[31m\x7f"), "a\\0Ab\\0D\\09\\1B[31m\\7F");
    EXPECT_EQ(printable("\0"sv), "\\00");
    // NEL is a control character and breaks lines, as U+2028 and U+2029 do.
    EXPECT_EQ(printable("\u0085\u2028\u2029"), "\\C2\\85\\E2\\80\\A8\\E2\\80\\A9");
    EXPECT_EQ(printable("\uFFFE\uFFFF"), "\\EF\\BF\\BE\\EF\\BF\\BF");
}

TEST(Printable, EscapesBytesThatAreNotUtf8) {
    EXPECT_EQ(printable("k\xFF\x01"), "k\\FF\\01");
    EXPECT_EQ(printable("\xC3"), "\\C3");                  // half a character
    EXPECT_EQ(printable("\xC0\xAF"), "\\C0\\AF");          // a slash in more bytes than it needs
    EXPECT_EQ(printable("\xED\xA0\x80"), "\\ED\\A0\\80");  // a UTF-16 surrogate
    EXPECT_EQ(printable("\xC3(\xC3\xA9"), "\\C3(é");
}

TEST(Printable, IsTheSameWhenDoneTwice) {
    const std::string once = printable("a\n\\\xFF\\0A");
    EXPECT_EQ(printable(once), once);
}

TEST(CharacterLength, IsThatOfTheFirstCharacter) {
    EXPECT_EQ(character_length("ab"), 1U);
    EXPECT_EQ(character_length("é!"), 2U);
    EXPECT_EQ(character_length("中"), 3U);
    EXPECT_EQ(character_length("\U0001F600"), 4U);
    EXPECT_EQ(character_length(""), 0U);
    EXPECT_EQ(character_length("\xF5zzz"), 0U);
    EXPECT_EQ(character_length("\xE4\xB8"), 0U);
}

}  // namespace
}  // namespace xdnasim::base
