// The events that the trace unit of a core reports of a run.

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/sim/first_column.hpp"
#include "test/sim/traced_run.hpp"
#include "test/support/mapped_elementwise.hpp"
#include "test/support/parameter_name.hpp"
#include "workloads/calls/kernel_table.hpp"
#include "workloads/elementwise/elementwise_workload.hpp"

namespace xdnasim::sim {
namespace {

using arch::Bytes;
using arch::Cycles;
using test::Asserted;
using test::cycles_in;
using test::kCore;
using test::TracedRun;
using testing::IsEmpty;
using testing::SizeIs;
using words::Module;

class TracedCores : public testing::TestWithParam<const char*> {
 protected:
    [[nodiscard]] TracedRun run(const schedule::Schedule& schedule,
                                const std::vector<std::string_view>& events) const {
        return {schedule, {test::unit_watching(device_, Module::Core, kCore, events)}, device_};
    }
    [[nodiscard]] schedule::Schedule chain(const elementwise::KernelChoice& kernel) const {
        elementwise::ElementwiseDesign problem;
        problem.core = kCore;
        problem.object = Bytes{256};
        problem.objects = kObjects;
        problem.depth = 2;
        problem.kernel = kernel;
        return xdnasim::test::map_elementwise(problem, device_);
    }
    [[nodiscard]] static elementwise::KernelChoice add_one() {
        elementwise::KernelChoice kernel;
        kernel.kind = elementwise::KernelKind::AddOne;
        kernel.name = "add_one";
        return kernel;
    }

