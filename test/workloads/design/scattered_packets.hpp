#pragma once
// A design in which a ShimTile's channel sends packets to many cores, and receives them back from
// their DMAs.

#include <cstddef>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace xdnasim::design {

inline constexpr int kWordsOfPacket = 16;

namespace scattered {

/// A tile whose DMA receives a packet and sends it back with `id`, and the flows to and from it.
inline std::string tile(std::size_t number, int id) {
    constexpr std::size_t kRows = 4;
    return fmt::format(R"(
    %t{0} = aie.tile({1}, {2})
    %b{0} = aie.buffer(%t{0}) {{sym_name = "b{0}"}} : memref<{4}xi32>
    %empty{0} = aie.lock(%t{0}, 0) {{init = 1 : i32}}
    %full{0} = aie.lock(%t{0}, 1) {{init = 0 : i32}}
    %m{0} = aie.mem(%t{0}) {{
      %in = aie.dma_start(S2MM, 0, ^fill, ^next)
    ^fill:
      aie.use_lock(%empty{0}, AcquireGreaterEqual, 1)
      aie.dma_bd(%b{0} : memref<{4}xi32>, 0, {4})
      aie.use_lock(%full{0}, Release, 1)
      aie.next_bd ^fill
    ^next:
      %out = aie.dma_start(MM2S, 0, ^drain, ^end)
    ^drain:
      aie.use_lock(%full{0}, AcquireGreaterEqual, 1)
      aie.dma_bd(%b{0} : memref<{4}xi32>, 0, {4}) {{packet = #aie.packet_info<pkt_id = {3}, pkt_type = 0>}}
      aie.use_lock(%empty{0}, Release, 1)
      aie.next_bd ^drain
    ^end:
      aie.end
    }}
    aie.packet_flow({3}) {{
      aie.packet_source<%shim, DMA : 0>
      aie.packet_dest<%t{0}, DMA : 0>
    }}
    aie.packet_flow({3}) {{
      aie.packet_source<%t{0}, DMA : 0>
      aie.packet_dest<%shim, DMA : 0>
    }})",
                       number, number / kRows, 2 + number % kRows, id, kWordsOfPacket);
}

/// Operations that send the packet with the number `number` to its core and wait until it is back.
inline std::string round(std::size_t number, int id, std::size_t words) {
    return fmt::format(R"(
      aiex.npu.dma_memcpy_nd(%b[0, 0, 0, {0}][1, 1, 1, {1}][0, 0, 0, 1]) {{id = 1 : i64, metadata = @out, issue_token = true}} : memref<{3}xi32>
      aiex.npu.dma_memcpy_nd(%a[0, 0, 0, {0}][1, 1, 1, {1}][0, 0, 0, 1], packet = <pkt_id = {2}, pkt_type = 0>) {{id = 0 : i64, metadata = @in}} : memref<{3}xi32>
      aiex.npu.dma_wait {{symbol = @out}})",
                       number * kWordsOfPacket, kWordsOfPacket, id, words);
}

}  // namespace scattered

/// A design that sends packets with these ids to the cores of two columns, starting with the lowest
/// row of the first column.
inline std::string scattered_packets(const std::vector<int>& ids) {
    const std::size_t words = ids.size() * kWordsOfPacket;
    std::string tiles;
    std::string rounds;
    for (std::size_t number = 0; number < ids.size(); ++number) {
        tiles += scattered::tile(number, ids[number]);
        rounds += scattered::round(number, ids[number], words);
    }
    return fmt::format(R"(module {{
  aie.device(npu1_2col) {{
    %shim = aie.tile(0, 0)
    %other = aie.tile(1, 0){0}
    aie.shim_dma_allocation @in (%shim, MM2S, 0)
    aie.shim_dma_allocation @out (%shim, S2MM, 0)
    aie.runtime_sequence(%a: memref<{2}xi32>, %b: memref<{2}xi32>) {{{1}
    }}
  }}
}}
)",
                       tiles, rounds, words);
}

}  // namespace xdnasim::design
