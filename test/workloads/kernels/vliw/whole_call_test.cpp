// Registers and units in whole calls: what one section takes and another does not know of.

#include <cstdint>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/workloads/kernels/vliw/call_verifier.hpp"
#include "test/workloads/kernels/vliw/example_slots.hpp"

namespace xdnasim::vliw {
namespace {

/// A product reads what its step has loaded as it arrives, and the loop needs one register for
/// that. Between blocks, C is stored in cycle 10 and loaded in 11, and arrives for the loop that is
/// entered in 16: three steps that were loaded meanwhile as soon as they could be would keep three
/// registers until then.
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

/// C is loaded in two parts and added to as a whole, of values that take an accumulator of their
/// own from their load to the sum. The loop has one of these at a time, so that it needs three
/// registers for all.
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

/// A step adds in its cycle 7, of which the first is in the second cycle of the loop: that begins 6
/// cycles after C could be loaded, and would take the unit in the cycle in which the load does. A
/// cycle later, C still arrives in time.
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
