#include "xdnasim/backends/analytic/transfer_terms.hpp"

#include <gtest/gtest.h>

namespace xdnasim::backends::analytic {
namespace {

using arch::Bytes;

arch::Device slow_link_device() {
    arch::Device device;
    device.clock_ghz = 1;
    device.stream_width = Bytes{4};
    device.timing.core_lock_op = arch::Cycles{10};
    device.dram.channel = arch::GigabytesPerSecond{8};
    device.dram.read = device.dram.write = arch::GigabytesPerSecond{100};
    device.dram.total = arch::GigabytesPerSecond{10};
    device.dram.read_latency = arch::Nanoseconds{100};
    device.fabric = {arch::BytesPerCycle{64}, arch::BytesPerCycle{64}};
    return device;
}

TEST(TransferEstimate, MovesEveryByteBothWays) {
    schedule::TransferDescription transfer;
    transfer.columns = 2;
    transfer.depth = 2;
    transfer.copies.push_back(
        {{.name = "a", .rows = 64, .row_bytes = 1000, .run_bytes = 100, .runs = 8}, {}, {}});
    const Estimate estimate = estimate_transfer(transfer, slow_link_device());
    EXPECT_EQ(estimate.read, Bytes{64'000});
    EXPECT_EQ(estimate.written, Bytes{64'000});
    EXPECT_EQ(estimate.binding().name, "DRAM");
    EXPECT_DOUBLE_EQ(estimate.binding().cycles, 12'800);
    EXPECT_DOUBLE_EQ(estimate.prologue, 100);
    EXPECT_DOUBLE_EQ(estimate.epilogue, 800 / 4.0);

    transfer.depth = 1;
    const Estimate in_turn = estimate_transfer(transfer, slow_link_device());
    EXPECT_EQ(in_turn.binding().name, "hand-over in the mem tile");
    EXPECT_DOUBLE_EQ(in_turn.binding().cycles, 2 * 32'000 / 4.0);
}

TEST(ElementwiseEstimate, TakesTheKernelOrTheStream) {
    schedule::ElementwiseDescription run;
    run.object = Bytes{400};
    run.objects = 50;
    run.depth = 2;
    const Estimate fast = estimate_elementwise(run, slow_link_device(), 30);
    EXPECT_EQ(fast.binding().name, "shim channel");
    EXPECT_DOUBLE_EQ(fast.binding().cycles, 50 * 100);
    const Estimate slow = estimate_elementwise(run, slow_link_device(), 1000);
    EXPECT_EQ(slow.binding().name, "compute");
    EXPECT_DOUBLE_EQ(slow.binding().cycles, 50 * (1000 + 4 * 10));
    EXPECT_DOUBLE_EQ(slow.prologue, 100 + 100);
    run.depth = 1;
    EXPECT_DOUBLE_EQ(estimate_elementwise(run, slow_link_device(), 1000).binding().cycles,
                     50 * (1040 + 100));
}

}  // namespace
}  // namespace xdnasim::backends::analytic
