#include "sim/trace_levels.hpp"

#include <ostream>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace xdnasim::sim {
namespace {

using arch::Cycles;
using testing::ElementsAre;
using testing::IsEmpty;

struct Stretch {
    std::int64_t begin;
    std::int64_t end;
    unsigned mask;
    bool operator==(const Stretch&) const = default;
};

void PrintTo(const Stretch& stretch, std::ostream* out) {
    *out << stretch.begin << ".." << stretch.end << " mask " << stretch.mask;
}

class Levels : public testing::Test {
 protected:
    void hold(int slot, std::int64_t begin, std::int64_t end) {
        levels_.hold(slot, Cycles{begin}, Cycles{end});
    }
    [[nodiscard]] std::vector<Stretch> take_until(std::int64_t until) {
        std::vector<Stretch> stretches;
        levels_.take_until(Cycles{until}, [&](Cycles begin, Cycles end, std::uint8_t mask) {
            stretches.push_back({begin.count(), end.count(), mask});
        });
        return stretches;
    }

    TraceLevels levels_;
};

TEST_F(Levels, GiveNothingWhereNothingIsAsserted) {
    EXPECT_THAT(take_until(100), IsEmpty());
    EXPECT_EQ(levels_.taken(), Cycles{100});
}

TEST_F(Levels, GiveAStretchForEachSetOfSlots) {
    hold(0, 10, 20);
    hold(3, 15, 30);
    EXPECT_THAT(take_until(100),
                ElementsAre(Stretch{10, 15, 1}, Stretch{15, 20, 9}, Stretch{20, 30, 8}));
}

TEST_F(Levels, KeepWhatLiesBehindTheEndForLater) {
    hold(1, 10, 30);
    EXPECT_THAT(take_until(20), ElementsAre(Stretch{10, 20, 2}));
    EXPECT_THAT(take_until(40), ElementsAre(Stretch{20, 30, 2}));
}

TEST_F(Levels, JoinWhatOverlapsRepeatsOrTouches) {
    hold(0, 10, 20);
    hold(0, 10, 20);
    hold(0, 15, 25);
    hold(0, 25, 26);
    EXPECT_THAT(take_until(100), ElementsAre(Stretch{10, 26, 1}));
}

TEST_F(Levels, TellPulsesWithACycleBetweenThemApart) {
    hold(0, 10, 11);
    hold(0, 12, 13);
    EXPECT_THAT(take_until(100), ElementsAre(Stretch{10, 11, 1}, Stretch{12, 13, 1}));
}

TEST_F(Levels, PassOverWhatWasTakenAlready) {
    EXPECT_THAT(take_until(50), IsEmpty());
    hold(2, 40, 60);
    hold(4, 30, 50);
    EXPECT_THAT(take_until(100), ElementsAre(Stretch{50, 60, 4}));
}

TEST_F(Levels, TakeNoIntervalThatIsEmpty) {
    hold(0, 10, 10);
    hold(0, 12, 11);
    EXPECT_THAT(take_until(100), IsEmpty());
}

TEST_F(Levels, KeepAllEightSlots) {
    for (int slot = 0; slot < words::kSlots; ++slot)
        hold(slot, 5, 6);
    EXPECT_THAT(take_until(10), ElementsAre(Stretch{5, 6, 255}));
}

TEST_F(Levels, GiveNothingTwice) {
    hold(0, 10, 20);
    EXPECT_THAT(take_until(20), ElementsAre(Stretch{10, 20, 1}));
    EXPECT_THAT(take_until(20), IsEmpty());
    EXPECT_THAT(take_until(10), IsEmpty());
    EXPECT_EQ(levels_.taken(), Cycles{20});
}

}  // namespace
}  // namespace xdnasim::sim
