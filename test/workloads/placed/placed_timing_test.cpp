// Cycles of placed netlists, compared with sums by hand.

#include <gtest/gtest.h>

#include "test/workloads/placed/placed_problem.hpp"
#include "workloads/netlist/suite/suite.hpp"

namespace xdnasim::placed {
namespace {

std::int64_t cycles_of(PlacedDesign design, std::int64_t firings) {
    design.firings = firings;
    return run(std::make_shared<PlacedWorkload>(std::move(design)), false).cycles->count();
}

/// Cycles from one object to the next, far from the run's ends.
double pace(const PlacedDesign& design) {
    constexpr std::int64_t kFew = 50;
    constexpr std::int64_t kMany = 150;
    return static_cast<double>(cycles_of(design, kMany) - cycles_of(design, kFew)) /
           static_cast<double>(kMany - kFew);
}

TEST(PlacedTiming, OfSlowCoresIsThatOfAFiringAndItsLocks) {
    PlacedDesign design = line();
    design.call = arch::Cycles{5'000};
    // 1,024 bytes in and 1,024 out at 32 bytes per cycle. On either side, a lock is acquired and
    // one is released.
    const double locks = 4 * static_cast<double>(strix().timing.core_lock_op.count());
    EXPECT_DOUBLE_EQ(pace(design), 5'000 + 2 * 1'024.0 / 32 + locks);
}

TEST(PlacedTiming, OfFastCoresIsThatOfTheStreamsAtLeast) {
    PlacedDesign design = line();
    design.call = arch::Cycles{1};
    const double object = 1'024.0 / static_cast<double>(strix().stream_width.count());
    EXPECT_GE(pace(design), object);
    EXPECT_LT(pace(design), 1.2 * object);
}

/// Cycles per object in a ring of two cores with one token. The cores are in row 2, `distance`
/// columns apart.
double pace_of_ring(int distance) {
    const placement::Placement placement{{{0, 2}, {distance, 2}, {0, 1}, {0, 0}}};
    return pace(design_of(netlist::suite_netlist("line_fs_01"), placement));
}

TEST(PlacedTiming, OfARingGrowsByTheSwitchesOnTheWayThereAndBack) {
    const auto hop = static_cast<double>(strix().timing.switch_hop.count());
    ASSERT_GT(hop, 0);
    // Neighbours share a memory. Between other cores, an object passes through DMAs and streams, at
    // 8 bytes per cycle, there and back.
    EXPECT_LT(pace_of_ring(1) + 2 * 1'024.0 / 8, pace_of_ring(2));
    int compared = 0;
    for (int distance = 2; distance < 7; ++distance, ++compared)
        EXPECT_NEAR(pace_of_ring(distance + 1) - pace_of_ring(distance), 2 * hop, 0.1) << distance;
    EXPECT_EQ(compared, 5);
}

}  // namespace
}  // namespace xdnasim::placed
