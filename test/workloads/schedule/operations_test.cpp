#include "workloads/schedule/operations.hpp"

#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace xdnasim::schedule {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

/// (index of a kernel, number of its calls), in the order of the program.
using Visits = std::vector<std::pair<int, std::int64_t>>;

CoreOp call(int kernel) {
    return {Call{{kernel}, {}}};
}

CoreOp loop(std::optional<std::int64_t> count, CoreBody body) {
    return {Loop{count, std::move(body)}};
}

Visits calls(const CoreBody& body) {
    Visits visits;
    for_each_operation<Call>(body, [&](const Call& some, std::int64_t times) {
        visits.emplace_back(some.kernel.index, times);
    });
    return visits;
}

TEST(CoreOperations, ComeInTheirOrderWithTheRoundsOfTheLoopsAroundThem) {
    const CoreBody body{call(0), loop(3, {call(1), loop(5, {call(2)}), call(3)}),
                        loop(7, {call(4)}), call(5)};
    EXPECT_THAT(calls(body), ElementsAre(Pair(0, 1), Pair(1, 3), Pair(2, 15), Pair(3, 3),
                                         Pair(4, 7), Pair(5, 1)));
}

TEST(CoreOperations, OfALoopWithoutEndCountForOneRound) {
    EXPECT_THAT(calls({loop(std::nullopt, {loop(4, {call(0)}), call(1)})}),
                ElementsAre(Pair(0, 4), Pair(1, 1)));
}

TEST(CoreOperations, OfALoopThatNeverRunsStandThereWithoutRunning) {
    EXPECT_THAT(calls({loop(0, {call(0)}), loop(-2, {call(1)})}),
                ElementsAre(Pair(0, 0), Pair(1, 0)));
}

TEST(CoreOperations, SaturateInsteadOfOverflowing) {
    const std::int64_t many = std::int64_t{1} << 40;
    EXPECT_THAT(calls({loop(many, {loop(many, {call(0)})})}), ElementsAre(Pair(0, base::kHuge)));
}

TEST(CoreOperations, AreThoseOfTheAskedKindOnly) {
    const LockRef lock{{0, 2}, 4};
    const CoreBody body{{Acquire{lock}}, loop(2, {call(0), {Release{lock, 3}}})};
    int acquires = 0;
    for_each_operation<Acquire>(body, [&](const Acquire& acquire) {
        EXPECT_EQ(acquire.lock, lock);
        ++acquires;
    });
    EXPECT_EQ(acquires, 1);
    int releases = 0;
    for_each_operation<Release>(body, [&](const Release& release, std::int64_t times) {
        EXPECT_EQ(release.value, 3);
        EXPECT_EQ(times, 2);
        ++releases;
    });
    EXPECT_EQ(releases, 1);
    std::vector<std::int64_t> loops;
    for_each_operation<Loop>(body, [&](const Loop& some) { loops.push_back(*some.count); });
    EXPECT_THAT(loops, ElementsAre(2));
    int all = 0;
    for_each_operation<CoreOp>(body, [&](const CoreOp&) { ++all; });
    EXPECT_EQ(all, 4);
}

TEST(CoreOperations, AreNotLookedForDeeperThanAProgramMayNest) {
    CoreBody body{call(0)};
    for (int depth = 0; depth < kMaxLoopDepth; ++depth)
        body = {loop(1, std::move(body))};
    EXPECT_THAT(calls(body), ElementsAre(Pair(0, 1)));
    body = {loop(1, std::move(body))};
    EXPECT_THAT(calls(body), IsEmpty());
}

SequenceOp push(int channel) {
    PushTask made;
    made.channel = channel;
    return {made};
}

SequenceOp loop(std::int64_t count, std::vector<SequenceOp> body) {
    return {SequenceLoop{count, std::move(body)}};
}

TEST(SequenceOperations, ComeWithTheCountsOfTheLoopsAroundThem) {
    const std::vector<SequenceOp> sequence{push(0), loop(3, {loop(5, {push(1)}), push(2)}),
                                           push(3)};
    std::vector<std::pair<int, std::vector<std::int64_t>>> visits;
    for_each_operation<PushTask>(
        sequence, [&](const PushTask& some, std::span<const std::int64_t> counts) {
            visits.emplace_back(some.channel, std::vector(counts.begin(), counts.end()));
        });
    EXPECT_THAT(visits, ElementsAre(Pair(0, IsEmpty()), Pair(1, ElementsAre(3, 5)),
                                    Pair(2, ElementsAre(3)), Pair(3, IsEmpty())));
}

TEST(SequenceOperations, RunAsOftenAsTheProductOfTheCountsSays) {
    EXPECT_EQ(times_in({}), 1);
    EXPECT_EQ(times_in(std::vector<std::int64_t>{3, 5}), 15);
    EXPECT_EQ(times_in(std::vector<std::int64_t>(9, std::int64_t{1} << 20)), base::kHuge);
}

TEST(SequenceOperations, OfALoopThatNeverRunsAreLeftOut) {
    const std::vector<SequenceOp> sequence{loop(0, {push(0)}), loop(-1, {push(1)}),
                                           loop(2, {push(2), loop(0, {push(3)})})};
    std::vector<int> channels;
    for_each_operation<PushTask>(sequence,
                                 [&](const PushTask& some) { channels.push_back(some.channel); });
    EXPECT_THAT(channels, ElementsAre(2));
}

TEST(SequenceOperations, MayBeOfAnyKind) {
    const std::vector<SequenceOp> sequence{
        {WriteBd{}}, loop(2, {push(0), {AwaitToken{}}}), {SignalTrace{}}};
    int all = 0;
    for_each_operation<SequenceOp>(sequence, [&](const SequenceOp&) { ++all; });
    EXPECT_EQ(all, 5);
    int waits = 0;
    for_each_operation<AwaitToken>(sequence, [&](const AwaitToken&) { ++waits; });
    EXPECT_EQ(waits, 1);
}

}  // namespace
}  // namespace xdnasim::schedule
