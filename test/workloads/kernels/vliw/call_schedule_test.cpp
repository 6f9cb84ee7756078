#include "workloads/kernels/vliw/call_schedule.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/support/input_error.hpp"
#include "test/workloads/kernels/vliw/example_slots.hpp"
#include "workloads/kernels/vliw/bank_conflicts.hpp"

namespace xdnasim::vliw {
namespace {

class Calls : public testing::Test {
 protected:
    [[nodiscard]] static CodeSection section(const CallSchedule& call, const char* name) {
        return *std::ranges::find(call.sections, name, &CodeSection::name);
    }
    /// Issue cycle of the first or `last` operation with this label; 1,000,000 or -1 if there is
    /// none.
    [[nodiscard]] static int cycle(const CodeSection& section, const char* label, bool last) {
        int found = last ? -1 : 1'000'000;
        for (std::size_t i = 0; i < section.graph.nodes.size(); ++i)
            if (section.graph.nodes[i].label == label)
                found = last ? std::max(found, section.schedule.placements[i].cycle)
                             : std::min(found, section.schedule.placements[i].cycle);
        return found;
    }

    /// A load of `value` into this number of vector registers.
    [[nodiscard]] static Instruction load(const char* value, int registers) {
        return {.operation = "vld",
                .label = value,
                .writes = value,
                .result = RegisterUse{arch::RegisterFile::Vector, registers}};
    }
    [[nodiscard]] static Instruction store(std::vector<std::string> values) {
        return {.operation = "vst", .label = "st", .reads = std::move(values), .memory = "out"};
    }
    [[nodiscard]] std::string refusal(const LoopNest& refused) const {
        return input_error_if_any([&] { return schedule_call(refused, slots); });
    }

