#include "arch/device_loader.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <new>
#include <set>
#include <string>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "arch/device_file.hpp"
#include "arch/routing_graph.hpp"
#include "base/yaml.hpp"
#include "test/base/parsed_yaml.hpp"
#include "test/support/input_error.hpp"
#include "test/support/temporary_folder.hpp"

namespace xdnasim::arch {
namespace {

Device named(const char* name) {
    return load_device(find_device(name));
}

const Quantity& quantity(const Device& device, std::string_view path) {
    const auto at = std::ranges::find(device.quantities, path, &Quantity::path);
    if (at == device.quantities.end()) throw std::out_of_range{std::string{path}};
    return *at;
}

TEST(Phoenix, HasFourColumnsOfFourCores) {
    const Device device = named("xdna-phoenix");
    EXPECT_EQ(device.name, "xdna-phoenix");
    EXPECT_EQ(device.generation, "aie-ml");
    EXPECT_EQ(device.columns, 4);
    EXPECT_EQ(device.rows(), 6);
    EXPECT_EQ(device.core_rows(), 4);
    EXPECT_EQ(device.first_core_row(), 2);
    EXPECT_EQ(device.kind({0, 1}), TileKind::MemTile);
    EXPECT_EQ(device.shim_has_dma, std::vector<bool>(4, true));
    EXPECT_DOUBLE_EQ(device.clock_ghz, 1.0);
    EXPECT_EQ(device.stream_width, Bytes{4});
    EXPECT_EQ(device.dispatch, Nanoseconds{108'000});
    EXPECT_EQ(device.reconfiguration, Nanoseconds{3'400'000});
}

TEST(Krackan, LaysAie2pOverAieMl) {
    const Device device = named("xdna2-krackan");
    EXPECT_EQ(device.generation, "aie2p");
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
    EXPECT_DOUBLE_EQ(rate("xdna-phoenix", DataType::Int32).macs_per_cycle, 146.0);
    EXPECT_EQ(rate("xdna-phoenix", DataType::Int8).r, 4);
    EXPECT_DOUBLE_EQ(rate("xdna2-krackan", DataType::Int8).macs_per_cycle, 343.0);
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
    EXPECT_EQ(device.core.matrix.size(), device.generation == "aie2p" ? 10u : 7u);
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
                          key == "kernel_stack";
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
                         [](const auto& name) {
                             std::string identifier = name.param;
                             std::ranges::replace(identifier, '-', '_');
                             return identifier;
                         });

TEST(Quantities, SayWhereANumberComesFrom) {
    const Device device = named("xdna-phoenix");
    const Quantity& rows = quantity(device, "array.rows");
    EXPECT_EQ(rows.value, "[shim, mem, core, core, core, core]");
    const Quantity& channel = quantity(device, "dram.channel");
    EXPECT_EQ(channel.value, "6.899");
    EXPECT_EQ(channel.unit, "GB/s");
    EXPECT_EQ(channel.confidence, "measured");
    EXPECT_EQ(quantity(device, "command_processor.token").confidence, "assumed");
}

/// A device that extends xdna-phoenix, with `text` on top.
class DeviceFileTest : public testing::Test {
 protected:
    Device load(const std::string& text) const { return load_device(write(text)); }
    std::string error(const std::string& text) const {
        const auto file = write(text);
        const std::string message = input_error([&] { return load_device(file); });
        const std::string start = folder_.path().string() + "/";
        return message.starts_with(start) ? message.substr(start.size()) : message;
    }
    std::filesystem::path write(const std::string& text) const {
        return folder_.write("mine.yaml", "extends: xdna-phoenix\n" + text);
    }
    TemporaryFolder folder_;
};

TEST_F(DeviceFileTest, IsNamedAfterItsFile) {
    EXPECT_EQ(load("").name, "mine");
}

TEST_F(DeviceFileTest, ReplacesWholeQuantitiesOfItsBase) {
    const Device device = load(
        "array:\n  clock_ghz: {value: 1.25, unit: GHz, source: data sheet, confidence: "
        "documented}\n");
    EXPECT_DOUBLE_EQ(device.clock_ghz, 1.25);
    EXPECT_EQ(device.columns, 4);
    EXPECT_EQ(quantity(device, "array.clock_ghz").source, "data sheet");
}

TEST_F(DeviceFileTest, DoesNotBorrowTheSourceOfTheNumberItReplaces) {
    EXPECT_EQ(error("array:\n  clock_ghz: {value: 1.25}\n"),
              "mine.yaml:3:14: 'array.clock_ghz.unit' is missing");
}

TEST_F(DeviceFileTest, LoadsALargeArrayWithTwoRowsOfMemTiles) {
    const Device device = load(R"(array:
  columns: {value: 38, unit: columns, source: test, confidence: documented}
  rows:
    value: [shim, mem, mem, core, core, core, core, core, core, core, core]
    unit: tile kinds
    source: test
    confidence: documented
  shim_dma:
    value: [2, 3, 6, 7, 14, 15, 22, 23, 30, 31, 34, 35]
    unit: columns
    source: test
    confidence: documented
)");
    EXPECT_EQ(device.columns, 38);
    EXPECT_EQ(device.core_rows(), 8);
    EXPECT_EQ(device.first_core_row(), 3);
    EXPECT_EQ(device.kind({37, 2}), TileKind::MemTile);
    EXPECT_EQ(std::ranges::count(device.shim_has_dma, true), 12);
    EXPECT_TRUE(device.shim_has_dma[2]);
    EXPECT_FALSE(device.shim_has_dma[4]);
}

TEST_F(DeviceFileTest, SuggestsTheNameOfAMisspeltSection) {
    const std::string message = error("drma: {}\n");
    EXPECT_TRUE(message.starts_with("mine.yaml:2:1: unknown key 'drma'; did you mean 'dram'?"))
        << message;
}

TEST_F(DeviceFileTest, SuggestsTheNameOfAMisspeltNumber) {
    const std::string message = error(
        "mem_tile:\n  dma:\n    dbs: {value: 1, unit: BDs, source: test, confidence: assumed}\n");
    EXPECT_TRUE(message.starts_with("mine.yaml:4:5: unknown key 'dbs'; did you mean 'bds'?"))
        << message;
}

TEST_F(DeviceFileTest, RefusesUnknownFieldsOfANumber) {
    const std::string message =
        error("dispatch: {value: 1, unit: us, source: test, confidence: assumed, nota: x}\n");
    EXPECT_TRUE(message.starts_with("mine.yaml:2:67: unknown key 'nota'")) << message;
}

TEST_F(DeviceFileTest, ChecksTheUnit) {
    EXPECT_EQ(error("dispatch: {value: 108, unit: ns, source: test, confidence: assumed}\n"),
              "mine.yaml:2:30: 'ns' is not the unit of 'dispatch'; allowed: us");
}

TEST_F(DeviceFileTest, ChecksTheConfidence) {
    EXPECT_EQ(error("dispatch: {value: 108, unit: us, source: test, confidence: measurd}\n"),
              "mine.yaml:2:60: 'measurd' is not known here; did you mean 'measured'? allowed: "
              "measured, documented, fitted, assumed");
}

TEST_F(DeviceFileTest, ChecksRanges) {
    const auto columns = [&](const char* value) {
        return error(std::string{"array:\n  columns: {value: "} + value +
                     ", unit: columns, source: test, confidence: assumed}\n");
    };
    for (const char* value : {"0", "65", "-1", "four", "4.0", "99999999999999999999"})
        EXPECT_TRUE(columns(value).starts_with("mine.yaml:3:20: ")) << value;
}

TEST_F(DeviceFileTest, ChecksTheWidthsOfLockChangesAndTraceEvents) {
    int checked = 0;
    for (const std::string tile : {"shim_tile", "mem_tile", "comp_tile"}) {
        for (const std::string key : {"lock_change_bits", "trace_event_bits"}) {
            const auto with = [&](const char* value, const char* unit) {
                return error(
                    fmt::format("{}:\n  {}: {{value: {}, unit: {}, source: test, "
                                "confidence: assumed}}\n",
                                tile, key, value, unit));
            };
            for (const char* value : {"0", "17", "-1", "7.5", "seven"}) {
                EXPECT_TRUE(with(value, "bit").starts_with("mine.yaml:3:29: '"))
                    << with(value, "bit");
                ++checked;
            }
            EXPECT_THAT(with("7", "bits"), testing::HasSubstr(fmt::format(
                                               "'bits' is not the unit of '{}.{}'", tile, key)));
        }
    }
    EXPECT_EQ(checked, 30);
}

TEST(DeviceFile, NeedsTheWidthsOfLockChangesAndTraceEvents) {
    const auto without = [](const std::string& key) {
        std::string text;
        std::ifstream file{std::string{XDNASIM_DEVICE_FILES} + "/architectures/aie-ml.yaml"};
        bool skipping = false;
        for (std::string line; std::getline(file, line);) {
            skipping = line.starts_with("  " + key + ":") || (skipping && line.starts_with("    "));
            if (!skipping) text += line + "\n";
        }
        const TemporaryFolder folder;
        static_cast<void>(folder.write("whole.yaml", text));
        const auto device = folder.write("mine.yaml", R"(extends: whole
description: x
array:
  columns: {value: 1, unit: columns, source: test, confidence: assumed}
  rows: {value: [shim, core], unit: tile kinds, source: test, confidence: assumed}
  shim_dma: {value: all, unit: columns, source: test, confidence: assumed}
  clock_ghz: {value: 1, unit: GHz, source: test, confidence: assumed}
)");
        if (setenv("XDNASIM_DEVICES", folder.path().c_str(), 1) != 0) throw std::bad_alloc{};
        const std::string message = input_error([&] { return load_device(device); });
        unsetenv("XDNASIM_DEVICES");
        return message;
    };
    for (const std::string key : {"lock_change_bits", "trace_event_bits"})
        EXPECT_THAT(without(key), testing::HasSubstr("'shim_tile." + key + "' is missing"));
}

TEST_F(DeviceFileTest, ChecksTheOrderOfTheRows) {
    const auto rows = [&](const char* value) {
        return error(std::string{"array:\n  rows: {value: "} + value +
                     ", unit: tile kinds, source: test, confidence: assumed}\n");
    };
    for (const char* value : {"[mem, core]", "[shim, shim, core]", "[shim, mem]",
                              "[shim, core, mem]", "[shim, mem, core, mem, core]", "[]", "core"}) {
        EXPECT_TRUE(rows(value).starts_with("mine.yaml:3:17: ")) << value;
    }
    EXPECT_NE(rows("[shim, cores]").find("did you mean 'core'?"), std::string::npos);
}

TEST_F(DeviceFileTest, NeedsNoMemTiles) {
    const Device device = load(
        "array:\n  rows: {value: [shim, core], unit: tile kinds, source: test, confidence: "
        "assumed}\n");
    EXPECT_EQ(device.first_core_row(), 1);
}

TEST_F(DeviceFileTest, ChecksThatAShimColumnExists) {
    EXPECT_TRUE(error("array:\n  shim_dma: {value: [0, 4], unit: columns, source: test, "
                      "confidence: assumed}\n")
                    .ends_with("mine.yaml:3:25: '4' is out of range; allowed: whole numbers from "
                               "0 to 3, the columns of mine"));
}

TEST_F(DeviceFileTest, NeedsAShimWithADma) {
    EXPECT_EQ(error("array:\n  shim_dma: {value: [], unit: columns, source: test, confidence: "
                    "assumed}\n"),
              "mine.yaml:3:21: no shim with a DMA; allowed: all, or a list of one column or more");
}

/// "extends: xdna-phoenix" and numbers of its cores' tiles, in the third line and behind it.
std::string core_tile(const std::vector<std::pair<std::string, std::string>>& numbers) {
    std::string text = "comp_tile:\n";
    for (const auto& [key, value] : numbers)
        text += fmt::format("  {0}: {{value: {1}, unit: {2}, source: test, confidence: assumed}}\n",
                            key, value, key == "memory" ? "B" : key);
    return text;
}

TEST_F(DeviceFileTest, ChecksThatAMemoryFallsIntoPairsOfBanks) {
    EXPECT_EQ(load(core_tile({{"banks", "6"}, {"memory", "49152"}})).core.banks.size, Bytes{8192});
    EXPECT_EQ(error(core_tile({{"banks", "0"}})),
              "mine.yaml:3:18: '0' is out of range; allowed: whole numbers from 2 to 256");
    EXPECT_EQ(error(core_tile({{"banks", "3"}})),
              "mine.yaml:3:18: 3 banks are not pairs; allowed: even numbers of banks");
    EXPECT_EQ(error(core_tile({{"banks", "6"}})),
              "mine.yaml:3:18: 65536 bytes of memory do not fall into 6 banks of whole words of 4 "
              "bytes; allowed: multiples of 24 bytes");
    for (const char* memory : {"4", "7", "65537"})
        EXPECT_THAT(error(core_tile({{"memory", memory}})),
                    testing::AllOf(testing::StartsWith("mine.yaml:3:19: "),
                                   testing::HasSubstr("allowed: multiples of 32 bytes")));
    for (const char* memory : {"0", "3"})
        EXPECT_THAT(error(core_tile({{"memory", memory}})),
                    testing::StartsWith("mine.yaml:3:19: '"));
}

TEST_F(DeviceFileTest, ChecksThatTheStackFitsIntoACore) {
    EXPECT_EQ(error("core:\n  stack: {value: 65537, unit: B, source: test, confidence: assumed}\n"),
              "mine.yaml:3:18: a stack of 65537 bytes does not fit into the 65536 bytes of "
              "comp_tile.memory");
}

TEST_F(DeviceFileTest, NeedsOneOfEverythingThatADmaHas) {
    int checked = 0;
    for (const std::string tile : {"shim_tile", "mem_tile", "comp_tile"})
        for (const auto& [key, unit] : {std::pair{"task_queue_depth", "tasks"},
                                        {"bds", "BDs"},
                                        {"s2mm_channels", "channels"},
                                        {"mm2s_channels", "channels"}}) {
            EXPECT_THAT(
                error(fmt::format("{}:\n  dma:\n    {}: {{value: 0, unit: {}, source: test, "
                                  "confidence: assumed}}\n",
                                  tile, key, unit)),
                testing::AllOf(testing::StartsWith("mine.yaml:4:"),
                               testing::HasSubstr("'0' is out of range; allowed: whole "
                                                  "numbers from 1 to ")));
            ++checked;
        }
    EXPECT_EQ(checked, 12);
}

TEST_F(DeviceFileTest, ChecksThatAShimHasSouthPorts) {
    EXPECT_THAT(error("shim_tile:\n  stream_switch:\n    ports: {value: {North: [6, 4]}, unit: "
                      "\"masters, slaves\", source: test, confidence: assumed}\n"),
                testing::HasSubstr("shim_tile has none for 'mm2s_to_south'"));
}

TEST_F(DeviceFileTest, ChecksThatARateIsBelowItsPeak) {
    EXPECT_TRUE(error("core:\n  matrix:\n    int8-int8-int8:\n      macs_per_cycle: {value: 257, "
                      "unit: MAC/cycle, source: test, confidence: assumed}\n")
                    .starts_with("mine.yaml:5:31: '257' is out of range"));
}

TEST_F(DeviceFileTest, ChecksTheTypesOfAMatrixRate) {
    EXPECT_TRUE(error("core: {matrix: {int8-int8: {}}}\n").starts_with("mine.yaml:2:17: "));
    EXPECT_TRUE(error("core: {matrix: {int8-itn8-int8: {}}}\n")
                    .starts_with("mine.yaml:2:17: 'itn8' is not known here; did you mean 'int8'? "
                                 "allowed: int8, int16, int32, bf16, f32"));
}

TEST_F(DeviceFileTest, ChecksThatTheShimMuxUsesPortsThatExist) {
    EXPECT_TRUE(error("shim_mux:\n  mm2s_to_south: {value: [3, 8], unit: South ports, source: "
                      "test, confidence: assumed}\n")
                    .starts_with("mine.yaml:3:30: '8' is out of range"));
}

TEST(DeviceFile, NamesThePathOfAMissingNumber) {
    const TemporaryFolder folder;
    const auto file =
        folder.write("bare.yaml", "extends: architectures/aie-ml\ndescription: x\narray: {}\n");
    EXPECT_EQ(input_error([&] { return load_device(file); }),
              file.string() + ":3:8: 'array.columns' is missing");
}

TEST(DeviceFile, SaysWhichFileItCannotExtend) {
    const TemporaryFolder folder;
    const auto file = folder.write("bare.yaml", "extends: architectures/aie-mm\n");
    EXPECT_TRUE(input_error([&] {
                    return load_device(file);
                }).starts_with(file.string() + ":1:10: no device file '"));
}

TEST(DeviceFile, RefusesToExtendItselfForEver) {
    const TemporaryFolder folder;
    const auto file = folder.write("round.yaml", "extends: round\n");
    ASSERT_EQ(setenv("XDNASIM_DEVICES", folder.path().c_str(), 1), 0);
    const std::string message = input_error([&] { return load_device(file); });
    unsetenv("XDNASIM_DEVICES");
    EXPECT_NE(message.find("or a circle"), std::string::npos) << message;
}

TEST(DeviceSettings, ChangeANumberAndItsSource) {
    const Device device =
        load_device(find_device("xdna2-krackan"), test::parse("{array.clock_ghz: 1.5}"));
    EXPECT_DOUBLE_EQ(device.clock_ghz, 1.5);
    const Quantity& clock = quantity(device, "array.clock_ghz");
    EXPECT_EQ(clock.unit, "GHz");
    EXPECT_EQ(clock.source, "set in p.yaml:1:19");
    EXPECT_EQ(clock.confidence, "assumed");
}

TEST(DeviceSettings, MayNestOrNameTheValue) {
    const Device device =
        load_device(find_device("xdna2-krackan"),
                    test::parse("{array: {clock_ghz: 1.5}, dram.read.value: 40, "
                                "core.matrix.int8-int8-int8.macs_per_cycle: 300}"));
    EXPECT_DOUBLE_EQ(device.clock_ghz, 1.5);
    EXPECT_DOUBLE_EQ(device.dram.read.count(), 40);
    EXPECT_EQ(quantity(device, "dram.read").confidence, "assumed");
    EXPECT_DOUBLE_EQ(device.core.matrix[0].macs_per_cycle, 300);
}

TEST(DeviceSettings, AreCheckedAtTheirOwnPlace) {
    const auto error = [](const char* text) {
        return input_error(
            [&] { return load_device(find_device("xdna-phoenix"), test::parse(text)); });
    };
    EXPECT_EQ(error("{array.clock_ghz: 11}"),
              "p.yaml:1:19: '11' is out of range; allowed: numbers from 0.01 to 10");
    EXPECT_TRUE(error("{array.clok_ghz: 1}")
                    .starts_with("p.yaml:1:18: unknown key 'clok_ghz'; did you mean 'clock_ghz'?"));
    EXPECT_TRUE(error("[1]").starts_with("p.yaml:1:1: a list is not a map"));
}

}  // namespace
}  // namespace xdnasim::arch
