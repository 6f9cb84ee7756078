#include <gtest/gtest.h>

#include "test/support/slow_link_device.hpp"
#include "workloads/transfer/transfer_parts.hpp"

namespace xdnasim::transfer {
namespace {

using arch::Bytes;
using xdnasim::test::slow_link_device;

TEST(TransferEstimate, MovesEveryByteBothWays) {
    TransferDesign design{.columns = 2, .depth = 2, .streams = {}};
    design.streams.push_back(
        {.name = "a", .rows = 64, .row_bytes = 1000, .run_bytes = 100, .runs = 8});
    const schedule::Estimate together = estimate(design, slow_link_device());
    EXPECT_EQ(together.read, Bytes{64'000});
    EXPECT_EQ(together.written, Bytes{64'000});
    EXPECT_EQ(together.binding().name(), "DRAM");
    EXPECT_DOUBLE_EQ(together.binding().cycles, 12'800);
    EXPECT_DOUBLE_EQ(together.prologue, 100);
    EXPECT_DOUBLE_EQ(together.epilogue, 800 / 4.0);

    design.depth = 1;
    const schedule::Estimate in_turn = estimate(design, slow_link_device());
    EXPECT_EQ(in_turn.binding().name(), "hand-over in the mem tile");
    EXPECT_DOUBLE_EQ(in_turn.binding().cycles, 2 * 32'000 / 4.0);
}

}  // namespace
}  // namespace xdnasim::transfer
