#include "workloads/gemm/gemm_layouts.hpp"
#include "workloads/gemm/gemm_placement.hpp"
#include "workloads/gemm/gemm_program.hpp"
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

/// The buffers that a piece of the program uses first.
struct Turn {
    int a = 0;
    int b = 0;
    int c = 0;
};

/// The turns of A and B after `steps`: each takes its two buffers in turn.
Turn after(const GemmDesign& design, Turn turn, std::int64_t steps) {
    return {static_cast<int>((turn.a + steps * design.rho) % kInputBuffers),
            static_cast<int>((turn.b + steps) % kInputBuffers), turn.c};
}

/// Call that adds A x B to one slice of C.
schedule::Call multiply(const GemmDesign& design, arch::TileId tile, Turn turn, int slice) {
    const BufferRef a{tile, CoreBuffers::kA + (turn.a + slice) % kInputBuffers};
    const BufferRef b{tile, CoreBuffers::kB + turn.b};
    const BufferRef c{tile, CoreBuffers::kC + turn.c};
    const Bytes partial = design.c_buffer() - design.c_partial();
    schedule::Call call{kMatmulKernel,
                        {{a, Bytes{0}, design.a_tile()},
                         {b, Bytes{0}, design.b_tile()},
                         {c, partial + slice * design.c_slice(), design.c_slice()}}};
    if (design.converts_a())
        call.arguments.push_back(
            {{tile, CoreBuffers::converted_a(design.c_buffers)}, Bytes{0}, design.converted_a()});
    return call;
}

/// Position of a step among an output tile's steps along K.
enum class Step : std::uint8_t { Earlier, Last };

/// C += A x B for a tile of B: one call for each slice of C, with a tile of A of its own. A staged
/// C is encoded in the last step.
CoreBody k_step(const GemmDesign& design, arch::TileId tile, Turn turn, Step step = Step::Earlier) {
    const BufferRef c{tile, CoreBuffers::kC + turn.c};
    CoreBody body;
    for (int slice = 0; slice < design.rho; ++slice) {
        body.push_back({Acquire{{tile, kAFull}}});
        if (slice == 0) body.push_back({Acquire{{tile, kBFull}}});
        body.push_back({multiply(design, tile, turn, slice)});
        if (design.is_staged() && step == Step::Last && slice + 1 == design.rho)
            body.push_back({schedule::Call{kEncodeKernel, {{c, Bytes{0}, design.c_buffer()}}}});
        body.push_back({Release{{tile, kAEmpty}}});
    }
    body.push_back({Release{{tile, kBEmpty}}});
    return body;
}

void append(CoreBody& body, const CoreBody& more) {
    body.insert(body.end(), more.begin(), more.end());
}

CoreBody output_tile(const GemmDesign& design, arch::TileId tile, Turn turn) {
    const BufferRef c{tile, CoreBuffers::kC + turn.c};
    CoreBody body{
        {Acquire{{tile, kCEmpty}}},
        {schedule::Call{kZeroKernel,
                        {{c, design.c_buffer() - design.c_partial(), design.c_partial()}}}}};
    // The last step of a staged C differs from the others.
    const std::int64_t apart = design.is_staged() ? 1 : 0;
    const std::int64_t steps = design.k_steps() - apart;
    if (steps >= 2) {
        // After two steps, both A and B are back at the buffers with which they began.
        CoreBody pair = k_step(design, tile, turn);
        append(pair, k_step(design, tile, after(design, turn, 1)));
        body.push_back({schedule::Loop{steps / 2, std::move(pair)}});
    }
    if (steps % 2 == 1) append(body, k_step(design, tile, turn));
    if (apart == 1) append(body, k_step(design, tile, after(design, turn, steps), Step::Last));
    body.push_back({Release{{tile, kCFull}}});
    return body;
}

/// Program of a core: output tile after output tile. After an odd number of steps, the next output
/// tile begins with the other input buffers, and two buffers of C take turns: in these cases, two
/// output tiles make a round.
CoreBody program_of(const GemmDesign& design, arch::TileId tile) {
    const Turn first{};
    Turn second = after(design, first, design.k_steps());
    second.c = design.c_buffers - 1;
    CoreBody body = output_tile(design, tile, first);
    if (second.a != 0 || second.b != 0 || second.c != 0)
        append(body, output_tile(design, tile, second));
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
    // Ping-pong is mlir-aie's design; a recording shows where its buffers lie behind the stack. A
    // kernel that converts A loads it from the stack, next to the buffers that the DMA fills.
    program.placement_known =
        design.core_memory.asked() || design.converts_a() ||
        (design.stack.asked() && design.bd_reconfiguration == BdReconfiguration::PingPong);
    program.locks = {{kAEmpty, "A empty", kInputBuffers, LockRole::Free},
                     {kAFull, "A full", 0, LockRole::Filled},
                     {kBEmpty, "B empty", kInputBuffers, LockRole::Free},
                     {kBFull, "B full", 0, LockRole::Filled},
                     {kCEmpty, "C empty", design.c_buffers, LockRole::Free},
                     {kCFull, "C full", 0, LockRole::Filled}};
    // One BD for each buffer, with the buffer's number.
    run_ring(program, arch::Direction::S2MM, Channels::kCoreA,
             schedule::ring(CoreBuffers::kA, buffers_from(tile, CoreBuffers::kA, kInputBuffers),
                            design.a_tile(), a_into_core(design), {tile, kAEmpty}, {tile, kAFull}));
    run_ring(program, arch::Direction::S2MM, Channels::kCoreB,
             schedule::ring(CoreBuffers::kB, buffers_from(tile, CoreBuffers::kB, kInputBuffers),
                            design.b_tile(), b_into_core(design), {tile, kBEmpty}, {tile, kBFull}));
    run_ring(program, arch::Direction::MM2S, Channels::kCoreC,
             schedule::ring(CoreBuffers::kC, buffers_from(tile, CoreBuffers::kC, design.c_buffers),
                            design.c_tile(), {}, {tile, kCFull}, {tile, kCEmpty}));
    program.core = program_of(design, tile);
    return program;
}

}  // namespace xdnasim::gemm
