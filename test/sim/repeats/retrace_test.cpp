// Retrace with a runtime sequence of three rounds. Each round writes a BD, number 0 or 1 in turn,
// whose offset is 8,192 bytes behind that of the round before, and pushes it to an MM2S channel.

#include "sim/repeats/retrace.hpp"

#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "sim/environment.hpp"
#include "sim/simulation_context.hpp"
#include "sim/tile_dma.hpp"
#include "test/sim/first_column.hpp"
#include "test/support/stock_device.hpp"

namespace xdnasim::sim {
namespace {

using arch::Bytes;
using arch::Cycles;
using arch::Direction;
using schedule::SemiAffine;
using test::kShim;

constexpr std::int64_t kStep = 8192;

class RetraceTest : public testing::Test {
 protected:
    /// Two rows of 64 bytes, 4,096 apart: two pages.
    static schedule::Bd rows() {
        schedule::Bd bd;
        bd.buffer = schedule::HostBufferRef{0};
        bd.length = Bytes{128};
        bd.dimensions = {{16, Bytes{4}}, {2, Bytes{4096}}};
        return bd;
    }
    static std::vector<schedule::SequenceOp> three_rounds() {
        const SemiAffine in_turn{0, {{.loop = 0, .stride = 1, .modulus = 2}}};
        const SemiAffine further{0, {{.loop = 0, .stride = kStep}}};
        return {
            {schedule::SequenceLoop{3,
                                    {{schedule::WriteBd{kShim, rows(), in_turn, further}},
                                     {schedule::PushTask{kShim, Direction::MM2S, 0, in_turn}}}}}};
    }

    static schedule::TileProgram shim_program() {
        schedule::TileProgram program;
        program.tile = kShim;
        return program;
    }

    RetraceTest() {
        dma_.bds().number_anew();
        channel_.access_through(memory_);
    }

    [[nodiscard]] const schedule::SequenceLoop& loop() const {
        return std::get<schedule::SequenceLoop>(sequence_.front().op);
    }
    [[nodiscard]] const schedule::SequenceOp* operation(std::size_t number) const {
        return &loop().body[number];
    }
    /// The position of the sequence at the beginning of round number `round`, counted from 0.
    [[nodiscard]] SequencePosition at_round(int round) const {
        SequencePosition position{sequence_};
        static_cast<void>(position.current());
        position.enter(loop());
        for (int i = 0; i < round; ++i)
            for (std::size_t operation = 0; operation < loop().body.size(); ++operation) {
                static_cast<void>(position.current());
                position.go_on();
            }
        static_cast<void>(position.current());
        return position;
    }
    /// What a round takes from outside of the state: it writes a BD, pushes it, and the BD begins.
    [[nodiscard]] std::vector<OutsideStep> of_round() {
        return {OperationRan{operation(0)}, OperationRan{operation(1)}, BdStarted{&channel_, 0, 0}};
    }
    [[nodiscard]] bool replay(const std::vector<OutsideStep>& steps, const SequencePosition& end) {
        return retrace_.replay(steps, end, CompareCosts::ByLikeness) ||
               retrace_.replay(steps, end, CompareCosts::Computed);
    }
    /// Replays `steps` up to the beginning of the next round and undoes that. Returns whether all
    /// steps would come again.
    [[nodiscard]] bool replay_for_now(const std::vector<OutsideStep>& steps) {
        const bool come = replay(steps, at_round(1));
        if (come) retrace_.give_up();
        return come;
    }
    /// Marks the pages of the first `rounds` rounds as visited.
    void visit_pages(int rounds) {
        for (int i = 0; i < rounds; ++i)
            memory_.walk(rows(), Bytes{kStep * i});
    }

