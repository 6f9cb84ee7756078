// Control packets that a shim sends over the streams to a core's control port.

#include "workloads/design/sequence/control_packets.hpp"

#include <cstdint>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.hpp"
#include "test/workloads/design/run_with_data.hpp"

namespace xdnasim::design {
namespace {

using testing::AllOf;
using testing::HasSubstr;

/// A design whose core waits for lock 0, adds 1 to 8 words and sends them as packets with id 3.
/// Packets with id 1 bring control packets of the host to the core, and packets with id 2 bring the
/// answers back.
constexpr const char* kDesign = R"(module {
  aie.device(npu1_1col) {
    %shim = aie.tile(0, 0)
    %core = aie.tile(0, 2)
    %go = aie.lock(%core, 0) {init = 0 : i32, sym_name = "go"}
    %full = aie.lock(%core, 1) {init = 0 : i32, sym_name = "full"}
    %data = aie.buffer(%core) {address = 1024 : i32, sym_name = "data"} : memref<8xi32>
    %other = aie.buffer(%core) {address = 1056 : i32, sym_name = "other"} : memref<8xi32>
    aie.packet_flow(1) {
      aie.packet_source<%shim, DMA : 0>
      aie.packet_dest<%core, TileControl : 0>
    }
    aie.packet_flow(2) {
      aie.packet_source<%core, TileControl : 0>
      aie.packet_dest<%shim, DMA : 0>
    }
    aie.packet_flow(3) {
      aie.packet_source<%core, DMA : 0>
      aie.packet_dest<%shim, DMA : 1>
    }
    %program = aie.core(%core) {
      %0 = arith.constant 0 : index
      %1 = arith.constant 1 : index
      %8 = arith.constant 8 : index
      %one = arith.constant 1 : i32
      scf.for %round = %0 to %1 step %1 {
        aie.use_lock(%go, AcquireGreaterEqual, 2)
        scf.for %i = %0 to %8 step %1 {
          %x = memref.load %data[%i] : memref<8xi32>
          %y = arith.addi %x, %one : i32
          memref.store %y, %data[%i] : memref<8xi32>
        }
        aie.use_lock(%full, Release, 1)
      }
      aie.end
    }
    %dma = aie.mem(%core) {
      %0 = aie.dma_start(MM2S, 0, ^bb1, ^bb2)
    ^bb1:
      aie.use_lock(%full, AcquireGreaterEqual, 1)
      aie.dma_bd(%data : memref<8xi32>, 0, 8) {packet = #aie.packet_info<pkt_id = 3, pkt_type = 0>}
      aie.next_bd ^bb1
    ^bb2:
      aie.end
    }
    aie.shim_dma_allocation @control (%shim, MM2S, 0)
    aie.shim_dma_allocation @answers (%shim, S2MM, 0)
    aie.shim_dma_allocation @out (%shim, S2MM, 1)
    aie.runtime_sequence(%words: memref<12xi32>, %result: memref<16xi32>) {
      aiex.npu.dma_memcpy_nd(%result[0, 0, 0, 0][1, 1, 1, 8][0, 0, 0, 1]) {id = 0 : i64, metadata = @out, issue_token = true} : memref<16xi32>
      aiex.npu.dma_memcpy_nd(%result[0, 0, 0, 8][1, 1, 1, 8][0, 0, 0, 1]) {id = 1 : i64, metadata = @answers, issue_token = true} : memref<16xi32>
      aiex.npu.dma_memcpy_nd(%words[0, 0, 0, 0][1, 1, 1, 5][0, 0, 0, 1], packet = <pkt_id = 1, pkt_type = 0>) {id = 2 : i64, metadata = @control} : memref<12xi32>
      aiex.npu.dma_memcpy_nd(%words[0, 0, 0, 5][1, 1, 1, 3][0, 0, 0, 1], packet = <pkt_id = 1, pkt_type = 0>) {id = 3 : i64, metadata = @control} : memref<12xi32>
      aiex.npu.dma_memcpy_nd(%words[0, 0, 0, 8][1, 1, 1, 2][0, 0, 0, 1], packet = <pkt_id = 1, pkt_type = 0>) {id = 4 : i64, metadata = @control} : memref<12xi32>
      aiex.npu.dma_memcpy_nd(%words[0, 0, 0, 10][1, 1, 1, 1][0, 0, 0, 1], packet = <pkt_id = 1, pkt_type = 0>) {id = 5 : i64, metadata = @control} : memref<12xi32>
      aiex.npu.dma_memcpy_nd(%words[0, 0, 0, 11][1, 1, 1, 1][0, 0, 0, 1], packet = <pkt_id = 1, pkt_type = 0>) {id = 6 : i64, metadata = @control} : memref<12xi32>
      aiex.npu.dma_wait {symbol = @out}
      aiex.npu.dma_wait {symbol = @answers}
    }
  }
}
)";

/// Header of a control packet: bits 19:0 are the address, 21:20 the number of words minus 1, 23:22
/// the operation, 28:24 the packet id of the answer; bit 31 makes the parity of all bits odd.
std::uint32_t header(std::uint32_t address, std::uint32_t words, std::uint32_t operation,
                     std::uint32_t answer = 0) {
    const std::uint32_t rest = answer << 24 | operation << 22 | (words - 1) << 20 | address;
    int ones = 0;
    for (std::uint32_t bits = rest; bits != 0; bits >>= 1)
        ones += static_cast<int>(bits & 1);
    return rest | (ones % 2 == 0 ? 1U << 31 : 0U);
}

/// Control packets that write 10, 20, 30, 40 to words 0 to 3 of 'data', 7, 9 to words 0 and 1 of
/// 'other', and 2 to lock 0, and then read words 0 to 3 of 'other' twice.
std::vector<std::uint32_t> words() {
    return {header(1024, 4, 0),
            10,
            20,
            30,
            40,
            header(1056, 2, 0),
            7,
            9,
            header(0x1F000, 1, 0),
            2,
            header(1056, 4, 1, 2),
            header(1056, 4, 1, 2)};
}

/// `text` without its first line that has `part`.
std::string without_line(std::string text, const std::string& part) {
    const std::size_t at = text.find(part);
    EXPECT_NE(at, std::string::npos) << part;
    const std::size_t begin = text.rfind('\n', at) + 1;
    return text.erase(begin, text.find('\n', at) + 1 - begin);
}

class ControlPackets : public RunWithData {
 protected:
    [[nodiscard]] Request with_words(const std::vector<std::uint32_t>& content) const {
        Request request = hundred_cycles();
        request.files.inputs["arg0"] = folder_.write("words.bin", bytes_of(content));
        return request;
    }
    [[nodiscard]] std::string refused(const std::string& text,
                                      const std::vector<std::uint32_t>& content) const {
        const Request request = with_words(content);
        return input_error([&] { return read(text, request); });
    }
};

TEST_F(ControlPackets, WriteMemoryAndLocksAndAnswer) {
    const std::vector<std::int32_t> expected{11, 21, 31, 41, 1, 1, 1, 1, 7, 9, 0, 0, 7, 9, 0, 0};
    expect_all(kDesign, words(), expected);
}

TEST_F(ControlPackets, TakeTheSameTimeWithoutData) {
    const std::vector<std::int32_t> any(16);
    const auto with_data = run(kDesign, bytes_of(words()), bytes_of(any));
    const std::vector<problem::Setting> settings{
        {"design.inputs",
         fmt::format("{{arg0: {}}}", folder_.write("in.bin", bytes_of(words())).string())}};
    const problem::Problem problem =
        problem::load_problem(folder_.write("design.mlir", kDesign), settings);
    const auto without =
        backends::make_systemc_backend()->run(map_problem(problem), problem.device, {});
    EXPECT_EQ(with_data.cycles, without.cycles);
}

TEST_F(ControlPackets, BecomeAPortOfTheirTile) {
    const Design design = read(kDesign, with_words(words()));
    ASSERT_EQ(design.schedule.control_ports.size(), 1U);
    const schedule::ControlPort& port = design.schedule.control_ports.front();
    EXPECT_EQ(port.tile, (arch::TileId{0, 2}));
    ASSERT_EQ(port.packets.size(), 5U);
    EXPECT_EQ(port.packets[0].length, arch::Bytes{20});
    const auto& write = std::get<schedule::WriteMemory>(port.packets[1].op);
    EXPECT_THAT(write.words, testing::ElementsAre(7, 9));
    EXPECT_EQ(std::get<schedule::SetLock>(port.packets[2].op).value, 2);
    const auto& read = std::get<schedule::ReadMemory>(port.packets[4].op);
    EXPECT_EQ(read.packet_id, 2);
    EXPECT_EQ(read.from.length, arch::Bytes{16});
}

TEST_F(ControlPackets, AreRefusedWhereTheirWordsAreNotKnown) {
    EXPECT_THAT(refusal(kDesign),
                AllOf(HasSubstr("control packets from words, whose words are not known"),
                      HasSubstr("design.inputs: {words: FILE}")));
}

TEST_F(ControlPackets, AreRefusedForWhatTheSimulatedPortDoesNotDo) {
    const auto instead = [&](std::size_t at, std::uint32_t word) {
        std::vector<std::uint32_t> changed = words();
        changed[at] = word;
        return refused(kDesign, changed);
    };
    EXPECT_THAT(instead(0, header(1024, 4, 0) ^ 1U << 31),
                HasSubstr("as the header of a control packet; allowed: operation 0"));
    EXPECT_THAT(instead(0, header(1024, 4, 2)), HasSubstr("as the header of a control packet"));
    EXPECT_THAT(instead(8, header(0x32000, 1, 0)),
                HasSubstr("a control packet that writes 0x32000 of (0,2); allowed: words of its "
                          "buffers, and values of its locks"));
    EXPECT_THAT(instead(9, 64), HasSubstr("a control packet that writes 0x1F000 of (0,2)"));
    EXPECT_THAT(instead(10, header(4096, 4, 1, 2)),
                HasSubstr("a control packet that reads 0x1000 of (0,2)"));
    EXPECT_THAT(instead(10, header(1056, 4, 1, 5)),
                HasSubstr("whose answer, with packet id 5, has no route from"));
    EXPECT_THAT(instead(8, header(0x1F000, 3, 0)),
                HasSubstr("a control packet writes 3 words, of which 1 follow"));
    std::vector<std::uint32_t> most = words();
    most[9] = 63;
    EXPECT_NO_THROW(static_cast<void>(read(kDesign, with_words(most))));
}

TEST_F(ControlPackets, GoThroughTheIterationsOfABdFromTaskToTask) {
    // One BD sends words 10 and 11 in turn: both in its first task, and one in each of the next two
    // tasks.
    const std::string again =
        "      aiex.npu.push_queue (0, 0, MM2S:0) {bd_id = 5 : i32, issue_token = false, "
        "repeat_count = 0 : i32}\n";
    const std::string text =
        without_line(with(with(kDesign, "%words[0, 0, 0, 10][1, 1, 1, 1][0, 0, 0, 1]",
                               "%words[0, 0, 0, 10][2, 1, 1, 1][1, 0, 0, 1]"),
                          "      aiex.npu.dma_wait {symbol = @out}\n",
                          again + again + "      aiex.npu.dma_wait {symbol = @out}\n"),
                     "%words[0, 0, 0, 11]");
    std::vector<std::uint32_t> content = words();
    content[11] = header(1024, 4, 1, 2);
    const Design design = read(text, with_words(content));
    std::vector<int> buffers;
    for (const schedule::ControlPacket& packet : design.schedule.control_ports.front().packets)
        if (const auto* answer = std::get_if<schedule::ReadMemory>(&packet.op))
            buffers.push_back(answer->from.buffer.index);
    EXPECT_THAT(buffers, testing::ElementsAre(1, 0, 1, 0));
}

TEST_F(ControlPackets, StandStillBehindAnAnswerThatNobodyTakes) {
    // One BD sends 38 reads and then the write that lets the core continue. The shim takes two
    // answers; the route has room for far fewer than the other 36.
    std::string text = kDesign;
    for (const char* part : {"[0, 0, 0, 5]", "[0, 0, 0, 8]", "[0, 0, 0, 10]", "[0, 0, 0, 11]"})
        text = without_line(text, std::string{"%words"} + part);
    text = with(text, "%words: memref<12xi32>", "%words: memref<40xi32>");
    text = with(text, "%words[0, 0, 0, 0][1, 1, 1, 5]", "%words[0, 0, 0, 0][1, 1, 1, 40]");
    text = with(text, "metadata = @control} : memref<12xi32>",
                "metadata = @control} : memref<40xi32>");
    std::vector<std::uint32_t> content(38, header(1056, 4, 1, 2));
    content.insert(content.end(), {header(0x1F000, 1, 0), 2});
    try {
        static_cast<void>(run(text, bytes_of(content), bytes_of(std::vector<std::int32_t>(16))));
        FAIL() << "it ran";
    } catch (const base::DeadlockError& error) {
        const std::string said = error.what();
        EXPECT_THAT(said, testing::ContainsRegex("the control port of core \\(0,2\\) \\(packet "
                                                 "[0-9]+ of 39\\) is in back-pressure from "
                                                 "shim \\(0,0\\) S2MM 0"));
        EXPECT_THAT(said, HasSubstr("released by a control packet at"));
    }
}

TEST_F(ControlPackets, ThatNobodySendsLeaveCountersOfCoresKnown) {
    // mlir-aie gives every tile a flow to its control port. The core takes its number of rounds
    // from a word of its memory.
    std::string text = with(kDesign, "      %one = arith.constant 1 : i32\n",
                            "      %one = arith.constant 1 : i32\n"
                            "      memref.store %one, %other[%0] : memref<8xi32>\n"
                            "      %word = memref.load %other[%0] : memref<8xi32>\n"
                            "      %rounds = arith.index_cast %word : i32 to index\n");
    text = with(text, "scf.for %round = %0 to %1", "scf.for %round = %0 to %rounds");
    EXPECT_THAT(refused(text, words()), HasSubstr("number of rounds of this loop is not known"));
    while (text.find("metadata = @control}") != std::string::npos)
        text = without_line(text, "metadata = @control}");
    text = without_line(text, "metadata = @answers");
    text = without_line(text, "{symbol = @answers}");
    EXPECT_NO_THROW(static_cast<void>(read(text)));
}

TEST_F(ControlPackets, ThatNothingSendsAreLeftOut) {
    std::string text = kDesign;
    for (int i = 0; i < 5; ++i)
        text = with(text, ", packet = <pkt_id = 1, pkt_type = 0>",
                    ", packet = <pkt_id = 4, pkt_type = 0>");
    EXPECT_THAT(refusal(text), HasSubstr("has a task, but no flow starts there"));
    const std::string circuit =
        with(kDesign, "    aie.packet_flow(1) {",
             "    aie.flow(%shim, DMA : 1, %core, TileControl : 0)\n    aie.packet_flow(1) {");
    EXPECT_THAT(refused(circuit, words()), HasSubstr("a circuit to TileControl"));
}

TEST(ControlHeader, HasItsFieldsWhereTheManualSays) {
    const ControlHeader read = ControlHeader::read(0x02BDF123);
    EXPECT_EQ(read.address, 0xDF123U);
    EXPECT_EQ(read.words, 4);
    EXPECT_EQ(static_cast<int>(read.operation), 2);
    EXPECT_EQ(read.answer_id, 2);
    EXPECT_TRUE(read.odd);
    EXPECT_FALSE(ControlHeader::read(3).odd);
    EXPECT_EQ(ControlHeader::read(0).operation, ControlOperation::Write);
    EXPECT_EQ(ControlHeader::read(0x00400000).operation, ControlOperation::Read);
}

}  // namespace
}  // namespace xdnasim::design
