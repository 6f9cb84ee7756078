// The contents of the device files that come with xdnasim.

#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "arch/device_file.hpp"
#include "arch/device_loader.hpp"
#include "arch/routing_graph.hpp"
#include "test/arch/extended_device.hpp"
#include "test/support/parameter_name.hpp"

namespace xdnasim::arch {
namespace {

using test::quantity;

Device named(const char* name) {
    return load_device(find_device(name));
}

TEST(Phoenix, HasFourColumnsOfFourCores) {
    const Device device = named("xdna-phoenix");
    EXPECT_EQ(device.name, "xdna-phoenix");
    EXPECT_EQ(device.generation, Generation::AieMl);
    EXPECT_EQ(device.columns, 4);
    EXPECT_EQ(device.rows(), 6);
    EXPECT_EQ(device.core_rows(), 4);
    EXPECT_EQ(device.first_core_row(), 2);
    EXPECT_EQ(device.kind({0, 1}), TileKind::MemTile);
    EXPECT_EQ(device.shim_has_dma, std::vector<bool>(4, true));
    EXPECT_DOUBLE_EQ(device.clock_ghz, 1.0);
    EXPECT_EQ(device.stream_width, Bytes{4});
    EXPECT_EQ(device.dispatch, Nanoseconds{170'000});
    EXPECT_EQ(device.reconfiguration, Nanoseconds{3'400'000});
}

TEST(Ve2802, HasTheArrayAndThePortsOfAVek280) {
    const Device device = named("versal-ve2802");
    EXPECT_EQ(device.generation, Generation::AieMl);
    EXPECT_EQ(device.columns * device.core_rows(), 304);
    EXPECT_EQ(device.mem_rows(), 2);
    EXPECT_EQ(device.first_core_row(), 3);
    EXPECT_EQ(device.host_columns(),
              (std::vector<int>{2, 3, 6, 7, 14, 15, 22, 23, 30, 31, 34, 35}));
    int inputs = 0;
    int outputs = 0;
    for (int column = 0; column < device.columns; ++column) {
        inputs += port_count(device, {column, 0}, PortSide::Slave, Bundle::Plio);
        outputs += port_count(device, {column, 0}, PortSide::Master, Bundle::Plio);
    }
    EXPECT_EQ(inputs, 2 * 112);  // Mhatre et al., FPL 2025: 128-bit ports, of two channels each
    EXPECT_EQ(outputs, 2 * 84);
    // 16 bytes a cycle of the PL are 3.84 bytes a cycle of the array.
    EXPECT_DOUBLE_EQ(16 * device.pl->clock_ghz / device.clock_ghz, 3.84);
    EXPECT_EQ(device.timing.switch_hop, Cycles{4});
    EXPECT_EQ(device.timing.switch_hop.count() * device.timing.switch_beats, 8);
}

TEST(Ve2302, HasTwoRowsOfCoresAboveOneOfMemTiles) {
    const Device device = named("versal-ve2302");
    EXPECT_EQ(device.generation, Generation::AieMl);
    EXPECT_EQ(device.columns * device.core_rows(), 34);
    EXPECT_EQ(device.mem_rows(), 1);
    EXPECT_EQ(device.first_core_row(), 2);
    EXPECT_EQ(device.host_columns(), (std::vector<int>{2, 3, 6, 7, 10, 11}));
    EXPECT_EQ(port_count(device, {16, 0}, PortSide::Slave, Bundle::Plio), 8);
}

TEST(Cascades, HoldFourWordsInBothArchitectures) {
    for (const char* name : {"xdna-phoenix", "xdna2-strix", "versal-ve2802"})
        EXPECT_EQ(named(name).core.cascade.words(), 4) << name;
}

TEST(Npus, HaveNoProgrammableLogic) {
    for (const char* name : {"xdna-phoenix", "xdna2-krackan"}) {
        const Device device = named(name);
        EXPECT_FALSE(device.pl);
        EXPECT_EQ(port_count(device, {1, 0}, PortSide::Slave, Bundle::Plio), 0);
    }
}

TEST(Krackan, LaysAie2pOverAieMl) {
    const Device device = named("xdna2-krackan");
    EXPECT_EQ(device.generation, Generation::Aie2p);
    EXPECT_EQ(device.columns, 8);
    EXPECT_DOUBLE_EQ(device.clock_ghz, 1.8);
    EXPECT_EQ(device.stream_width, Bytes{8});
    EXPECT_EQ(device.timing.core_lock_op, Cycles{5});
    EXPECT_EQ(device.timing.bd_switch, Cycles{1});
    EXPECT_EQ(device.mem_tile.memory, Bytes{512 * 1024});
}

TEST(AieMl, HasTheRegisterWidthsOfItsTiles) {
    const Device device = named("xdna-phoenix");
    const BdLimits& core = device.comp_tile.dma.bd;
    EXPECT_EQ(core.dimensions, 3);
    EXPECT_EQ(core.length_bits, 14);
    EXPECT_EQ(core.step_bits, 13);
    EXPECT_EQ(core.wrap_bits, 8);
    const BdLimits& mem = device.mem_tile.dma.bd;
    EXPECT_EQ(mem.dimensions, 4);
    EXPECT_EQ(mem.length_bits, 17);
    EXPECT_EQ(mem.address_bits, 19);
    EXPECT_EQ(mem.padding_bits, (std::array{6, 5, 4}));
    const BdLimits& shim = device.shim_tile.dma.bd;
    EXPECT_EQ(shim.length_bits, 32);
    EXPECT_EQ(shim.address_bits, 0);
    EXPECT_EQ(shim.step_bits, 20);
    EXPECT_EQ(shim.iteration_wrap_bits, 6);
}

TEST(AieMl, SplitsTheBdsOfMemTilesByParity) {
    const Device device = named("xdna-phoenix");
    EXPECT_TRUE(device.mem_tile.dma.bds_split_by_parity);
    EXPECT_FALSE(device.comp_tile.dma.bds_split_by_parity);
    EXPECT_EQ(device.mem_tile.dma.bds, 48);
    EXPECT_EQ(device.mem_tile.dma.neighbour_channels, 4);
    EXPECT_EQ(device.mem_tile.dma.s2mm_channels, 6);
    EXPECT_EQ(device.shim_tile.dma.task_queue_depth, 4);
}

TEST(AieMl, SwitchesHaveTheirPorts) {
    const Device device = named("xdna-phoenix");
    const SwitchModel& core = device.comp_tile.stream_switch;
    EXPECT_EQ(core.count(Bundle::North).masters, 6);
    EXPECT_EQ(core.count(Bundle::North).slaves, 4);
    EXPECT_EQ(core.count(Bundle::Trace).slaves, 2);
    EXPECT_EQ(core.arbiters, 6);
    EXPECT_EQ(core.msels, 4);
    EXPECT_EQ(core.packet_slots, 4);
    EXPECT_EQ(device.shim_tile.stream_switch.count(Bundle::South).slaves, 8);
    EXPECT_EQ(device.mem_tile.stream_switch.count(Bundle::West).slaves, 0);
    EXPECT_EQ(device.shim_mux.mm2s_to_south, (std::vector{3, 7}));
    EXPECT_EQ(device.shim_mux.south_to_s2mm, (std::vector{2, 3}));
}

struct Connection {
    TileId tile;
    Bundle from;
    int from_channel;
    Bundle to;
    int to_channel;
    bool legal;
};

class AieMlConnection : public testing::TestWithParam<Connection> {};

TEST_P(AieMlConnection, FollowsTheRulesOfItsSwitch) {
    static const Device device = named("xdna-phoenix");
    const Connection& wanted = GetParam();
    const Port slave{wanted.tile, PortSide::Slave, wanted.from, wanted.from_channel};
    const Port master{wanted.tile, PortSide::Master, wanted.to, wanted.to_channel};
    EXPECT_EQ(can_connect(device, slave, master), wanted.legal)
        << to_string(slave) << " to " << to_string(master);
}

constexpr TileId kSomeShim{1, 0};
constexpr TileId kSomeMemTile{1, 1};
constexpr TileId kSomeCore{1, 3};

INSTANTIATE_TEST_SUITE_P(
    Switches, AieMlConnection,
    testing::Values(Connection{kSomeCore, Bundle::South, 5, Bundle::North, 0, true},
                    Connection{kSomeCore, Bundle::North, 1, Bundle::North, 1, true},
                    Connection{kSomeCore, Bundle::North, 1, Bundle::North, 2, false},
                    Connection{kSomeCore, Bundle::Core, 0, Bundle::Core, 0, false},
                    Connection{kSomeCore, Bundle::Core, 0, Bundle::East, 3, true},
                    Connection{kSomeCore, Bundle::TileControl, 0, Bundle::Dma, 0, false},
                    Connection{kSomeCore, Bundle::Trace, 1, Bundle::Dma, 0, true},
                    Connection{kSomeCore, Bundle::Trace, 1, Bundle::Dma, 1, false},
                    Connection{kSomeMemTile, Bundle::South, 3, Bundle::North, 3, true},
                    Connection{kSomeMemTile, Bundle::South, 3, Bundle::North, 4, false},
                    Connection{kSomeMemTile, Bundle::Dma, 0, Bundle::North, 5, true},
                    Connection{kSomeMemTile, Bundle::Dma, 2, Bundle::Dma, 2, true},
                    Connection{kSomeMemTile, Bundle::Dma, 2, Bundle::Dma, 3, false},
                    Connection{kSomeMemTile, Bundle::North, 3, Bundle::Dma, 5, true},
                    Connection{kSomeMemTile, Bundle::Trace, 0, Bundle::Dma, 5, true},
                    Connection{kSomeMemTile, Bundle::Trace, 0, Bundle::Dma, 4, false},
                    Connection{kSomeMemTile, Bundle::Trace, 0, Bundle::North, 0, false},
                    Connection{kSomeShim, Bundle::South, 3, Bundle::North, 0, true},
                    Connection{kSomeShim, Bundle::West, 2, Bundle::West, 1, false},
                    Connection{kSomeShim, Bundle::Trace, 0, Bundle::West, 0, true},
                    Connection{kSomeShim, Bundle::Trace, 0, Bundle::West, 1, false},
                    Connection{kSomeShim, Bundle::Trace, 0, Bundle::North, 0, false}));

TEST(MatrixRates, AreThoseOfTheGeneration) {
    const auto rate = [](const char* device_name, DataType c) {
        const Device device = named(device_name);
        return *device.core.find_rate(DataType::Int8, DataType::Int8, c);
    };
    EXPECT_EQ(rate("xdna-phoenix", DataType::Int32).macs_per_cycle, 146.0);
    EXPECT_EQ(rate("xdna-phoenix", DataType::Int8).r, 4);
    EXPECT_EQ(rate("xdna2-krackan", DataType::Int8).macs_per_cycle, 343.0);
    EXPECT_EQ(rate("xdna2-krackan", DataType::Int16).r, 8);
    EXPECT_DOUBLE_EQ(rate("xdna2-krackan", DataType::Int16).peak_macs_per_cycle, 512.0);
}

TEST(MatrixRates, AreFoundByAllThreeTypes) {
    CoreModel core;
    for (const DataType a : kDataTypes) {
        for (const DataType b : kDataTypes) {
            MatrixRate& rate = core.matrix.emplace_back();
            rate.a_type = a;
            rate.b_type = b;
            rate.c_type = DataType::Int32;
        }
    }
    int found = 0;
    for (const DataType a : kDataTypes) {
        for (const DataType b : kDataTypes) {
            const MatrixRate* rate = core.find_rate(a, b, DataType::Int32);
            ASSERT_NE(rate, nullptr);
            EXPECT_EQ(rate->a_type, a);
            EXPECT_EQ(rate->b_type, b);
            EXPECT_EQ(core.find_rate(a, b, DataType::Int16), nullptr);
            ++found;
        }
    }
    EXPECT_EQ(found, kDataTypes.size() * kDataTypes.size());
}

TEST(TeachingArray, IsTheSmallestThatHasEveryKindOfTile) {
    const Device device = named("teaching-2x1");
    EXPECT_EQ(device.columns, 2);
    EXPECT_EQ(device.row_kinds,
              (std::vector{TileKind::Shim, TileKind::MemTile, TileKind::CompTile}));
    EXPECT_EQ(device.shim_has_dma.size(), 2u);
}

class EveryDevice : public testing::TestWithParam<std::string> {};

TEST_P(EveryDevice, LoadsWithAWellSourcedNumberForEverything) {
    const Device device = load_device(find_device(GetParam()));
    EXPECT_FALSE(device.description.empty());
    EXPECT_GT(device.quantities.size(), 100u);
    for (const Quantity& entry : device.quantities)
        EXPECT_FALSE(entry.value.empty() || entry.source.empty()) << entry.path;
    EXPECT_EQ(device.core.matrix.size(), device.generation == Generation::Aie2p ? 10u : 7u);
    for (const MatrixRate& rate : device.core.matrix) {
        EXPECT_EQ(rate.default_tile.k % rate.s, 0);
        EXPECT_EQ(rate.default_k_mt % rate.default_tile.k, 0);
    }
}

TEST_P(EveryDevice, SaysWhatEachKeyMayBe) {
    const Device device = load_device(find_device(GetParam()));
    std::set<std::string> paths;
    for (const Quantity& entry : device.quantities) {
        EXPECT_FALSE(entry.allowed.empty()) << entry.path;
        const std::string key = entry.path.substr(entry.path.rfind('.') + 1);
        const bool open = key == "macs_per_cycle" || key == "peano_slowdown" || key == "round" ||
                          key == "staged_round" || key == "saved_registers" ||
                          key == "kernel_stack" || entry.path.starts_with("pl.");
        EXPECT_EQ(entry.required, !open) << entry.path;
        EXPECT_TRUE(paths.insert(entry.path).second) << entry.path << " is there twice";
    }
    for (const parameters::Description& key : device.plain_keys)
        EXPECT_TRUE(paths.insert(key.path).second) << key.path << " is there twice";
    for (const char* path : {"extends", "description", "core.slots.operations.NAME.slots",
                             "mem_tile.stream_switch.connections.N.channels"})
        EXPECT_TRUE(paths.contains(path)) << path;
}

TEST(Quantities, HaveTheRangeThatTheyAreReadWith) {
    const Device device = load_device(find_device("xdna2-krackan"));
    EXPECT_EQ(quantity(device, "timing.core_call").allowed, "whole numbers from 0 to 100000");
    EXPECT_EQ(quantity(device, "dram.interleave_share").allowed, "numbers from 0.01 to 1");
    EXPECT_EQ(quantity(device, "mem_tile.dma.bds_split_by_parity").allowed, "true or false");
    EXPECT_EQ(quantity(device, "array.shim_dma").allowed,
              "'all' or a list of whole numbers from 0 to 7");
}

TEST_P(EveryDevice, CanBeRouted) {
    const Device device = load_device(find_device(GetParam()));
    const RoutingGraph graph{device};
    EXPECT_GT(boost::num_edges(graph.graph()), 0u);
}

INSTANTIATE_TEST_SUITE_P(Catalog, EveryDevice, testing::ValuesIn(device_names()),
                         NamedAfterParameter{});

TEST(Quantities, SayWhereANumberComesFrom) {
    const Device device = named("xdna-phoenix");
    const Quantity& rows = quantity(device, "array.rows");
    EXPECT_EQ(rows.value, "[shim, mem, core, core, core, core]");
    const Quantity& channel = quantity(device, "dram.channel");
    EXPECT_EQ(channel.value, "6.899");
    EXPECT_EQ(channel.unit, "GB/s");
    EXPECT_EQ(channel.confidence, Confidence::Measured);
    EXPECT_EQ(quantity(device, "command_processor.token").confidence, Confidence::Assumed);
}

}  // namespace
}  // namespace xdnasim::arch
