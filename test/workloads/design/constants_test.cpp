// Constants of the device, which all of its parts can use, and conditions of the sequence.

#include <cstdint>
#include <string>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/workloads/design/mem_tile_tasks.hpp"
#include "test/workloads/design/run_with_data.hpp"

namespace xdnasim::design {
namespace {

using testing::HasSubstr;

class Constants : public RunOfACopy {};

TEST_F(Constants, OfTheDeviceAreKnownToTasks) {
    const std::string one = "    %k = arith.constant 1 : i32\n";
    expect_copied(through_a_mem_tile("%k", one, ""));
}

TEST_F(Constants, OfTheDeviceAreKnownToCores) {
    const std::string body = each("i32", "          %y = arith.addi %x, %seven : i32\n");
    const std::string seven = "    %seven = arith.constant 7 : i32\n";
    expect_each<std::int32_t>(one_core("i32", body, "", seven),
                              [](std::int32_t x) { return x + 7; });
    // The constant is the number of rounds of a loop.
    const std::string rounds =
        "        scf.for %r = %0 to %six step %1 {\n"
        "          %v = memref.load %in[%r] : memref<16xi32>\n"
        "          memref.store %v, %out[%r] : memref<16xi32>\n        }\n";
    const std::string six = "    %six = arith.constant 6 : index\n";
    EXPECT_EQ(cycles_of(one_core("i32", rounds, "", six)),
              cycles_of(one_core("i32", rounds, "      %six = arith.constant 6 : index\n")));
}

TEST_F(Constants, OfTheDeviceAreKnownToTheProgramsOfDmas) {
    const auto program = [](const std::string& in_device, const std::string& count) {
        return fmt::format(R"(module {{
  aie.device(npu1_1col) {{
    %s = aie.tile(0, 0)
    %m = aie.tile(0, 1)
    %free = aie.lock(%m, 0) {{init = 1 : i32}}
    %full = aie.lock(%m, 1) {{init = 0 : i32}}
    %b = aie.buffer(%m) : memref<64xi32>
    aie.flow(%s, DMA : 0, %m, DMA : 0)
    aie.flow(%m, DMA : 0, %s, DMA : 0)
    aie.shim_dma_allocation @in(%s, MM2S, 0)
    aie.shim_dma_allocation @out(%s, S2MM, 0)
{0}    %d = aie.memtile_dma(%m) {{
      %0 = aie.dma_start(S2MM, 0, ^in, ^next)
    ^in:
      aie.use_lock(%free, AcquireGreaterEqual, {1})
      aie.dma_bd(%b : memref<64xi32>)
      aie.use_lock(%full, Release, {1})
      aie.next_bd ^in
    ^next:
      %1 = aie.dma_start(MM2S, 0, ^out, ^end)
    ^out:
      aie.use_lock(%full, AcquireGreaterEqual, {1})
      aie.dma_bd(%b : memref<64xi32>)
      aie.use_lock(%free, Release, {1})
      aie.next_bd ^out
    ^end:
      aie.end
    }}
    aie.runtime_sequence(%x: memref<64xi32>, %y: memref<64xi32>) {{
      aiex.npu.dma_memcpy_nd(%x[0, 0, 0, 0][1, 1, 1, 64][0, 0, 0, 1]) {{id = 0 : i64, metadata = @in}} : memref<64xi32>
      aiex.npu.dma_memcpy_nd(%y[0, 0, 0, 0][1, 1, 1, 64][0, 0, 0, 1]) {{id = 1 : i64, metadata = @out, issue_token = true}} : memref<64xi32>
      aiex.npu.dma_wait {{symbol = @out}}
    }}
  }}
}}
)",
                           in_device, count);
    };
    expect_copied(program("    %k = arith.constant 1 : i32\n", "%k"));
    EXPECT_THAT(refusal(program("", "%k")), HasSubstr("is '%k'; allowed: a number"));
}

TEST_F(Constants, OfTheSequenceDecideWhatTheHostRequires) {
    const auto requiring = [](const std::string& condition, const std::string& operation) {
        return with(through_a_mem_tile("1", "", ""),
                    "      %t0 = ", condition + "      " + operation + "\n      %t0 = ");
    };
    const std::string fits =
        "      %n = arith.constant 64 : i32\n      %m64 = arith.constant 64 : i32\n"
        "      %ok = arith.cmpi sle, %n, %m64 : i32\n";
    const std::string require = "aiex.npu.require(%ok)";
    const std::string assertion = "cf.assert %ok, \"too long\"";
    for (const std::string& operation : {require, assertion}) {
        expect_copied(requiring(fits, operation));
        expect_copied(requiring("      %ok = arith.constant true\n", operation));
        EXPECT_THAT(refusal(requiring(with(fits, "constant 64", "constant 65"), operation)),
                    HasSubstr("'%ok' is false, so that the host does not start the run"));
        EXPECT_THAT(refusal(requiring("", operation)),
                    HasSubstr("'%ok' is not known before the run"));
    }
}

}  // namespace
}  // namespace xdnasim::design
