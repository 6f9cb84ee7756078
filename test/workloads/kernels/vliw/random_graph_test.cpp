#include "test/workloads/kernels/vliw/random_graph.hpp"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/workloads/kernels/vliw/example_slots.hpp"
#include "test/workloads/kernels/vliw/schedule_verifier.hpp"
#include "workloads/kernels/vliw/slot_schedule.hpp"

namespace xdnasim::vliw {
namespace {

using testing::IsEmpty;

constexpr std::uint32_t kGraphs = 1000;

TEST(RandomCode, IsScheduledRightAndWithinATenthOfItsBound) {
    const auto model = example_slots();
    double over = 0;
    for (std::uint32_t seed = 0; seed < kGraphs; ++seed) {
        const auto graph = random_code(model, seed);
        const auto schedule = list_schedule(graph, model);
        ASSERT_THAT(verify(graph, schedule, model), IsEmpty()) << "seed " << seed;
        const int bound = length_bound(graph, model);
        ASSERT_GE(schedule.length, bound) << "seed " << seed;
        over += static_cast<double>(schedule.length) / bound - 1;
    }
    EXPECT_LE(over / kGraphs, 0.10);
}

/// Mean relative excess of the II of random loops over their lower bound: 0.1 is 10 percent.
double distance_of_loops(const arch::SlotModel& model, std::uint32_t loops) {
    double over = 0;
    for (std::uint32_t seed = 0; seed < loops; ++seed) {
        const auto graph = random_loop(model, seed);
        const auto schedule = modulo_schedule(graph, model);
        EXPECT_THAT(verify(graph, schedule, model), IsEmpty()) << "seed " << seed;
        const int bound = bounds(graph, model).ii();
        EXPECT_GE(schedule.ii, bound) << "seed " << seed;
        over += static_cast<double>(schedule.ii) / bound - 1;
    }
    return over / loops;
}

TEST(RandomLoop, IsScheduledRightAndHardlyEverAboveItsBound) {
    const double distance = distance_of_loops(example_slots(), kGraphs);
    EXPECT_LE(distance, 0.001);
    RecordProperty("distance_to_bound", std::to_string(distance));
}

TEST(RandomLoop, StaysCloseToItsBoundWithHalfTheVectorRegisters) {
    auto model = example_slots();
    model.registers = {12, 14};
    const double distance = distance_of_loops(model, kGraphs / 4);
    EXPECT_LE(distance, 0.04);
    RecordProperty("distance_to_bound", std::to_string(distance));
}

TEST(RandomCode, GetsTheSameScheduleEveryTime) {
    const auto model = example_slots();
    for (std::uint32_t seed = 0; seed < 50; ++seed) {
        const auto graph = random_code(model, seed);
        EXPECT_EQ(list_schedule(graph, model).placements, list_schedule(graph, model).placements);
    }
}

TEST(RandomLoop, GetsTheSameScheduleEveryTime) {
    const auto model = example_slots();
    for (std::uint32_t seed = 0; seed < 50; ++seed) {
        const auto graph = random_loop(model, seed);
        EXPECT_EQ(modulo_schedule(graph, model).placements,
                  modulo_schedule(graph, model).placements);
    }
}

}  // namespace
}  // namespace xdnasim::vliw
