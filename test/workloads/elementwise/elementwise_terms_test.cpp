#include "workloads/elementwise/elementwise_terms.hpp"

#include <gtest/gtest.h>

#include "test/support/slow_link_device.hpp"

namespace xdnasim::elementwise {
namespace {

using arch::Bytes;
using xdnasim::test::slow_link_device;

TEST(ElementwiseEstimate, TakesTheKernelOrTheStream) {
    ElementwiseDesign run;
    run.object = Bytes{400};
    run.objects = 50;
    run.depth = 2;
    const schedule::Estimate fast = estimate(run, slow_link_device(), {30, 4});
    EXPECT_EQ(fast.binding().name(), "shim channel");
    EXPECT_DOUBLE_EQ(fast.binding().cycles, 49 * 100) << "the prologue has the first one's way";
    const schedule::Estimate slow = estimate(run, slow_link_device(), {1000, 4});
    EXPECT_EQ(slow.binding().name(), "compute");
    EXPECT_DOUBLE_EQ(slow.binding().cycles, 50 * (1000 + 4 * 10));
    EXPECT_DOUBLE_EQ(slow.prologue, 100 + 100);
    run.depth = 1;
    EXPECT_DOUBLE_EQ(estimate(run, slow_link_device(), {1000, 4}).binding().cycles,
                     50 * 1040 + 49 * 100);
}

TEST(ElementwiseEstimate, FillsAndEmptiesTheMemTilesOnlyBufferInTurn) {
    ElementwiseDesign run;
    run.object = Bytes{400};
    run.objects = 50;
    run.depth = 1;
    run.mem_tile_object = Bytes{800};
    const schedule::Estimate one = estimate(run, slow_link_device(), {30, 4});
    EXPECT_EQ(one.binding().name(), "hand-over in the mem tile");
    // 50 objects take 100 cycles in and 100 out. The transfer of one object of the core and of one
    // of the mem tile (100 + 200 cycles) belongs to the prologue or to the epilogue.
    EXPECT_DOUBLE_EQ(one.binding().cycles, 50 * (100 + 100) - (100 + 200));
    run.depth = 2;
    EXPECT_EQ(estimate(run, slow_link_device(), {30, 4}).binding().name(), "shim channel");
}

}  // namespace
}  // namespace xdnasim::elementwise
