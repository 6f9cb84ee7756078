// Relocation of a schedule to other tiles.

#include "workloads/placed_schedule/relocation.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/workloads/placed_schedule/anywhere.hpp"
#include "workloads/placed_schedule/schedule_netlist.hpp"

namespace xdnasim::placed_schedule {
namespace {

using arch::TileId;
using placement::Placement;

TEST(Relocation, LeadsBackAndLeavesAloneWhatItDoesNotKnow) {
    const Relocation swap{Placement{{{0, 2}, {0, 3}, {1, 2}}}, Placement{{{0, 3}, {0, 2}, {1, 2}}}};
    EXPECT_EQ(swap.of({0, 2}), (TileId{0, 3}));
    EXPECT_EQ(swap.back().of({0, 3}), (TileId{0, 2}));
    EXPECT_EQ(swap.of({5, 5}), (TileId{5, 5}));
    EXPECT_EQ(swap.moved(), 2);
    EXPECT_EQ(swap.in("(0,2) (twice) to (0,3), not (5,5) or (0,"),
              "(0,3) (twice) to (0,2), not (5,5) or (0,");
}

constexpr TileId kShim{0, 0}, kShimNow{5, 0};
constexpr TileId kMemTile{0, 1}, kMemTileNow{6, 1};
constexpr TileId kCore{0, 2}, kCoreNow{7, 3};

/// A schedule of a ShimTile, a MemTile and a core, and its relocation to other tiles.
class RelocatedSchedule : public testing::Test {
 protected:
    /// The schedule, with all that a test has added, on the new tiles.
    [[nodiscard]] schedule::Schedule moved() const {
        return relocated(schedule_, Relocation{Placement{{kShim, kMemTile, kCore}},
                                               Placement{{kShimNow, kMemTileNow, kCoreNow}}});
    }
    schedule::TileProgram& add_program(TileId tile) {
        schedule::TileProgram& program = schedule_.tiles.emplace_back();
        program.tile = tile;
        return program;
    }

