#include "base/number_format.hpp"

#include <cstdint>

#include <gtest/gtest.h>

namespace xdnasim::base {
namespace {

TEST(Grouped, PutsCommasBetweenThousands) {
    EXPECT_EQ(grouped(std::int64_t{0}), "0");
    EXPECT_EQ(grouped(std::int64_t{999}), "999");
    EXPECT_EQ(grouped(std::int64_t{1000}), "1,000");
    EXPECT_EQ(grouped(std::int64_t{123456}), "123,456");
    EXPECT_EQ(grouped(std::int64_t{1234567}), "1,234,567");
}

TEST(Grouped, KeepsTheSignApart) {
    EXPECT_EQ(grouped(std::int64_t{-123}), "-123");
    EXPECT_EQ(grouped(std::int64_t{-123456}), "-123,456");
}

TEST(Grouped, LeavesDecimalsAlone) {
    EXPECT_EQ(grouped(1234.56789, 4), "1,234.5679");
}

TEST(Significant, HasNoExponent) {
    EXPECT_EQ(significant(1.0249e-8, 3), "0.0000000102");
    EXPECT_EQ(significant(-0.05, 3), "-0.05");
    EXPECT_EQ(significant(0.99996, 3), "1");
    EXPECT_EQ(significant(12.34, 3), "12.3");
    EXPECT_EQ(significant(1234.6, 3), "1,235");
    EXPECT_EQ(significant(0, 3), "0");
}

TEST(Figure, ShowsThreeDigitsOfWhatDecimalsWouldHide) {
    EXPECT_EQ(figure(1234.567), "1,234.57");
    EXPECT_EQ(figure(0.1234), "0.12");
    EXPECT_EQ(figure(0.01234), "0.0123");
    EXPECT_EQ(figure(-0.00001), "-0.00001");
    EXPECT_EQ(figure(0.04, 1), "0.04");
    EXPECT_EQ(figure(0), "0.00");
}

TEST(Counted, HasOneThingOrSeveral) {
    EXPECT_EQ(counted(1, "block"), "1 block");
    EXPECT_EQ(counted(0, "block"), "0 blocks");
    EXPECT_EQ(counted(1234, "block"), "1,234 blocks");
}

TEST(Percent, HasOneDecimal) {
    EXPECT_EQ(percent(0.12345), "12.3 %");
    EXPECT_EQ(percent(-0.0004), "0.0 %");
    EXPECT_EQ(percent(-0.0006), "-0.1 %");
}

}  // namespace
}  // namespace xdnasim::base
