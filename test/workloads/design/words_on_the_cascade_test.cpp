// Words that the code of one core puts on the cascade and the code of another core gets from it.

#include <cstdint>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "test/workloads/design/run_with_data.hpp"

namespace xdnasim::design {
namespace {

/// A design with two cores. `gives`: code of a round of the core that puts words, whose input is
/// %in; `takes`: code of a round of the core that gets them, whose output is %out.
std::string two_cores(const std::string& gives, const std::string& takes) {
    constexpr const char* kCore = R"(    %core_{0} = aie.core(%{0}) {{
      %0 = arith.constant 0 : index
      %1 = arith.constant 1 : index
      %8 = arith.constant 8 : index
      %k = arith.constant dense<41> : vector<16xi32>
      scf.for %round = %0 to %8 step %1 {{
        %o = aie.objectfifo.acquire @{1}({2}, 1) : !aie.objectfifosubview<memref<16xi32>>
        %{1} = aie.objectfifo.subview.access %o[0] : !aie.objectfifosubview<memref<16xi32>> -> memref<16xi32>
{3}
        aie.objectfifo.release @{1}({2}, 1)
      }}
      aie.end
    }}
)";
    return R"(module {
  aie.device(npu1_1col) {
    %shim = aie.tile(0, 0)
    %giver = aie.tile(0, 3)
    %taker = aie.tile(0, 2)
    aie.cascade_flow(%giver, %taker)
    aie.objectfifo @in(%shim, {%giver}, 2 : i32) : !aie.objectfifo<memref<16xi32>>
    aie.objectfifo @out(%taker, {%shim}, 2 : i32) : !aie.objectfifo<memref<16xi32>>
)" + fmt::format(fmt::runtime(kCore), "giver", "in", "Consume", gives) +
           fmt::format(fmt::runtime(kCore), "taker", "out", "Produce", takes) +
           R"(    aie.runtime_sequence(%a: memref<128xi32>, %b: memref<128xi32>) {
      aiex.npu.dma_memcpy_nd(%a[0, 0, 0, 0][1, 1, 1, 128][0, 0, 0, 1]) {id = 0 : i64, metadata = @in} : memref<128xi32>
      aiex.npu.dma_memcpy_nd(%b[0, 0, 0, 0][1, 1, 1, 128][0, 0, 0, 1]) {id = 1 : i64, metadata = @out, issue_token = true} : memref<128xi32>
      aiex.npu.dma_wait {symbol = @out}
    }
  }
}
)";
}

constexpr const char* kLoadsAWord =
    "        %v = vector.load %in[%0] : memref<16xi32>, vector<16xi32>\n";

TEST_F(RunWithData, WordsOnTheCascadeAreComputedBeforeAndBehindIt) {
    const std::string gives = std::string{kLoadsAWord} +
                              "        %w = arith.addi %v, %k : vector<16xi32>\n"
                              "        aie.put_cascade(%w : vector<16xi32>)\n";
    const std::string takes =
        "        %w = aie.get_cascade() : vector<16xi32>\n"
        "        %y = arith.muli %w, %k : vector<16xi32>\n"
        "        vector.store %y, %out[%0] : memref<16xi32>, vector<16xi32>\n";
    expect_each<std::int32_t>(two_cores(gives, takes),
                              [](std::int32_t x) { return (x + 41) * 41; });
}

TEST_F(RunWithData, TheCascadeLeadsSouthWhereNobodyConfiguresIt) {
    const std::string text =
        two_cores(std::string{kLoadsAWord} + "        aie.put_cascade(%v : vector<16xi32>)\n",
                  "        %w = aie.get_cascade() : vector<16xi32>\n"
                  "        vector.store %w, %out[%0] : memref<16xi32>, vector<16xi32>\n");
    const std::string without = with(text, "    aie.cascade_flow(%giver, %taker)\n", "");
    expect_each<std::int32_t>(without, [](std::int32_t x) { return x; });
    EXPECT_EQ(cycles_of(without), cycles_of(text));
    // There is no cascade to the north, and none where a core is configured otherwise.
    std::string northwards = with(without, "%giver = aie.tile(0, 3)", "%giver = aie.tile(0, 2)");
    northwards = with(northwards, "%taker = aie.tile(0, 2)", "%taker = aie.tile(0, 3)");
    const std::string eastwards = with(text, "aie.cascade_flow(%giver, %taker)",
                                       "aie.configure_cascade(%giver, North, East)");
    for (const std::string& refused : {northwards, eastwards})
        EXPECT_TRUE(read(refused).schedule.cascades.empty());
    EXPECT_EQ(read(without).schedule.cascades.size(), 1U);
}

TEST_F(RunWithData, AWordFromTheCascadeIsKeptUntilItIsStored) {
    // A second word is got and stored before the first one is stored.
    const std::string gives = std::string{kLoadsAWord} +
                              "        \"aie.put_cascade\"(%v) : (vector<16xi32>) -> ()\n"
                              "        aie.put_cascade(%k : vector<16xi32>)\n";
    const std::string takes =
        "        %w = \"aie.get_cascade\"() : () -> vector<16xi32>\n"
        "        %x = aie.get_cascade() : vector<16xi32>\n"
        "        vector.store %x, %out[%0] : memref<16xi32>, vector<16xi32>\n"
        "        vector.store %w, %out[%0] : memref<16xi32>, vector<16xi32>\n";
    expect_each<std::int32_t>(two_cores(gives, takes), [](std::int32_t x) { return x; });
}

TEST_F(RunWithData, BytesOnTheCascadeLieAsInMemory) {
    // The lowest byte of the second i32 is byte 4 of the 64 bytes of the word.
    const std::string gives =
        std::string{kLoadsAWord} + "        aie.put_cascade(%v : vector<16xi32>)\n";
    const std::string takes =
        "        %w = aie.get_cascade() : vector<64xi8>\n"
        "        %b = vector.extract %w[4] : i8 from vector<64xi8>\n"
        "        %x = arith.extui %b : i8 to i32\n"
        "        %y = vector.broadcast %x : i32 to vector<16xi32>\n"
        "        vector.store %y, %out[%0] : memref<16xi32>, vector<16xi32>\n";
    std::vector<std::int32_t> input;
    std::vector<std::int32_t> expected;
    for (int i = 0; i < kElements; ++i) {
        input.push_back(1000 + 300 * i);
        const int second = i / kObject * kObject + 1;
        expected.push_back((1000 + 300 * second) % 256);
    }
    expect_all(two_cores(gives, takes), input, expected);
}

}  // namespace
}  // namespace xdnasim::design
