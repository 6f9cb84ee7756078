#include "arch/routing_graph.hpp"
#include "test/workloads/schedule/validation_fixture.hpp"

namespace xdnasim::schedule::test {
namespace {

using arch::Direction;

/// A schedule in which the MemTile sends packets to a channel of the core that takes them out of
/// order: the header of each packet names the BD that receives it.
class ValidateOutOfOrder : public Validation {
 protected:
    ValidateOutOfOrder() {
        flow("to core").mode = FlowMode::Packet;
        flow("to core").packet_id = 5;
        for (int id : bds_of(kMem, Direction::MM2S))
            bd(kMem, id).packet =
                PacketHeader{.id = 5, .sink_bd = bds_of(kCore, Direction::S2MM)[0]};
        for (const int id : bds_of(kCore, Direction::S2MM))
            bd(kCore, id).next.reset();
        channel(kCore).tasks.clear();
        channel(kCore).out_of_order = true;
    }

    Channel& channel(arch::TileId tile) {
        return channel_of(program(tile), Direction::S2MM, flow("to core").sinks[0].channel);
    }
    /// Ids of the BDs of the channel at one end of the flow to the core: MM2S in the MemTile, S2MM
    /// in the core. Results are kept, since tests change the tasks that lead to these BDs.
    std::vector<int> bds_of(arch::TileId tile, Direction direction) {
        const arch::Port& port =
            direction == Direction::MM2S ? flow("to core").source : flow("to core").sinks[0];
        if (known_.contains(tile)) return known_[tile];
        for (const Channel& channel : program(tile).channels)
            if (arch::dma_port(tile, channel.direction, channel.channel) == port)
                for (const Bd* bd : program(tile).chain(channel.tasks.front().bd).bds)
                    known_[tile].push_back(bd->id);
        return known_[tile];
    }
    Bd& sender() { return bd(kMem, bds_of(kMem, Direction::MM2S)[0]); }
    std::string sender_name() { return "mem tile (0,1) BD " + std::to_string(sender().id); }
    std::string channel_name() {
        return "core (0,2) S2MM channel " + std::to_string(channel(kCore).channel);
    }

 private:
    std::map<arch::TileId, std::vector<int>> known_;
};

TEST_F(ValidateOutOfOrder, TakesPacketsThatNameTheirBds) {
    EXPECT_TRUE(is_valid());
}

TEST_F(ValidateOutOfOrder, NamesAPacketWithoutOne) {
    sender().packet->sink_bd.reset();
    EXPECT_TRUE(has_breach(sender_name(), "sends packets that name no BD to core (0,2)"));
}

TEST_F(ValidateOutOfOrder, NamesAFlowThatKeepsHeadersForAnotherChannelToo) {
    flow("to core").keep_header = true;
    EXPECT_TRUE(is_valid());
    Flow& both = flow("to core");
    both.sinks.push_back(flow("in").sinks[0]);
    EXPECT_TRUE(has_breach(channel_name(),
                           "is out of order, but flow 'to core' also leads its "
                           "packets to a channel that would take the headers as "
                           "data"));
}

TEST_F(ValidateOutOfOrder, NamesABdThatDoesNotExist) {
    sender().packet->sink_bd = 15;
    EXPECT_TRUE(has_breach(sender_name(), "for BD 15 of core (0,2), which does not exist"));
}

TEST_F(ValidateOutOfOrder, NamesPacketsOfAnotherLength) {
    Bd& taker = bd(kCore, bds_of(kCore, Direction::S2MM)[0]);
    taker.length -= arch::kWord;
    EXPECT_TRUE(has_breach(sender_name(), "which takes " + std::to_string(taker.length.count())));
}

TEST_F(ValidateOutOfOrder, NamesACircuit) {
    flow("to core").mode = FlowMode::Circuit;
    EXPECT_TRUE(has_breach(channel_name(), "whose data names no BD"));
}

TEST_F(ValidateOutOfOrder, NamesTasks) {
    channel(kCore).tasks.push_back({bds_of(kCore, Direction::S2MM)[0], 0, false});
    EXPECT_TRUE(has_breach(channel_name(), "is out of order and has tasks"));
}

TEST_F(ValidateOutOfOrder, NamesMorePacketsThanAQueueCounts) {
    channel(kCore).packets = 256;
    EXPECT_TRUE(is_valid());
    channel(kCore).packets = 257;
    EXPECT_TRUE(has_breach(channel_name(), "packets is 257; allowed are 0 to 256"));
}

}  // namespace
}  // namespace xdnasim::schedule::test
