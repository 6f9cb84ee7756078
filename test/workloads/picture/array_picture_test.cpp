#include "workloads/picture/array_picture.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/utf8.hpp"

namespace xdnasim::picture {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

std::string picture_of_core(const std::string& name) {
    ArrayPicture picture{{0, 1}, 3};
    picture.draw_core({0, 2}, name);
    return std::move(picture).finish();
}

TEST(ArrayPicture, EscapesWhatXmlDoesNotTake) {
    EXPECT_EQ(escaped("<a> & b\n\xC3\xA9"), "&lt;a> &amp; b\n\xC3\xA9");
    EXPECT_EQ(escaped("\x1b[31m\r\uFFFE\n\xFF"), "\\1B[31m\\0D\\EF\\BF\\BE\n\\FF");
    EXPECT_THAT(
        picture_of_core("<script>&\"'\n\u2028\x1b[31m"),
        AllOf(HasSubstr("&lt;script>&amp;\"'\n"), Not(HasSubstr("\x1b")), HasSubstr("\\1B[31m")));
}

TEST(ArrayPicture, CutsLongNamesBetweenCharacters) {
    // 20 letters of two bytes, after 0 or 1 of one byte: a cut at any fixed byte halves one.
    int cut = 0;
    for (const std::string begin : {"", "a"}) {
        std::string name = begin;
        for (int i = 0; i < 20; ++i)
            name += "é";
        const std::string picture = picture_of_core(name);
        EXPECT_THAT(picture, AllOf(HasSubstr("é..é"), Not(HasSubstr("\\"))));
        for (std::string_view left = picture; !left.empty();) {
            const std::size_t length = base::character_length(left);
            ASSERT_NE(length, 0U) << left;
            left.remove_prefix(length);
        }
        ++cut;
    }
    EXPECT_EQ(cut, 2);
}

}  // namespace
}  // namespace xdnasim::picture
