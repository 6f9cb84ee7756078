#include "arch/device_loader.hpp"

#include <cstdlib>
#include <fstream>
#include <new>
#include <string>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "arch/device_file.hpp"
#include "base/yaml.hpp"
#include "test/arch/extended_device.hpp"
#include "test/base/parsed_yaml.hpp"
#include "test/support/changed_variable.hpp"

namespace xdnasim::arch {
namespace {

using test::DeviceFileTest;
using test::quantity;

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
    EXPECT_EQ(
        error("array:\n  clock_ghz: {value: 1.25}\n"),
        "mine.yaml:3:14: 'array.clock_ghz.unit' is missing; allowed: the unit of the quantity");
}

TEST_F(DeviceFileTest, NamesTheKeysOfAQuantityThatIsANumberAlone) {
    EXPECT_EQ(error("array:\n  clock_ghz: 1.25\n"),
              "mine.yaml:3:14: '1.25' is not a map; allowed: a map with the keys value, unit, "
              "source, confidence");
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

TEST_F(DeviceFileTest, NamesTheKeyOfTheFileThatItExtendsAsAnyOther) {
    const auto refused = [](const std::string& text) {
        const TemporaryFolder folder;
        return input_error([&] { return load_device(folder.write("mine.yaml", text)); });
    };
    EXPECT_THAT(refused("extends:\n"), testing::EndsWith("mine.yaml:1:1: 'extends' has no value; "
                                                         "leave the key out or give it one"));
    EXPECT_THAT(error("extend: it\n"), testing::HasSubstr("did you mean 'extends'? allowed: "));
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
        const ChangedVariable devices{"XDNASIM_DEVICES", folder.path().string()};
        return input_error([&] { return load_device(device); });
    };
    for (const std::string key : {"lock_change_bits", "trace_event_bits"})
        EXPECT_THAT(without(key), testing::HasSubstr("'shim_tile." + key + "' is missing"));
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
    const ChangedVariable devices{"XDNASIM_DEVICES", folder.path().string()};
    const std::string message = input_error([&] { return load_device(file); });
    EXPECT_NE(message.find("or a circle"), std::string::npos) << message;
}

TEST(DeviceSettings, ChangeANumberAndItsSource) {
    const Device device =
        load_device(find_device("xdna2-krackan"), test::parse("{array.clock_ghz: 1.5}"));
    EXPECT_DOUBLE_EQ(device.clock_ghz, 1.5);
    const Quantity& clock = quantity(device, "array.clock_ghz");
    EXPECT_EQ(clock.unit, "GHz");
    EXPECT_EQ(clock.source, "set in p.yaml:1:19");
    EXPECT_EQ(clock.confidence, Confidence::Assumed);
}

TEST(DeviceSettings, MayNestOrNameTheValue) {
    const Device device =
        load_device(find_device("xdna2-krackan"),
                    test::parse("{array: {clock_ghz: 1.5}, dram.read.value: 40, "
                                "core.matrix.int8-int8-int8.macs_per_cycle: 300}"));
    EXPECT_DOUBLE_EQ(device.clock_ghz, 1.5);
    EXPECT_DOUBLE_EQ(device.dram.read.count(), 40);
    EXPECT_EQ(quantity(device, "dram.read").confidence, Confidence::Assumed);
    EXPECT_EQ(device.core.matrix[0].macs_per_cycle, 300);
}

TEST(DeviceSettings, OfNoBlocksInARoundAreNoRound) {
    const std::string path = "core.matrix.bfp16ebs8-bfp16ebs8-bfp16ebs8.";
    const Device device =
        load_device(find_device("xdna2-krackan"),
                    test::parse("{" + path + "round: 0, " + path + "staged_round: 0}"));
    constexpr DataType kType = DataType::Bfp16ebs8;
    const MatrixRate* rate = device.core.find_rate(kType, kType, kType);
    ASSERT_NE(rate, nullptr);
    EXPECT_EQ(rate->blocks_of_a_round, std::nullopt);
    EXPECT_EQ(rate->blocks_of_a_staged_round, std::nullopt);
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
    EXPECT_EQ(error("{extends: xdna2-strix}"),
              "p.yaml:1:11: 'extends' cannot be set; only device files have it. Name one with "
              "device.base");
    EXPECT_TRUE(error("[1]").starts_with("p.yaml:1:1: a list is not a map"));
}

}  // namespace
}  // namespace xdnasim::arch
