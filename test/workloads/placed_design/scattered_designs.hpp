#pragma once
// Texts of designs whose tiles are far apart, so that place and route can move them together.

#include <string>
#include <vector>

#include <fmt/format.h>

#include "arch/tile.hpp"

namespace xdnasim::placed_design {

/// Number of elements that a design processes: 8 objects of 16.
inline constexpr int kNumbers = 128;

/// A line such as "    %c0 = aie.tile(0, 2)".
inline std::string tile_line(const std::string& name, arch::TileId tile) {
    return fmt::format("    %{} = aie.tile({}, {})\n", name, tile.column, tile.row);
}

/// A line such as "    aie.objectfifo @in(%shim, {%c0}, 2 : i32) : ...".
inline std::string fifo_line(const std::string& name, const std::string& from,
                             const std::string& to, int elements = 16, int depth = 2) {
    return fmt::format(
        "    aie.objectfifo @{}(%{}, {{%{}}}, {} : i32) : !aie.objectfifo<memref<{}xi32>>\n", name,
        from, to, depth, elements);
}

/// A core on the tile %`tile` that reads numbers from the object FIFO `in`, adds `plus` to each,
/// and writes them to `out`.
inline std::string adder(const std::string& tile, const std::string& in, const std::string& out,
                         int plus, int elements = 16) {
    return fmt::format(R"(    %core_of_{0} = aie.core(%{0}) {{
      %0 = arith.constant 0 : index
      %1 = arith.constant 1 : index
      %n = arith.constant {4} : index
      %plus = arith.constant {3} : i32
      %forever = arith.constant 9223372036854775807 : index
      scf.for %round = %0 to %forever step %1 {{
        %i = aie.objectfifo.acquire @{1}(Consume, 1) : !aie.objectfifosubview<memref<{4}xi32>>
        %a = aie.objectfifo.subview.access %i[0] : !aie.objectfifosubview<memref<{4}xi32>> -> memref<{4}xi32>
        %o = aie.objectfifo.acquire @{2}(Produce, 1) : !aie.objectfifosubview<memref<{4}xi32>>
        %b = aie.objectfifo.subview.access %o[0] : !aie.objectfifosubview<memref<{4}xi32>> -> memref<{4}xi32>
        scf.for %k = %0 to %n step %1 {{
          %x = memref.load %a[%k] : memref<{4}xi32>
          %y = arith.addi %x, %plus : i32
          memref.store %y, %b[%k] : memref<{4}xi32>
        }}
        aie.objectfifo.release @{1}(Consume, 1)
        aie.objectfifo.release @{2}(Produce, 1)
      }}
      aie.end
    }}
)",
                       tile, in, out, plus, elements);
}

/// A runtime sequence that transfers %a to the object FIFO or shim allocation `in`, and `out` to
/// %b. `wait`: the operation that waits for the end; by default a wait for `out`.
inline std::string sequence(const std::string& in, const std::string& out,
                            const std::string& wait = "") {
    return fmt::format(
        R"(    aie.runtime_sequence(%a: memref<{0}xi32>, %b: memref<{0}xi32>) {{
      aiex.npu.dma_memcpy_nd(%a[0, 0, 0, 0][1, 1, 1, {0}][0, 0, 0, 1]) {{id = 0 : i64, metadata = @{1}}} : memref<{0}xi32>
      aiex.npu.dma_memcpy_nd(%b[0, 0, 0, 0][1, 1, 1, {0}][0, 0, 0, 1]) {{id = 1 : i64, issue_token = true, metadata = @{2}}} : memref<{0}xi32>
      {3}
    }}
)",
        kNumbers, in, out,
        wait.empty() ? fmt::format("aiex.npu.dma_wait {{symbol = @{}}}", out) : wait);
}

inline std::string device(const std::string& array, const std::string& body) {
    return fmt::format("module {{\n  aie.device({}) {{\n{}  }}\n}}\n", array, body);
}

/// A chain of cores on the given tiles, each of which sends its output to the next one.
inline std::string chain(const std::vector<arch::TileId>& tiles, int depth = 1) {
    std::string text = tile_line("shim", {0, 0});
    for (std::size_t i = 0; i < tiles.size(); ++i)
        text += tile_line(fmt::format("c{}", i), tiles[i]);
    for (std::size_t i = 0; i <= tiles.size(); ++i)
        text += fifo_line(fmt::format("f{}", i), i == 0 ? "shim" : fmt::format("c{}", i - 1),
                          i == tiles.size() ? "shim" : fmt::format("c{}", i), 16, depth);
    for (std::size_t i = 0; i < tiles.size(); ++i)
        text += adder(fmt::format("c{}", i), fmt::format("f{}", i), fmt::format("f{}", i + 1), 1);
    return device("npu2", text + sequence("f0", fmt::format("f{}", tiles.size())));
}

