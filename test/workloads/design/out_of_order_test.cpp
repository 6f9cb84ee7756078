// Channels that take packets out of order: the header of each packet names its BD.

#include <cstdint>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/workloads/design/run_with_data.hpp"

namespace xdnasim::design {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

constexpr int kPacket = 16;  ///< words
constexpr int kSenders = 3;
constexpr int kBds[] = {3, 5, 7};  ///< ids of the slots' BDs

/// Text of core number `sender`, which sends `packets` packets to `slot`. Its word i is 1000 *
/// (`sender` + 1) + i.
std::string sender_of(int sender, int slot, int packets) {
    std::vector<int> numbers;
    for (int i = 0; i < packets * kPacket; ++i)
        numbers.push_back(1000 * (sender + 1) + i);
    return fmt::format(R"(
    %t{0} = aie.tile(0, {1})
    %b{0} = aie.buffer(%t{0}) {{sym_name = "b{0}"}} : memref<{2}xi32> = dense<[{3}]>
    aie.mem(%t{0}) {{
      %0 = aie.dma_start(MM2S, 0, ^send, ^end, repeat_count = {4})
    ^send:
      aie.dma_bd(%b{0} : memref<{2}xi32> offset = 0 len = 16) {{packet = #aie.packet_info<pkt_type = 0, pkt_id = {0}>, out_of_order_id = {5} : i32, iteration = #aie.bd_iteration<size = {6}, stride = 16>}}
      aie.next_bd ^end
    ^end:
      aie.end
    }}
    aie.packet_flow({0}) {{
      aie.packet_source<%t{0}, DMA : 0>
      aie.packet_dest<%mem, DMA : 0>
    }} {{keep_pkt_header = true}})",
                       sender, 2 + sender, packets * kPacket, fmt::join(numbers, ", "), packets - 1,
                       kBds[slot], packets);
}

std::string slot_of(int slot, int packets) {
    return fmt::format(R"(
    ^slot{0}:
      aie.dma_bd(%merged : memref<{1}xi32> offset = {2} len = 16) {{bd_id = {3} : i32, packet = #aie.packet_info<pkt_type = 0, pkt_id = 0>, iteration = #aie.bd_iteration<size = {4}, stride = 16>}}
      aie.use_lock(%landed, Release, 1)
      aie.next_bd ^slot{5})",
                       slot, kSenders * packets * kPacket, slot * packets * kPacket, kBds[slot],
                       packets, (slot + 1) % kSenders);
}

/// A design in which three cores send to three parts (slots) of a buffer in a mem tile, core s to
/// slot (s + `shift`) mod 3. The mem tile then sends the whole buffer to %b.
std::string merge_of(int shift, int packets) {
    std::string senders;
    std::string slots;
    for (int i = 0; i < kSenders; ++i) {
        senders += sender_of(i, (i + shift) % kSenders, packets);
        slots += slot_of(i, packets);
    }
    return fmt::format(R"(module {{
  aie.device(npu1_1col) {{
    %shim = aie.tile(0, 0)
    %mem = aie.tile(0, 1)
    %merged = aie.buffer(%mem) {{sym_name = "merged"}} : memref<{2}xi32>
    %landed = aie.lock(%mem, 0) {{init = 0 : i32, sym_name = "landed"}}{0}
    aie.flow(%mem, DMA : 0, %shim, DMA : 0)
    aie.shim_dma_allocation @out(%shim, S2MM, 0)
    aie.memtile_dma(%mem) {{
      %0 = aie.dma_start(S2MM, 0, ^slot0, ^out) {{out_of_order}}{1}
    ^out:
      %1 = aie.dma_start(MM2S, 0, ^drain, ^end)
    ^drain:
      aie.use_lock(%landed, AcquireGreaterEqual, {3})
      aie.dma_bd(%merged : memref<{2}xi32> offset = 0 len = {2})
      aie.next_bd ^end
    ^end:
      aie.end
    }}
    aie.runtime_sequence(%a: memref<16xi32>, %b: memref<{2}xi32>) {{
      aiex.npu.dma_memcpy_nd(%b[0, 0, 0, 0][1, 1, 1, {2}][0, 0, 0, 1]) {{id = 0 : i64, metadata = @out, issue_token = true}} : memref<{2}xi32>
      aiex.npu.dma_wait {{symbol = @out}}
    }}
  }}
}}
)",
                       senders, slots, kSenders * packets * kPacket, kSenders * packets);
}

class OutOfOrder : public RunWithData {
 protected:
    void expect_merged(int shift, int packets) const {
        std::vector<std::int32_t> expected;
        for (int slot = 0; slot < kSenders; ++slot) {
            const int sender = (slot - shift + kSenders) % kSenders;
            for (int i = 0; i < packets * kPacket; ++i)
                expected.push_back(1000 * (sender + 1) + i);
        }
        expect_all(merge_of(shift, packets), std::vector<std::int32_t>(kPacket), expected);
    }
};

