#include "workloads/placement/legality.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/json.hpp"
#include "test/support/input_error.hpp"
#include "test/support/replaced_text.hpp"
#include "test/workloads/placement/strix.hpp"
#include "workloads/netlist/netlist_file.hpp"
#include "workloads/placement/annealing/estimate.hpp"

namespace xdnasim::placement {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

/// Totals over all netlists of the suite, placed in order and not routed.
struct Counts {
    int legal = 0;      ///< legal placements
    int shared = 0;     ///< nets in shared memory
    int distances = 0;  ///< tiles from the sources to the sinks of all other nets
    bool operator==(const Counts&) const = default;
};

Counts count(ColumnOrder order) {
    const Array array = strix();
    Counts counts;
    for (const std::string& name : netlist::suite_names()) {
        const Netlist netlist = netlist::suite_netlist(name);
        const Placement placement = place_in_order(netlist, array, order);
        const Routes routes = share_neighbours(netlist, array, placement);
        counts.legal += breaches(netlist, array, {placement, routes}).empty() ? 1 : 0;
        for (NetId id = 0; id < netlist.net_count(); ++id) {
            const Net& net = netlist.net(id);
            if (routes[static_cast<std::size_t>(id)].transport == Transport::Neighbour) {
                ++counts.shared;
                continue;
            }
            for (const CoreId sink : net.sinks)
                counts.distances += distance(placement.of(net.source), placement.of(sink));
        }
    }
    return counts;
}

TEST(Legality, AgreesWithTheEvaluatorThatTheSuiteWasMadeWith) {
    EXPECT_EQ(count(ColumnOrder::FromTheSouth), (Counts{120, 1410, 17116}));
    EXPECT_EQ(count(ColumnOrder::Alternating), (Counts{119, 1556, 16437}));
}

std::vector<std::string> texts(const Netlist& netlist, const Placement& placement, Routes routes) {
    std::vector<std::string> all;
    for (const Breach& breach : breaches(netlist, strix(), {placement, std::move(routes)}))
        all.push_back(breach.text());
    return all;
}

std::vector<std::string> texts(const Netlist& netlist, const Placement& placement) {
    return texts(netlist, placement, share_neighbours(netlist, strix(), placement));
}

TEST(Legality, NamesTheTileTheResourceAndByHowMuchItIsOver) {
    Netlist fan = cores(4);
    for (const CoreId sink : {1, 2, 3})
        connect(fan, 0, {sink});
    EXPECT_THAT(texts(fan, Placement{{{0, 2}, {4, 2}, {4, 4}, {6, 2}}}),
                ElementsAre("tile (0,2): 3 MM2S channels, 1 more than the 2 there are"));

    Netlist large = cores(2);
    connect(large, 0, {1});
    large.nets[0].object = arch::Bytes{40'000};
    EXPECT_THAT(texts(large, Placement{{{0, 2}, {1, 2}}}),
                ElementsAre("tile (0,2): 80,000 bytes, 15,488 more than the 64,512 there are"));

    Netlist deep = cores(2);
    connect(deep, 0, {1});
    deep.nets[0].depths = {1, 17};
    EXPECT_THAT(texts(deep, Placement{{{0, 2}, {4, 2}}}),
                ElementsAre("tile (4,2): 17 BDs, 1 more than the 16 there are"));

    EXPECT_THAT(texts(cores(2), Placement{{{0, 2}, {0, 2}}}),
                ElementsAre("tile (0,2): 2 cores, 1 more than the 1 there are"));

    // Nine shared nets take a pair of locks each in the western one of two neighbours.
    Netlist locks = cores(2);
    for (int i = 0; i < 9; ++i)
        connect(locks, 0, {1});
    EXPECT_THAT(texts(locks, Placement{{{0, 2}, {1, 2}}}),
                ElementsAre("tile (0,2): 18 locks, 2 more than the 16 there are"));
}

TEST(Legality, SaysThatThereIsNoSuchLink) {
    const Breach breach{
        .tile = {0, 1}, .towards = TileId{1, 1}, .resource = Resource::Links, .used = 1};
    EXPECT_EQ(breach.text(), "link (0,1) to (1,1): 1 channel, and there are none");
}

TEST(Legality, CountsWholeWordsOfEachObject) {
    Netlist netlist = cores(2);
    for (int i = 0; i < 2; ++i) {
        connect(netlist, 0, {1});
        netlist.nets.back().object = arch::Bytes{6'451};
        netlist.nets.back().depths = {5, 5};
    }
    // Ten objects of 6,451 bytes would fit, but each takes whole words: 6,452 bytes.
    const Placement side_by_side{{{0, 2}, {1, 2}}};
    EXPECT_THAT(texts(netlist, side_by_side),
                ElementsAre("tile (0,2): 64,520 bytes, 8 more than the 64,512 there are"));
    const Array array = strix();
    Estimate estimate{netlist, array, CongestionModel::None};
    estimate.reset(side_by_side);
    EXPECT_FALSE(estimate.fits());
}

TEST(Legality, CountsFourNetsInPacketsAsOneChannelOfALink) {
    Netlist netlist = cores(2);
    Routes routes;
    for (int i = 0; i < 17; ++i) {
        connect(netlist, 0, {1});
        routes.push_back({Transport::Packet, {{{0, 2}, {1, 2}}}, {}});
    }
    const Placement placement{{{0, 2}, {1, 2}}};
    EXPECT_THAT(texts(netlist, placement, routes),
                testing::Contains("link (0,2) to (1,2): 5 channels, 1 more than the 4 there are"));
    netlist.nets.pop_back();
    routes.pop_back();
    EXPECT_THAT(texts(netlist, placement, routes),
                testing::Not(testing::Contains(HasSubstr("link"))));
}

TEST(Legality, HasTheBufferOfACommonMemoryWhereBothCoresReachIt) {
    const Array array = strix();
    using Tiles = std::vector<arch::TileId>;
    EXPECT_EQ(array.common_memories({1, 3}, {2, 3}), (Tiles{{1, 3}}));
    EXPECT_EQ(array.common_memories({2, 3}, {1, 3}), (Tiles{{1, 3}}));
    EXPECT_EQ(array.common_memories({1, 3}, {1, 4}), (Tiles{{1, 3}, {1, 4}}));
    EXPECT_EQ(array.common_memories({1, 3}, {2, 4}), Tiles{});
    EXPECT_EQ(array.common_memories({1, 2}, {1, 1}), Tiles{});  // a core and a MemTile
}

TEST(Legality, HasTheBufferBetweenCoresOfAColumnWhereFewerBytesLie) {
    Netlist netlist = cores(2);
    for (int i = 0; i < 3; ++i)
        connect(netlist, 0, {1});
    std::vector<arch::TileId> buffers;
    for (const NetRoute& route : share_neighbours(netlist, strix(), Placement{{{0, 3}, {0, 2}}}))
        buffers.push_back(route.buffer);
    // If both memories hold equally many bytes, the buffer lies in the source's.
    EXPECT_THAT(buffers, ElementsAre(arch::TileId{0, 3}, arch::TileId{0, 2}, arch::TileId{0, 3}));
}

TEST(Legality, HasTheBufferBetweenCoresOfAColumnWhereThereIsRoomForItInTheEnd) {
    Netlist netlist = cores(4);
    netlist.nets.push_back({0, {1}, {1, 1}, arch::Bytes{1}, 0});
    netlist.nets.push_back({0, {2, 3}, {1, 1, 1}, arch::Bytes{64'509}, 0});
    const Routes routes =
        share_neighbours(netlist, strix(), Placement{{{2, 3}, {2, 2}, {3, 3}, {4, 3}}});
    EXPECT_EQ(routes.front().buffer, (arch::TileId{2, 2}));
}

TEST(Legality, IsOutOfReachForMoreCoresThanThereAreTiles) {
    EXPECT_THAT(input_error([] { require_placeable(cores(33), strix()); }),
                AllOf(HasSubstr("33 nodes of the type COMP"), HasSubstr("up to 32")));
    EXPECT_NO_THROW(require_placeable(cores(32), strix()));
}

TEST(Legality, IsOutOfReachForMoreNetsThanACoreCanSend) {
    // A core sends up to four nets to neighbours, and four in packets on each of two channels: 12.
    Netlist star = cores(14);
    for (CoreId sink = 1; sink <= 12; ++sink)
        connect(star, 0, {sink});
    EXPECT_NO_THROW(require_placeable(star, strix()));
    connect(star, 0, {13});
    EXPECT_THAT(input_error([&] { require_placeable(star, strix()); }),
                AllOf(HasSubstr("core 0 'k' has 13 nets out of it, of which 9 need streams"),
                      HasSubstr("up to 8")));
}

TEST(Legality, IsOutOfReachForMoreCircuitsThanACoreHasChannels) {
    // A shim has two MM2S channels. Its nets are packets only in the mode in which all nets are.
    Netlist shim = cores(4);
    shim.cores[0].kind = arch::TileKind::Shim;
    connect(shim, 0, {1});
    connect(shim, 0, {2});
    EXPECT_NO_THROW(require_placeable(shim, strix()));
    connect(shim, 0, {3});
    EXPECT_THAT(input_error([&] { require_placeable(shim, strix()); }),
                AllOf(HasSubstr("core 0 'k' has 3 nets out of it, of which 3 need streams wherever "
                                "it is placed, a channel each"),
                      HasSubstr("up to 2 channels")));
    EXPECT_NO_THROW(require_placeable(shim, strix(), StreamMode::Packet));

    // A net to two cores takes one channel, four nets in packets take the other one, and four nets
    // are shared with neighbours.
    Netlist star = cores(12);
    connect(star, 0, {1, 2});
    for (CoreId sink = 3; sink <= 10; ++sink)
        connect(star, 0, {sink});
    EXPECT_NO_THROW(require_placeable(star, strix()));
    connect(star, 0, {11});
    EXPECT_THAT(input_error([&] { require_placeable(star, strix()); }),
                AllOf(HasSubstr("of which 6 need streams wherever it is placed, 1 a channel each "
                                "and 5 in packets"),
                      HasSubstr("up to 2 channels, with 4 in packets on one")));
    EXPECT_NO_THROW(require_placeable(star, strix(), StreamMode::Packet));

    // Without packets, a core takes four nets from neighbours and one on each of two channels.
    Netlist pair = cores(8);
    for (CoreId source = 1; source <= 6; ++source)
        connect(pair, source, {0});
    EXPECT_NO_THROW(require_placeable(pair, strix(), StreamMode::Circuit));
    connect(pair, 7, {0});
    EXPECT_NO_THROW(require_placeable(pair, strix()));
    EXPECT_THAT(input_error([&] { require_placeable(pair, strix(), StreamMode::Circuit); }),
                HasSubstr("has 7 nets into it, of which 3 need streams"));
}

TEST(Legality, IsOutOfReachForBuffersThatNoTileHolds) {
    Netlist netlist = cores(2);
    connect(netlist, 0, {1});
    // A tile has 65,536 bytes less 1,024 of the stack: 64,512 for two objects of 32,256 bytes.
    netlist.nets[0].object = arch::Bytes{32'256};
    EXPECT_NO_THROW(require_placeable(netlist, strix()));
    netlist.nets[0].object = arch::Bytes{32'260};
    EXPECT_THAT(input_error([&] { require_placeable(netlist, strix()); }),
                AllOf(HasSubstr("net 0"), HasSubstr("64,520 bytes"), HasSubstr("up to 64,512")));
    // In a shared memory, 17 objects take two locks. As a stream, they take 17 BDs at the source.
    netlist.nets[0].object = arch::Bytes{4};
    netlist.nets[0].depths = {17, 17};
    EXPECT_NO_THROW(require_placeable(netlist, strix()));
    netlist.cores.push_back({arch::TileKind::CompTile, "k"});
    netlist.nets[0].sinks = {1, 2};
    netlist.nets[0].depths = {17, 2, 2};
    EXPECT_THAT(input_error([&] { require_placeable(netlist, strix()); }),
                HasSubstr("17 BDs at core 0"));
}

TEST(Legality, IsOutOfReachForLinksThatNoMemTileHolds) {
    // The MemTile holds nine objects of 60,000 bytes; the core takes them one at a time.
    std::string text = R"({"name": "large", "device": "npu2_8x6",
"nodes": [{"id": 0, "type": "COMP", "name": "k"},
  {"id": 1, "type": "MEM", "name": "m"},
  {"id": 2, "type": "SHIM", "name": "s"}],
"nets": [{"id": 0, "src_id": 2, "dst_ids": [1], "depths": [2, 9],
          "byte_size_per_depth": 60000, "initial_tokens": 0},
         {"id": 1, "src_id": 1, "dst_ids": [0], "depths": [2, 1],
          "byte_size_per_depth": 60000, "initial_tokens": 0}],
"links": [{"type": "copy", "mem": 1, "in": [0], "out": [1]}]})";
    const auto read = [&] { return netlist::read_netlist(base::parse_json(text, "large.json")); };
    EXPECT_THAT(input_error([&] { require_placeable(read(), strix()); }),
                AllOf(StartsWith("large.json:3:3: core 1 'm' needs 540,000 bytes"),
                      HasSubstr("up to 524,288 bytes")));
    text = replaced(text, "[2, 9]", "[2, 8]");
    EXPECT_NO_THROW(require_placeable(read(), strix()));
}

/// A MemTile that holds `objects` objects from a shim and sends one part of each object to each of
/// `parts` cores.
Netlist split_among(int parts, int objects) {
    Netlist netlist = cores(static_cast<std::size_t>(parts));
    const CoreId mem = netlist.core_count();
    netlist.cores.push_back({arch::TileKind::MemTile, "m"});
    netlist.cores.push_back({arch::TileKind::Shim, "s"});
    netlist.nets.push_back({mem + 1, {mem}, {2, objects}, arch::Bytes{std::int64_t{64} * parts}});
    netlist::Link link{netlist::LinkKind::Distribute, mem, {0}, {}};
    for (CoreId core = 0; core < parts; ++core) {
        link.out.push_back(netlist.net_count());
        netlist.nets.push_back({mem, {core}, {2, 2}, arch::Bytes{64}});
    }
    netlist.links.push_back(link);
    return netlist;
}

TEST(Legality, IsOutOfReachForLinksThatTakeMoreBdsThanAChannelHas) {
    // Even channels of a MemTile can run one half of its 48 BDs, odd channels the other half.
    EXPECT_NO_THROW(require_placeable(split_among(1, 24), strix()));
    EXPECT_THAT(input_error([] { require_placeable(split_among(1, 25), strix()); }),
                AllOf(HasSubstr("takes 25 BDs of a channel at core 1 'm', for 25 objects;"),
                      HasSubstr("up to 24")));
    EXPECT_NO_THROW(require_placeable(split_among(4, 6), strix()));
    EXPECT_THAT(input_error([] { require_placeable(split_among(4, 7), strix()); }),
                HasSubstr("takes 28 BDs of a channel at core 4 'm', for 7 objects in 4 parts"));
}

}  // namespace
}  // namespace xdnasim::placement
