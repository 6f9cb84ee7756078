#include "test/workloads/kernels/vliw/schedule_verifier.hpp"

#include <functional>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/workloads/kernels/vliw/example_slots.hpp"
#include "workloads/kernels/vliw/operation_graph.hpp"
#include "workloads/kernels/vliw/slot_schedule.hpp"

namespace xdnasim::vliw {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;

/// A graph with a load, two products of the loaded value, a store of the first product, a
/// conversion of the second, and scalar operations.
class Verifier : public testing::Test {
 protected:
    Verifier() {
        load_ = builder_.add("vld", "A", kVector);
        first_ = builder_.add("vmul", "C0", kAccumulator);
        second_ = builder_.add("vmul", "C1", kAccumulator);
        store_ = builder_.add("vst.srs", "S", std::nullopt);
        convert_ = builder_.add("vsrs", "R", kVector);
        long_ = builder_.add("movxm", "L");
        scalar_ = builder_.add("add", "X");
        builder_.read(load_, first_);
        builder_.read(load_, second_);
        builder_.read(first_, store_);
        builder_.read(second_, convert_);
    }

    /// Breaches that the verifier finds in the graph's straight-line schedule after `change`.
    std::vector<std::string> straight(const std::function<void(SlotSchedule&)>& change) {
        SlotSchedule schedule = list_schedule(builder_.graph(), model_);
        EXPECT_THAT(verify(builder_.graph(), schedule, model_), IsEmpty());
        change(schedule);
        return verify(builder_.graph(), schedule, model_);
    }
    /// Breaches that the verifier finds in the schedule of the graph as a loop after `change`.
    std::vector<std::string> loop(const std::function<void(SlotSchedule&)>& change) {
        SlotSchedule schedule = modulo_schedule(builder_.graph(), model_);
        EXPECT_THAT(verify(builder_.graph(), schedule, model_), IsEmpty());
        change(schedule);
        return verify(builder_.graph(), schedule, model_);
    }

    arch::SlotModel model_ = example_slots();
    GraphBuilder builder_{model_};
    int load_ = 0;
    int first_ = 0;
    int second_ = 0;
    int store_ = 0;
    int convert_ = 0;
    int long_ = 0;
    int scalar_ = 0;
};

TEST_F(Verifier, FindsAnOperationThatIsMissing) {
    EXPECT_THAT(straight([](auto& schedule) { schedule.placements.pop_back(); }),
                Contains("the schedule places 6 operations, the graph has 7"));
}

TEST_F(Verifier, FindsASlotThatCannotExecuteTheOperation) {
    EXPECT_THAT(straight([&](auto& schedule) { at(schedule.placements, load_).slot = 6; }),
                Contains("A issues in slot 6, which cannot execute it"));
}

TEST_F(Verifier, FindsACycleBeforeTheFirst) {
    EXPECT_THAT(straight([&](auto& schedule) { at(schedule.placements, scalar_).cycle = -1; }),
                Contains("X issues in cycle -1"));
}

TEST_F(Verifier, FindsAWrongLength) {
    EXPECT_THAT(straight([](auto& schedule) { ++schedule.length; }),
                Contains(HasSubstr("the last issue ends cycle")));
}

TEST_F(Verifier, FindsASlotUsedTwice) {
    const auto move = [&](auto& schedule) {
        at(schedule.placements, second_).cycle = at(schedule.placements, first_).cycle;
    };
    EXPECT_THAT(straight(move), Contains("cycle 7: C0 and C1 are both in slot vec"));
}

TEST_F(Verifier, FindsASlotUsedByTwoIterations) {
    const auto move = [&](auto& schedule) {
        at(schedule.placements, first_).cycle =
            at(schedule.placements, second_).cycle + schedule.ii;
        at(schedule.placements, store_).cycle = at(schedule.placements, first_).cycle + 5;
        schedule.length = at(schedule.placements, store_).cycle + 1;
    };
    EXPECT_THAT(loop(move), Contains(HasSubstr("C0 and C1 are both in slot vec")));
}

TEST_F(Verifier, FindsExcludedSlotsTogether) {
    const auto move = [&](auto& schedule) {
        at(schedule.placements, long_).cycle = at(schedule.placements, scalar_).cycle;
    };
    EXPECT_THAT(straight(move), Contains(HasSubstr("L in slot lng excludes X in slot alu")));
    EXPECT_THAT(loop(move), Contains(HasSubstr("L in slot lng excludes X in slot alu")));
}

TEST_F(Verifier, FindsAUnitUsedTwice) {
    const auto move = [&](auto& schedule) {
        at(schedule.placements, convert_) = {at(schedule.placements, store_).cycle + 2, 4};
        schedule.length = at(schedule.placements, convert_).cycle + 1;
    };
    EXPECT_THAT(straight(move), Contains(HasSubstr("both use unit srs")));
}

TEST_F(Verifier, FindsAnOperandReadTooEarly) {
    const auto move = [&](auto& schedule) { at(schedule.placements, first_).cycle = 6; };
    EXPECT_THAT(straight(move), Contains("C0 issues 6 cycles after A, of 7 that it must wait"));
}

TEST_F(Verifier, FindsAnIssueBeforeWhatWasUnderWayAllows) {
    const auto schedule = list_schedule(builder_.graph(), model_);
    OperationGraph graph = builder_.graph();
    at(graph.nodes, load_).earliest = 2;
    EXPECT_THAT(verify(graph, schedule, model_),
                Contains("A issues in cycle 0, of 2 that it must wait"));
}

TEST_F(Verifier, FindsAnIntervalThatARecurrenceForbids) {
    GraphBuilder chains{model_};
    chains.add_chain("C");
    SlotSchedule schedule = modulo_schedule(chains.graph(), model_);
    ASSERT_EQ(schedule.ii, 2);
    schedule.ii = 1;
    EXPECT_THAT(verify(chains.graph(), schedule, model_),
                Contains("C issues 1 cycles after C, of 2 that it must wait"));
}

TEST_F(Verifier, FindsMoreRegistersAliveThanThereAre) {
    const auto schedule = list_schedule(builder_.graph(), model_);
    model_.registers[1] = 1;
    EXPECT_THAT(verify(builder_.graph(), schedule, model_),
                Contains(HasSubstr("2 accumulator registers are alive, the core has 1")));
}

TEST_F(Verifier, FindsRegistersThatSeveralIterationsHold) {
    GraphBuilder builder{model_};
    const int load = builder.add("vld", "A", kVector);
    const int vmac = builder.add("vmul", "C", kAccumulator);
    builder.read(load, vmac);
    SlotSchedule schedule{.placements = {{0, 0}, {15, 6}}, .length = 16, .ii = 1};
    model_.registers[0] = 9;
    EXPECT_THAT(verify(builder.graph(), schedule, model_), IsEmpty());
    model_.registers[0] = 8;
    EXPECT_THAT(verify(builder.graph(), schedule, model_),
                Contains(HasSubstr("9 vector registers are alive, the core has 8")));
}

TEST_F(Verifier, CountsAnAccumulatorThatALoopKeepsInEveryCycle) {
    GraphBuilder chains{model_};
    chains.add_chain("C0");
    chains.add_chain("C1");
    const auto schedule = modulo_schedule(chains.graph(), model_);
    model_.registers[1] = 3;
    EXPECT_EQ(verify(chains.graph(), schedule, model_).size(), 2U);
}

}  // namespace
}  // namespace xdnasim::vliw