    schedule::Schedule schedule_;
};

TEST_F(RelocatedSchedule, HasItsProgramsInTheOrderOfTheirNewTiles) {
    add_program(kCore);
    add_program(kMemTile);
    const schedule::Schedule now = moved();
    ASSERT_EQ(now.tiles.size(), 2);
    EXPECT_EQ(now.tiles[0].tile, kMemTileNow);
    EXPECT_EQ(now.tiles[1].tile, kCoreNow);
}

TEST_F(RelocatedSchedule, HasTheBuffersAndLocksOfBdsThere) {
    schedule::Bd& bd = add_program(kCore).bds.emplace_back();
    bd.buffer = schedule::BufferRef{kCore, 0};
    bd.acquire = schedule::Acquire{{kCore, 1}};
    bd.release = schedule::Release{{kCore, 2}};
    const schedule::Schedule now = moved();
    const schedule::Bd& there = now.tiles.at(0).bds.at(0);
    EXPECT_EQ(std::get<schedule::BufferRef>(there.buffer).tile, kCoreNow);
    EXPECT_EQ(there.acquire->lock.tile, kCoreNow);
    EXPECT_EQ(there.release->lock.tile, kCoreNow);
}

TEST_F(RelocatedSchedule, HasCoresThatUseLocksAndBuffersThere) {
    schedule::Loop loop;
    loop.body = {{schedule::Acquire{{kCore, 1}}},
                 {schedule::Release{{kCore, 2}}},
                 {schedule::Call{{0}, {{{kCore, 0}, {}, {}}}}},
                 {schedule::GetCascade{schedule::BufferSlice{{kCore, 0}, {}, {}}}},
                 {schedule::PutCascade{schedule::BufferSlice{{kCore, 0}, {}, {}}}}};
    add_program(kCore).core = {{loop}};
    const schedule::Schedule now = moved();
    const auto& body = std::get<schedule::Loop>(now.tiles.at(0).core.at(0).op).body;
    EXPECT_EQ(std::get<schedule::Acquire>(body[0].op).lock.tile, kCoreNow);
    EXPECT_EQ(std::get<schedule::Release>(body[1].op).lock.tile, kCoreNow);
    EXPECT_EQ(std::get<schedule::Call>(body[2].op).arguments[0].buffer.tile, kCoreNow);
    EXPECT_EQ(std::get<schedule::GetCascade>(body[3].op).into->buffer.tile, kCoreNow);
    EXPECT_EQ(std::get<schedule::PutCascade>(body[4].op).from->buffer.tile, kCoreNow);
}

TEST_F(RelocatedSchedule, HasFlowsCascadesAndPortsThereAndNoRoutes) {
    schedule::Flow& flow = schedule_.flows.emplace_back();
    flow.source = arch::dma_port(kShim, arch::Direction::MM2S, 1);
    flow.sinks = {arch::dma_port(kCore, arch::Direction::S2MM, 0)};
    schedule_.routes.emplace_back();
    schedule_.cascades = {{kMemTile, kCore, {}}};
    schedule_.pl.ports.emplace_back().port.tile = kShim;
    const schedule::Schedule now = moved();
    EXPECT_EQ(now.flows.at(0).source.tile, kShimNow);
    EXPECT_EQ(now.flows.at(0).sinks.at(0).tile, kCoreNow);
    EXPECT_TRUE(now.routes.empty());
    EXPECT_EQ(now.cascades.at(0).from, kMemTileNow);
    EXPECT_EQ(now.cascades.at(0).to, kCoreNow);
    EXPECT_EQ(now.pl.ports.at(0).port.tile, kShimNow);
}

TEST_F(RelocatedSchedule, HasARuntimeSequenceForTheTilesThere) {
    schedule::SequenceLoop rounds;
    rounds.body = {{schedule::WriteBd{kShim, {}, {}, {}}},
                   {schedule::WriteMemory{{kCore, 0}, {}, {}}},
                   {schedule::PushTask{.tile = kShim, .bd = {}}},
                   {schedule::AwaitToken{.tile = kShim}},
                   {schedule::SetLock{.lock = {kCore, 1}}}};
    schedule_.sequence = {{rounds}};
    const schedule::Schedule now = moved();
    const auto& steps = std::get<schedule::SequenceLoop>(now.sequence.at(0).op).body;
    EXPECT_EQ(std::get<schedule::WriteBd>(steps[0].op).tile, kShimNow);
    EXPECT_EQ(std::get<schedule::WriteMemory>(steps[1].op).buffer.tile, kCoreNow);
    EXPECT_EQ(std::get<schedule::PushTask>(steps[2].op).tile, kShimNow);
    EXPECT_EQ(std::get<schedule::AwaitToken>(steps[3].op).tile, kShimNow);
    EXPECT_EQ(std::get<schedule::SetLock>(steps[4].op).lock.tile, kCoreNow);
}

TEST_F(RelocatedSchedule, HasControlPacketsForTheTilesThere) {
    schedule::ControlPort& control = schedule_.control_ports.emplace_back();
    control.tile = kCore;
    control.packets.emplace_back().op = schedule::WriteMemory{{kCore, 0}, {}, {}};
    control.packets.emplace_back().op = schedule::ReadMemory{{{kCore, 0}, {}, {}}};
    const schedule::Schedule now = moved();
    const schedule::ControlPort& there = now.control_ports.at(0);
    EXPECT_EQ(there.tile, kCoreNow);
    EXPECT_EQ(std::get<schedule::WriteMemory>(there.packets[0].op).buffer.tile, kCoreNow);
    EXPECT_EQ(std::get<schedule::ReadMemory>(there.packets[1].op).from.buffer.tile, kCoreNow);
}

TEST_F(RelocatedSchedule, HasNamesThatSayItsNewTiles) {
    schedule::TileProgram& core = add_program(kCore);
    core.buffers.emplace_back().name = "from (0,2)";
    core.locks.emplace_back().name = "tokens of (0,1)";
    schedule::Flow& flow = schedule_.flows.emplace_back();
    flow.name = "(0,0) to (0,2)";
    flow.sinks = {arch::dma_port(kCore, arch::Direction::S2MM, 0)};
    const schedule::Schedule now = moved();
    EXPECT_EQ(now.tiles.at(0).buffers.at(0).name, "from (7,3)");
    EXPECT_EQ(now.tiles.at(0).locks.at(0).name, "tokens of (6,1)");
    EXPECT_EQ(now.flows.at(0).name, "(5,0) to (7,3)");
}

}  // namespace
}  // namespace xdnasim::placed_schedule
