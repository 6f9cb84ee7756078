#include "workloads/gemm/gemm_layouts.hpp"
#include "workloads/gemm/gemm_parts.hpp"
#include "workloads/gemm/gemm_placement.hpp"
#include "workloads/schedule/patterns.hpp"

namespace xdnasim::gemm {

using arch::Bytes;
using schedule::Acquire;
using schedule::BufferRef;
using schedule::CoreBody;
using schedule::LockRole;
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
CoreBody multiply(const GemmDesign& design, arch::TileId tile, Turn turn) {
    const BufferRef a{tile, CoreBuffers::kA + turn.input};
    const BufferRef b{tile, CoreBuffers::kB + turn.input};
    const BufferRef c{tile, CoreBuffers::kC + turn.output};
    return {{Acquire{{tile, kAFull}}},
            {Acquire{{tile, kBFull}}},
            {schedule::Call{kMatmulKernel,
                            {{a, Bytes{0}, Bytes{design.a_tile()}},
                             {b, Bytes{0}, Bytes{design.b_tile()}},
                             {c, Bytes{0}, Bytes{design.c_tile()}}}}},
            {Release{{tile, kAEmpty}}},
            {Release{{tile, kBEmpty}}}};
}

void append(CoreBody& body, const CoreBody& more) {
    body.insert(body.end(), more.begin(), more.end());
}

CoreBody output_tile(const GemmDesign& design, arch::TileId tile, Turn turn) {
    const BufferRef c{tile, CoreBuffers::kC + turn.output};
    CoreBody body{{Acquire{{tile, kCEmpty}}},
                  {schedule::Call{kZeroKernel, {{c, Bytes{0}, Bytes{design.c_tile()}}}}}};
    const std::int64_t calls = design.calls_per_output();
    if (calls >= 2) {
        CoreBody pair = multiply(design, tile, turn);
        append(pair, multiply(design, tile, {1 - turn.input, turn.output}));
        body.push_back({schedule::Loop{calls / 2, std::move(pair)}});
    }
    if (calls % 2 == 1) append(body, multiply(design, tile, turn));
    body.push_back({Release{{tile, kCFull}}});
    return body;
}

/// Output tile after output tile. An odd number of calls leaves the next one with the other
/// input buffers first, and two C buffers take turns: then two output tiles make a round.
CoreBody program_of(const GemmDesign& design, arch::TileId tile) {
    const Turn second{static_cast<int>(design.calls_per_output() % 2), design.c_buffers - 1};
    CoreBody body = output_tile(design, tile, {});
    if (second.input != 0 || second.output != 0) append(body, output_tile(design, tile, second));
    return {{schedule::Loop{std::nullopt, std::move(body)}}};
}

std::vector<BufferRef> buffers_from(arch::TileId tile, int first, int count) {
    std::vector<BufferRef> buffers;
    for (int i = 0; i < count; ++i)
        buffers.push_back({tile, first + i});
    return buffers;
}

}  // namespace

schedule::TileProgram core_program(const GemmDesign& design, const arch::Device& device, int row,
                                   int column) {
    const arch::TileId tile = core_at(device, row, column);
    schedule::TileProgram program;
    program.tile = tile;
    program.stack = design.stack;
    program.buffers = core_buffers(design);
    program.locks = {{kAEmpty, "A empty", kInputBuffers, LockRole::Free},
                     {kAFull, "A full", 0, LockRole::Filled},
                     {kBEmpty, "B empty", kInputBuffers, LockRole::Free},
                     {kBFull, "B full", 0, LockRole::Filled},
                     {kCEmpty, "C empty", design.c_buffers, LockRole::Free},
                     {kCFull, "C full", 0, LockRole::Filled}};
    // A BD for each buffer, of the same number.
    run_ring(program, arch::Direction::S2MM, Channels::kCoreA,
             schedule::ring(CoreBuffers::kA, buffers_from(tile, CoreBuffers::kA, kInputBuffers),
                            Bytes{design.a_tile()}, a_into_core(design), {tile, kAEmpty},
                            {tile, kAFull}));
    run_ring(program, arch::Direction::S2MM, Channels::kCoreB,
             schedule::ring(CoreBuffers::kB, buffers_from(tile, CoreBuffers::kB, kInputBuffers),
                            Bytes{design.b_tile()}, b_into_core(design), {tile, kBEmpty},
                            {tile, kBFull}));
    run_ring(program, arch::Direction::MM2S, Channels::kCoreC,
             schedule::ring(CoreBuffers::kC, buffers_from(tile, CoreBuffers::kC, design.c_buffers),
                            Bytes{design.c_tile()}, {}, {tile, kCFull}, {tile, kCEmpty}));
    program.core = program_of(design, tile);
    return program;
}

}  // namespace xdnasim::gemm
