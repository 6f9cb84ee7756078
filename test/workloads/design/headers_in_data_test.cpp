// Packets whose headers a flow keeps: the headers lie before the data, and route packets further.

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

constexpr int kWords = 16;  ///< words of a packet, without its header

/// A core in `row` that takes packets with id `row` and sends each word x as `changed`(x, x).
std::string worker(int row, const std::string& changed) {
    return fmt::format(R"(
    %t{0} = aie.tile(0, {0})
    %in{0} = aie.buffer(%t{0}) {{sym_name = "in{0}"}} : memref<16xi32>
    %out{0} = aie.buffer(%t{0}) {{sym_name = "out{0}"}} : memref<16xi32>
    %full{0} = aie.lock(%t{0}, 0) {{init = 0 : i32}}
    %done{0} = aie.lock(%t{0}, 1) {{init = 0 : i32}}
    aie.core(%t{0}) {{
      %0 = arith.constant 0 : index
      %1 = arith.constant 1 : index
      %16 = arith.constant 16 : index
      aie.use_lock(%full{0}, AcquireGreaterEqual, 1)
      scf.for %i = %0 to %16 step %1 {{
        %x = memref.load %in{0}[%i] : memref<16xi32>
        %y = {1} %x, %x : i32
        memref.store %y, %out{0}[%i] : memref<16xi32>
      }}
      aie.use_lock(%done{0}, Release, 1)
      aie.end
    }}
    aie.mem(%t{0}) {{
      %0 = aie.dma_start(S2MM, 0, ^take, ^next)
    ^take:
      aie.dma_bd(%in{0} : memref<16xi32>, 0, 16)
      aie.use_lock(%full{0}, Release, 1)
      aie.next_bd ^end
    ^next:
      %1 = aie.dma_start(MM2S, 0, ^send, ^end)
    ^send:
      aie.use_lock(%done{0}, AcquireGreaterEqual, 1)
      aie.dma_bd(%out{0} : memref<16xi32>, 0, 16) {{packet = #aie.packet_info<pkt_type = 0, pkt_id = {2}>}}
      aie.next_bd ^end
    ^end:
      aie.end
    }}
    aie.packet_flow({0}) {{
      aie.packet_source<%hub, DMA : 0>
      aie.packet_dest<%t{0}, DMA : 0>
    }}
    aie.packet_flow({2}) {{
      aie.packet_source<%t{0}, DMA : 0>
      aie.packet_dest<%shim, DMA : 0>
    }})",
                       row, changed, row + 8);
}

std::string kept_flow(int id) {
    return fmt::format(R"(
    aie.packet_flow({}) {{
      aie.packet_source<%shim, DMA : 0>
      aie.packet_dest<%hub, DMA : 0>
    }} {{keep_pkt_header = true}})",
                       id);
}

struct Hub {
    int row = 1;  ///< row of the hub, a core or (row 1) the mem tile
    int words = kWords + 1;
    int back = kWords;  ///< words that the host receives
};

/// A design whose sequence sends a packet with `id` to a hub, which sends on what it holds.
/// `outside`: text of the device that says where the hub's packets go.
std::string design_with(const Hub& hub, int id, const std::string& outside) {
    return fmt::format(R"(module {{
  aie.device(npu1_1col) {{
    %shim = aie.tile(0, 0)
    %hub = aie.tile(0, {0})
    %held = aie.buffer(%hub) {{sym_name = "held"}} : memref<17xi32>
    %empty = aie.lock(%hub, 0) {{init = 1 : i32}}
    %held_full = aie.lock(%hub, 1) {{init = 0 : i32}}
    {1}(%hub) {{
      %0 = aie.dma_start(S2MM, 0, ^take, ^next)
    ^take:
      aie.use_lock(%empty, AcquireGreaterEqual, 1)
      aie.dma_bd(%held : memref<17xi32>, 0, {4})
      aie.use_lock(%held_full, Release, 1)
      aie.next_bd ^take
    ^next:
      %1 = aie.dma_start(MM2S, 0, ^send, ^end)
    ^send:
      aie.use_lock(%held_full, AcquireGreaterEqual, 1)
      aie.dma_bd(%held : memref<17xi32>, 0, {4})
      aie.use_lock(%empty, Release, 1)
      aie.next_bd ^send
    ^end:
      aie.end
    }}{2}
    aie.shim_dma_allocation @in(%shim, MM2S, 0)
    aie.shim_dma_allocation @out(%shim, S2MM, 0)
    aie.runtime_sequence(%a: memref<16xi32>, %b: memref<{5}xi32>) {{
      aiex.npu.dma_memcpy_nd(%a[0, 0, 0, 0][1, 1, 1, 16][0, 0, 0, 1], packet = <pkt_type = 0, pkt_id = {3}>) {{id = 0 : i64, metadata = @in}} : memref<16xi32>
      aiex.npu.dma_memcpy_nd(%b[0, 0, 0, 0][1, 1, 1, {5}][0, 0, 0, 1]) {{id = 1 : i64, metadata = @out, issue_token = true}} : memref<{5}xi32>
      aiex.npu.dma_wait {{symbol = @out}}
    }}
  }}
}}
)",
                       hub.row, hub.row == 1 ? "aie.memtile_dma" : "aie.mem", outside, id,
                       hub.words, hub.back);
}

