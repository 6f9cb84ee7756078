// Forms of tasks and arguments of a runtime sequence: packets of channels, repeats by a value,
// other shapes of the same memory.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/workloads/design/design_text.hpp"
#include "workloads/schedule/operations.hpp"

namespace xdnasim::design {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// A design whose shim sends packets to the memory of a core, whose DMA takes 16 numbers at a time.
/// `allocation`: operands of the shim_dma_allocation @in; `argument`: type of %a.
std::string to_core(const std::string& allocation, const std::string& sequence,
                    const std::string& argument = "memref<16xi32>") {
    return R"(module {
  aie.device(npu1_1col) {
    %shim = aie.tile(0, 0)
    %tile = aie.tile(0, 2)
    %buffer = aie.buffer(%tile) : memref<16xi32>
    aie.packet_flow(0x5) {
      aie.packet_source<%shim, DMA : 0>
      aie.packet_dest<%tile, DMA : 0>
    }
    aie.shim_dma_allocation @in)" +
           allocation + R"(
    %mem = aie.mem(%tile) {
      %0 = aie.dma_start(S2MM, 0, ^in, ^end)
    ^in:
      aie.dma_bd(%buffer : memref<16xi32>, 0, 16)
      aie.next_bd ^in
    ^end:
      aie.end
    }
    aie.runtime_sequence(%a: )" +
           argument + ") {\n" + sequence + "    }\n  }\n}\n";
}

/// Operations that start a task of 16 numbers and await it. `head`: operation that configures the
/// task; `bd`: attributes of its BD.
std::string awaited_task(const std::string& head, const std::string& bd = "") {
    return "      %t = " + head + " {\n        aie.dma_bd(%a : memref<16xi32>, 0, 16)" + bd +
           "\n        aie.end\n      } {issue_token = true}\n"
           "      aiex.dma_start_task(%t)\n      aiex.dma_await_task(%t)\n";
}

const std::string kTaskFor = "aiex.dma_configure_task_for @in";
const std::string kHeader = "<pkt_type = 1, pkt_id = 5>";

std::vector<std::optional<int>> packet_ids(const Design& design) {
    std::vector<std::optional<int>> ids;
    schedule::for_each_operation<schedule::WriteBd>(
        design.schedule.sequence, [&](const schedule::WriteBd& write) {
            const auto& packet = write.bd.packet;
            ids.push_back(packet ? std::optional{packet->id} : std::nullopt);
        });
    return ids;
}

TEST(SequenceForms, GiveATaskThePacketOfItsAllocation) {
    for (const std::string& allocation :
         {"(%shim, MM2S, 0, " + kHeader + ")", "(MM2S, 0, 0, " + kHeader + ")",
          "(%shim, MM2S, 0) {packet = #aie.packet_info" + kHeader + "}"}) {
        const std::string text = to_core(allocation, awaited_task(kTaskFor));
        EXPECT_THAT(packet_ids(read(text)), ElementsAre(5)) << allocation;
        EXPECT_GT(cycles_of(text), 16) << allocation;
    }
}

TEST(SequenceForms, GiveATaskItsOwnPacket) {
    const std::string of_task = "aiex.dma_configure_task(%shim, MM2S, 0, " + kHeader + ")";
    EXPECT_THAT(packet_ids(read(to_core("(%shim, MM2S, 0)", awaited_task(of_task)))),
                ElementsAre(5));
    // The packet of a BD takes precedence over those of its task and its channel.
    const std::string of_bd = " {packet = #aie.packet_info<pkt_type = 0, pkt_id = 5>}";
    EXPECT_THAT(packet_ids(read(to_core("(%shim, MM2S, 0, <pkt_type = 0, pkt_id = 9>)",
                                        awaited_task(kTaskFor, of_bd)))),
                ElementsAre(5));
}

TEST(SequenceForms, RepeatATaskAsOftenAsAValueSays) {
    const std::string constant = "      %c3 = arith.constant 3 : i32\n";
    const std::string by_value = to_core("(%shim, MM2S, 0, " + kHeader + ")",
                                         constant + awaited_task(kTaskFor + " repeat %c3 : i32"));
    std::vector<int> repeats;
    schedule::for_each_operation<schedule::PushTask>(
        read(by_value).schedule.sequence,
        [&](const schedule::PushTask& push) { repeats.push_back(push.repeat); });
    EXPECT_THAT(repeats, ElementsAre(3));
    EXPECT_EQ(cycles_of(by_value),
              cycles_of(to_core("(%shim, MM2S, 0, " + kHeader + ")",
                                with(awaited_task(kTaskFor), "{issue_token = true}",
                                     "{issue_token = true, repeat_count = 3 : i32}"))));
    EXPECT_THAT(
        refusal(to_core("(%shim, MM2S, 0)", awaited_task(kTaskFor + " repeat %many : i32"))),
        HasSubstr("'repeat_count' of aiex.dma_configure_task_for is '%many'; allowed: a "
                  "number that is known before the run"));
}

/// A transfer of the 16 elements of %part.
std::string transfer_of_part(const std::string& type) {
    return "      aiex.npu.dma_memcpy_nd(%part[0, 0, 0, 0][1, 1, 1, 16][0, 0, 0, 1], packet = "
           "<pkt_type = 0, pkt_id = 5>) {id = 0 : i64, metadata = @in, issue_token = true} : " +
           type + "\n      aiex.npu.dma_wait {symbol = @in}\n";
}

TEST(SequenceForms, KeepTheMemoryOfAnArgumentInAnotherShape) {
    // %part is rows 2 and 3 of the argument's four rows.
    const std::string text = to_core(
        "(%shim, MM2S, 0)",
        "      %flat = memref.collapse_shape %a [[0, 1]] : memref<4x8xi32> into memref<32xi32>\n"
        "      %open = memref.cast %flat : memref<32xi32> to memref<?xi32>\n"
        "      %rows = memref.expand_shape %open [[0, 1]] output_shape [2, 16] : memref<?xi32> "
        "into memref<2x16xi32>\n"
        "      %part = memref.subview %rows[1, 0] [1, 16] [1, 1] : memref<2x16xi32> to "
        "memref<1x16xi32, strided<[16, 1], offset: 16>>\n" +
            transfer_of_part("memref<1x16xi32, strided<[16, 1], offset: 16>>"),
        "memref<4x8xi32>");
    const Design design = read(text);
    const auto& write = std::get<schedule::WriteBd>(design.schedule.sequence.at(0).op);
    EXPECT_EQ(write.offset.base, 64);
    EXPECT_THAT(
        refusal(to_core("(%shim, MM2S, 0)",
                        "      %p = memref.cast %b : memref<4xi32> to memref<?xi32>\n")),
        HasSubstr("design.mlir:20:7: memref.cast of something that is not an argument of the "
                  "runtime sequence"));
}

TEST(SequenceForms, MakeAnArgumentWithoutSizeAsLargeAsWhatIsTransferred) {
    const TemporaryFolder folder;
    const std::string text =
        to_core("(%shim, MM2S, 0)",
                "      %part = memref.cast %a : memref<?xi32> to memref<16xi32>\n" +
                    with(transfer_of_part("memref<16xi32>"), "[0, 0, 0, 0]", "[0, 0, 0, 4]"),
                "memref<?xi32>");
    Request request = hundred_cycles();
    request.files.inputs["a"] = folder.write("a.bin", std::string(80, 'a'));
    const Design design = read(text, request);
    ASSERT_EQ(design.schedule.host_buffers.size(), 1U);
    EXPECT_EQ(design.schedule.host_buffers[0].size.count(), 80);
    EXPECT_THAT(design.losses, IsEmpty());
    request.files.inputs["a"] = folder.write("b.bin", std::string(64, 'a'));
    EXPECT_THAT(input_error([&] { return read(text, request); }),
                HasSubstr("has 64 bytes; the argument has 80 (20xi32)"));
}

}  // namespace
}  // namespace xdnasim::design
