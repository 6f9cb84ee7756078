#include "traces/comparison/calls.hpp"

#include <gtest/gtest.h>

namespace xdnasim::comparison {
namespace {

/// The rounds of a loop with two calls of about `kernel` cycles and a short one in turn, one call
/// every 2,000 cycles. `from`: number of the first round that is recorded.
std::vector<Round> loop_of(std::int64_t kernel, int rounds, int from = 0) {
    Intervals begins;
    Intervals ends;
    for (int i = from; i < from + rounds; ++i) {
        const std::int64_t begin = 2000 * i;
        const std::int64_t length = i % 3 == 2 ? 190 : kernel + 10 * (i % 2);
        begins.push_back({begin, begin + 1});
        ends.push_back({begin + length, begin + length + 1});
    }
    return rounds_of(begins, ends);
}

TEST(Rounds, GoFromACallToTheNext) {
    const auto rounds = loop_of(1000, 4);
    ASSERT_EQ(rounds.size(), 3U);  // what follows the last call is not recorded
    EXPECT_EQ(rounds[1].call, (Interval{2000, 3010}));
    EXPECT_EQ(rounds[1].gap(), (Interval{3010, 4000}));
}

TEST(Rounds, LeaveOutACallWhoseEndIsNotRecorded) {
    const Intervals begins{{0, 1}, {100, 101}, {200, 201}};
    const Intervals ends{{150, 151}};
    const auto rounds = rounds_of(begins, ends);
    ASSERT_EQ(rounds.size(), 1U);
    EXPECT_EQ(rounds[0].call, (Interval{100, 150}));
}

TEST(Kernels, AreToldApartByTheirLengths) {
    auto measured = loop_of(1000, 12);
    auto simulated = loop_of(1050, 9);
    tell_kernels_apart(measured, simulated);
    for (const auto* rounds : {&measured, &simulated})
        for (const Round& round : *rounds)
            EXPECT_EQ(round.kernel, round.call.length() < 200 ? 0U : 1U);
    EXPECT_EQ(measured[1].next, 0U);
    EXPECT_EQ(measured[2].next, 1U);
}

TEST(Kernels, AreOthersWhenTheyTakeMoreThanHalfAgainAsLong) {
    auto measured = loop_of(1000, 12);
    auto simulated = loop_of(1700, 12);
    tell_kernels_apart(measured, simulated);
    EXPECT_EQ(measured[0].kernel, 1U);
    EXPECT_EQ(simulated[0].kernel, 2U);
}

TEST(Pauses, AreLeftOut) {
    auto rounds = loop_of(1000, 12);
    rounds[5].period.end += 100'000;
    auto none = std::vector<Round>{};
    tell_kernels_apart(rounds, none);
    EXPECT_EQ(remove_pauses(rounds), (std::vector<std::int64_t>{102'000}));
    EXPECT_EQ(rounds.size(), 10U);
}

Intervals cycles_in_rounds(const std::vector<std::int64_t>& cycles) {
    Intervals rounds;
    for (std::size_t i = 0; i < cycles.size(); ++i) {
        const auto begin = static_cast<std::int64_t>(100 * i);
        rounds.push_back({begin, begin + cycles[i]});
    }
    return rounds;
}

TEST(WholePeriods, GoFromTheFirstBeginningOfAnEventToTheLast) {
    // The event begins in rounds 1, 5 and 9, and goes on into the round behind each of these.
    const Intervals all = cycles_in_rounds({0, 30, 60, 0, 0, 30, 60, 0, 0, 30});
    const Intervals whole = whole_periods(all);
    ASSERT_EQ(whole.size(), 8U);
    EXPECT_EQ(whole.front(), all[1]);
    EXPECT_EQ(whole.back(), all[8]);
}

TEST(WholePeriods, LeaveOutWhatTheRecordingBeganWith) {
    EXPECT_EQ(whole_periods(cycles_in_rounds({60, 0, 0, 30, 60, 0, 0, 30, 60})).size(), 4U);
}

TEST(WholePeriods, OfAnEventThatBeginsOnceAreAllRounds) {
    EXPECT_EQ(whole_periods(cycles_in_rounds({0, 0, 90, 0})).size(), 4U);
    EXPECT_EQ(whole_periods(cycles_in_rounds({0, 0})).size(), 2U);
    EXPECT_TRUE(whole_periods({}).empty());
}

TEST(Median, IsTheMiddleOrBetweenTheTwo) {
    EXPECT_DOUBLE_EQ(median({5, 1, 3}), 3);
    EXPECT_DOUBLE_EQ(median({8, 1, 3, 4}), 3.5);
}

TEST(Phases, AreFoundWhereverARecordingBegins) {
    int found = 0;
    for (int cut = 0; cut < 6; ++cut) {
        auto measured = loop_of(1000, 20, cut);
        auto simulated = loop_of(1000, 30);
        tell_kernels_apart(measured, simulated);
        const auto phase = match_phase(measured, simulated);
        ASSERT_TRUE(phase.has_value());
        EXPECT_EQ(measured[phase->measured].kernel, simulated[phase->simulated].kernel);
        EXPECT_EQ(measured[phase->measured + 1].kernel, simulated[phase->simulated + 1].kernel);
        ++found;
    }
    EXPECT_EQ(found, 6);
}

}  // namespace
}  // namespace xdnasim::comparison