    SimulationContext context_;
    arch::Device device_ = xdnasim::test::device_named("teaching-2x1");
    Environment environment_{device_};
    Dram dram_{"dram", environment_};
    std::vector<schedule::SequenceOp> sequence_ = three_rounds();
    LockBanks locks_;
    TileDma dma_{environment_, shim_program(), locks_};
    DmaChannel& channel_ = dma_.add_channel(Direction::MM2S, 0, Cycles{0});
    DramChannel& memory_ = dram_.add_channel(Direction::MM2S);
    CommandProcessor processor_{"processor", environment_, sequence_, {{kShim, &dma_}}, locks_};
    Retrace retrace_{processor_, dram_};
};

TEST_F(RetraceTest, GivesBdsTheNumbersAndOffsetsOfTheirRound) {
    visit_pages(3);
    processor_.set_position(at_round(1));
    ASSERT_TRUE(replay(of_round(), at_round(1)));
    retrace_.take();
    EXPECT_EQ(dma_.bds().bd(1).offset, Bytes{kStep});
    EXPECT_EQ(dma_.bds().bd(1).id, 1);
    EXPECT_FALSE(dma_.bds().written(0));
    EXPECT_EQ(channel_.pushes(), 1U);
    EXPECT_EQ(channel_.pushed(0), 1);
    EXPECT_EQ(dram_.accesses().front().pattern.offset, Bytes{kStep});
    EXPECT_EQ(processor_.position().indices(), std::vector<std::int64_t>{2});
}

TEST_F(RetraceTest, ChangesNothingBeforeItIsTaken) {
    visit_pages(3);
    processor_.set_position(at_round(1));
    EXPECT_TRUE(replay(of_round(), at_round(1)));
    EXPECT_FALSE(dma_.bds().written(1));
    EXPECT_EQ(channel_.pushes(), 0U);
    EXPECT_EQ(processor_.position().indices(), std::vector<std::int64_t>{1});
}

TEST_F(RetraceTest, EndsBeforeTheLastRoundWhichLeadsOutOfTheLoop) {
    visit_pages(3);
    for (const int round : {0, 1}) {
        processor_.set_position(at_round(round));
        EXPECT_TRUE(replay(of_round(), at_round(1))) << round;
    }
    processor_.set_position(at_round(2));
    EXPECT_FALSE(replay(of_round(), at_round(1)));
}

TEST_F(RetraceTest, RefusesAnotherOperation) {
    visit_pages(3);
    processor_.set_position(at_round(1));
    EXPECT_FALSE(replay({OperationRan{operation(1)}}, at_round(1)));
}

/// Only the pages of round 0 have been visited before.
TEST_F(RetraceTest, MeetsPagesForTheFirstTimeOnlyWhenTaken) {
    visit_pages(1);
    processor_.set_position(at_round(1));
    const auto ahead = memory::access_pattern(rows(), Bytes{kStep});
    const auto walks_after = [&](bool taken) {
        EXPECT_TRUE(replay(of_round(), at_round(1)));
        taken ? retrace_.take() : retrace_.give_up();
        std::vector<VisitedPages::Page> met;
        const double walks = dram_.pages().visit(ahead, rows().length, &met);
        dram_.pages().forget(met);
        return walks;
    };
    EXPECT_DOUBLE_EQ(walks_after(false), 1);
    EXPECT_DOUBLE_EQ(walks_after(true), 0);
}

TEST_F(RetraceTest, RefusesPagesThatAreNewWhereTheyWereNot) {
    visit_pages(2);
    const auto agrees_with_walks = [&](double cold) {
        std::vector<memory::Access> accesses = dram_.accesses();
        accesses.front().pattern = memory::access_pattern(rows(), Bytes{0});
        accesses.front().cold = cold;
        std::vector<OutsideStep> steps = of_round();
        steps.emplace_back(CostsTaken{accesses, dram_.costs_of(accesses)});
        return replay_for_now(steps);
    };
    processor_.set_position(at_round(1));
    EXPECT_TRUE(agrees_with_walks(0));
    EXPECT_FALSE(agrees_with_walks(1));
    processor_.set_position(at_round(2));
    EXPECT_FALSE(agrees_with_walks(0));
}

/// The memory's bursts have 64 bytes, so that accesses that begin within a burst cost more.
TEST_F(RetraceTest, RefusesOffsetsThatMakeOtherCosts) {
    visit_pages(3);
    const auto costs_at = [&](std::int64_t offset) {
        std::vector<memory::Access> accesses = dram_.accesses();
        accesses.front().pattern.offset = Bytes{offset};
        accesses.front().cold = 0;
        return CostsTaken{accesses, dram_.costs_of(accesses)};
    };
    ASSERT_NE(costs_at(0).costs, costs_at(4).costs);
    const auto agrees_with = [&](const CostsTaken& taken) {
        std::vector<OutsideStep> steps = of_round();
        steps.emplace_back(taken);
        processor_.set_position(at_round(1));
        return replay_for_now(steps);
    };
    EXPECT_TRUE(agrees_with(costs_at(0)));
    EXPECT_TRUE(agrees_with(costs_at(3 * kStep)));
    EXPECT_FALSE(agrees_with(costs_at(4)));
}

}  // namespace
}  // namespace xdnasim::sim
