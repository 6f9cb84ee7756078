// Names that are given twice, which MLIR does not allow.

#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/workloads/design/design_text.hpp"

namespace xdnasim::design {
namespace {

using testing::HasSubstr;

/// A design whose device contains `body`, which begins in line 3.
std::string device(const std::string& body) {
    return "module {\n  aie.device(npu1_1col) {\n" + body + "  }\n}\n";
}

const std::string kTiles = "    %shim = aie.tile(0, 0)\n    %core = aie.tile(0, 2)\n";
const std::string kCore = "    %c = aie.core(%core) {\n";
const std::string kSequence = "    aie.runtime_sequence(%in: memref<16xi32>, %n: i32) {\n";
const std::string kEnd = "    }\n";

struct Twice {
    const char* what;
    std::string body;
    const char* name;
    const char* second;  ///< place of the second definition
    const char* first;
};

TEST(DistinctNames, AreRequiredInEachScope) {
    const std::string zero = "      %off = arith.constant 0 : i32\n";
    const std::string loop = "      scf.for %i = %a to %b step %s {\n";
    const std::string start = "      aie.dma_start(S2MM, 0, ^bb1, ^bb2)\n    ^bb1:\n";
    const std::vector<Twice> all{
        Twice{"tiles", "    %shim = aie.tile(0, 1)\n" + kTiles, "shim", "4:5", "3:5"},
        Twice{"cores", kTiles + kCore + kEnd + kCore + kEnd, "c", "7:5", "5:5"},
        Twice{"results of one operation", kTiles + "    %x, %x = test.two()\n", "x", "5:5", "5:5"},
        Twice{"values of a sequence", kTiles + kSequence + zero + zero + kEnd, "off", "7:7", "6:7"},
        Twice{"an argument and a value",
              kTiles + kSequence + "      %n = arith.constant 0 : i32\n" + kEnd, "n", "6:7",
              "5:47"},
        Twice{"arguments",
              kTiles + "    aie.runtime_sequence(%n: memref<16xi32>, %n: i32) {\n" + kEnd, "n",
              "5:46", "5:26"},
        Twice{"an argument and a tile",
              kTiles + "    aie.runtime_sequence(%core: memref<16xi32>) {\n" + kEnd, "core", "5:26",
              "4:5"},
        Twice{"a value of a sequence and a tile",
              kTiles + kSequence + "      %core = arith.constant 0 : i32\n" + kEnd, "core", "6:7",
              "4:5"},
        Twice{"a value of a core and a tile",
              kTiles + kCore + "      %shim = arith.constant 0 : i32\n" + kEnd, "shim", "6:7",
              "3:5"},
        Twice{"a counter and a value around it",
              kTiles + kCore + "      %i = arith.constant 0 : index\n" + loop + "      }\n" + kEnd,
              "i", "7:15", "6:7"},
        Twice{"values of a DMA program",
              kTiles + "    aie.mem(%core) {\n" + zero + start + zero + "    ^bb2:\n" + kEnd, "off",
              "9:7", "6:7"},
        Twice{"arguments of blocks",
              kTiles + kCore + "    ^bb0(%x: i32):\n    ^bb1(%x: i32):\n" + kEnd, "x", "7:5",
              "6:5"},
        Twice{
            "a parameter and a value of a function",
            "    func.func @f(%x: i32) {\n      %x = arith.constant 0 : i32\n      return\n" + kEnd,
            "x", "4:7", "3:18"},
        Twice{"values in the generic form",
              "    %t = \"aie.tile\"() <{col = 0 : i32, row = 2 : i32}> : () -> index\n"
              "    \"aie.runtime_sequence\"() ({\n    ^bb0(%t: i32):\n    }) : () -> ()\n",
              "t", "5:5", "3:5"}};
    for (const Twice& twice : all)
        EXPECT_THAT(refusal(device(twice.body)),
                    HasSubstr(fmt::format("design.mlir:{}: '%{}' is already defined here, "
                                          "design.mlir:{}. Use another name",
                                          twice.second, twice.name, twice.first)))
            << twice.what;
    EXPECT_EQ(all.size(), 14U);
}

TEST(DistinctNames, AreRequiredInDevicesThatDoNotRun) {
    const std::string text = with(text_of("scale_2026.mlir"), "module {",
                                  "module {\naie.device(npu1) @other {\n%t = aie.tile(0, 2)\n"
                                  "%t = aie.tile(0, 3)\n}\n");
    EXPECT_THAT(refusal(text), HasSubstr("'%t' is already defined here"));
}

TEST(DistinctNames, MayBeUsedAgainWhereTheOthersAreNotSeen) {
    const std::string text = text_of("scale_2026.mlir");
    const std::int64_t cycles = cycles_of(text);
    int read_again = 0;
    const auto expect_same = [&](const std::string& from, const std::string& to) {
        EXPECT_EQ(cycles_of(with(text, from, to)), cycles) << to;
        ++read_again;
    };
    // In a function, whose body sees nothing of the device.
    expect_same("    aie.runtime_sequence",
                "    func.func @unused(%tile_0_2: i32) {\n"
                "      %core_0_2 = arith.addi %tile_0_2, %tile_0_2 : i32\n      return\n    }\n"
                "    aie.runtime_sequence");
    // In another device, and outside of all.
    expect_same("module {",
                "module {\naie.device(npu1) @other {\n%tile_0_2 = aie.tile(0, 2)\n}\n"
                "func.func @f(%tile_0_2: i32) {\nreturn\n}\n");
    EXPECT_EQ(read_again, 2);
}

TEST(DistinctNames, MayStandInARegionBeforeAValueAroundIt) {
    const std::string text =
        device(kTiles + kCore + "      %x = arith.constant 0 : i32\n      aie.end\n" + kEnd +
               "    %x = aie.lock(%core, 0) {init = 0 : i32}\n" + kSequence + kEnd);
    EXPECT_NO_THROW(static_cast<void>(read(text)));
    EXPECT_THAT(refusal(with(text, "      aie.end\n    }\n",
                             "      %x = arith.constant 0 : i32\n      aie.end\n    }\n")),
                HasSubstr("design.mlir:7:7: '%x' is already defined here, design.mlir:6:7"));
}

}  // namespace
}  // namespace xdnasim::design
