// Packets with the same id from several cores to one channel of a shim.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/workloads/design/run_with_data.hpp"

namespace xdnasim::design {
namespace {

/// A core in `row` that stores `first`, `first` + 1, ... in 16 words, `rounds` times over, and then
/// sends them.
std::string core_in(int row, int first, int rounds) {
    return fmt::format(R"(
    %t{0} = aie.tile(0, {0})
    %b{0} = aie.buffer(%t{0}) {{sym_name = "b{0}"}} : memref<16xi32>
    %full{0} = aie.lock(%t{0}, 0) {{init = 0 : i32, sym_name = "full{0}"}}
    %c{0} = aie.core(%t{0}) {{
      %zero = arith.constant 0 : index
      %one = arith.constant 1 : index
      %rounds = arith.constant {2} : index
      %sixteen = arith.constant 16 : index
      %first = arith.constant {1} : i32
      scf.for %round = %zero to %rounds step %one {{
        scf.for %i = %zero to %sixteen step %one {{
          %n = arith.index_cast %i : index to i32
          %v = arith.addi %n, %first : i32
          memref.store %v, %b{0}[%i] : memref<16xi32>
        }}
      }}
      aie.use_lock(%full{0}, Release, 1)
      aie.end
    }}
    %m{0} = aie.mem(%t{0}) {{
      %d = aie.dma_start(MM2S, 0, ^bb1, ^bb2)
    ^bb1:
      aie.use_lock(%full{0}, AcquireGreaterEqual, 1)
      aie.dma_bd(%b{0} : memref<16xi32>, 0, 16) {{packet = #aie.packet_info<pkt_id = 0, pkt_type = 0>}}
      aie.next_bd ^bb1
    ^bb2:
      aie.end
    }})",
                       row, first, rounds);
}

std::string design(int late_rounds) {
    return "module {\n  aie.device(npu1_1col) {\n    %shim = aie.tile(0, 0)" +
           core_in(2, 1, late_rounds) + core_in(3, 101, 1) + R"(
    aie.packet_flow(0) {
      aie.packet_source<%t2, DMA : 0>
      aie.packet_source<%t3, DMA : 0>
      aie.packet_dest<%shim, DMA : 0>
    }
    aie.shim_dma_allocation @out (%shim, S2MM, 0)
    aie.runtime_sequence(%unused: memref<32xi32>, %result: memref<32xi32>) {
      aiex.npu.dma_memcpy_nd(%result[0, 0, 0, 0][1, 1, 1, 32][0, 0, 0, 1]) {id = 0 : i64, metadata = @out, issue_token = true} : memref<32xi32>
      aiex.npu.dma_wait {symbol = @out}
    }
  }
}
)";
}

TEST_F(RunWithData, TakesPacketsOfOneIdAsTheyCome) {
    // The upper core is done first, and its packet comes first.
    std::vector<std::int32_t> expected;
    for (const int first : {101, 1})
        for (int i = 0; i < 16; ++i)
            expected.push_back(first + i);
    expect_all(design(50), std::vector<std::int32_t>(32), expected);
}

TEST_F(RunWithData, TakesHeadersAheadOfTheDataOfEachPacketWhereTheFlowKeepsThem) {
    const std::string flow = "aie.packet_dest<%shim, DMA : 0>\n    }";
    const std::string kept = with(design(50), flow, flow + " {keep_pkt_header = true}");
    EXPECT_TRUE(read(kept).losses.empty());
    // Headers: source row 3 with the bit for odd parity, then row 2. They take the places of two
    // words, so the last two words of the second packet do not arrive.
    std::vector<std::int32_t> expected{static_cast<std::int32_t>(0x8003'0000)};
    for (int i = 0; i < 16; ++i)
        expected.push_back(101 + i);
    expected.push_back(0x0002'0000);
    for (int i = 0; i < 14; ++i)
        expected.push_back(1 + i);
    expect_all(kept, std::vector<std::int32_t>(32), expected);
}

TEST(JointPackets, PassOneBehindTheOther) {
    // The later packet does not wait for the earlier one: each further round of the late core
    // delays the end by its whole time.
    const std::int64_t once = cycles_of(design(50));
    const std::int64_t more = cycles_of(design(51));
    const std::int64_t most = cycles_of(design(52));
    EXPECT_GT(more, once);
    EXPECT_EQ(most - more, more - once);
}

}  // namespace
}  // namespace xdnasim::design
