// Errors of arrays whose numbers are each valid by themselves.

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "arch/device_file.hpp"
#include "test/arch/extended_device.hpp"

namespace xdnasim::arch {
namespace {

using DeviceChecks = test::DeviceFileTest;

TEST_F(DeviceChecks, ChecksTheOrderOfTheRows) {
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

TEST_F(DeviceChecks, TakesWholeNumbersAloneWhereItCounts) {
    for (const char* const key :
         {"bf16-bfp16ebs8-bf16.round", "bfp16ebs8-bfp16ebs8-bfp16ebs8.staged_round",
          "bf16-bfp16ebs8-bf16.saved_registers", "bf16-bfp16ebs8-bf16.kernel_stack"}) {
        const auto load_with = [&](const char* value) {
            const base::Node number =
                base::Node::scalar({std::make_shared<const std::string>("test"), 0, 0}, value);
            const std::string path = std::string{"core.matrix."} + key;
            return load_device(find_device("xdna2-strix"),
                               base::Node::map({}, {{path, {}, number}}));
        };
        EXPECT_THAT(input_error([&] { return load_with("3.9"); }),
                    testing::HasSubstr("allowed: whole numbers from 0 to"))
            << key;
        EXPECT_NO_THROW(static_cast<void>(load_with("4"))) << key;
    }
}

TEST_F(DeviceChecks, NeedsNoMemTiles) {
    const Device device = load(
        "array:\n  rows: {value: [shim, core], unit: tile kinds, source: test, confidence: "
        "assumed}\n");
    EXPECT_EQ(device.first_core_row(), 1);
}

TEST_F(DeviceChecks, ChecksThatAShimColumnExists) {
    EXPECT_TRUE(error("array:\n  shim_dma: {value: [0, 4], unit: columns, source: test, "
                      "confidence: assumed}\n")
                    .ends_with("mine.yaml:3:25: '4' is out of range; allowed: whole numbers from "
                               "0 to 3, the columns of mine"));
}

TEST_F(DeviceChecks, NeedsAShimWithADma) {
    EXPECT_EQ(error("array:\n  shim_dma: {value: [], unit: columns, source: test, confidence: "
                    "assumed}\n"),
              "mine.yaml:3:21: no shim with a DMA; allowed: all, or a list of one column or more");
}

/// The text that changes `numbers` of the CompTiles. Behind the line "extends: xdna-phoenix" of the
/// fixture, they stand in line 3 and the following ones.
std::string core_tile(const std::vector<std::pair<std::string, std::string>>& numbers) {
    std::string text = "comp_tile:\n";
    for (const auto& [key, value] : numbers)
        text += fmt::format("  {0}: {{value: {1}, unit: {2}, source: test, confidence: assumed}}\n",
                            key, value, key == "memory" ? "B" : key);
    return text;
}

TEST_F(DeviceChecks, ChecksThatAMemoryFallsIntoPairsOfBanks) {
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

TEST_F(DeviceChecks, ChecksThatTheStackFitsIntoACore) {
    EXPECT_EQ(error("core:\n  stack: {value: 65537, unit: B, source: test, confidence: assumed}\n"),
              "mine.yaml:3:18: a stack of 65537 bytes does not fit into the 65536 bytes of "
              "comp_tile.memory");
}

TEST_F(DeviceChecks, ChecksThatTheStackEndsWhereABufferMayBegin) {
    const auto stack = [](const char* bytes) {
        return fmt::format(
            "core:\n  stack: {{value: {}, unit: B, source: test, confidence: assumed}}\n", bytes);
    };
    EXPECT_EQ(
        error(stack("1001")),
        "mine.yaml:3:18: a stack of 1001 bytes would misalign the buffers behind it; allowed: "
        "multiples of 4");
    EXPECT_NO_THROW(static_cast<void>(arch::load_device(write(stack("1004")))));
}

TEST_F(DeviceChecks, NeedsOneOfEverythingThatADmaHas) {
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

TEST_F(DeviceChecks, ChecksThatAShimHasSouthPorts) {
    EXPECT_THAT(error("shim_tile:\n  stream_switch:\n    ports: {value: {North: [6, 4]}, unit: "
                      "\"masters, slaves\", source: test, confidence: assumed}\n"),
                testing::HasSubstr("shim_tile has none for 'mm2s_to_south'"));
}

TEST_F(DeviceChecks, CountsTheSlotsOfACore) {
    const auto slots = [](std::size_t count) {
        std::string text = "core:\n  slots:\n    names: {value: [lda, ldb, st, alu, mv, lng, vec";
        for (std::size_t i = 7; i < count; ++i)
            text += fmt::format(", x{}", i);
        return text + "], unit: slots, source: test, confidence: assumed}\n";
    };
    EXPECT_EQ(load(slots(16)).core.slots.slots.size(), 16U);
    EXPECT_EQ(error(slots(17)),
              "mine.yaml:4:20: 17 names; allowed: a list of up to 16 different names");
}

TEST_F(DeviceChecks, ChecksTheSlotsThatAnEventTells) {
    int checked = 0;
    for (const char* key : {"vector_slots", "load_slots", "store_slots"}) {
        const auto told = [&](const char* slots) {
            return fmt::format(
                "core:\n  slots:\n    {}: {{value: {}, unit: slots, source: test, confidence: "
                "assumed}}\n",
                key, slots);
        };
        EXPECT_THAT(error(told("[vex]")),
                    testing::AllOf(testing::StartsWith("mine.yaml:4:"),
                                   testing::HasSubstr("'vex' is not known here"),
                                   testing::HasSubstr("did you mean 'vec'?")));
        EXPECT_THAT(error(told("[]")),
                    testing::HasSubstr("an empty list; allowed: one or more slots"));
        ++checked;
    }
    EXPECT_EQ(checked, 3);
}

TEST_F(DeviceChecks, ChecksThatARateIsBelowItsPeak) {
    EXPECT_TRUE(error("core:\n  matrix:\n    int8-int8-int8:\n      macs_per_cycle: {value: 257, "
                      "unit: MAC/cycle, source: test, confidence: assumed}\n")
                    .starts_with("mine.yaml:5:31: '257' is out of range"));
}

TEST_F(DeviceChecks, AsksForTheOperationsOfAProductOfTheVectorUnit) {
    EXPECT_THAT(
        error("core:\n  native_matrix:\n    int8-int8-int8:\n      shape: {value: [4, 8, 8], "
              "unit: \"r, s, t\", source: test, confidence: assumed}\n"),
        testing::HasSubstr("'core.native_matrix.int8-int8-int8.peak_macs_per_cycle' is "
                           "missing"));
    const std::string base = R"(
core:
  native_matrix:
    int8-int8-int8:
      shape: {value: [4, 8, 8], unit: "r, s, t", source: test, confidence: assumed}
      peak_macs_per_cycle: {value: 32, unit: MAC/cycle, source: test, confidence: assumed}
      blocking: {value: [2, 2], unit: tiles of C, source: test, confidence: assumed}
      conversions: {value: 0, unit: moves per tile, source: test, confidence: assumed}
      default_tile: {value: [64, 64, 64], unit: "m_ct, k_ct, n_ct", source: test, confidence: assumed}
      default_k_mt: {value: 64, unit: elements, source: test, confidence: assumed}
)";
    EXPECT_THAT(error(base),
                testing::HasSubstr("'core.native_matrix.int8-int8-int8.operations' is missing"));
    const Device device =
        load(base +
             "      operations: {value: 8, unit: vector operations per product, source: test, "
             "confidence: assumed}\n"
             "      moves: {value: 2, unit: moves per vector operation, source: test, confidence: "
             "assumed}\n");
    const MatrixRate* const native =
        device.core.find_native_rate(DataType::Int8, DataType::Int8, DataType::Int8);
    ASSERT_NE(native, nullptr);
    EXPECT_EQ(native->operations, 8);
    EXPECT_EQ(native->moves_per_operation, 2);
    EXPECT_NE(device.core.find_rate(DataType::Int8, DataType::Int8, DataType::Int8), native);
}

TEST_F(DeviceChecks, ChecksTheTypesOfAMatrixRate) {
    EXPECT_TRUE(error("core: {matrix: {int8-int8: {}}}\n").starts_with("mine.yaml:2:17: "));
    EXPECT_TRUE(error("core: {matrix: {int8-itn8-int8: {}}}\n")
                    .starts_with("mine.yaml:2:17: 'itn8' is not known here; did you mean 'int8'? "
                                 "allowed: int8, int16, int32, bf16, f32"));
}

TEST_F(DeviceChecks, ChecksThatTheShimMuxUsesPortsThatExist) {
    EXPECT_TRUE(error("shim_mux:\n  mm2s_to_south: {value: [3, 8], unit: South ports, source: "
                      "test, confidence: assumed}\n")
                    .starts_with("mine.yaml:3:30: '8' is out of range"));
    for (const char* const key : {"mm2s_to_south", "south_to_s2mm"})
        EXPECT_TRUE(error(fmt::format("shim_mux:\n  {}: {{value: [2, 2], unit: South ports, "
                                      "source: test, confidence: assumed}}\n",
                                      key))
                        .starts_with("mine.yaml:3:26: two channels have the same South port"))
            << key;
}

}  // namespace
}  // namespace xdnasim::arch
