// A schedule on other tiles.

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

TEST(Relocation, MovesAllThatNamesATile) {
    const Relocation relocation{Placement{{{0, 0}, {0, 1}, {0, 2}}},
                                Placement{{{5, 0}, {6, 1}, {7, 3}}}};
    schedule::Schedule schedule;
    schedule::TileProgram core;
    core.tile = {0, 2};
    schedule::Bd bd;
    bd.buffer = schedule::BufferRef{{0, 2}, 0};
    bd.acquire = schedule::Acquire{{{0, 2}, 1}};
    bd.release = schedule::Release{{{0, 2}, 2}};
    core.bds = {bd};
    core.buffers.emplace_back().name = "from (0,2)";
    core.locks.emplace_back().name = "tokens of (0,1)";
    schedule::Loop loop;
    loop.body = {{schedule::Acquire{{{0, 2}, 1}}},
                 {schedule::Release{{{0, 2}, 2}}},
                 {schedule::Call{{0}, {{{{0, 2}, 0}, {}, {}}}}},
                 {schedule::GetCascade{schedule::BufferSlice{{{0, 2}, 0}, {}, {}}}},
                 {schedule::PutCascade{schedule::BufferSlice{{{0, 2}, 0}, {}, {}}}}};
    core.core = {{loop}};
    schedule.tiles = {core, {}};
    schedule.tiles.back().tile = {0, 1};
    schedule.flows.emplace_back();
    schedule.flows.back().name = "(0,0) to (0,2)";
    schedule.flows.back().source = arch::dma_port({0, 0}, arch::Direction::MM2S, 1);
    schedule.flows.back().sinks = {arch::dma_port({0, 2}, arch::Direction::S2MM, 0)};
    schedule.routes.emplace_back();
    schedule.cascades = {{{0, 2}, {0, 2}, {}}};
    schedule.pl.ports.emplace_back().port.tile = {0, 0};
    schedule::SequenceLoop rounds;
    rounds.body = {{schedule::WriteBd{{0, 0}, {}, {}, {}}},
                   {schedule::WriteMemory{{{0, 2}, 0}, {}, {}}},
                   {schedule::PushTask{.tile = {0, 0}, .bd = {}}},
                   {schedule::AwaitToken{.tile = {0, 0}}},
                   {schedule::SetLock{.lock = {{0, 2}, 1}}}};
    schedule.sequence = {{rounds}};
    schedule::ControlPort& control = schedule.control_ports.emplace_back();
    control.tile = {0, 2};
    control.packets.emplace_back().op = schedule::WriteMemory{{{0, 2}, 0}, {}, {}};
    control.packets.emplace_back().op = schedule::ReadMemory{{{{0, 2}, 0}, {}, {}}};

    const schedule::Schedule moved = relocated(schedule, relocation);
    ASSERT_EQ(moved.tiles.size(), 2);
    EXPECT_TRUE(moved.routes.empty());
    EXPECT_EQ(moved.tiles[0].tile, (TileId{6, 1}));
    const schedule::TileProgram& there = moved.tiles[1];
    EXPECT_EQ(there.tile, (TileId{7, 3}));
    int moves = 0;
    const auto expect = [&](TileId tile, TileId expected) {
        EXPECT_EQ(tile, expected);
        ++moves;
    };
    const TileId core_now{7, 3};
    const TileId shim_now{5, 0};
    expect(std::get<schedule::BufferRef>(there.bds[0].buffer).tile, core_now);
    expect(there.bds[0].acquire->lock.tile, core_now);
    expect(there.bds[0].release->lock.tile, core_now);
    const auto& body = std::get<schedule::Loop>(there.core[0].op).body;
    expect(std::get<schedule::Acquire>(body[0].op).lock.tile, core_now);
    expect(std::get<schedule::Release>(body[1].op).lock.tile, core_now);
    expect(std::get<schedule::Call>(body[2].op).arguments[0].buffer.tile, core_now);
    expect(std::get<schedule::GetCascade>(body[3].op).into->buffer.tile, core_now);
    expect(std::get<schedule::PutCascade>(body[4].op).from->buffer.tile, core_now);
    expect(moved.flows[0].source.tile, shim_now);
    expect(moved.flows[0].sinks[0].tile, core_now);
    expect(moved.cascades[0].from, core_now);
    expect(moved.pl.ports[0].port.tile, shim_now);
    const auto& steps = std::get<schedule::SequenceLoop>(moved.sequence[0].op).body;
    expect(std::get<schedule::WriteBd>(steps[0].op).tile, shim_now);
    expect(std::get<schedule::WriteMemory>(steps[1].op).buffer.tile, core_now);
    expect(std::get<schedule::PushTask>(steps[2].op).tile, shim_now);
    expect(std::get<schedule::AwaitToken>(steps[3].op).tile, shim_now);
    expect(std::get<schedule::SetLock>(steps[4].op).lock.tile, core_now);
    expect(moved.control_ports[0].tile, core_now);
    const auto& packets = moved.control_ports[0].packets;
    expect(std::get<schedule::WriteMemory>(packets[0].op).buffer.tile, core_now);
    expect(std::get<schedule::ReadMemory>(packets[1].op).from.buffer.tile, core_now);
    EXPECT_EQ(moves, 20);
    EXPECT_EQ(there.buffers[0].name, "from (7,3)");
    EXPECT_EQ(there.locks[0].name, "tokens of (6,1)");
    EXPECT_EQ(moved.flows[0].name, "(5,0) to (7,3)");
}

}  // namespace
}  // namespace xdnasim::placed_schedule
