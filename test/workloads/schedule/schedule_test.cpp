#include "workloads/schedule/schedule.hpp"

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

/// A packet flow from an MM2S channel of core (1,2) to two cores.
Flow packets(int channel, int id) {
    return {"packets",
            arch::dma_port({1, 2}, arch::Direction::MM2S, channel),
            {arch::dma_port({0, 2}, arch::Direction::S2MM, 0),
             arch::dma_port({0, 3}, arch::Direction::S2MM, 0)},
            FlowMode::Packet,
            id};
}

TEST(Flows, DifferInTheIdsOfPacketsAlone) {
    EXPECT_TRUE(differ_in_id(packets(0, 1), packets(0, 2)));
    EXPECT_FALSE(differ_in_id(packets(0, 1), packets(1, 1)));
    Flow circuit = packets(0, 2);
    circuit.mode = FlowMode::Circuit;
    EXPECT_FALSE(differ_in_id(packets(0, 1), circuit));
}

TEST(Flows, AreJointFromTwoSourcesToTheSameSinks) {
    EXPECT_TRUE(are_joint(packets(0, 1), packets(1, 1)));
    EXPECT_FALSE(are_joint(packets(0, 1), packets(0, 1))) << "one source";
    EXPECT_FALSE(are_joint(packets(0, 1), packets(1, 2))) << "ids that differ";
    Flow other = packets(1, 1);
    other.mode = FlowMode::Circuit;
    EXPECT_FALSE(are_joint(packets(0, 1), other));
    other = packets(1, 1);
    other.sinks.pop_back();
    EXPECT_FALSE(are_joint(packets(0, 1), other));
}

class References : public testing::Test {
 protected:
    References() {
        schedule_.tiles[1].buffers = {{"first", arch::Bytes{0}, arch::Bytes{8}},
                                      {"second", arch::Bytes{8}, arch::Bytes{4}}};
        schedule_.tiles[1].locks = {{6, "full", 3}};
        schedule_.host_buffers = {{"in", arch::Bytes{64}}, {"out", arch::Bytes{128}}};
        schedule_.kernels = {{"copy", kernels::Copy{arch::Bytes{4}}, std::nullopt}};
    }
    Schedule schedule_ = with_tiles({{0, 1}, {0, 2}});
};

TEST_F(References, NameTheirObjects) {
    EXPECT_EQ(schedule_.buffer({{0, 2}, 1})->name, "second");
    EXPECT_EQ(schedule_.lock({{0, 2}, 6})->initial, 3);
    EXPECT_EQ(schedule_.host_buffer({1})->name, "out");
    EXPECT_EQ(schedule_.kernel({0})->name, "copy");
}

TEST_F(References, NameNothingWhereThereIsNone) {
    EXPECT_EQ(schedule_.buffer({{0, 2}, 2}), nullptr);
    EXPECT_EQ(schedule_.buffer({{0, 2}, -1}), nullptr);
    EXPECT_EQ(schedule_.buffer({{0, 1}, 0}), nullptr);
    EXPECT_EQ(schedule_.buffer({{9, 9}, 0}), nullptr) << "a tile without program";
    EXPECT_EQ(schedule_.lock({{0, 2}, 5}), nullptr);
    EXPECT_EQ(schedule_.lock({{9, 9}, 6}), nullptr);
    EXPECT_EQ(schedule_.host_buffer({2}), nullptr);
    EXPECT_EQ(schedule_.host_buffer({-1}), nullptr);
    EXPECT_EQ(schedule_.kernel({1}), nullptr);
    EXPECT_EQ(schedule_.kernel({-1}), nullptr);
}

}  // namespace
}  // namespace xdnasim::schedule
