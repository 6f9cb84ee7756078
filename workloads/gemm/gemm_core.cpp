#include "xdnasim/workloads/gemm/gemm_parts.hpp"

namespace xdnasim::gemm {

using arch::Bytes;
using schedule::Acquire;
using schedule::BufferRef;
using schedule::CoreBody;
using schedule::Dimension;
using schedule::LockRef;
using schedule::Release;

namespace {

// Buffers, locks and BDs of a core, by index or id.
enum Buffer : int { kA0, kA1, kB0, kB1, kC };
enum Lock : int { kAEmpty, kAFull, kBEmpty, kBFull, kCEmpty, kCFull };
enum FirstBd : int { kABd = 0, kBBd = 2, kCBd = 4 };

std::vector<schedule::Buffer> place_buffers(const Tiling& tiling) {
    std::vector<schedule::Buffer> buffers;
    Bytes next = tiling.device.core_stack;
    const auto place = [&](const char* name, std::int64_t size) {
        buffers.push_back({name, next, Bytes{size}});
        next += Bytes{size};
    };
    place("A0", tiling.a_tile());
    place("A1", tiling.a_tile());
    place("B0", tiling.b_tile());
    place("B1", tiling.b_tile());
    place("C", tiling.c_tile());
    return buffers;
}

/// Tiles arrive column of tiles by column of tiles; they come to lie row-major:
/// (r*s, m_ct/r, k_ct/s) for A, with t and n_ct in place of r and m_ct for B.
std::vector<Dimension> to_tile_rows(std::int64_t instruction_rows, std::int64_t tile_rows,
                                    const Tiling& tiling, std::int64_t element) {
    const std::int64_t block = instruction_rows * tiling.instruction.k * element;
    const std::int64_t row_of_blocks = instruction_rows * tiling.tile.k * element;
    return {{block / arch::kWord.count(), arch::kWord},
            {tile_rows / instruction_rows, Bytes{row_of_blocks}},
            {tiling.tile.k / tiling.instruction.k, Bytes{block}}};
}

/// One call: C += A x B on the buffers of `parity`.
CoreBody multiply(const Tiling& tiling, arch::TileId tile, int parity) {
    const BufferRef a{tile, kA0 + parity};
    const BufferRef b{tile, kB0 + parity};
    const BufferRef c{tile, kC};
    return {{Acquire{{tile, kAFull}}},
            {Acquire{{tile, kBFull}}},
            {schedule::Call{kMatmulKernel,
                            {{a, Bytes{0}, Bytes{tiling.a_tile()}},
                             {b, Bytes{0}, Bytes{tiling.b_tile()}},
                             {c, Bytes{0}, Bytes{tiling.c_tile()}}}}},
            {Release{{tile, kAEmpty}}},
            {Release{{tile, kBEmpty}}}};
}

void append(CoreBody& body, const CoreBody& more) {
    body.insert(body.end(), more.begin(), more.end());
}

/// One output tile; its first call uses the buffers of `parity`.
CoreBody output_tile(const Tiling& tiling, arch::TileId tile, int parity) {
    const BufferRef c{tile, kC};
    CoreBody body{{Acquire{{tile, kCEmpty}}},
                  {schedule::Call{kZeroKernel, {{c, Bytes{0}, Bytes{tiling.c_tile()}}}}}};
    const std::int64_t calls = tiling.calls_per_output();
    if (calls >= 2) {
        CoreBody pair = multiply(tiling, tile, parity);
        append(pair, multiply(tiling, tile, 1 - parity));
        body.push_back({schedule::Loop{calls / 2, std::move(pair)}});
    }
    if (calls % 2 == 1) append(body, multiply(tiling, tile, parity));
    body.push_back({Release{{tile, kCFull}}});
    return body;
}

CoreBody program_of(const Tiling& tiling, arch::TileId tile) {
    CoreBody body = output_tile(tiling, tile, 0);
    // An odd number of calls leaves the next output tile with the other buffers first.
    if (tiling.calls_per_output() % 2 == 1) append(body, output_tile(tiling, tile, 1));
    return {{schedule::Loop{std::nullopt, std::move(body)}}};
}

}  // namespace

std::vector<schedule::Bd> ring(int first, const std::vector<BufferRef>& buffers, Bytes length,
                               const std::vector<Dimension>& dimensions, LockRef acquire,
                               LockRef release) {
    std::vector<schedule::Bd> bds;
    const int count = static_cast<int>(buffers.size());
    for (int i = 0; i < count; ++i) {
        schedule::Bd bd;
        bd.id = first + i;
        bd.buffer = buffers[static_cast<std::size_t>(i)];
        bd.length = length;
        bd.dimensions = dimensions;
        bd.acquire = Acquire{acquire};
        bd.release = Release{release};
        bd.next = first + (i + 1) % count;
        bds.push_back(std::move(bd));
    }
    return bds;
}

schedule::TileProgram core_program(const Tiling& tiling, int row, int column) {
    const arch::TileId tile = tiling.core(row, column);
    schedule::TileProgram program;
    program.tile = tile;
    program.stack = tiling.device.core_stack;
    program.buffers = place_buffers(tiling);
    program.locks = {{kAEmpty, "A empty", 2}, {kAFull, "A full", 0},   {kBEmpty, "B empty", 2},
                     {kBFull, "B full", 0},   {kCEmpty, "C empty", 1}, {kCFull, "C full", 0}};

    const auto add = [&](const std::vector<schedule::Bd>& bds, arch::Direction direction,
                         int channel) {
        program.channels.push_back({direction, channel, {{bds.front().id, 0, false}}});
        program.bds.insert(program.bds.end(), bds.begin(), bds.end());
    };
    add(ring(kABd, {{tile, kA0}, {tile, kA1}}, Bytes{tiling.a_tile()},
             to_tile_rows(tiling.instruction.m, tiling.tile.m, tiling, tiling.a_bytes),
             {tile, kAEmpty}, {tile, kAFull}),
        arch::Direction::S2MM, Channels::kCoreA);
    add(ring(kBBd, {{tile, kB0}, {tile, kB1}}, Bytes{tiling.b_tile()},
             to_tile_rows(tiling.instruction.n, tiling.tile.n, tiling, tiling.b_bytes),
             {tile, kBEmpty}, {tile, kBFull}),
        arch::Direction::S2MM, Channels::kCoreB);
    add(ring(kCBd, {{tile, kC}}, Bytes{tiling.c_tile()}, {}, {tile, kCFull}, {tile, kCEmpty}),
        arch::Direction::MM2S, Channels::kCoreC);
    program.core = program_of(tiling, tile);
    return program;
}

}  // namespace xdnasim::gemm
