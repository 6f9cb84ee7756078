// Cycles of operations, taken from the numbers of the device.

#include "workloads/design/cores/operation_cost.hpp"

#include <algorithm>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/support/input_error.hpp"
#include "test/support/stock_device.hpp"

namespace xdnasim::design {
namespace {

using arch::Cycles;

arch::Operation& operation_of(arch::SlotModel& slots, const std::string& name) {
    return *std::ranges::find(slots.operations, name, &arch::Operation::name);
}

// Latencies of llvm-aie, aie2/AIE2Schedule.td: a load 7, a product 2; a branch has five delay
// slots.
TEST(OperationCost, IsThatOfTheItinerariesOnAllDevices) {
    int checked = 0;
    for (const std::string device : {"xdna-phoenix", "xdna2-strix", "versal-ve2802"}) {
        const arch::SlotModel slots = test::device_named(device).core.slots;
        EXPECT_EQ(cost_of("memref.load", slots), Cycles{7}) << device;
        EXPECT_EQ(cost_of("memref.store", slots), Cycles{1}) << device;
        EXPECT_EQ(cost_of("memref.atomic_rmw", slots), Cycles{9}) << device;
        EXPECT_EQ(cost_of("arith.muli", slots), Cycles{2}) << device;
        EXPECT_EQ(cost_of("arith.addi", slots), Cycles{1}) << device;
        EXPECT_EQ(round_cost(slots), Cycles{7}) << device;
        ++checked;
    }
    EXPECT_EQ(checked, 3);
}

TEST(OperationCost, FollowsTheOperationsOfTheDevice) {
    arch::SlotModel slots = test::device_named("xdna-phoenix").core.slots;
    operation_of(slots, "vld").result = 9;
    operation_of(slots, "mul").result = 3;
    slots.branch_delay = 2;
    EXPECT_EQ(cost_of("memref.load", slots), Cycles{9});
    EXPECT_EQ(cost_of("vector.transfer_read", slots), Cycles{9});
    EXPECT_EQ(cost_of("memref.atomic_rmw", slots), Cycles{9 + 1 + 1}) << "an addition and a store";
    EXPECT_EQ(cost_of("arith.muli", slots), Cycles{3});
    EXPECT_EQ(round_cost(slots), Cycles{1 + 2 + 1}) << "the branch, its slots, the count";
    EXPECT_FALSE(cost_of("func.call", slots));
}

TEST(OperationCost, IsNotKnownOfACoreWithoutTheOperation) {
    arch::SlotModel slots = test::device_named("xdna-phoenix").core.slots;
    std::erase_if(slots.operations, [](const auto& each) { return each.name == "mul"; });
    EXPECT_THAT(input_error([&] { return cost_of("arith.muli", slots); }),
                testing::HasSubstr("the core has no operation 'mul'"));
    EXPECT_EQ(cost_of("memref.load", slots), Cycles{7});
}

}  // namespace
}  // namespace xdnasim::design
