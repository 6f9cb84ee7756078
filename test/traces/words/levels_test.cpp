// The levels of slots over time that frames stand for.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/traces/words/decoding.hpp"

namespace xdnasim::words {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<Level> levels_in(std::vector<std::uint32_t> payload,
                             Reading reading = Reading::AsWritten) {
    return levels_of(packets(kCore, std::move(payload)), reading).levels[0];
}

/// The beginning of mlir-aie's recording test/parse-trace/test1, of a Phoenix: LOCK_STALL in slot
/// 7, a port in slot 3, a lock request in slot 5.
const std::vector<std::uint32_t> kRecorded{0xF0000000, 0x000406FF, 0x70DBFFFE, 0xDBFFE8FE,
                                           0xC88070E7, 0x5A7270FE, 0xD85A5A72};

TEST(Levels, OfARecordingAreThoseOfTheReference) {
    const Levels found = levels_of(packets(kCore, kRecorded));
    EXPECT_THAT(found.levels.at(0),
                ElementsAre(Level{1, 0x80}, Level{2056, 0x88}, Level{2057, 0x80}, Level{2065, 0},
                            Level{2075, 0x20}, Level{2076, 0}, Level{2078, 0x80}, Level{2170, 0},
                            Level{2180, 0x20}, Level{2181, 0}, Level{2183, 0x80}, Level{2184, 0}));
    EXPECT_EQ(found.streams[0].levels.start_timer(), 0x406FFU);
}

TEST(Levels, StayWhereAnEventFollowsItselfAtOnce) {
    EXPECT_THAT(levels_in({0x10C301FE}),
                ElementsAre(Level{1, 2}, Level{2, 0}, Level{3, 0x30}, Level{4, 0}));
    EXPECT_THAT(levels_in({0x10C030FE}), ElementsAre(Level{1, 2}, Level{2, 3}, Level{3, 0}));
}

TEST(Levels, OfARepeatedPauseBeginAgain) {
    EXPECT_THAT(levels_in({0x12E2FEFE}), ElementsAre(Level{3, 2}, Level{4, 0}, Level{6, 2},
                                                     Level{7, 0}, Level{9, 2}, Level{10, 0}));
    EXPECT_THAT(levels_in({0xC032E1FE}),
                ElementsAre(Level{3, 3}, Level{4, 0}, Level{6, 3}, Level{7, 0}));
}

TEST(Levels, AreThoseOfTheReferenceOnRequest) {
    // In the reference, a repeated Multiple does not extend its slots, and a slot that is asserted
    // last has no end.
    EXPECT_THAT(levels_in({0xC032E1FE, 0x10FEFEFE}, Reading::AsReference),
                ElementsAre(Level{3, 3}, Level{4, 0}, Level{7, 2}));
    // In the reference, a word of zeros is four frames.
    EXPECT_THAT(levels_in({0x10FEFEFE, 0, 0x10FEFEFE}, Reading::AsReference),
                ElementsAre(Level{1, 2}, Level{2, 1}, Level{6, 2}));
    EXPECT_THAT(levels_in({0x10FEFEFE, 0, 0x10FEFEFE}), ElementsAre(Level{1, 2}, Level{3, 0}));
}

TEST(Levels, EndWithTheStopWhoseCycleIsKnown) {
    const Levels found = levels_of(packets(kCore, {0x10FEFEFE, 0xDC000010}));
    EXPECT_THAT(found.levels.at(0), ElementsAre(Level{1, 2}, Level{2, 0}));
    EXPECT_EQ(found.streams[0].levels.stop_cycle(), 17U);
}

TEST(Levels, GoOnAfterASyncAsLongAsItStandsFor) {
    EXPECT_THAT(levels_in({0xFFFF10FE}),
                ElementsAre(Level{2 * kSyncCycles + 1, 2}, Level{2 * kSyncCycles + 2, 0}));
}

TEST(Levels, GoOnAtTheTimerOfALaterStart) {
    const Levels found =
        levels_of(packets(kCore, {0xF0000000, 1000, 0x10FEFEFE, 0xF4000000, 1500, 0x10FEFEFE}));
    EXPECT_THAT(found.levels.at(0),
                ElementsAre(Level{1, 2}, Level{2, 0}, Level{501, 2}, Level{502, 0}));
    EXPECT_THAT(found.faults, IsEmpty());
}

TEST(Levels, AreKnownToLackTheirStart) {
    EXPECT_TRUE(levels_of(packets(kCore, kRecorded)).streams[0].levels.started());
    EXPECT_FALSE(levels_of(packets(kCore, {0x10FEFEFE})).streams[0].levels.started());
    const Levels found = levels_of(packets(kCore, {0x1FFEFEFE, 0xF4000000, 1500, 0x10FEFEFE}));
    EXPECT_FALSE(found.streams[0].levels.started());
    EXPECT_EQ(found.streams[0].levels.start_timer(), 1500U - 16);  // that of the later start
}

TEST(Levels, GoOnWithoutATimerThatGoesBack) {
    const Levels found =
        levels_of(packets(kCore, {0xF0000000, 1000, 0x10FEFEFE, 0xF0000000, 10, 0x10FEFEFE}));
    EXPECT_THAT(found.levels.at(0),
                ElementsAre(Level{1, 2}, Level{2, 0}, Level{2, 2}, Level{3, 0}));
    EXPECT_THAT(kinds_of(found.faults), ElementsAre(FaultKind::TimerBackwards));
}

TEST(Levels, TakeATimerThatLeapsByHalfItsRangeForOneThatGoesBack) {
    const auto leap_to = [](std::uint32_t high) {
        return levels_of(
            packets(kCore, {0xF0000000, 0, 0x10FEFEFE, 0xF0000000U | high, 0, 0x10FEFEFE}));
    };
    EXPECT_EQ(leap_to(0x7FFFFF).levels.at(0).back(), (Level{(0x7FFFFFULL << 32U) + 2, 0}));
    EXPECT_EQ(leap_to(0x800000).levels.at(0).back(), (Level{3, 0}));
    EXPECT_THAT(kinds_of(leap_to(0x800000).faults), ElementsAre(FaultKind::TimerBackwards));
}

}  // namespace
}  // namespace xdnasim::words