/// A design with a MemTile that splits objects of 32 elements between two cores and joins their
/// outputs. Its tiles have the names that IRON gives them.
inline std::string split_and_joined() {
    const std::string one = "tile_7_5";
    const std::string other = "tile_1_4";
    return device("npu2",
                  tile_line("tile_4_0", {4, 0}) + tile_line("tile_6_1", {6, 1}) +
                      tile_line(one, {7, 5}) + tile_line(other, {1, 4}) +
                      fifo_line("in", "tile_4_0", "tile_6_1", 32) +
                      fifo_line("in_0", "tile_6_1", one) + fifo_line("in_1", "tile_6_1", other) +
                      "    aie.objectfifo.link [@in] -> [@in_0, @in_1]([] [0, 16])\n" +
                      fifo_line("out_0", one, "tile_6_1") + fifo_line("out_1", other, "tile_6_1") +
                      fifo_line("out", "tile_6_1", "tile_4_0", 32) +
                      "    aie.objectfifo.link [@out_0, @out_1] -> [@out]([0, 16] [])\n" +
                      adder(one, "in_0", "out_0", 5) + adder(other, "in_1", "out_1", 7) +
                      sequence("in", "out"));
}

/// A chain of four cores with a cascade flow from the second to the third.
inline std::string with_cascade() {
    std::string text = chain({{0, 5}, {3, 2}, {4, 2}, {7, 5}});
    return text.insert(text.find("    aie.objectfifo"), "    aie.cascade_flow(%c1, %c2)\n");
}

/// A design without object FIFOs: one core with locks, whose buffers are in the memory of the tile
/// to its north, which flows connect to the ShimTile. The sequence waits with aiex.npu.sync, which
/// names the ShimTile's position and channel by number.
inline std::string with_neighbours_memory() {
    return device("npu2", tile_line("shim", {2, 0}) + tile_line("core", {6, 4}) +
                              tile_line("memory", {6, 5}) + R"(
    %in = aie.buffer(%memory) {sym_name = "in"} : memref<16xi32>
    %out = aie.buffer(%memory) {sym_name = "out"} : memref<16xi32>
    %in_free = aie.lock(%memory, 0) {init = 1 : i32}
    %in_full = aie.lock(%memory, 1) {init = 0 : i32}
    %out_free = aie.lock(%memory, 2) {init = 1 : i32}
    %out_full = aie.lock(%memory, 3) {init = 0 : i32}
    aie.flow(%shim, DMA : 0, %memory, DMA : 0)
    aie.packet_flow(3) {
      aie.packet_source<%memory, DMA : 0>
      aie.packet_dest<%shim, DMA : 0>
    }
    aie.shim_dma_allocation @to(%shim, MM2S, 0)
    aie.shim_dma_allocation @from(%shim, S2MM, 0)
    %program = aie.core(%core) {
      %0 = arith.constant 0 : index
      %1 = arith.constant 1 : index
      %n = arith.constant 16 : index
      %plus = arith.constant 9 : i32
      %forever = arith.constant 9223372036854775807 : index
      scf.for %round = %0 to %forever step %1 {
        aie.use_lock(%in_full, AcquireGreaterEqual, 1)
        aie.use_lock(%out_free, AcquireGreaterEqual, 1)
        scf.for %k = %0 to %n step %1 {
          %x = memref.load %in[%k] : memref<16xi32>
          %y = arith.addi %x, %plus : i32
          memref.store %y, %out[%k] : memref<16xi32>
        }
        aie.use_lock(%in_free, Release, 1)
        aie.use_lock(%out_full, Release, 1)
      }
      aie.end
    }
    %dma = aie.mem(%memory) {
      %s = aie.dma_start(S2MM, 0, ^in, ^next)
    ^in:
      aie.use_lock(%in_free, AcquireGreaterEqual, 1)
      aie.dma_bd(%in : memref<16xi32>, 0, 16)
      aie.use_lock(%in_full, Release, 1)
      aie.next_bd ^in
    ^next:
      %t = aie.dma_start(MM2S, 0, ^out, ^end)
    ^out:
      aie.use_lock(%out_full, AcquireGreaterEqual, 1)
      aie.dma_bd(%out : memref<16xi32>, 0, 16) {packet = #aie.packet_info<pkt_type = 0, pkt_id = 3>}
      aie.use_lock(%out_free, Release, 1)
      aie.next_bd ^out
    ^end:
      aie.end
    }
)" +
                              sequence("to", "from",
                                       "aiex.npu.sync {channel = 0 : i32, column = 2 : i32, "
                                       "column_num = 1 : i32, direction "
                                       "= 0 : i32, row = 0 : i32, row_num = 1 : i32}"));
}

}  // namespace xdnasim::placed_design
