// How often and how long events were asserted.

#include "traces/recording/statistics.hpp"

#include <gtest/gtest.h>

namespace xdnasim::recording {
namespace {

constexpr words::PacketHeader kHeader{{words::Module::Core, {0, 2}}, 1};

/// The kernel times in `levels`, where kernels begin in slot `begin` and end in slot `end`.
KernelTimes kernels_of(int begin, int end, const std::vector<words::Level>& levels) {
    TraceConfig config{names::EventNames{"npu1"}, {{.unit = kHeader.unit}}};
    constexpr int kEvent0 = 33;  // INSTR_EVENT_0
    config.units.front().events[static_cast<std::size_t>(begin)] = kEvent0;
    config.units.front().events[static_cast<std::size_t>(end)] = kEvent0 + 1;
    Statistics statistics{&config};
    statistics.on_stream(0, kHeader);
    statistics.on_levels(0, levels);
    return statistics.kernels(0, {begin, end});
}

TEST(Statistics, TimeKernelsFromTheirBeginningToTheirEnd) {
    const KernelTimes found =
        kernels_of(0, 1, {{10, 1}, {11, 0}, {20, 2}, {21, 0}, {50, 1}, {51, 0}});
    EXPECT_EQ(found.length.sum(), 10U);
    EXPECT_EQ(found.period.sum(), 40U);
    EXPECT_EQ(found.gap.sum(), 30U);
}

TEST(Statistics, EndAKernelBeforeTheNextOneBeginsInTheSameCycle) {
    for (const auto& [begin, end] : {std::pair{0, 1}, {1, 0}}) {
        const auto first = static_cast<std::uint8_t>(1 << begin);
        const KernelTimes found = kernels_of(begin, end, {{10, first}, {11, 0}, {30, 3}, {31, 0}});
        EXPECT_EQ(found.length.count(), 1U);
        EXPECT_EQ(found.length.sum(), 20U);
        EXPECT_EQ(found.period.sum(), 20U);
        EXPECT_EQ(found.gap.count(), 1U);
        EXPECT_EQ(found.gap.sum(), 0U);
    }
}

}  // namespace
}  // namespace xdnasim::recording
