// Registers and units in whole calls: sections that were scheduled apart need enough for all
// together.

#include <cstdint>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/workloads/kernels/vliw/call_verifier.hpp"
#include "test/workloads/kernels/vliw/example_slots.hpp"

namespace xdnasim::vliw {
namespace {

/// In the loop, a product reads the value that its step has loaded as soon as it arrives, so that
/// one vector register is enough. Between blocks, C is stored in cycle 10 and loaded in cycle 11,
/// and arrives in time for the loop, which is entered in cycle 16. If the first three steps of the
/// next block loaded as soon as slots allow, their values would keep three registers until then.
TEST(WholeCall, LoadsNoSoonerForTheNextBlockThanRegistersAllow) {
    const LoopNest nest = labelled(accumulating_nest(3, 8));
    constexpr std::int64_t kPrologue = 6;
    constexpr std::int64_t kLoop = 5 * 2;
    constexpr std::int64_t kBetween = 16;
    constexpr std::int64_t kEpilogue = 11;
    for (const int registers : {24, 3, 2, 1}) {
        SCOPED_TRACE(registers);
        arch::SlotModel slots = example_slots();
        slots.registers[static_cast<std::size_t>(arch::RegisterFile::Vector)] = registers;
        const CallSchedule call = schedule_call(nest, slots);
        EXPECT_THAT(verify_call(nest, call, slots), testing::IsEmpty());
        EXPECT_EQ(call.kernel_cycles(),
                  arch::Cycles{kPrologue + 3 * kLoop + 2 * kBetween + kEpilogue});
    }
}

/// A nest of one block with `steps` steps. C is loaded in two parts of one accumulator each; each
/// step adds to the whole C a value T, which takes a third accumulator from its load to the sum.
/// The loop has one T at a time, so that three accumulators are enough.
LoopNest nest_of_parts(std::int64_t steps) {
    const auto accumulators = [](int count) {
        return RegisterUse{arch::RegisterFile::Accumulator, count};
    };
    LoopNest nest;
    nest.steps = steps;
    for (const char* const part : {"C.1", "C"})
        nest.before.push_back({.operation = "vlda.acc",
                               .label = "ld",
                               .writes = part,
                               .result = accumulators(1),
                               .memory = "C"});
    nest.body = {{.operation = "vlda.acc", .label = "ld", .writes = "T", .result = accumulators(1)},
                 {.operation = "vmac",
                  .label = "mac",
                  .reads = {"T"},
                  .accumulator = "C",
                  .writes = "C",
                  .result = accumulators(2)}};
    nest.after = {{.operation = "vst", .label = "st", .reads = {"C"}, .memory = "C"}};
    return nest;
}

TEST(WholeCall, KeepsTheRegistersOfAllPartsUntilTheWholeIsAddedTo) {
    for (const std::int64_t steps : {4, 5, 8})
        for (const int registers : {3, 4, 5, 6}) {
            SCOPED_TRACE(testing::Message() << steps << " steps, " << registers << " registers");
            const LoopNest nest = labelled(nest_of_parts(steps));
            arch::SlotModel slots = example_slots();
            slots.registers[static_cast<std::size_t>(arch::RegisterFile::Accumulator)] = registers;
            EXPECT_THAT(verify_call(nest, schedule_call(nest, slots), slots), testing::IsEmpty());
        }
}

/// The loop begins in cycle 6. A step's mac issues in the step's cycle 7, the first one in cycle 7
/// of the call, and takes the unit a cycle later, in cycle 8. A load of C that issues in cycle 0
/// would take the unit in cycle 8, too. Issued in cycle 1, it meets no mac, and C still arrives in
/// time.
TEST(WholeCall, LoadsForALoopWhereItMeetsNoUnitThatTheLoopTakes) {
    arch::SlotModel slots = example_slots();
    const auto operation = [&](const char* name) -> arch::Operation& {
        return slots.operations[static_cast<std::size_t>(slots.index_of(name))];
    };
    operation("vlda.acc").units = {{.unit = 0, .cycle = 8}};
    operation("vmac").units = {{.unit = 0, .cycle = 1}};
    const LoopNest nest = labelled(accumulating_nest(1, 8));
    const CallSchedule call = schedule_call(nest, slots);
    EXPECT_THAT(verify_call(nest, call, slots), testing::IsEmpty());
    EXPECT_EQ(call.sections.front().schedule.placements.front().cycle, 1);
}

}  // namespace
}  // namespace xdnasim::vliw
