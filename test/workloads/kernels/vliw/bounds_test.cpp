#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.hpp"
#include "test/workloads/kernels/vliw/example_slots.hpp"
#include "workloads/kernels/vliw/slot_schedule.hpp"

namespace xdnasim::vliw {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

const arch::SlotModel kModel = example_slots();

/// A graph with the given number of each operation and no dependences.
OperationGraph independent(std::initializer_list<std::pair<const char*, int>> operations) {
    GraphBuilder builder{kModel};
    for (const auto& [name, count] : operations) {
        for (int index = 0; index < count; ++index)
            builder.add(name, name + std::to_string(index));
    }
    return builder.graph();
}

TEST(Bounds, OfAnEmptyLoopAreOneCycle) {
    EXPECT_EQ(bounds({}, kModel).ii(), 1);
}

TEST(Bounds, CountTheOperationsOfASlot) {
    const Bounds min = bounds(independent({{"vmac", 8}, {"vld", 6}}), kModel);
    EXPECT_EQ(min.resources, 8);
    EXPECT_EQ(min.binding, "vec");
}

TEST(Bounds, AreFoundForAsManySlotsAsADeviceMayHave) {
    arch::SlotModel model = kModel;
    while (model.slots.size() < 16)
        model.slots.push_back("x" + std::to_string(model.slots.size()));
    const Bounds min = bounds(independent({{"vld", 9}}), model);
    EXPECT_EQ(min.resources, 5);
    EXPECT_EQ(min.binding, "lda+ldb");
}

TEST(Bounds, ShareLoadsOutOverBothLoadSlots) {
    const Bounds min = bounds(independent({{"vld", 9}}), kModel);
    EXPECT_EQ(min.resources, 5);
    EXPECT_EQ(min.binding, "lda+ldb");
}

TEST(Bounds, KeepLoadsApartFromThoseThatTakeOneSlotOnly) {
    EXPECT_EQ(bounds(independent({{"vld", 2}, {"vlda.acc", 4}}), kModel).binding, "lda");
    EXPECT_EQ(bounds(independent({{"vld", 5}, {"vlda.acc", 4}}), kModel).resources, 5);
}

TEST(Bounds, LetALongInstructionExcludeAluAndMove) {
    const Bounds min = bounds(independent({{"movxm", 2}, {"add", 3}, {"vshuffle", 3}}), kModel);
    EXPECT_EQ(min.resources, 5);
    EXPECT_EQ(min.binding, "alu+lng");
}

TEST(Bounds, CountTheUsesOfAUnit) {
    const Bounds min = bounds(independent({{"vst.srs", 2}, {"vsrs", 2}}), kModel);
    EXPECT_EQ(min.resources, 4);
    EXPECT_EQ(min.binding, "srs");
}

TEST(Bounds, AreTheLatencyOfAnAccumulatorChain) {
    GraphBuilder builder{kModel};
    const int vmac = builder.add("vmac.f", "C0", kAccumulator);
    builder.accumulate(vmac, vmac, 1);
    const Bounds min = bounds(builder.graph(), kModel);
    EXPECT_EQ(min.recurrences, 4);
    EXPECT_EQ(min.binding, "recurrence through C0");
}

TEST(Bounds, DivideALatencyByTheIterationsItSpans) {
    GraphBuilder builder{kModel};
    const int first = builder.add("vmac", "a");
    const int second = builder.add("vmac", "b");
    builder.order(first, second, 7);
    builder.order(second, first, 6, 3);
    EXPECT_EQ(bounds(builder.graph(), kModel).recurrences, 5);
}

TEST(Bounds, RefuseAnOperationThatWaitsForItself) {
    GraphBuilder builder{kModel};
    const int first = builder.add("vmac", "a");
    const int second = builder.add("vmac", "b");
    builder.order(first, second, 7);
    builder.order(second, first, 1);
    EXPECT_THAT([&] { return bounds(builder.graph(), kModel); },
                ThrowsMessage<base::InputError>(HasSubstr("depends on itself")));
}

TEST(LengthBound, IsTheCriticalPath) {
    GraphBuilder builder{kModel};
    const int load = builder.add("vld", "A");
    const int vmac = builder.add("vmac", "C");
    const int store = builder.add("vst.srs", "D");
    builder.read(load, vmac);
    builder.read(vmac, store);
    EXPECT_EQ(length_bound(builder.graph(), kModel), 7 + 5 + 1);
}

TEST(LengthBound, AddsWhatABusySlotWaitsForToItsOperations) {
    GraphBuilder builder{kModel};
    const int load = builder.add("vld", "A");
    for (int index = 0; index < 10; ++index)
        builder.read(load, builder.add("vmac", "C" + std::to_string(index)));
    EXPECT_EQ(length_bound(builder.graph(), kModel), 7 + 10);
}

}  // namespace
}  // namespace xdnasim::vliw
