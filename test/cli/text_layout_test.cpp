#include "cli/text_layout.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace xdnasim::cli {
namespace {

using testing::ElementsAre;

TEST(Wrap, BreaksAtTheLastSpaceThatFits) {
    EXPECT_THAT(wrap("one two three", 7), ElementsAre("one two", "three"));
    EXPECT_THAT(wrap("one two three", 6), ElementsAre("one", "two", "three"));
}

TEST(Wrap, KeepsANumberAndItsPercentSignTogether) {
    EXPECT_THAT(wrap("some 12.5 % more", 9), ElementsAre("some", "12.5 %", "more"));
    EXPECT_THAT(wrap("12.5 % more", 4), ElementsAre("12.5", "%", "more"));
}

TEST(Wrap, LeavesShortTextAlone) {
    EXPECT_THAT(wrap("one two", 7), ElementsAre("one two"));
    EXPECT_THAT(wrap("", 7), ElementsAre(""));
}

TEST(Wrap, KeepsLongWordsWhole) {
    EXPECT_THAT(wrap("extraordinary", 5), ElementsAre("extraordinary"));
    EXPECT_THAT(wrap("an extraordinary day", 5), ElementsAre("an", "extraordinary", "day"));
}

TEST(Wrap, BreaksEachLineOnItsOwn) {
    EXPECT_THAT(wrap("one two three\n  four five", 8),
                ElementsAre("one two", "three", "  four", "five"));
    EXPECT_THAT(wrap("one\n\ntwo", 8), ElementsAre("one", "", "two"));
}

TEST(Aligned, WidensColumnsToTheirWidestCell) {
    EXPECT_EQ(aligned({{"a", "b", "c"}, {"long", "x", "last"}}, 20),
              "a     b  c\n"
              "long  x  last\n");
}

TEST(Aligned, WrapsAllButTheLastColumn) {
    EXPECT_EQ(aligned({{"k", "one two", "one two"}}, 3),
              "k  one  one two\n"
              "   two\n");
}

TEST(Microseconds, HaveThreeDecimalsBelowTen) {
    EXPECT_EQ(microseconds(arch::Nanoseconds{233.6}), "0.234 us");
    EXPECT_EQ(microseconds(arch::Nanoseconds{9'999.4}), "9.999 us");
    EXPECT_EQ(microseconds(arch::Nanoseconds{10'000}), "10.0 us");
    EXPECT_EQ(microseconds(arch::Nanoseconds{4'416'810}), "4,416.8 us");
}

}  // namespace
}  // namespace xdnasim::cli
