// Locks of shims that BDs of the sequence name.

#include <cstdint>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "test/workloads/design/run_with_data.hpp"

namespace xdnasim::design {
namespace {

constexpr int kWords = 64;

/// Writes BD `id` of the shim, which moves all words of argument `argument`. `locks`: fields of its
/// locks.
std::string written_bd(int id, int argument, const std::string& locks) {
    constexpr int kFirstAddress = 0x1D004;
    constexpr int kBdBytes = 0x20;
    return fmt::format(
        "      aiex.npu.writebd {{bd_id = {} : i32, buffer_length = {} : i32, column = 0 : i32, "
        "row = 0 : i32, valid_bd = 1 : i32, buffer_offset = 0 : i32, {}}}\n"
        "      aiex.npu.address_patch {{addr = {} : ui32, arg_idx = {} : i32, arg_plus = 0 : "
        "i32}}\n",
        id, kWords, locks, kFirstAddress + id * kBdBytes, argument);
}

/// A design in which a core sends numbers to %a; from there they go to a second core, and from that
/// to %b. `waits`: lock fields by which the transfer out of %a waits for the one into it.
std::string chained(const std::string& waits) {
    std::string numbers;
    for (int i = 0; i < kWords; ++i)
        numbers += (i == 0 ? "" : ", ") + std::to_string(3 * i + 1);
    return fmt::format(
        R"(module {{
  aie.device(npu1_1col) {{
    %shim = aie.tile(0, 0)
    %giver = aie.tile(0, 3)
    %echo = aie.tile(0, 2)
    %from = aie.buffer(%giver) {{sym_name = "from"}} : memref<64xi32> = dense<[{0}]>
    %held = aie.buffer(%echo) {{sym_name = "held"}} : memref<64xi32>
    %full = aie.lock(%echo, 0) {{init = 0 : i32}}
    aie.flow(%giver, DMA : 0, %shim, DMA : 0)
    aie.flow(%shim, DMA : 0, %echo, DMA : 0)
    aie.flow(%echo, DMA : 0, %shim, DMA : 1)
    aie.mem(%giver) {{
      %0 = aie.dma_start(MM2S, 0, ^send, ^end)
    ^send:
      aie.dma_bd(%from : memref<64xi32>, 0, 64)
      aie.next_bd ^end
    ^end:
      aie.end
    }}
    aie.mem(%echo) {{
      %0 = aie.dma_start(S2MM, 0, ^take, ^next)
    ^take:
      aie.dma_bd(%held : memref<64xi32>, 0, 64)
      aie.use_lock(%full, Release, 1)
      aie.next_bd ^end
    ^next:
      %1 = aie.dma_start(MM2S, 0, ^send, ^end)
    ^send:
      aie.use_lock(%full, AcquireGreaterEqual, 1)
      aie.dma_bd(%held : memref<64xi32>, 0, 64)
      aie.next_bd ^end
    ^end:
      aie.end
    }}
    aie.runtime_sequence(%a: memref<64xi32>, %b: memref<64xi32>, %c: memref<64xi32>) {{
{1}{2}{3}      aiex.npu.push_queue(0, 0, MM2S : 0) {{bd_id = 1 : i32, issue_token = false, repeat_count = 0 : i32}}
      aiex.npu.push_queue(0, 0, S2MM : 1) {{bd_id = 2 : i32, issue_token = true, repeat_count = 0 : i32}}
      aiex.npu.push_queue(0, 0, S2MM : 0) {{bd_id = 0 : i32, issue_token = false, repeat_count = 0 : i32}}
      aiex.npu.sync {{channel = 1 : i32, column = 0 : i32, column_num = 1 : i32, direction = 0 : i32, row = 0 : i32, row_num = 1 : i32}}
    }}
  }}
}}
)",
        numbers, written_bd(0, 0, "lock_rel_id = 5 : i32, lock_rel_val = 1 : i32"),
        written_bd(1, 0, waits), written_bd(2, 1, "burst_length = 0 : i32"));
}

using ShimLocks = RunWithData;

TEST_F(ShimLocks, AreThereWithoutADeclarationAndZeroAtFirst) {
    std::vector<std::int32_t> numbers;
    for (int i = 0; i < kWords; ++i)
        numbers.push_back(3 * i + 1);
    int ran = 0;
    // -1 stands for "greater than or equal to 1", 1 for "equal to 1".
    for (const int value : {-1, 1}) {
        const std::string waits = fmt::format(
            "lock_acq_enable = 1 : i32, lock_acq_id = 5 : i32, lock_acq_val = {} : i32", value);
        expect_all(chained(waits), std::vector<std::int32_t>(kWords), numbers);
        EXPECT_TRUE(read(chained(waits)).losses.empty());
        ++ran;
    }
    EXPECT_EQ(ran, 2);
}

TEST_F(ShimLocks, TakeWhatTheSequenceSetsThemTo) {
    // A lock that nobody releases: the second transfer waits until the sequence sets it.
    const std::string waits =
        "lock_acq_enable = 1 : i32, lock_acq_id = 7 : i32, lock_acq_val = -2 : i32";
    const std::string text = chained(waits);
    const std::string sync = "      aiex.npu.sync";
    constexpr int kLock7 = 0x14070;
    const std::string set = fmt::format(
        "      aiex.npu.write32 {{address = {} : ui32, column = 0 : i32, row = 0 : i32, value = 2 "
        ": ui32}}\n",
        kLock7);
    EXPECT_GT(cycles_of(with(text, sync, set + sync)), 0);
    std::string message;
    try {
        static_cast<void>(cycles_of(text));
    } catch (const base::Error& error) {
        message = error.what();
    }
    EXPECT_THAT(message, testing::HasSubstr("waits for lock 7 'shim lock 7' of (0,0) to be >= 2; "
                                            "it is 0"));
}

}  // namespace
}  // namespace xdnasim::design
