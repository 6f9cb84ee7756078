// Cores that wait until a lock has a value and do not change it (aie.use_lock with Acquire).

#include <cstdint>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "test/workloads/design/run_with_data.hpp"

namespace xdnasim::design {
namespace {

constexpr int kWords = 4;  ///< words of an object

/// A design whose core, in each of its endless rounds, waits until lock `go` is 1 and sends an
/// object that is filled with the word `number`, which the sequence writes. `released`: operation
/// at the end of a round; `sequence`: operations of the sequence; `words`: size of %b.
std::string design(const std::string& released, const std::string& sequence, int words) {
    return fmt::format(R"(module {{
  aie.device(npu1_1col) {{
    %shim = aie.tile(0, 0)
    %core = aie.tile(0, 2)
    %go = aie.lock(%core) {{init = 0 : i32, sym_name = "go"}}
    %number = aie.buffer(%core) {{sym_name = "number"}} : memref<1xi32>
    aie.objectfifo @out(%core, {{%shim}}, 2 : i32) : !aie.objectfifo<memref<4xi32>>
    aie.core(%core) {{
      %0 = arith.constant 0 : index
      %1 = arith.constant 1 : index
      %4 = arith.constant 4 : index
      %max = arith.constant 9223372036854775807 : index
      scf.for %round = %0 to %max step %1 {{
        aie.use_lock(%go, Acquire, 1)
        %n = memref.load %number[%0] : memref<1xi32>
        %o = aie.objectfifo.acquire @out(Produce, 1) : !aie.objectfifosubview<memref<4xi32>>
        %to = aie.objectfifo.subview.access %o[0] : !aie.objectfifosubview<memref<4xi32>> -> memref<4xi32>
        scf.for %i = %0 to %4 step %1 {{
          memref.store %n, %to[%i] : memref<4xi32>
        }}
        aie.objectfifo.release @out(Produce, 1)
{0}      }}
      aie.end
    }}
    aie.runtime_sequence(%a: memref<4xi32>, %b: memref<{2}xi32>) {{
{1}    }}
  }}
}}
)",
                       released, sequence, words);
}

/// Operations that write `objects` objects to %b, after its first `before` objects, and wait for
/// them. `words`: size of %b.
std::string drained(int before, int objects, int words) {
    return fmt::format(
        "      aiex.npu.dma_memcpy_nd(%b[0, 0, 0, {}][1, 1, 1, {}][0, 0, 0, 1]) {{id = 1 : i64, "
        "metadata = @out, issue_token = true}} : memref<{}xi32>\n"
        "      aiex.npu.dma_wait {{symbol = @out}}\n",
        kWords * before, kWords * objects, words);
}

std::string go_with(int number) {
    return fmt::format("      aiex.npu.rtp_write(@number, 0, {})\n      aiex.set_lock(%go, 1)\n",
                       number);
}

using WaitsForAValue = RunWithData;

TEST_F(WaitsForAValue, PassAsOftenAsTheLockHasIt) {
    constexpr int kObjectsSent = 5;
    const int words = kWords * kObjectsSent;
    expect_all(design("", go_with(41) + drained(0, kObjectsSent, words), words),
               std::vector<std::int32_t>(kWords), std::vector<std::int32_t>(words, 41));
}

TEST_F(WaitsForAValue, EndWithAReleaseUntilTheSequenceSetsTheLockAgain) {
    // The second object is filled with the second number, so the core has waited for it.
    const int words = 2 * kWords;
    const std::string sequence =
        go_with(41) + drained(0, 1, words) + go_with(43) + drained(1, 1, words);
    std::vector<std::int32_t> expected(kWords, 41);
    expected.resize(words, 43);
    expect_all(design("        aie.use_lock(%go, Release, 1)\n", sequence, words),
               std::vector<std::int32_t>(kWords), expected);
}

}  // namespace
}  // namespace xdnasim::design
