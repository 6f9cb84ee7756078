#include <algorithm>
#include <set>

#include "workloads/gemm/gemm_parts.hpp"
#include "workloads/gemm/gemm_placement.hpp"
#include "workloads/schedule/estimate.hpp"
#include "workloads/schedule/patterns.hpp"

namespace xdnasim::gemm {

using schedule::as_double;
using schedule::channel_rate;
using schedule::command_cycles;
using schedule::Limit;

namespace {

/// What the command processor starts: of the first block, or half, and in all.
struct Tasks {
    std::int64_t first = 0;
    std::int64_t all = 0;
};

Tasks tasks_of(const GemmDesign& design, const GemmTerms& terms) {
    const std::int64_t inputs = std::min(*design.rows, *design.columns) + design.columns;
    if (design.bd_reconfiguration != BdReconfiguration::PingPong)
        return {inputs + design.columns, terms.outputs * (inputs + design.columns)};
    const std::int64_t rows = design.m_blocks();
    const std::int64_t halves = (rows + design.half_rows - 1) / design.half_rows;
    return {design.columns + std::min<std::int64_t>(rows, design.half_rows) * inputs,
            halves * design.columns + rows * inputs};
}

/// From the core's release of C until it has the buffer back.
double drain_cycles(const arch::Device& device, std::int64_t c_tile) {
    const arch::Timing& timing = device.timing;
    const arch::Cycles around =
        timing.core_release + timing.mm2s_start + timing.dma_release + timing.core_acquire;
    return as_double(around) + as_double(c_tile) / as_double(device.stream_width.count());
}

arch::Bytes busiest_channel(const GemmDesign& design, const GemmTerms& terms) {
    return std::max({terms.a * std::int64_t{design.max_a_rows()} / std::int64_t{*design.rows},
                     terms.b / std::int64_t{*design.columns},
                     terms.c / std::int64_t{*design.columns}});
}

/// The first tiles of A and B of a column: a mem tile sends them when it has a panel of them. The
/// command processor starts one column after the other, so that its own channels set the pace.
double first_tiles(const GemmDesign& design, const arch::Device& device, const GemmTerms& terms) {
    const std::int64_t panels = std::max(design.max_a_rows() * design.a_panel(), design.b_panel());
    return schedule::read_latency_cycles(device) + as_double(panels) / channel_rate(device) +
           std::max(terms.a_stream, terms.b_stream * as_double(design.rho));
}

/// The last C of a column of cores, from its mem tile to the host.
double last_tiles(const GemmDesign& design, const arch::Device& device) {
    return as_double(design.rows * design.c_tile()) / channel_rate(device) +
           schedule::completion_cycles(device);
}

const schedule::TileProgram& a_core_of(const schedule::Schedule& schedule) {
    return *std::ranges::find_if(
        schedule.tiles, [](const schedule::TileProgram& program) { return !program.core.empty(); });
}

/// Those by which the BDs of a core's MM2S channels know what to send.
std::set<schedule::LockRef> locks_of_outputs(const schedule::TileProgram& core) {
    std::set<schedule::LockRef> locks;
    for (const schedule::Channel& channel : core.channels) {
        if (channel.direction != arch::Direction::MM2S) continue;
        for (const schedule::Bd* bd : core.chain(channel.tasks.front().bd).bds) {
            locks.insert(bd->acquire->lock);
            locks.insert(bd->release->lock);
        }
    }
    return locks;
}

/// A stream of inputs, of which a call takes `of_call`, goes on while a core sees to C, until both
/// buffers of `calls` each are full.
double stream_cycles(const GemmTerms& terms, double of_call, std::int64_t calls) {
    const double buffered = as_double(kInputBuffers * calls) * of_call;
    const double held = std::max(0.0, terms.zero + terms.drain - buffered);
    return as_double(terms.outputs) * (as_double(terms.calls) * of_call + held);
}

}  // namespace

GemmCosts costs_of(const schedule::Schedule& schedule, const schedule::KernelCycles& cycles) {
    const auto cycles_of = [&](schedule::KernelRef kernel) {
        return as_double(cycles(*schedule.kernel(kernel)));
    };
    const schedule::TileProgram& core = a_core_of(schedule);
    const schedule::CoreRound round = schedule::core_round(core).value();
    const std::set<schedule::LockRef> of_outputs = locks_of_outputs(core);
    double of_call = 0;
    double of_output = 0;
    for (const auto& [lock, use] : round.locks)
        (of_outputs.contains(lock) ? of_output : of_call) += as_double(use.acquires + use.releases);
    const bool encodes = schedule.kernel(kEncodeKernel) != nullptr;
    return {.multiply = cycles_of(kMatmulKernel),
            .zero = cycles_of(kZeroKernel) + (encodes ? cycles_of(kEncodeKernel) : 0),
            .locks_of_a_call = of_call / as_double(round.calls.at(kMatmulKernel)),
            .locks_of_an_output = of_output / as_double(round.calls.at(kZeroKernel))};
}

GemmTerms gemm_terms(const GemmDesign& design, const arch::Device& device, const GemmCosts& costs) {
    const Extent& size = design.padded;
    const double lock_op = as_double(device.timing.core_lock_op);
    const double call = as_double(device.timing.call_overhead());
    const double stream = as_double(device.stream_width.count());
    GemmTerms terms;
    terms.compute = costs.multiply + call + costs.locks_of_a_call * lock_op;
    terms.a_stream = as_double(design.a_tile()) / stream;
    terms.b_stream = as_double(design.b_tile()) / stream / as_double(design.rho);
    terms.zero = costs.zero + call + costs.locks_of_an_output * lock_op;
    terms.calls = design.calls_per_output();
    terms.drain = drain_cycles(device, design.c_tile());
    if (design.c_buffers > 1)
        terms.drain =
            std::max(0.0, terms.drain - terms.zero - as_double(terms.calls) * terms.compute);
    terms.outputs = design.m_blocks() * design.n_blocks();
    terms.a = storage(design.a_type, size.m * size.k) * design.n_blocks();
    terms.b = storage(design.b_type, size.n * size.k) * design.m_blocks();
    terms.c = storage(design.c_type, size.m * size.n);
    terms.l1 = core_buffer_bytes(design);
    return terms;
}

schedule::Estimate estimate(const GemmDesign& design, const arch::Device& device,
                            const GemmTerms& terms) {
    schedule::Estimate estimate;
    estimate.read = terms.a + terms.b;
    estimate.written = terms.c;
    estimate.calls = terms.calls * terms.outputs * design.rows * design.columns;
    estimate.terms =
        schedule::memory_terms({estimate.read, terms.c, busiest_channel(design, terms)}, device);
    const double output = as_double(terms.calls) * terms.compute + terms.zero + terms.drain;
    estimate.terms.push_back({Limit::Compute, as_double(terms.outputs) * output});
    estimate.terms.push_back({Limit::Stream, stream_cycles(terms, terms.a_stream, 1), "stream A"});
    estimate.terms.push_back(
        {Limit::Stream, stream_cycles(terms, terms.b_stream, design.rho), "stream B"});
    const Tasks tasks = tasks_of(design, terms);
    estimate.prologue = command_cycles(device, tasks.first) + first_tiles(design, device, terms);
    estimate.epilogue = last_tiles(design, device);
    if (design.bd_reconfiguration == BdReconfiguration::Sequential) {
        // Every block starts and ends by itself.
        estimate.prologue *= as_double(terms.outputs);
        estimate.epilogue *= as_double(terms.outputs);
        return estimate;
    }
    const std::int64_t later = tasks.all - tasks.first;
    estimate.terms.push_back({Limit::Commands, command_cycles(device, later) + output});
    return estimate;
}

}  // namespace xdnasim::gemm