    const arch::SlotModel slots = example_slots();
    LoopNest nest = accumulating_nest(3, 8);
};

TEST_F(Calls, IssueEveryOperationOfEveryStep) {
    const auto use = schedule_call(nest, slots).slot_use(slots);
    const auto of = [&](const char* slot) {
        return use[static_cast<std::size_t>(std::ranges::find(slots.slots, slot) -
                                            slots.slots.begin())];
    };
    EXPECT_EQ(of("vec"), 3 * 8);
    EXPECT_EQ(of("st"), 3);
    EXPECT_EQ(of("lda") + of("ldb"), 3 * 8 + 3);
}

TEST_F(Calls, CountTheOperationsOfEveryBlockWhereverTheyIssue) {
    nest.body.front().memory = "A";
    for (const std::int64_t blocks : {1, 2, 3, 32})
        for (const std::int64_t steps : {1, 2, 3, 4, 5, 12}) {
            SCOPED_TRACE(testing::Message() << blocks << " blocks of " << steps << " steps");
            nest.blocks = blocks;
            nest.steps = steps;
            const CallSchedule call = schedule_call(nest, slots);
            const auto use = call.slot_use(slots);
            EXPECT_EQ(use[Vec], blocks * steps);
            EXPECT_EQ(use[St], blocks);
            EXPECT_EQ(use[Lda] + use[Ldb], blocks * (steps + 1));
            const std::map<std::string, ArrayAccesses> expected{
                {"A", {.loads = blocks * steps, .stores = 0}},
                {"C", {.loads = blocks, .stores = blocks}}};
            EXPECT_EQ(array_accesses(call, slots), expected);
        }
}

TEST_F(Calls, TakeTheIntervalForEveryFurtherStep) {
    const CallSchedule eight = schedule_call(nest, slots);
    nest.steps = 20;
    EXPECT_EQ(schedule_call(nest, slots).kernel_cycles() - eight.kernel_cycles(),
              arch::Cycles{3 * 12 * eight.ii});
}

TEST_F(Calls, LoadABlockAfterTheBlockBeforeHasBeenStored) {
    const CodeSection between = section(schedule_call(nest, slots), "between blocks");
    const int min = memory_latency(*slots.find("vst"), *slots.find("vlda.acc"));
    EXPECT_GE(cycle(between, "ld C", false) - cycle(between, "st C", true), min);
}

TEST_F(Calls, LoadABlockAtOnceWhenItLiesElsewhere) {
    const CallSchedule same = schedule_call(nest, slots);
    nest.after.front().memory = "D";
    EXPECT_LT(schedule_call(nest, slots).kernel_cycles(), same.kernel_cycles());
}

TEST_F(Calls, EnterTheLoopWhenTheBlockHasArrived) {
    const CodeSection start = section(schedule_call(nest, slots), "prologue");
    const int arrived = cycle(start, "ld C", true) +
                        data_latency(*slots.find("vlda.acc"), *slots.find("vmac"), true);
    EXPECT_GE(start.cycles, arrived);
    const int first = cycle(start, "mac", false);  // 1,000,000: all are in the loop
    EXPECT_GE(first, arrived);
}

TEST_F(Calls, AreUnrolledWhenThereAreTooFewStepsForAPipeline) {
    nest.steps = 1;
    const CallSchedule call = schedule_call(nest, slots);
    EXPECT_EQ(call.ii, 0);
    EXPECT_EQ(call.sections.front().name, "first block");
}

/// Each block computes a product of its own and adds three times to a sum of all blocks. Additions
/// are at least 4 cycles apart.
TEST_F(Calls, HandOnWhatABlockTakesFromTheOneBefore) {
    LoopNest sum;
    sum.body = {{.operation = "vld", .label = "ld", .writes = "x", .result = kVector},
                {.operation = "vmul",
                 .label = "mul",
                 .reads = {"x"},
                 .writes = "p",
                 .result = kAccumulator},
                {.operation = "vst", .label = "st", .reads = {"p"}, .memory = "out"}};
    for (int i = 0; i < 3; ++i)
        sum.body.push_back({.operation = "vmac.f",
                            .label = "mac",
                            .accumulator = "s",
                            .writes = "s",
                            .result = RegisterUse{arch::RegisterFile::Accumulator, 1}});
    for (const std::int64_t blocks : {3, 4, 1000}) {
        sum.blocks = blocks;
        const CallSchedule call = schedule_call(sum, slots);
        EXPECT_EQ(call.ii, 0);
        EXPECT_GE(call.kernel_cycles(), arch::Cycles{4 * (3 * blocks - 1) + 1});
        EXPECT_LE(call.kernel_cycles(), arch::Cycles{4 * 3 * blocks + 20});
    }
}

/// A step's loads need 16 of the 24 vector registers at a time, so that values from before the loop
/// may keep 8.
TEST_F(Calls, LeaveTheLoopTheRegistersThatNothingFromBeforeItKeeps) {
    enum class Reader { Steps, End, NextBlock };
    const auto refused = [&](int registers, Reader reader, std::int64_t steps) {
        const bool by_steps = reader == Reader::Steps;
        LoopNest kept;
        kept.steps = steps;
        kept.before = {load("w", registers)};
        if (reader == Reader::NextBlock) {
            kept.blocks = 2;
            kept.before[0].reads = {"w"};
        }
        kept.body = {load("x", 8),
                     load("y", 8),
                     {.operation = "vmul",
                      .label = "mul",
                      .reads = {"x", "y", by_steps ? "w" : "x"},
                      .writes = "p",
                      .result = kAccumulator},
                     store({"p"})};
        if (reader == Reader::End) kept.after = {store({"w"})};
        return refusal(kept);
    };
    int tried = 0;
    for (const Reader reader : {Reader::Steps, Reader::End, Reader::NextBlock})
        for (const std::int64_t steps : {1, 2, 3, 100}) {
            EXPECT_EQ(refused(8, reader, steps), "");
            EXPECT_THAT(
                refused(9, reader, steps),
                testing::HasSubstr(
                    "values from before the loop keep 9 of the core's 24 "
                    "vector registers through all steps; with the registers that are left, "));
            EXPECT_THAT(refused(25, reader, steps),
                        testing::HasSubstr("would keep 25 vector registers through all steps; the "
                                           "core has 24"));
            ++tried;
        }
    EXPECT_EQ(tried, 12);
}

TEST_F(Calls, LeaveTheLoopTheRegistersThatNothingFromTheBlockBeforeKeeps) {
    LoopNest kept;
    kept.body = {load("x", 8), store({"x", "w"})};
    kept.after = {load("w", 20)};
    for (const std::int64_t steps : {1, 100}) {
        kept.steps = steps;
        kept.blocks = 2;
        EXPECT_THAT(refusal(kept), testing::HasSubstr("keep 20 of the core's 24 vector registers"));
        kept.blocks = 1;
        EXPECT_EQ(refusal(kept), "");
        kept.blocks = 2;
        kept.after = {load("w", 16)};
        EXPECT_EQ(refusal(kept), "");
        // The next block loads a w of its own, so that no value is kept through its loop.
        kept.before = {load("w", 8)};
        kept.after = {load("w", 20), store({"w"})};
        EXPECT_EQ(refusal(kept), "");
        kept.before.clear();
        kept.after.pop_back();
    }
}

TEST_F(Calls, LeaveTheEndTheRegistersThatNothingFromBeforeTheLoopKeeps) {
    const auto refused = [&](int registers, std::int64_t steps) {
        LoopNest kept;
        kept.steps = steps;
        kept.before = {load("w", 20)};
        kept.body = {load("x", 1), store({"x"})};
        kept.after = {load("q", registers), store({"q", "w"})};
        return refusal(kept);
    };
    for (const std::int64_t steps : {1, 100}) {
        EXPECT_EQ(refused(4, steps), "");
        EXPECT_THAT(refused(5, steps),
                    testing::HasSubstr("operation q finds no vector register: it needs 5"));
        EXPECT_THAT(refused(20, steps),
                    testing::HasSubstr("operation q finds no vector register: it needs 20"));
    }
}

/// The load of w for the next block waits until the steps that are drained behind the loop have
/// read the w of their own block.
TEST_F(Calls, LoadWhatStepsKeepWhenTheLastOfThemHasReadIt) {
    LoopNest kept;
    kept.blocks = 3;
    kept.steps = 100;
    kept.before = {load("w", 16)};
    kept.body = {load("x", 1),
                 {.operation = "vmul",
                  .label = "mul",
                  .reads = {"x"},
                  .writes = "p",
                  .result = kAccumulator},
                 store({"p", "w"})};
    const CodeSection between = section(schedule_call(kept, slots), "between blocks");
    const int arrives = cycle(between, "w", false) + slots.find("vld")->result;
    EXPECT_GT(arrives, cycle(between, "st", true));
}

TEST_F(Calls, SayHowManyRegistersALoopIsLeft) {
    LoopNest kept;
    kept.steps = 100;
    kept.before = {load("w", 20)};
    kept.body = {load("x", 8), store({"x", "w"})};
    EXPECT_EQ(refusal(kept),
              "values from before the loop keep 20 of the core's 24 vector registers through all "
              "steps; with the registers that are left, operation x needs 8 vector registers; "
              "available: 4");
}

TEST_F(Calls, CostABranchThereAndBack) {
    EXPECT_EQ(schedule_call(nest, slots).overhead, arch::Cycles{2 * (slots.branch_delay + 1)});
}

}  // namespace
}  // namespace xdnasim::vliw
