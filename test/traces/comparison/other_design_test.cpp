#include "traces/comparison/other_design.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace xdnasim::comparison {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

/// A core with twenty calls of one kernel, each of which issues vectors and moves beats through a
/// port.
struct Core {
    std::int64_t call = 1'000;
    std::int64_t period = 2'000;
    std::int64_t vectors = 512;
    std::int64_t beats = 1'024;

    [[nodiscard]] Intervals each(std::int64_t begin, std::int64_t length) const {
        Intervals intervals;
        for (int i = 0; i < 20; ++i)
            intervals.push_back({begin + i * period, begin + i * period + length});
        return intervals;
    }
};

std::string sign(const Core& measured, const Core& simulated) {
    const auto rounds = [](const Core& core) {
        return rounds_of(core.each(0, 1), core.each(core.call, 1));
    };
    const auto work = [](const Core& core) {
        return std::vector{core.each(100, core.vectors), core.each(200, core.beats)};
    };
    const auto a = work(measured);
    const auto b = work(simulated);
    return sign_of_other_design(pair_calls(rounds(measured), rounds(simulated)),
                                {{{words::Module::Core, "INSTR_VECTOR"}, &a[0], &b[0]},
                                 {{words::Module::Core, "PORT_RUNNING_0"}, &a[1], &b[1]}});
}

TEST(OtherDesign, IsNotSeenInARecordingOfTheSame) {
    EXPECT_THAT(sign({}, {}), IsEmpty());
}

TEST(OtherDesign, IsNotSeenInAKernelThatTakesLonger) {
    EXPECT_THAT(sign({}, {.call = 1'050}), IsEmpty());
    EXPECT_THAT(sign({}, {.call = 1'600, .period = 2'600}), IsEmpty());
}

TEST(OtherDesign, IsSeenByTheVectorsOfACall) {
    EXPECT_THAT(sign({}, {.vectors = 128}),
                "a call has 512 cycles of INSTR_VECTOR measured, 128 simulated");
}

TEST(OtherDesign, IsSeenWhereNoKernelOfTheOneIsOneOfTheOther) {
    // Tiles half as wide.
    EXPECT_THAT(sign({}, {.call = 520, .period = 1'100, .vectors = 256, .beats = 512}),
                "a call has 512 cycles of INSTR_VECTOR measured, 256 simulated; 1,024 cycles of "
                "PORT_RUNNING_0 measured, 512 simulated");
}

TEST(OtherDesign, IsNotSeenInWhatOneRecordingDoesNotTell) {
    EXPECT_THAT(sign({}, {.vectors = 0}), IsEmpty());
}

TEST(OtherDesign, IsNotSeenInTimesOfAnotherClock) {
    EXPECT_THAT(sign({.call = 1'250, .period = 2'500, .vectors = 640, .beats = 1'280}, {}),
                HasSubstr("1.25 times as many cycles measured as simulated"));
}

}  // namespace
}  // namespace xdnasim::comparison
