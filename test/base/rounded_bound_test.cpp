#include "base/rounded_bound.hpp"

#include <gtest/gtest.h>

namespace xdnasim::base {
namespace {

TEST(RoundedBound, StaysOnItsSideOfTheValue) {
    EXPECT_EQ(rounded_down(163.6776, 4), "163.6");
    EXPECT_EQ(rounded_up(163.6114, 4), "163.7");
    EXPECT_EQ(rounded_down(0.99996, 3), "0.999");
    EXPECT_EQ(rounded_up(0.99904, 3), "1");
    EXPECT_EQ(rounded_up(4377.92, 5), "4,378");
    EXPECT_EQ(rounded_down(123456.7, 5), "123,450");
    EXPECT_EQ(rounded_down(0.00123456, 3), "0.00123");
}

TEST(RoundedBound, LeavesAValueOfSoManyDigitsAsItIs) {
    EXPECT_EQ(rounded_down(0.2336, 4), "0.2336");
    EXPECT_EQ(rounded_up(0.2336, 4), "0.2336");
    EXPECT_EQ(rounded_up(12, 5), "12");
    EXPECT_EQ(rounded_up(0, 4), "0");
}

}  // namespace
}  // namespace xdnasim::base
