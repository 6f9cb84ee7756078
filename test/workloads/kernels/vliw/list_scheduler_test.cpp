#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.hpp"
#include "test/workloads/kernels/vliw/example_slots.hpp"
#include "test/workloads/kernels/vliw/schedule_verifier.hpp"
#include "workloads/kernels/vliw/operation_graph.hpp"
#include "workloads/kernels/vliw/slot_schedule.hpp"

namespace xdnasim::vliw {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::ThrowsMessage;

SlotSchedule list_scheduled(const GraphBuilder& builder, const arch::SlotModel& model) {
    const SlotSchedule schedule = list_schedule(builder.graph(), model);
    EXPECT_THAT(verify(builder.graph(), schedule, model), IsEmpty());
    return schedule;
}

/// A core with two load slots, whose loads take three cycles.
arch::SlotModel two_loads_a_cycle() {
    arch::SlotModel model;
    model.slots = {"lda", "ldb", "vec"};
    model.operations = {{.name = "load", .slots = {0, 1}, .result = 3, .units = {}},
                        {.name = "vmac", .slots = {2}, .result = 4, .units = {}}};
    model.registers = {8, 8};
    return model;
}

TEST(ListSchedule, IssuesTheFirstVmacFourCyclesAfterThreeLoadsBegin) {
    const auto model = two_loads_a_cycle();
    GraphBuilder builder{model};
    std::vector<int> loads;
    for (const char* operand : {"C", "A", "B"})
        loads.push_back(builder.add("load", operand, kVector));
    const int vmac = builder.add("vmac", "C+=AB", kAccumulator);
    for (const int load : loads)
        builder.read(load, vmac);
    const auto schedule = list_scheduled(builder, model);
    EXPECT_EQ(at(schedule.placements, loads[0]).cycle, 0);
    EXPECT_EQ(at(schedule.placements, loads[1]).cycle, 0);
    EXPECT_EQ(at(schedule.placements, loads[2]).cycle, 1);
    EXPECT_EQ(at(schedule.placements, vmac).cycle, 4);
}

TEST(ListSchedule, OfNothingIsEmpty) {
    const auto schedule = list_schedule({}, example_slots());
    EXPECT_EQ(schedule.length, 0);
    EXPECT_EQ(schedule.stages(), 1);
}

TEST(ListSchedule, IssuesTheLongestPathFirst) {
    const auto model = example_slots();
    GraphBuilder builder{model};
    const int idle = builder.add("vlda.acc", "idle", kAccumulator);
    const int load = builder.add("vlda.acc", "C", kAccumulator);
    const int vmac = builder.add("vmac", "C+=AB", kAccumulator);
    builder.accumulate(load, vmac);
    const auto schedule = list_scheduled(builder, model);
    EXPECT_EQ(at(schedule.placements, load).cycle, 0);
    EXPECT_EQ(at(schedule.placements, idle).cycle, 1);
}

TEST(ListSchedule, KeepsALongInstructionApartFromAluAndMove) {
    const auto model = example_slots();
    GraphBuilder builder{model};
    builder.add("movxm", "constant");
    builder.add("add", "sum");
    builder.add("vshuffle", "turned");
    EXPECT_EQ(list_scheduled(builder, model).length, 2);
}

TEST(ListSchedule, WaitsForAUnitThatAnotherSlotUses) {
    const auto model = example_slots();
    GraphBuilder builder{model};
    const int store = builder.add("vst.srs", "store");
    const int convert = builder.add("vsrs", "convert", kVector);
    builder.order(store, convert, 2);
    const auto schedule = list_scheduled(builder, model);
    EXPECT_EQ(at(schedule.placements, convert).cycle, 3);
}

TEST(ListSchedule, MayIssueBeforeTheOperationWhoseRegisterItTakesOver) {
    const auto model = example_slots();
    GraphBuilder builder{model};
    const int load = builder.add("vld", "A", kVector);
    const int vmac = builder.add("vmul", "C", kAccumulator);
    const int next = builder.add("vld", "next A", kVector);
    builder.read(load, vmac);
    builder.order(vmac, next, reuse_latency(*model.find("vmul"), *model.find("vld")));
    const auto schedule = list_scheduled(builder, model);
    EXPECT_EQ(at(schedule.placements, next).cycle, 2);
}

TEST(ListSchedule, DelaysALoadUntilARegisterIsFree) {
    auto model = example_slots();
    model.registers = {1, 18};
    GraphBuilder builder{model};
    const int first = builder.add("vld", "first", kVector);
    const int second = builder.add("vld", "second", kVector);
    builder.read(first, builder.add("vst", "D0"));
    builder.read(second, builder.add("vst", "D1"));
    const auto schedule = list_scheduled(builder, model);
    EXPECT_EQ(at(schedule.placements, first).cycle, 0);
    EXPECT_EQ(at(schedule.placements, second).cycle, 1);
}

TEST(ListSchedule, FindsTheOrderInWhichPairsOfOperandsFit) {
    auto model = example_slots();
    model.registers = {2, 18};
    GraphBuilder builder{model};
    std::vector<int> loads;
    for (int index = 0; index < 8; ++index)
        loads.push_back(builder.add("vld", "v" + std::to_string(index), kVector));
    for (int index = 0; index < 4; ++index) {
        const int vmac = builder.add("vmul", "C" + std::to_string(index), kAccumulator);
        builder.read(at(loads, index), vmac);
        builder.read(at(loads, index + 4), vmac);
    }
    EXPECT_EQ(list_scheduled(builder, model).length, 7 + 4);
}

TEST(ListSchedule, RefusesMoreOperandsThanRegisters) {
    auto model = example_slots();
    model.registers = {1, 18};
    GraphBuilder builder{model};
    const int vmac = builder.add("vmul", "C", kAccumulator);
    for (const char* operand : {"A", "B"})
        builder.read(builder.add("vld", operand, kVector), vmac);
    EXPECT_THAT([&] { return list_schedule(builder.graph(), model); },
                ThrowsMessage<base::InputError>(
                    AllOf(HasSubstr("finds no vector register"), HasSubstr("available: 1"))));
}

TEST(ListSchedule, RefusesOperationsThatWaitForEachOther) {
    const auto model = example_slots();
    GraphBuilder builder{model};
    const int first = builder.add("add", "first");
    const int second = builder.add("add", "second");
    builder.order(first, second, 1);
    builder.order(second, first, -4);
    EXPECT_THAT([&] { return list_schedule(builder.graph(), model); },
                ThrowsMessage<base::InputError>(HasSubstr("first waits for itself")));
}

TEST(ListSchedule, HoldsAnOperationBackForWhatWasUnderWayBefore) {
    const auto model = example_slots();
    GraphBuilder builder{model};
    const int vmac = builder.add("vmac", "C", kAccumulator);
    const int store = builder.add("vst.srs", "S");
    builder.read(vmac, store);
    OperationGraph graph = builder.graph();
    at(graph.nodes, vmac).earliest = 3;
    const auto schedule = list_schedule(graph, model);
    EXPECT_EQ(schedule.placements, (std::vector<Placement>{{3, 6}, {8, 2}}));
    EXPECT_EQ(length_bound(graph, model), 9);
    EXPECT_THAT(verify(graph, schedule, model), IsEmpty());
}

TEST(ListSchedule, IgnoresWhatLaterIterationsWaitFor) {
    const auto model = example_slots();
    GraphBuilder builder{model};
    builder.add_chain("C");
    EXPECT_EQ(list_scheduled(builder, model).length, 1);
}

}  // namespace
}  // namespace xdnasim::vliw