/// A design in which the packet's header selects the core that gets it: the core in row 2 doubles,
/// the core in row 3 squares.
std::string switched(int id) {
    return design_with(
        {}, id, kept_flow(2) + kept_flow(3) + worker(2, "arith.addi") + worker(3, "arith.muli"));
}

constexpr const char* kBack = "\n    aie.flow(%hub, DMA : 0, %shim, DMA : 0)";

/// A design whose hub returns its words to the host unchanged.
std::string returned(int hub_row, int id) {
    return design_with({.row = hub_row, .back = kWords + 1}, id, kept_flow(id) + kBack);
}

std::vector<std::int32_t> numbers() {
    std::vector<std::int32_t> all;
    for (int i = 0; i < kWords; ++i)
        all.push_back(7 * i - 30);
    return all;
}

using HeadersInData = RunWithData;

TEST_F(HeadersInData, LeadThePacketsOnThatTheyCameWith) {
    std::vector<std::int32_t> doubled;
    std::vector<std::int32_t> squared;
    for (const std::int32_t x : numbers()) {
        doubled.push_back(x + x);
        squared.push_back(x * x);
    }
    expect_all(switched(2), numbers(), doubled);
    expect_all(switched(3), numbers(), squared);
    EXPECT_THAT(read(switched(2)).losses, IsEmpty());
    EXPECT_THAT(read(switched(2)).unknown, IsEmpty());
}

TEST_F(HeadersInData, LieAheadOfTheDataInMemory) {
    std::vector<std::int32_t> words = numbers();
    // The header of shim (0,0) is the id alone, and bit 31 if that makes the parity odd.
    words.insert(words.begin(), 0x0000'0002);
    expect_all(returned(1, 2), numbers(), words);
    words.front() = static_cast<std::int32_t>(0x8000'0003);
    expect_all(returned(1, 3), numbers(), words);
    expect_all(returned(2, 3), numbers(), words);
}

TEST_F(HeadersInData, PassInTheBeatThatTheyTakeInAnyCase) {
    // Without the header, the hub takes one word less, in the same time.
    const std::string taken_off = design_with(
        {.words = kWords}, 2, with(kept_flow(2), " {keep_pkt_header = true}", "") + kBack);
    // With the header, the hub sends one word more.
    EXPECT_EQ(cycles_of(returned(1, 2)) - cycles_of(taken_off), 1);
}

TEST_F(HeadersInData, AreThoseOfOneIdAlone) {
    const std::string send =
        "      aiex.npu.dma_memcpy_nd(%a[0, 0, 0, 0][1, 1, 1, 16][0, 0, 0, 1], ";
    const std::string both =
        with(switched(2), send,
             send +
                 "packet = <pkt_type = 0, pkt_id = 3>) {id = 2 : i64, metadata = @in} : "
                 "memref<16xi32>\n" +
                 send);
    EXPECT_THAT(refusal(both), HasSubstr("a BD that forwards packets of ids 2, 3 with their "
                                         "original headers; allowed: packets of one id (19:7)"));
}

TEST_F(HeadersInData, LeaveOpenWhichIdAMaskStandsFor) {
    // The hub passes on what it holds with its header, and then again with a header of its own.
    const std::string text =
        with(switched(2), "      aie.next_bd ^send\n", R"(      aie.next_bd ^own
    ^own:
      aie.dma_bd(%held : memref<17xi32>, 0, 16) {packet = #aie.packet_info<pkt_type = 0, pkt_id = 2>}
      aie.next_bd ^send
)");
    const std::string flow = " {\n      aie.packet_source<%hub";
    EXPECT_THAT(
        refusal(with(text, "aie.packet_flow(2)" + flow, "aie.packet_flow(2, mask = 30)" + flow)),
        HasSubstr("a packet flow of all ids under mask 30"));
}

TEST_F(HeadersInData, AreNotToBeChangedOnTheWay) {
    // The hub is a core, which writes 7 over the header.
    std::string text = design_with({.row = 4}, 2, kept_flow(2) + worker(2, "arith.addi"));
    text = with(text, "    aie.mem(%hub)", R"(    %came = aie.lock(%hub, 2) {init = 0 : i32}
    aie.core(%hub) {
      %0 = arith.constant 0 : index
      %7 = arith.constant 7 : i32
      aie.use_lock(%came, AcquireGreaterEqual, 1)
      memref.store %7, %held[%0] : memref<17xi32>
      aie.use_lock(%held_full, Release, 1)
      aie.end
    }
    aie.mem(%hub))");
    text = with(text, "aie.use_lock(%held_full, Release, 1)\n      aie.next_bd",
                "aie.use_lock(%came, Release, 1)\n      aie.next_bd");
    std::string message;
    try {
        static_cast<void>(run(text, bytes_of(numbers()), bytes_of(numbers())));
    } catch (const base::Error& error) {
        message = error.what();
    }
    EXPECT_THAT(message, HasSubstr("core (0,4) MM2S 0 sends a packet with id 7, read from its "
                                   "first data word; only packets with id 2 have a route"));
    // A run without data does not look at the headers.
    EXPECT_GT(cycles_of(text), 0);
}

}  // namespace
}  // namespace xdnasim::design
