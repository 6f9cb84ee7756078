#include <algorithm>
#include <iterator>
#include <ostream>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/workloads/kernels/vliw/example_slots.hpp"
#include "workloads/kernels/vliw/call_schedule.hpp"

namespace xdnasim::vliw {

void PrintTo(const IssueRun& run, std::ostream* out);  // GoogleTest calls it

void PrintTo(const IssueRun& run, std::ostream* out) {
    *out << run.begin << ".." << run.end;
}

namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr int kSlot = 0;
constexpr int kOther = 1;

CodeSection section(std::vector<Placement> placements, std::int64_t cycles, std::int64_t runs,
                    int ii = 0) {
    CodeSection section;
    for (const Placement& placement : placements)
        section.schedule.length = std::max(section.schedule.length, placement.cycle + 1);
    section.schedule.placements = std::move(placements);
    section.schedule.ii = ii;
    section.cycles = cycles;
    section.runs = runs;
    return section;
}

CallSchedule call_of(std::vector<CodeSection> sections, int ii = 0) {
    CallSchedule call;
    call.nests = {{.count = sections.size(), .is_pipelined = ii > 0}};
    call.sections = std::move(sections);
    call.ii = ii;
    return call;
}

TEST(IssueRuns, OfStraightLineCodeAreWhereItIssues) {
    const CallSchedule call =
        call_of({section({{0, kSlot}, {1, kSlot}, {2, kOther}, {4, kSlot}}, 6, 1)});
    EXPECT_THAT(issue_runs(call, {kSlot}), ElementsAre(IssueRun{0, 2}, IssueRun{4, 5}));
    EXPECT_THAT(issue_runs(call, {kOther}), ElementsAre(IssueRun{2, 3}));
}

TEST(IssueRuns, OfSeveralSlotsAreThoseOfAny) {
    const CallSchedule call =
        call_of({section({{0, kSlot}, {0, kOther}, {1, kOther}, {3, kSlot}}, 4, 1)});
    EXPECT_THAT(issue_runs(call, {kSlot, kOther}), ElementsAre(IssueRun{0, 2}, IssueRun{3, 4}));
    EXPECT_THAT(issue_runs(call, {}), IsEmpty());
}

TEST(IssueRuns, FollowEachOtherForEveryRunOfTheCode) {
    const CallSchedule call = call_of({section({{1, kSlot}}, 3, 2), section({{0, kSlot}}, 2, 2)});
    EXPECT_THAT(issue_runs(call, {kSlot}),
                ElementsAre(IssueRun{1, 2}, IssueRun{4, 5}, IssueRun{6, 7}, IssueRun{8, 9}));
}

TEST(IssueRuns, JoinWhereTheyTouch) {
    const CallSchedule call = call_of({section({{0, kSlot}, {1, kSlot}}, 2, 3)});
    EXPECT_THAT(issue_runs(call, {kSlot}), ElementsAre(IssueRun{0, 6}));
}

TEST(IssueRuns, OfCodeLaidOutBehindItselfAreThoseOfItsEnd) {
    // The second section is a layout of two blocks in five cycles, to which the second block, which
    // is the section's own, adds two.
    const CallSchedule call =
        call_of({section({{0, kSlot}}, 3, 1), section({{0, kSlot}, {4, kSlot}}, 2, 2)});
    EXPECT_THAT(issue_runs(call, {kSlot}),
                ElementsAre(IssueRun{0, 1}, IssueRun{4, 5}, IssueRun{6, 7}));
}

TEST(IssueRuns, OfCodeLaidOutBehindItselfMayComeBeforeTheEndOfItsEarlierRun) {
    // A block has two operations and is three cycles long. The first operation of the next block
    // issues in the second of these cycles.
    const CallSchedule call =
        call_of({section({{0, kSlot}, {2, kOther}}, 3, 1),
                 section({{0, kSlot}, {2, kOther}, {1, kSlot}, {4, kOther}}, 2, 2)});
    EXPECT_THAT(issue_runs(call, {kSlot}), ElementsAre(IssueRun{0, 2}, IssueRun{3, 4}));
    EXPECT_THAT(issue_runs(call, {kOther}),
                ElementsAre(IssueRun{2, 3}, IssueRun{4, 5}, IssueRun{6, 7}));
}

TEST(IssueRuns, OfAPipelinedLoopAreThoseOfAllItsStages) {
    constexpr int kInterval = 4;
    const CallSchedule call =
        call_of({section({}, 2, 1), section({{0, kSlot}, {5, kSlot}}, kInterval, 2, kInterval),
                 section({}, 1, 1)},
                kInterval);
    EXPECT_THAT(issue_runs(call, {kSlot}), ElementsAre(IssueRun{2, 4}, IssueRun{6, 8}));
}

TEST(IssueRuns, PutTheCodeBetweenBlocksBetweenTheirLoops) {
    constexpr int kInterval = 1;
    const CallSchedule call =
        call_of({section({}, 2, 1), section({{0, kSlot}}, kInterval, 6, kInterval),
                 section({}, 5, 2), section({{0, kSlot}}, 3, 1)},
                kInterval);
    EXPECT_THAT(issue_runs(call, {kSlot}),
                ElementsAre(IssueRun{2, 4}, IssueRun{9, 11}, IssueRun{16, 19}));
}

/// Cycles in which `slot` issues when the call begins in cycle `begin`.
std::vector<std::int64_t> cycles_of(const CallSchedule& call, int slot, std::int64_t begin) {
    std::vector<std::int64_t> cycles;
    for (const IssueRun& run : issue_runs(call, {slot}))
        for (std::int64_t cycle = run.begin; cycle < run.end; ++cycle)
            cycles.push_back(begin + cycle);
    return cycles;
}

TEST(IssueRuns, OfNestsBeforeAndBehindTheBlocksLeaveTheirOrderAsItIs) {
    const arch::SlotModel slots = example_slots();
    const LoopNest blocks = accumulating_nest(3, 8);
    LoopNest before = accumulating_nest(1, 20);
    before.times = 2;
    const LoopNest behind = accumulating_nest(2, 16);
    LoopNest whole = blocks;
    whole.leading = {before};
    whole.trailing = {behind};
    const CallSchedule call = schedule_call(whole, slots);
    EXPECT_GT(call.ii, 0);
    int compared = 0;
    for (const int slot : {Lda, Ldb, St, Vec}) {
        std::vector<std::int64_t> expected;
        std::int64_t begin = 0;
        for (const LoopNest& nest : {before, before, blocks, behind}) {
            const CallSchedule alone = schedule_call(nest, slots);
            std::ranges::copy(cycles_of(alone, slot, begin), std::back_inserter(expected));
            begin += alone.kernel_cycles().count();
        }
        EXPECT_EQ(begin, call.kernel_cycles().count());
        EXPECT_EQ(cycles_of(call, slot, 0), expected)
            << slots.slots[static_cast<std::size_t>(slot)];
        compared += static_cast<int>(expected.size());
    }
    EXPECT_GT(compared, 100);
}

/// Number of blocks, and of steps in each block.
using Shape = std::pair<std::int64_t, std::int64_t>;

class IssueRunsOfACall : public testing::TestWithParam<Shape> {
 protected:
    [[nodiscard]] CallSchedule call() const {
        const auto [blocks, steps] = GetParam();
        return schedule_call(accumulating_nest(blocks, steps), slots);
    }
    const arch::SlotModel slots = example_slots();
};

TEST_P(IssueRunsOfACall, AreAsLongAsItsSlotsIssue) {
    const CallSchedule scheduled = call();
    const auto use = scheduled.slot_use(slots);
    for (std::size_t slot = 0; slot < slots.slots.size(); ++slot) {
        std::int64_t cycles = 0;
        for (const IssueRun& run : issue_runs(scheduled, {static_cast<int>(slot)}))
            cycles += run.end - run.begin;
        EXPECT_EQ(cycles, use[slot]) << slots.slots[slot];
    }
}

TEST_P(IssueRunsOfACall, ComeInOrderWithinItsCycles) {
    const CallSchedule scheduled = call();
    std::int64_t end = -1;
    for (const IssueRun& run : issue_runs(scheduled, {0, 1, 2, 6})) {
        EXPECT_GT(run.begin, end);
        EXPECT_GT(run.end, run.begin);
        end = run.end;
    }
    EXPECT_GT(end, 0);
    EXPECT_LE(end, scheduled.kernel_cycles().count());
}

INSTANTIATE_TEST_SUITE_P(, IssueRunsOfACall,
                         testing::Values(Shape{1, 1}, Shape{2, 1}, Shape{3, 1}, Shape{2, 3},
                                         Shape{1, 20}, Shape{2, 16}, Shape{3, 8}, Shape{5, 33}),
                         [](const auto& shape) {
                             return std::to_string(shape.param.first) + "BlocksOf" +
                                    std::to_string(shape.param.second) + "Steps";
                         });

}  // namespace
}  // namespace xdnasim::vliw
