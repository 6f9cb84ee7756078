#include "workloads/schedule/runtime_sequence.hpp"

#include <array>
#include <utility>
#include <vector>

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

SequenceOp write_of_words(std::vector<std::uint32_t> words) {
    WriteMemory write;
    write.words = std::move(words);
    return {write};
}

TEST(OperationCost, OfOneRegisterOrWordIsAPush) {
    WriteBd one_register;
    one_register.changes_one_register = true;
    EXPECT_EQ(cost_of({one_register}), OperationCost::Push);
    EXPECT_EQ(cost_of(write_of_words({1})), OperationCost::Push);
    EXPECT_EQ(cost_of({SetLock{}}), OperationCost::Push);
    EXPECT_EQ(cost_of({PushTask{}}), OperationCost::Push);
}

TEST(OperationCost, OfABlockIsThatOfABd) {
    EXPECT_EQ(cost_of({WriteBd{}}), OperationCost::BdWrite);
    EXPECT_EQ(cost_of(write_of_words({1, 2})), OperationCost::BdWrite);
}

TEST(OperationCost, OfWhatWaitsOrGoesRoundIsNone) {
    EXPECT_EQ(cost_of({AwaitToken{}}), OperationCost::None);
    EXPECT_EQ(cost_of({SequenceLoop{2, {{PushTask{}}}}}), OperationCost::None);
}

}  // namespace
}  // namespace xdnasim::schedule
