// Netlists of schedules, as place and route uses them.

#include "workloads/placed_schedule/schedule_netlist.hpp"

#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/support/stock_device.hpp"

namespace xdnasim::placed_schedule {
namespace {

using arch::Bundle;
using arch::PortSide;
using arch::TileId;
using netlist::Carrier;
using testing::ElementsAre;
using xdnasim::test::strix;

schedule::Schedule with_tiles(const std::vector<TileId>& tiles) {
    schedule::Schedule schedule;
    for (const TileId tile : tiles)
        schedule.tiles.emplace_back().tile = tile;
    return schedule;
}

schedule::Flow flow(TileId from, const std::vector<TileId>& to) {
    schedule::Flow made;
    made.source = arch::dma_port(from, arch::Direction::MM2S, 0);
    for (const TileId tile : to)
        made.sinks.push_back(arch::dma_port(tile, arch::Direction::S2MM, 0));
    return made;
}

/// Tiles where the second core of `tie` may lie if the first is at `from`, among `from` and the
/// eight tiles around it.
std::set<TileId> allowed_around(const netlist::Tie& tie, TileId from) {
    std::set<TileId> found;
    for (int column = from.column - 1; column <= from.column + 1; ++column)
        for (int row = from.row - 1; row <= from.row + 1; ++row)
            if (netlist::away(tie, from, {column, row}) == 0) found.insert({column, row});
    return found;
}

TEST(ScheduleNetlist, HasACoreForEachTileAndANetForEachFlowWithEachSinkOnce) {
    schedule::Schedule schedule = with_tiles({{0, 0}, {0, 1}, {0, 2}, {1, 2}});
    schedule.flows = {flow({0, 1}, {{0, 2}, {1, 2}, {1, 2}}), flow({0, 2}, {{0, 0}})};
    schedule.flows.back().mode = schedule::FlowMode::Packet;
    const ScheduleNetlist found = netlist_of(schedule, strix());
    EXPECT_THAT(found.present.tiles(),
                ElementsAre(TileId{0, 0}, TileId{0, 1}, TileId{0, 2}, TileId{1, 2}));
    EXPECT_EQ(found.netlist.kind(0), arch::TileKind::Shim);
    EXPECT_EQ(found.netlist.kind(1), arch::TileKind::MemTile);
    ASSERT_EQ(found.netlist.net_count(), 2);
    EXPECT_EQ(found.netlist.net(0).source, 1);
    EXPECT_THAT(found.netlist.net(0).sinks, ElementsAre(2, 3));
    EXPECT_EQ(found.netlist.net(0).carrier, Carrier::Circuit);
    EXPECT_EQ(found.netlist.net(1).carrier, Carrier::Packet);
    EXPECT_TRUE(found.netlist.ties.empty());
}

TEST(ScheduleNetlist, TiesAMemTileToTheNeighbourWhoseBuffersItMoves) {
    schedule::Schedule schedule = with_tiles({{3, 1}, {4, 1}});
    schedule::Bd bd;
    bd.buffer = schedule::BufferRef{{4, 1}, 0};
    bd.acquire = schedule::Acquire{{{4, 1}, 2}};
    schedule.tiles.front().bds = {bd};
    const ScheduleNetlist found = netlist_of(schedule, strix());
    ASSERT_EQ(found.netlist.ties.size(), 1);
    EXPECT_THAT(allowed_around(found.netlist.ties.front(), {3, 1}),
                ElementsAre(TileId{2, 1}, TileId{4, 1}));
}

TEST(ScheduleNetlist, TiesACoreToTheMemoryAndTheLocksThatItUses) {
    for (const bool by_lock : {true, false}) {
        schedule::Schedule schedule = with_tiles({{3, 3}, {3, 4}});
        schedule::Loop loop;
        if (by_lock)
            loop.body.push_back({schedule::Release{{{3, 4}, 1}}});
        else
            loop.body.push_back({schedule::Call{{0}, {{{{3, 4}, 0}, {}, {}}}}});
        schedule.tiles.front().core.push_back({loop});
        const ScheduleNetlist found = netlist_of(schedule, strix());
        ASSERT_EQ(found.netlist.ties.size(), 1) << by_lock;
        // The own memory and those of the neighbours, except the one to the east (AM020, memory
        // module).
        EXPECT_THAT(allowed_around(found.netlist.ties.front(), {3, 3}),
                    ElementsAre(TileId{2, 3}, TileId{3, 2}, TileId{3, 3}, TileId{3, 4}));
    }
}

TEST(ScheduleNetlist, TiesTheEndsOfACascadeToTheEastOrTheSouth) {
    schedule::Schedule schedule = with_tiles({{3, 3}, {4, 3}});
    schedule.cascades = {{{3, 3}, {4, 3}, {}}};
    const ScheduleNetlist found = netlist_of(schedule, strix());
    ASSERT_EQ(found.netlist.ties.size(), 1);
    EXPECT_THAT(allowed_around(found.netlist.ties.front(), {3, 3}),
                ElementsAre(TileId{3, 2}, TileId{4, 3}));
}

TEST(ScheduleNetlist, LeavesShimsWithPortsToTheProgrammableLogicWhereTheyAre) {
    schedule::Schedule schedule = with_tiles({{2, 0}, {3, 0}, {3, 3}});
    schedule.flows = {flow({3, 3}, {{3, 0}})};
    schedule.pl.ports.emplace_back().port = {{2, 0}, PortSide::Slave, Bundle::Plio, 0};
    const ScheduleNetlist found = netlist_of(schedule, strix());
    EXPECT_EQ(found.netlist.core(0).kept_tile, (TileId{2, 0}));
    EXPECT_EQ(found.netlist.core(1).kept_tile, std::nullopt);
    EXPECT_EQ(found.netlist.core(2).kept_tile, std::nullopt);
}

}  // namespace
}  // namespace xdnasim::placed_schedule