    static constexpr int kObjects = 6;
    const arch::Device device_ = test::device_named(GetParam());
};

TEST_P(TracedCores, IssueAsTheirSlotsAreScheduled) {
    const schedule::Schedule schedule = chain(add_one());
    const calls::KernelTable table = calls::make_kernel_table(schedule.kernels, device_);
    const auto use = table.schedules.at(0).value().slot_use(device_.core.slots);
    const auto issues = [&](std::string_view slot) {
        const auto& slots = device_.core.slots.slots;
        return kObjects *
               use.at(static_cast<std::size_t>(std::ranges::find(slots, slot) - slots.begin()));
    };
    const TracedRun traced = run(schedule, {"INSTR_VECTOR", "INSTR_LOAD", "INSTR_STORE"});
    EXPECT_EQ(cycles_in(traced.slot(0, 0)), issues("vec"));
    EXPECT_GE(cycles_in(traced.slot(0, 1)), std::max(issues("lda"), issues("ldb")));
    EXPECT_LE(cycles_in(traced.slot(0, 1)), issues("lda") + issues("ldb"));
    EXPECT_EQ(cycles_in(traced.slot(0, 2)), issues("st"));
}

TEST_P(TracedCores, IssueInTheSlotsOfTheDeviceFileWhateverTheirNames) {
    const std::vector<std::string_view> events{"INSTR_VECTOR", "INSTR_LOAD", "INSTR_STORE"};
    const schedule::Schedule schedule = chain(add_one());
    const TracedRun known = run(schedule, events);
    arch::Device device = device_;
    for (std::string& slot : device.core.slots.slots)
        slot.insert(0, "my_");
    // Swaps the slots of loads and stores: the device file's lists of slots decide which event an
    // operation asserts, not what the operation does.
    std::swap(device.core.slots.load_slots, device.core.slots.store_slots);
    const TracedRun renamed{
        schedule, {test::unit_watching(device, Module::Core, kCore, events)}, device};
    ASSERT_GT(cycles_in(known.slot(0, 0)), 0);
    EXPECT_NE(cycles_in(known.slot(0, 1)), cycles_in(known.slot(0, 2)));
    EXPECT_EQ(cycles_in(renamed.slot(0, 0)), cycles_in(known.slot(0, 0)));
    EXPECT_EQ(cycles_in(renamed.slot(0, 1)), cycles_in(known.slot(0, 2)));
    EXPECT_EQ(cycles_in(renamed.slot(0, 2)), cycles_in(known.slot(0, 1)));
}

TEST_P(TracedCores, IssueWithinTheirKernels) {
    const TracedRun traced =
        run(chain(add_one()), {"INSTR_EVENT_0", "INSTR_EVENT_1", "INSTR_VECTOR"});
    const auto begins = traced.slot(0, 0);
    const auto ends = traced.slot(0, 1);
    ASSERT_THAT(begins, SizeIs(kObjects));
    ASSERT_THAT(ends, SizeIs(kObjects));
    for (const Asserted& issue : traced.slot(0, 2)) {
        const auto end = std::ranges::find_if(
            ends, [&](const Asserted& each) { return each.begin >= issue.end - 1; });
        ASSERT_NE(end, ends.end());
        EXPECT_GE(issue.begin, begins[static_cast<std::size_t>(end - ends.begin())].begin);
    }
}

TEST_P(TracedCores, TellTheIssuesOfNoKernelWhoseCyclesAreGiven) {
    elementwise::KernelChoice kernel = add_one();
    kernel.cycles_per_call = Cycles{200};
    const TracedRun traced = run(chain(kernel), {"INSTR_VECTOR", "INSTR_EVENT_0"});
    EXPECT_THAT(traced.slot(0, 0), IsEmpty());
    EXPECT_THAT(traced.slot(0, 1), SizeIs(kObjects));
}

TEST_P(TracedCores, TellNoCallOfAKernelInTheProgramItself) {
    elementwise::KernelChoice kernel = add_one();
    kernel.inlined = true;
    const TracedRun traced = run(chain(kernel), {"INSTR_EVENT_0", "INSTR_EVENT_1", "INSTR_CALL",
                                                 "INSTR_RETURN", "INSTR_VECTOR"});
    for (int slot = 0; slot < 4; ++slot)
        EXPECT_THAT(traced.slot(0, slot), IsEmpty());
    EXPECT_GT(cycles_in(traced.slot(0, 4)), 0);
}

/// Returns `body` with an operation before each call that raises INSTR_EVENT_0, and one behind it
/// that raises INSTR_EVENT_1.
schedule::CoreBody with_events(const schedule::CoreBody& body) {
    schedule::CoreBody told;
    for (schedule::CoreOp step : body) {
        if (auto* loop = std::get_if<schedule::Loop>(&step.op))
            loop->body = with_events(loop->body);
        const bool calls = std::holds_alternative<schedule::Call>(step.op);
        if (calls) told.push_back({schedule::TellEvent{0}});
        told.push_back(std::move(step));
        if (calls) told.push_back({schedule::TellEvent{1}});
    }
    return told;
}

TEST_P(TracedCores, TellTheEventsOfTheirOwnProgramInPlaceOfThoseOfKernels) {
    const std::vector<std::string_view> events{"INSTR_EVENT_0", "INSTR_EVENT_1", "INSTR_CALL",
                                               "INSTR_RETURN"};
    schedule::Schedule schedule = chain(add_one());
    const TracedRun plain = run(schedule, events);
    for (schedule::TileProgram& program : schedule.tiles)
        program.core = with_events(program.core);
    const TracedRun traced = run(schedule, events);
    ASSERT_THAT(traced.slot(0, 0), SizeIs(kObjects));
    EXPECT_EQ(traced.slot(0, 0), traced.slot(0, 2));  // calls begin in the cycles of the events
    EXPECT_NE(plain.slot(0, 0), plain.slot(0, 2));
    const auto ends = traced.slot(0, 1);
    const auto returns = traced.slot(0, 3);
    ASSERT_THAT(ends, SizeIs(kObjects));
    ASSERT_THAT(returns, SizeIs(kObjects));
    for (std::size_t i = 0; i < ends.size(); ++i)
        EXPECT_EQ(ends[i].begin, returns[i].begin + device_.timing.core_return.count());
    EXPECT_EQ(traced.slot(0, 2), plain.slot(0, 2));
    EXPECT_EQ(traced.timed().cycles, plain.timed().cycles);
}

TEST_P(TracedCores, CallBeforeTheKernelBeginsAndReturnWhenItEnds) {
    const TracedRun traced =
        run(chain(add_one()), {"INSTR_CALL", "INSTR_EVENT_0", "INSTR_EVENT_1", "INSTR_RETURN"});
    const auto calls = traced.slot(0, 0);
    const auto begins = traced.slot(0, 1);
    ASSERT_THAT(calls, SizeIs(kObjects));
    ASSERT_THAT(begins, SizeIs(kObjects));
    for (std::size_t i = 0; i < calls.size(); ++i)
        EXPECT_EQ(begins[i].begin, calls[i].begin + device_.timing.core_call.count());
    EXPECT_EQ(traced.slot(0, 2), traced.slot(0, 3));
}

TEST_P(TracedCores, StallForACycleAtLeastAtEachLock) {
    const TracedRun traced =
        run(chain(add_one()), {"LOCK_STALL", "INSTR_LOCK_ACQUIRE_REQ", "INSTR_LOCK_RELEASE_REQ"});
    const auto asked = static_cast<std::int64_t>(traced.slot(0, 1).size());
    const auto released = static_cast<std::int64_t>(traced.slot(0, 2).size());
    EXPECT_GE(asked, 2 * kObjects);
    EXPECT_EQ(released, 2 * kObjects);
    EXPECT_GE(cycles_in(traced.slot(0, 0)), asked + released);
}

TEST_P(TracedCores, GroupTheirStalls) {
    test::SmallGemm gemm;
    const TracedRun traced =
        run(gemm.schedule(device_), {"GROUP_STALL", "LOCK_STALL", "MEMORY_STALL", "STREAM_STALL"});
    EXPECT_EQ(cycles_in(traced.slot(0, 0)),
              cycles_in(traced.slot(0, 1)) + cycles_in(traced.slot(0, 2)));
    EXPECT_THAT(traced.slot(0, 3), IsEmpty());
}

TEST_P(TracedCores, HoldTrueFromTheirStartToTheirStop) {
    const TracedRun traced = run(chain(add_one()), {"TRUE", "NONE"});
    EXPECT_THAT(traced.slot(0, 0),
                testing::ElementsAre(Asserted{traced.start(0) + 1, traced.stop(0)}));
    EXPECT_THAT(traced.slot(0, 1), IsEmpty());
}

TEST_P(TracedCores, StartWhenTheBroadcastArrives) {
    const TracedRun traced{chain(add_one()),
                           {test::unit_watching(device_, Module::Shim, {0, 0}, {"NONE"}),
                            test::unit_watching(device_, Module::MemTile, {0, 1}, {"NONE"}),
                            test::unit_watching(device_, Module::Core, kCore, {"NONE"}),
                            test::unit_watching(device_, Module::Memory, kCore, {"NONE"}),
                            test::unit_watching(device_, Module::Core, {1, 3}, {"NONE"})},
                           device_};
    // Timers at the start of recordings on Phoenix: 324,217 in MemTile (1,1) and 324,219 in core
    // (1,2) (FIM43-Redeye/xdna-emu); 257,436 in a core and 257,438 in the memory module of its tile
    // (mlir-aie, parse-trace). One column further, the broadcast arrives 4 cycles later.
    const std::int64_t shim = traced.start(0);
    EXPECT_EQ(traced.start(1), shim + 2);
    EXPECT_EQ(traced.start(2), shim + 4);
    EXPECT_EQ(traced.start(3), shim + 6);
    EXPECT_EQ(traced.start(4), shim + 10);
    EXPECT_EQ(traced.stop(4) - traced.stop(0), 10);
}

INSTANTIATE_TEST_SUITE_P(, TracedCores, testing::Values("xdna-phoenix", "xdna2-krackan"),
                         NamedAfterParameter{});

}  // namespace
}  // namespace xdnasim::sim
