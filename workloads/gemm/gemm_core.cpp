#include "xdnasim/workloads/gemm/gemm_layouts.hpp"
#include "xdnasim/workloads/gemm/gemm_parts.hpp"
#include "xdnasim/workloads/gemm/gemm_placement.hpp"
#include "xdnasim/workloads/schedule/bd_ring.hpp"

namespace xdnasim::gemm {

using arch::Bytes;
using schedule::Acquire;
using schedule::BufferRef;
using schedule::CoreBody;
using schedule::Release;

namespace {

// Locks of a core, by id.
enum Lock : int { kAEmpty, kAFull, kBEmpty, kBFull, kCEmpty, kCFull };

/// Which of the buffers a piece of the program uses first.
struct Turn {
    int input = 0;  ///< of A and B
    int output = 0;
};

/// One call: C += A x B.
CoreBody multiply(const Tiling& tiling, arch::TileId tile, Turn turn) {
    const BufferRef a{tile, CoreBuffers::kA + turn.input};
    const BufferRef b{tile, CoreBuffers::kB + turn.input};
    const BufferRef c{tile, CoreBuffers::kC + turn.output};
    return {{Acquire{{tile, kAFull}}},
            {Acquire{{tile, kBFull}}},
            {schedule::Call{{kMatmulKernel},
                            {{a, Bytes{0}, Bytes{tiling.a_tile()}},
                             {b, Bytes{0}, Bytes{tiling.b_tile()}},
                             {c, Bytes{0}, Bytes{tiling.c_tile()}}}}},
            {Release{{tile, kAEmpty}}},
            {Release{{tile, kBEmpty}}}};
}

void append(CoreBody& body, const CoreBody& more) {
    body.insert(body.end(), more.begin(), more.end());
}

CoreBody output_tile(const Tiling& tiling, arch::TileId tile, Turn turn) {
    const BufferRef c{tile, CoreBuffers::kC + turn.output};
    CoreBody body{{Acquire{{tile, kCEmpty}}},
                  {schedule::Call{{kZeroKernel}, {{c, Bytes{0}, Bytes{tiling.c_tile()}}}}}};
    const std::int64_t calls = tiling.calls_per_output();
    if (calls >= 2) {
        CoreBody pair = multiply(tiling, tile, turn);
        append(pair, multiply(tiling, tile, {1 - turn.input, turn.output}));
        body.push_back({schedule::Loop{calls / 2, std::move(pair)}});
    }
    if (calls % 2 == 1) append(body, multiply(tiling, tile, turn));
    body.push_back({Release{{tile, kCFull}}});
    return body;
}

/// Output tile after output tile. An odd number of calls leaves the next one with the other
/// input buffers first, and two C buffers take turns: then two output tiles make a round.
CoreBody program_of(const Tiling& tiling, arch::TileId tile) {
    const Turn second{static_cast<int>(tiling.calls_per_output() % 2), tiling.c_buffers - 1};
    CoreBody body = output_tile(tiling, tile, {});
    if (second.input != 0 || second.output != 0) append(body, output_tile(tiling, tile, second));
    return {{schedule::Loop{std::nullopt, std::move(body)}}};
}

std::vector<BufferRef> buffers_from(arch::TileId tile, int first, int count) {
    std::vector<BufferRef> buffers;
    for (int i = 0; i < count; ++i)
        buffers.push_back({tile, first + i});
    return buffers;
}

}  // namespace

schedule::TileProgram core_program(const Tiling& tiling, int row, int column) {
    const arch::TileId tile = tiling.core(row, column);
    schedule::TileProgram program;
    program.tile = tile;
    program.stack = tiling.stack;
    program.buffers = core_buffers(tiling);
    program.locks = {{kAEmpty, "A empty", kInputBuffers},    {kAFull, "A full", 0},
                     {kBEmpty, "B empty", kInputBuffers},    {kBFull, "B full", 0},
                     {kCEmpty, "C empty", tiling.c_buffers}, {kCFull, "C full", 0}};
    // A BD for each buffer, of the same number.
    run_ring(program, arch::Direction::S2MM, Channels::kCoreA,
             schedule::ring(CoreBuffers::kA, buffers_from(tile, CoreBuffers::kA, kInputBuffers),
                            Bytes{tiling.a_tile()}, a_into_core(tiling), {tile, kAEmpty},
                            {tile, kAFull}));
    run_ring(program, arch::Direction::S2MM, Channels::kCoreB,
             schedule::ring(CoreBuffers::kB, buffers_from(tile, CoreBuffers::kB, kInputBuffers),
                            Bytes{tiling.b_tile()}, b_into_core(tiling), {tile, kBEmpty},
                            {tile, kBFull}));
    run_ring(program, arch::Direction::MM2S, Channels::kCoreC,
             schedule::ring(CoreBuffers::kC, buffers_from(tile, CoreBuffers::kC, tiling.c_buffers),
                            Bytes{tiling.c_tile()}, {}, {tile, kCFull}, {tile, kCEmpty}));
    program.core = program_of(tiling, tile);
    return program;
}

}  // namespace xdnasim::gemm