TEST_F(OutOfOrder, PacketsLandWhereTheirHeadersSayWhoeverComesFirst) {
    for (int shift = 0; shift < kSenders; ++shift)
        expect_merged(shift, 1);
}

TEST_F(OutOfOrder, PacketsOfOneSourceFollowEachOtherByIterations) {
    expect_merged(1, 4);
}

TEST_F(OutOfOrder, ChannelsCountTheIterationsOfTheirBdsInAllRounds) {
    const auto counted = [](const std::string& text) {
        std::vector<int> packets;
        for (const schedule::TileProgram& program : read(text).schedule.tiles)
            for (const schedule::Channel& channel : program.channels)
                if (channel.out_of_order) packets.push_back(channel.packets);
        return packets;
    };
    EXPECT_EQ(counted(merge_of(1, 1)), std::vector{3});
    EXPECT_EQ(counted(merge_of(1, 4)), std::vector{12});
    EXPECT_EQ(counted(with(merge_of(1, 4), "^slot0, ^out)", "^slot0, ^out, repeat_count = 2)")),
              std::vector{36});
    EXPECT_THAT(read(merge_of(1, 1)).losses, IsEmpty());
    EXPECT_THAT(read(merge_of(1, 1)).unknown, IsEmpty());
}

TEST_F(OutOfOrder, ChannelsTakeNoMoreThanTheyCount) {
    // One core sends one packet more than the channel counts, and the BD that drains the buffer
    // waits for it.
    std::string text =
        with(merge_of(1, 1), "^send, ^end, repeat_count = 0)", "^send, ^end, repeat_count = 1)");
    text = with(text, "AcquireGreaterEqual, 3)", "AcquireGreaterEqual, 4)");
    std::string message;
    try {
        static_cast<void>(cycles_of(text));
    } catch (const base::Error& error) {
        message = error.what();
    }
    EXPECT_THAT(message, HasSubstr("mem tile (0,1) S2MM 0 (no task) has taken all packets of its "
                                   "task, and another one has come"));
    EXPECT_GT(cycles_of(with(text, "^slot0, ^out)", "^slot0, ^out, repeat_count = 1)")), 0);
}

TEST_F(OutOfOrder, ChannelsAreRefusedAsByMlirAie) {
    const std::string text = merge_of(1, 1);
    EXPECT_THAT(refusal(with(text, "^drain, ^end)", "^drain, ^end) {out_of_order}")),
                HasSubstr("'out_of_order' of aie.dma_start is set on an MM2S channel"));
    EXPECT_THAT(refusal(with(text, "^slot0, ^out)", "^slot0, ^out, repeat_count = 99)")),
                HasSubstr("a channel takes 300 packets out of order, in all iterations of its BDs "
                          "over 100 rounds; allowed: 256"));
    EXPECT_THAT(
        refusal(with(text, "{packet = #aie.packet_info<pkt_type = 0, pkt_id = 0>, out", "{out")),
        HasSubstr("'out_of_order_id' of a BD that sends no packets"));
    EXPECT_THAT(refusal(with(text, " {keep_pkt_header = true}", "")),
                HasSubstr("packets reach an out-of-order channel without the header that names "
                          "their BD. Set keep_pkt_header = true"));
    EXPECT_THAT(refusal(with(text, "%1 = aie.dma_start(MM2S, 0, ^drain, ^end)",
                             "%1 = aie.dma_start(S2MM, 0, ^drain, ^end)")),
                HasSubstr("a channel that takes packets out of order is started twice"));
    EXPECT_THAT(refusal(with(text, "out_of_order_id = 5", "out_of_order_id = 64")),
                HasSubstr("'out_of_order_id' of aie.dma_bd is 64; allowed: 0 to 63"));
}

TEST_F(OutOfOrder, TasksOfTheSequenceAreRefused) {
    const std::string wait = "      aiex.npu.dma_wait";
    const auto with_task = [&](const std::string& bd, const std::string& task) {
        return refusal(with(merge_of(1, 1), wait,
                            "      %t = aiex.dma_configure_task(%shim, " + task +
                                ") {\n        aie.dma_bd(%a : memref<16xi32>) {" + bd +
                                "}\n        aie.end\n      } {out_of_order}\n" + wait));
    };
    EXPECT_THAT(with_task("", "S2MM, 1"),
                HasSubstr("'out_of_order' of aiex.dma_configure_task is not supported"));
    const std::string sends =
        with(merge_of(1, 1), wait,
             "      %t = aiex.dma_configure_task(%shim, MM2S, 0) {\n"
             "        aie.dma_bd(%a : memref<16xi32>) {packet = #aie.packet_info<pkt_type = 0, "
             "pkt_id = 9>, out_of_order_id = 3 : i32}\n        aie.end\n      }\n" +
                 wait);
    EXPECT_THAT(refusal(sends), HasSubstr("'out_of_order_id' of aie.dma_bd is not supported in a "
                                          "task of the runtime sequence"));
}

}  // namespace
}  // namespace xdnasim::design
