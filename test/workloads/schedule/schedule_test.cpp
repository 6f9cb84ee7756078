#include "xdnasim/workloads/schedule/schedule.hpp"

#include <gtest/gtest.h>

namespace xdnasim::schedule {
namespace {

Schedule with_tiles(std::initializer_list<arch::TileId> tiles) {
    Schedule schedule;
    for (const arch::TileId tile : tiles)
        schedule.tiles.emplace_back().tile = tile;
    return schedule;
}

TEST(Schedule, FindsTheProgramOfEachTile) {
    Schedule schedule = with_tiles({{0, 1}, {0, 2}, {1, 1}});
    for (TileProgram& program : schedule.tiles)
        EXPECT_EQ(schedule.find(program.tile), &program);
}

TEST(Schedule, FindsNothingForATileWithoutProgram) {
    const Schedule schedule = with_tiles({{0, 1}, {0, 2}, {1, 1}});
    EXPECT_EQ(schedule.find({0, 0}), nullptr);
    EXPECT_EQ(schedule.find({1, 0}), nullptr);
    EXPECT_EQ(schedule.find({2, 0}), nullptr);
}

TEST(Schedule, FindsNothingWhenItIsEmpty) {
    EXPECT_EQ(Schedule{}.find({0, 0}), nullptr);
}

}  // namespace
}  // namespace xdnasim::schedule
