#include "workloads/schedule/runtime_sequence.hpp"

#include <array>

#include <gtest/gtest.h>

namespace xdnasim::schedule {
namespace {

using Indices = std::array<std::int64_t, 2>;

TEST(SemiAffine, IsItsBaseWithoutTerms) {
    EXPECT_EQ((SemiAffine{.base = 7, .terms = {}}.at({})), 7);
}

TEST(SemiAffine, AddsAStrideForEachRoundOfALoop) {
    const SemiAffine value{.base = 3,
                           .terms = {{.loop = 0, .stride = 10}, {.loop = 1, .stride = -1}}};
    EXPECT_EQ(value.at(Indices{4, 5}), 3 + 40 - 5);
}

TEST(SemiAffine, DividesBeforeItTakesTheModulus) {
    const SemiAffine value{.terms = {{.loop = 1, .stride = 100, .divisor = 2, .modulus = 3}}};
    EXPECT_EQ(value.at(Indices{0, 5}), 200);
    EXPECT_EQ(value.at(Indices{0, 6}), 0);
    EXPECT_EQ(value.at(Indices{0, 13}), 0);
}

TEST(SemiAffine, ShiftsTheIndexBeforeItDivides) {
    const SemiAffine value{.terms = {{.loop = 0, .stride = 1, .divisor = 4, .shift = 3}}};
    EXPECT_EQ(value.at(Indices{0, 0}), 0);
    EXPECT_EQ(value.at(Indices{1, 0}), 1);
    EXPECT_EQ(value.at(Indices{5, 0}), 2);
}

}  // namespace
}  // namespace xdnasim::schedule
