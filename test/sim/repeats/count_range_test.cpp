#include "sim/repeats/count_range.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

namespace xdnasim::sim {
namespace {

using Counts = std::vector<std::int64_t>;

/// A BD that moves in segments of 64 bytes; `left`: bytes that are left of it.
struct Transfer {
    std::int64_t left;
    CountRange range{};

    void segment() {
        range.compare(left, 64);
        const std::int64_t bytes = std::min<std::int64_t>(left, 64);
        left -= bytes;
        range.take(bytes);
        static_cast<void>(range.ended(left));
    }
    [[nodiscard]] Count count() { return {left, &range}; }
};

/// A stretch in which two segments pass of a BD with 4,096 bytes left.
CountsChange two_segments() {
    Transfer transfer{4096};
    const std::vector<Count> before{transfer.count()};
    transfer.range.begin();
    transfer.segment();
    transfer.segment();
    return {before, {transfer.count()}};
}

TEST(CountsChange, ComesAgainWithAsManyAsItAskedFor) {
    const CountsChange change = two_segments();
    EXPECT_TRUE(change.agrees({129}));
    EXPECT_FALSE(change.agrees({128}));  // the second segment would be the last
    Counts counts{5000};
    change.take(counts);
    EXPECT_EQ(counts, (Counts{4872}));
    EXPECT_TRUE(change.counts_down());
}

TEST(CountsChange, ComesAsOftenAsIsLeftForIt) {
    const CountsChange change = two_segments();
    EXPECT_EQ(change.times({128}), 0);
    EXPECT_EQ(change.times({129}), 1);
    EXPECT_EQ(change.times({129 + 127}), 1);
    EXPECT_EQ(change.times({129 + 128}), 2);
    Counts counts{4096};
    change.take(counts, change.times(counts));
    EXPECT_EQ(counts, (Counts{128}));  // 31 times
}

TEST(CountsChange, OfAnEndAsksForExactlyThatCount) {
    Transfer transfer{100};
    const std::vector<Count> before{transfer.count()};
    transfer.range.begin();
    transfer.segment();
    transfer.segment();
    EXPECT_EQ(transfer.left, 0);
    const CountsChange change{before, {}};
    EXPECT_TRUE(change.agrees({100}));
    EXPECT_FALSE(change.agrees({99}));
    EXPECT_FALSE(change.agrees({101}));
}

TEST(CountsChange, KnowsCountsThatAreSetAnew) {
    Transfer ends{64};
    Transfer begins{0};
    const std::vector<Count> before{ends.count()};
    ends.range.begin();
    ends.segment();
    begins.range.restart(begins.left);
    begins.left = 500;
    begins.segment();
    const CountsChange change{before, {begins.count()}};
    Counts counts{64};
    ASSERT_TRUE(change.agrees(counts));
    change.take(counts);
    EXPECT_EQ(counts, (Counts{436}));
}

TEST(CountsChange, OneBehindTheOtherAskForWhatBothDo) {
    const CountsChange both = two_segments().then(two_segments());
    EXPECT_TRUE(both.agrees({257}));
    EXPECT_FALSE(both.agrees({256}));
    Counts counts{1000};
    both.take(counts);
    EXPECT_EQ(counts, (Counts{744}));
}

TEST(CountsChange, StaysBelowWhatItWasAskedToStayBelow) {
    Transfer transfer{500};
    const std::vector<Count> before{transfer.count()};
    transfer.range.begin();
    transfer.range.take(-10);  // the count grows
    transfer.left += 10;
    transfer.range.at_most(600);
    const CountsChange change{before, {transfer.count()}};
    EXPECT_TRUE(change.agrees({590}));
    EXPECT_FALSE(change.agrees({591}));
    EXPECT_FALSE(change.counts_down());
    EXPECT_EQ(change.times({500}), 0);  // nothing bounds how often the stretch can come
}

}  // namespace
}  // namespace xdnasim::sim
