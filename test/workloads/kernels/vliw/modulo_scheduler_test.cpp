#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.hpp"
#include "test/workloads/kernels/vliw/example_slots.hpp"
#include "test/workloads/kernels/vliw/schedule_verifier.hpp"
#include "workloads/kernels/vliw/operation_graph.hpp"
#include "workloads/kernels/vliw/slot_schedule.hpp"

namespace xdnasim::vliw {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::ThrowsMessage;

SlotSchedule modulo_scheduled(const GraphBuilder& builder, const arch::SlotModel& model) {
    const SlotSchedule schedule = modulo_schedule(builder.graph(), model);
    EXPECT_THAT(verify(builder.graph(), schedule, model), IsEmpty());
    return schedule;
}

std::string numbered(const char* name, int index) {
    return name + std::to_string(index);
}

/// The loop of a block of rows x columns accumulators. An iteration loads a column of A (a vector
/// register for each row) and a row of B (two for each column).
GraphBuilder block(const arch::SlotModel& model, int rows, int columns) {
    GraphBuilder builder{model};
    std::vector<int> a;
    std::vector<int> b;
    for (int row = 0; row < rows; ++row)
        a.push_back(builder.add("vld", numbered("A", row), kVector));
    for (int column = 0; column < columns; ++column)
        b.push_back(builder.add("vld", numbered("B", column), RegisterUse{.count = 2}));
    for (int row = 0; row < rows; ++row) {
        for (int column = 0; column < columns; ++column) {
            const int vmac = builder.add_chain(numbered("C", row * columns + column));
            builder.read(at(a, row), vmac);
            builder.read(at(b, column), vmac);
        }
    }
    return builder;
}

/// Four chains of VMACs. The operand of each is made of two halves that pass through accumulators,
/// so that an iteration has twelve moves, which fill their slot.
GraphBuilder operands_from_halves(const arch::SlotModel& model) {
    GraphBuilder builder{model};
    for (int chain = 0; chain < 4; ++chain) {
        const int whole = builder.add("vshuffle", numbered("whole", chain), kVector);
        for (const char* half : {"low", "high"}) {
            const int widened = builder.add("vshuffle", numbered(half, chain), kAccumulator);
            builder.read(builder.add("vld", numbered("ld", chain), kVector), widened);
            builder.read(widened, whole);
        }
        builder.read(whole, builder.add_chain(numbered("C", chain)));
    }
    return builder;
}

/// Chains of VMACs, in which the next VMAC of a chain can use a result after four cycles.
class ChainsOfLatencyFour : public testing::TestWithParam<int> {
 protected:
    [[nodiscard]] static int interval(int chains) {
        const auto model = example_slots();
        GraphBuilder builder{model};
        for (int chain = 0; chain < chains; ++chain) {
            const int vmac = builder.add("vmac.f", numbered("C", chain), kAccumulator);
            builder.accumulate(vmac, vmac, 1);
        }
        return modulo_scheduled(builder, model).ii;
    }
};

TEST_P(ChainsOfLatencyFour, ShareItsCycles) {
    EXPECT_EQ(interval(GetParam()), 4);
}
INSTANTIATE_TEST_SUITE_P(UpToTheLatency, ChainsOfLatencyFour, testing::Values(1, 2, 4));

class MoreChainsThanCycles : public ChainsOfLatencyFour {};
TEST_P(MoreChainsThanCycles, IssueAVmacEachCycle) {
    EXPECT_EQ(interval(GetParam()), GetParam());
}
INSTANTIATE_TEST_SUITE_P(BeyondTheLatency, MoreChainsThanCycles, testing::Values(5, 8, 9));

TEST(ModuloSchedule, OfNothingIsEmpty) {
    EXPECT_EQ(modulo_schedule({}, example_slots()).length, 0);
}

TEST(ModuloSchedule, FillsTheVectorSlotWhereVmacsBind) {
    const auto model = example_slots();
    EXPECT_EQ(modulo_scheduled(block(model, 4, 2), model).ii, 8);
}

TEST(ModuloSchedule, IsBoundByLoadsWhereEachVmacNeedsThree) {
    const auto model = example_slots();
    GraphBuilder builder{model};
    for (int chain = 0; chain < 4; ++chain) {
        const int vmac = builder.add_chain(numbered("C", chain));
        for (int operand = 0; operand < 3; ++operand)
            builder.read(builder.add("vld", numbered("v", chain * 3 + operand), kVector), vmac);
    }
    EXPECT_EQ(modulo_scheduled(builder, model).ii, 6);
}

TEST(ModuloSchedule, IsBoundByARecurrenceThroughMemory) {
    const auto model = example_slots();
    GraphBuilder builder{model};
    const int load = builder.add("vlda.acc", "C", kAccumulator);
    const int vmac = builder.add("vmac", "C+=AB", kAccumulator);
    const int store = builder.add("vst.srs", "store");
    builder.accumulate(load, vmac);
    builder.read(vmac, store);
    builder.order(store, load, memory_latency(*model.find("vst.srs"), *model.find("vlda.acc")), 1);
    EXPECT_EQ(modulo_scheduled(builder, model).ii, 5 + 5 + 3);
}

TEST(ModuloSchedule, OverlapsBlocksAsLongAsAccumulatorsAreFree) {
    auto model = example_slots();
    GraphBuilder builder{model};
    for (int chain = 0; chain < 4; ++chain) {
        const int load = builder.add("vlda.acc", numbered("C", chain), kAccumulator);
        const int vmac = builder.add("vmac", numbered("V", chain), kAccumulator);
        const int store = builder.add("vst.srs", numbered("S", chain));
        builder.accumulate(load, vmac);
        builder.read(vmac, store);
    }
    EXPECT_EQ(modulo_scheduled(builder, model).ii, 4);
    // Each of the four blocks holds 2 registers for 4 cycles: 8 registers at an II of 4.
    model.registers[1] = 8;
    EXPECT_EQ(modulo_scheduled(builder, model).ii, 4);
    model.registers[1] = 7;
    EXPECT_GT(modulo_scheduled(builder, model).ii, 4);
}

TEST(ModuloSchedule, WithOneAccumulatorEndsABlockBeforeTheNextBegins) {
    auto model = example_slots();
    model.registers[1] = 2;
    GraphBuilder builder{model};
    const int load = builder.add("vlda.acc", "C", kAccumulator);
    const int vmac = builder.add("vmac", "C+=AB", kAccumulator);
    const int store = builder.add("vst.srs", "store");
    builder.accumulate(load, vmac);
    builder.read(vmac, store);
    // The accumulator is written at the end of the load's cycle 7, and read when the store issues,
    // 10 cycles after the load.
    EXPECT_EQ(modulo_scheduled(builder, model).ii, 4);
}

TEST(ModuloSchedule, LoadsLateWhereRegistersAreFew) {
    auto model = example_slots();
    model.registers[0] = 10;
    EXPECT_EQ(modulo_scheduled(block(model, 4, 2), model).ii, 8);
}

TEST(ModuloSchedule, LoadsEachOperandAtItsLastMomentWhereTwoAreAllThatFits) {
    auto model = example_slots();
    // Enough for the operands of one row (1 register) and one column (2), not for those of both
    // rows and both columns (6).
    model.registers[0] = 4;
    EXPECT_EQ(modulo_scheduled(block(model, 2, 2), model).ii, 4);
}

TEST(ModuloSchedule, OrdersAFullSlotSoThatItsValuesFit) {
    auto model = example_slots();
    // The chains take 8 accumulators. The other 4 hold two halves, and only one order of the moves
    // keeps no more than two halves alive.
    model.registers[1] = 12;
    EXPECT_EQ(modulo_scheduled(operands_from_halves(model), model).ii, 12);
}

TEST(ModuloSchedule, TakesNoMoreStagesWhereOrderIsEnough) {
    auto model = example_slots();
    const auto builder = operands_from_halves(model);
    const int stages = modulo_scheduled(builder, model).stages();
    model.registers[1] = 12;
    EXPECT_EQ(modulo_scheduled(builder, model).stages(), stages);
}

TEST(ModuloSchedule, RefusesMoreChainsThanAccumulators) {
    const auto model = example_slots();
    const auto builder = block(model, 5, 2);
    EXPECT_THAT(
        [&] { return modulo_schedule(builder.graph(), model); },
        ThrowsMessage<base::InputError>(HasSubstr("in 20 accumulator registers; available: 18")));
}

TEST(ModuloSchedule, RefusesOperandsThatNeverFit) {
    auto model = example_slots();
    model.registers[0] = 2;
    const auto builder = block(model, 1, 1);
    EXPECT_THROW((void)modulo_schedule(builder.graph(), model), base::InputError);
}

TEST(ModuloSchedule, KeepsALongInstructionApartFromAluAndMove) {
    const auto model = example_slots();
    GraphBuilder builder{model};
    builder.add("movxm", "constant");
    builder.add("add", "sum");
    builder.add("vshuffle", "turned", kVector);
    EXPECT_EQ(modulo_scheduled(builder, model).ii, 2);
}

TEST(ModuloSchedule, DoesNotFoldTwoUsesOfAUnitOntoEachOther) {
    auto model = example_slots();
    model.operations.push_back({.name = "twice",
                                .slots = {0},
                                .units = {{.unit = 1, .cycle = 1}, {.unit = 1, .cycle = 3}}});
    GraphBuilder builder{model};
    builder.add("twice", "twice");
    EXPECT_EQ(modulo_scheduled(builder, model).ii, 3);
}

TEST(ModuloSchedule, HoldsAChainOfSeveralVmacsInOneRegister) {
    auto model = example_slots();
    model.registers[1] = 2;
    GraphBuilder builder{model};
    const int first = builder.add("vmac", "first", kAccumulator);
    const int second = builder.add("vmac", "second", kAccumulator);
    builder.accumulate(first, second);
    builder.accumulate(second, first, 1);
    EXPECT_EQ(modulo_scheduled(builder, model).ii, 4);
    model.registers[1] = 1;
    EXPECT_THROW((void)modulo_schedule(builder.graph(), model), base::InputError);
}

}  // namespace
}  // namespace xdnasim::vliw
