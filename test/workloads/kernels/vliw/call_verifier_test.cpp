#include "test/workloads/kernels/vliw/call_verifier.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/workloads/kernels/vliw/example_slots.hpp"
#include "test/workloads/kernels/vliw/schedule_verifier.hpp"

namespace xdnasim::vliw {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;

/// A call of three blocks of eight steps. A step begins every two cycles; it loads A in its cycle 0
/// and adds in its cycle 7. Three steps are therefore in flight when the loop is entered, and three
/// when it ends:
///
///     prologue        cycles 0 to 5: ld C in 0; ld A in 0, 1 and 1
///     loop            five runs of two cycles: ld A in one cycle, mac in the other
///     between blocks  cycles 16 to 31 after the first block: three mac; st C, ld C; ld A in its
///                     cycles 0, 0 and 1
///     epilogue        three mac, st C
class CallVerifier : public testing::Test {
 protected:
    [[nodiscard]] std::vector<std::string> breaches() const {
        return verify_call(nest, call, slots);
    }
    arch::SlotModel slots = example_slots();
    const LoopNest nest = labelled(accumulating_nest(3, 8));
    CallSchedule call = schedule_call(nest, slots);
};

TEST_F(CallVerifier, FindsNothingInALegalCall) {
    EXPECT_THAT(breaches(), IsEmpty());
}

TEST_F(CallVerifier, FindsASlotThatTwoSectionsUse) {
    CodeSection& prologue = call.sections[0];
    ASSERT_EQ(prologue.cycles, 6);
    prologue.schedule.placements.back() = {6, Lda};
    EXPECT_THAT(breaches(),
                Contains("cycle 6: body 0: ld A and body 0: ld A are both in slot lda"));
}

TEST_F(CallVerifier, FindsAUnitThatTwoOperationsUse) {
    slots.operations[static_cast<std::size_t>(slots.index_of("vmac"))].units = {
        {.unit = 0, .cycle = 1}, {.unit = 0, .cycle = 3}};
    EXPECT_THAT(breaches(), Contains(HasSubstr("body 1: mac and body 1: mac both use unit ups")));
}

TEST_F(CallVerifier, FindsSlotsThatExcludeEachOther) {
    slots.exclusions = {{.slot = Lda, .others = {Ldb}}};
    EXPECT_THAT(breaches(), Contains(HasSubstr("excludes")));
}

TEST_F(CallVerifier, FindsRegistersThatAreAliveInTwoSections) {
    slots.registers[static_cast<std::size_t>(arch::RegisterFile::Vector)] = 2;
    for (const CodeSection& section : call.sections)
        EXPECT_THAT(verify(section.graph, section.schedule, slots), IsEmpty()) << section.name;
    // The section between blocks begins in cycle 16. Two of its loads of A arrive in its cycle 7,
    // the third in its cycle 8, and the loop reads the first of the three only in the loop's second
    // cycle.
    EXPECT_THAT(breaches(), Contains("cycle 24: 3 vector registers are alive, the core has 2"));
}

TEST_F(CallVerifier, CountsAnAccumulatorThatALoopKeeps) {
    slots.registers[static_cast<std::size_t>(arch::RegisterFile::Accumulator)] = 1;
    EXPECT_THAT(breaches(),
                Contains(HasSubstr("2 accumulator registers are alive, the core has 1")));
}

TEST_F(CallVerifier, FindsOperationsThatIssueTooRarelyOrTooOften) {
    const std::int64_t runs = call.sections[1].runs;
    ASSERT_EQ(runs, 3 * 5);
    call.sections[1].runs = 3 * 4;
    EXPECT_THAT(breaches(),
                Contains("body 0: ld A issues 21 times, and stands in the program once more"));
    call.sections[1].runs = 3 * 6;
    EXPECT_THAT(breaches(), Contains("body 0: ld A issues 27 times, of 24 in the program"));
}

}  // namespace
}  // namespace xdnasim::vliw
