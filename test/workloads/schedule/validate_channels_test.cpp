#include "test/workloads/schedule/validation_fixture.hpp"

namespace xdnasim::schedule::test {
namespace {

using arch::Bytes;
using arch::Direction;

class ValidateChannels : public Validation {
 protected:
    [[nodiscard]] Bd& out() { return bd(kMem, 2); }
    const std::string where = "mem tile (0,1) BD 2";

    /// Adds a program of the MemTile to the east, with one buffer and lock 5.
    void add_neighbour() {
        TileProgram& neighbour = schedule.tiles.emplace_back();
        neighbour.tile = {1, 1};
        neighbour.buffers = {{"far", Bytes{0}, Bytes{1024}}};
        neighbour.locks = {{5, "far", 0}};
    }

    void make_packets(const std::string& name, int id, std::initializer_list<int> bds) {
        flow(name).mode = FlowMode::Packet;
        flow(name).packet_id = id;
        for (const int each : bds)
            bd(kMem, each).packet = PacketHeader{.id = id};
    }
};

TEST_F(ValidateChannels, NamesAChannelProgrammedTwice) {
    const Channel again = channel_of(program(kMem), Direction::MM2S, 0);
    program(kMem).channels.push_back(again);
    EXPECT_TRUE(only_breach("mem tile (0,1) MM2S channel 0", "more than once"));
}

TEST_F(ValidateChannels, NamesATaskWithoutBd) {
    channel_of(program(kMem), Direction::MM2S, 0).tasks.push_back({.bd = 17});
    EXPECT_TRUE(only_breach("mem tile (0,1) MM2S channel 0", "starts at BD 17"));
}

TEST_F(ValidateChannels, NamesAChannelThatNoFlowUses) {
    program(kMem).bds.emplace_back(out());
    program(kMem).bds.back().id = program(kMem).bds.back().next.emplace() = 9;
    program(kMem).channels.push_back({Direction::MM2S, 2, {{.bd = 9}}});
    EXPECT_TRUE(only_breach("mem tile (0,1) MM2S channel 2", "no flow starts or ends here"));
}

TEST_F(ValidateChannels, NamesABdOfTheOtherParity) {
    bd(kMem, 24).next = 5;
    Bd wrong = bd(kMem, 25);
    wrong.id = 5;
    program(kMem).bds.push_back(wrong);
    EXPECT_TRUE(only_breach("mem tile (0,1) BD 5", "run by channel 1, which can use BDs 24 to 47"));
}

TEST_F(ValidateChannels, NamesABdSharedByTwoChannels) {
    bd(kMem, 3).next = 0;
    EXPECT_TRUE(only_breach("mem tile (0,1) BD 0", "run by S2MM channel 0 and by MM2S channel 0"));
}

TEST_F(ValidateChannels, LetTwoTasksOfOneChannelShareABd) {
    channel_of(program(kMem), Direction::MM2S, 0).tasks.push_back({.bd = 3});
    EXPECT_TRUE(is_valid());
}

TEST_F(ValidateChannels, ReachBuffersOfTheNeighbourFromTheLowChannels) {
    add_neighbour();
    device.mem_tile.dma.neighbour_channels = 1;
    out().buffer = BufferRef{{1, 1}, 0};
    EXPECT_TRUE(is_valid());
}

TEST_F(ValidateChannels, NameBuffersOfTheNeighbourThatAHighChannelCannotReach) {
    add_neighbour();
    bd(kMem, 26).buffer = BufferRef{{1, 1}, 0};
    EXPECT_TRUE(is_valid());
    device.mem_tile.dma.neighbour_channels = 1;
    EXPECT_TRUE(only_breach("mem tile (0,1) BD 26",
                            "a buffer of mem tile (1,1) on channel 1; only channels 0 to 0"));
}

TEST_F(ValidateChannels, NameLocksOfTheNeighbourThatAHighChannelCannotReach) {
    add_neighbour();
    bd(kMem, 27).release->lock = {{1, 1}, 5};
    EXPECT_FALSE(has_breach("mem tile (0,1) BD 27", "lock"));
    device.mem_tile.dma.neighbour_channels = 1;
    EXPECT_TRUE(only_breach("mem tile (0,1) BD 27", "a lock of mem tile (1,1) on channel 1"));
}

TEST_F(ValidateChannels, NameAHeaderThatS2mmCannotWrite) {
    bd(kMem, 0).packet = PacketHeader{};
    EXPECT_TRUE(only_breach("mem tile (0,1) BD 0", "only MM2S sends headers"));
}

TEST_F(ValidateChannels, NamePaddingThatS2mmCannotWrite) {
    bd(kMem, 0).dimensions = {{253, Bytes{4}}};
    bd(kMem, 0).padding = {{2, 1}};
    EXPECT_TRUE(only_breach("mem tile (0,1) BD 0", "only MM2S pads"));
}

TEST_F(ValidateChannels, SendPacketsWithTheIdOfTheirFlow) {
    make_packets("to core", 7, {2, 3});
    EXPECT_TRUE(is_valid());
    out().packet->id = 8;
    EXPECT_TRUE(only_breach(where,
                            "has packet id 8; no flow from (0,1) slave DMA:0 has it, flow "
                            "'to core' has 7"));
}

TEST_F(ValidateChannels, NameAPacketWithoutHeader) {
    make_packets("to core", 7, {3});
    EXPECT_TRUE(only_breach(where, "no packet header; flow 'to core' needs one with id 7"));
}

TEST_F(ValidateChannels, NameAHeaderInACircuit) {
    out().packet = PacketHeader{.id = 3};
    EXPECT_TRUE(only_breach(where, "header with id 3 into flow 'to core', which is a circuit"));
}

}  // namespace
}  // namespace xdnasim::schedule::test
