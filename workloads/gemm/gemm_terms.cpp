#include "workloads/gemm/gemm_terms.hpp"

#include <algorithm>
#include <set>

#include "workloads/gemm/gemm_placement.hpp"
#include "workloads/gemm/gemm_program.hpp"
#include "workloads/gemm/gemm_sequence.hpp"
#include "workloads/schedule/estimate.hpp"
#include "workloads/schedule/patterns.hpp"

namespace xdnasim::gemm {

using schedule::as_double;
using schedule::channel_rate;
using schedule::command_cycles;
using schedule::cycles_to_move;
using schedule::Limit;

namespace {

/// Numbers of tasks that the command processor starts: for the first block or half, and in all.
struct Tasks {
    std::int64_t first = 0;
    std::int64_t all = 0;
};

Tasks tasks_of(const GemmDesign& design, const GemmTerms& terms) {
    const std::int64_t inputs = columns_with_a(design) + design.columns;
    if (design.bd_reconfiguration == BdReconfiguration::FourSlots)  // C follows all inputs
        return {inputs, terms.outputs * (inputs + design.columns)};
    if (design.bd_reconfiguration != BdReconfiguration::PingPong)
        return {inputs + design.columns, terms.outputs * (inputs + design.columns)};
    const std::int64_t rows = design.m_blocks();
    const std::int64_t halves = (rows + design.half_rows - 1) / design.half_rows;
    return {design.columns + std::min<std::int64_t>(rows, design.half_rows) * inputs,
            halves * design.columns + rows * inputs};
}

/// Cycles from the core's release of C until it has the buffer back.
double drain_cycles(const arch::Device& device, arch::Bytes c_tile) {
    const arch::Timing& timing = device.timing;
    const arch::Cycles around =
        timing.core_release + timing.mm2s_start + timing.dma_release + timing.core_acquire;
    return as_double(around) + as_double(c_tile) / as_double(device.stream_width.count());
}

/// Cycles for the first panels of A and B of a column. The command processor starts one column
/// after the other, so that the column's own channels are the limit.
double first_panels(const GemmDesign& design, const arch::Device& device,
                    const schedule::PatternFactors& pattern) {
    const double panels =
        std::max(as_double(design.max_a_rows() * design.a_panel()) * pattern.of_buffer(kHostA),
                 as_double(design.b_panel()) * pattern.of_buffer(kHostB));
    return cycles_to_move(panels, channel_rate(device));
}

/// Cycles for the first tiles, from a MemTile that has its panel to the core.
double first_tiles(const GemmDesign& design, const GemmTerms& terms) {
    return std::max(terms.a_stream, terms.b_stream * as_double(design.rho));
}

/// Cycles for the last C of a column of cores, from its MemTile to host memory.
double last_tiles(const GemmDesign& design, const arch::Device& device,
                  const schedule::PatternFactors& pattern) {
    return cycles_to_move(as_double(design.rows * design.c_tile()) * pattern.of_buffer(kHostC),
                          channel_rate(device));
}

const schedule::TileProgram& a_core_of(const schedule::Schedule& schedule) {
    return *std::ranges::find_if(
        schedule.tiles, [](const schedule::TileProgram& program) { return !program.core.empty(); });
}

/// Locks of the BDs of a core's MM2S channels.
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

/// Cycles of a stream of inputs. A call takes `of_call` cycles of it. The stream continues while a
/// core zeroes and drains C, until both buffers, of `calls` calls each, are full.
double stream_cycles(const GemmTerms& terms, double of_call, std::int64_t calls) {
    const double buffered = as_double(kInputBuffers * calls) * of_call;
    const double held = std::max(0.0, terms.zero + terms.drain - buffered);
    return as_double(terms.outputs) * (as_double(terms.calls) * of_call + held);
}

}  // namespace

GemmCosts costs_of(const schedule::Schedule& schedule, const schedule::KernelCycles& cycles) {
    return costs_of(a_core_of(schedule), schedule.kernels, cycles);
}

GemmCosts costs_of(const schedule::TileProgram& core, std::span<const kernels::Kernel> kernels,
                   const schedule::KernelCycles& cycles) {
    const auto cycles_of = [&](schedule::KernelRef kernel) {
        return as_double(cycles(kernels[static_cast<std::size_t>(kernel.index)]));
    };
    const schedule::CoreRound round = schedule::core_round(core).value();
    const std::set<schedule::LockRef> of_outputs = locks_of_outputs(core);
    double of_call = 0;
    double of_output = 0;
    for (const auto& [lock, use] : round.locks)
        (of_outputs.contains(lock) ? of_output : of_call) += as_double(use.acquires + use.releases);
    const bool encodes = kernels.size() > static_cast<std::size_t>(kEncodeKernel.index);
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
    return terms;
}

namespace {

/// Data that the memory moves before and after the time of the terms, in cycles; it must not count
/// twice.
struct Ends {
    double commands = 0;  ///< commands of the first block or half, after the first task
    double panels = 0;
    double c = 0;
    double rounds = 1;  ///< number of rounds that start and end by themselves
};

/// Cycles of the busiest shim channel between the ends.
double channel_cycles(const GemmDesign& design, const arch::Device& device, const GemmTerms& terms,
                      const schedule::PatternFactors& pattern, const Ends& ends) {
    const auto cycles = [&](int buffer, arch::Bytes bytes, int channels, double once) {
        return cycles_to_move(as_double(bytes) / channels * pattern.of_buffer(buffer),
                              channel_rate(device)) -
               ends.rounds * once;
    };
    const int rows = *design.rows;
    const int columns = *design.columns;
    return std::max(
        {0.0, cycles(kHostA, terms.a * std::int64_t{design.max_a_rows()}, rows, ends.panels),
         cycles(kHostB, terms.b, columns, ends.panels), cycles(kHostC, terms.c, columns, ends.c)});
}

/// Cycles in which the memory moves data before the terms' time: while the commands are processed,
/// half of the columns have begun, on average.
double moved_before(const Ends& ends) {
    return ends.rounds * (ends.commands / 2 + ends.panels);
}

}  // namespace

schedule::Estimate estimate(const GemmDesign& design, const arch::Device& device,
                            const GemmTerms& terms, const schedule::PatternFactors& pattern) {
    schedule::Estimate estimate;
    estimate.read = terms.a + terms.b;
    estimate.written = terms.c;
    estimate.calls = terms.calls * terms.outputs * design.rows * design.columns;
    const Tasks tasks = tasks_of(design, terms);
    const bool in_turn = design.bd_reconfiguration == BdReconfiguration::Sequential;
    const Ends ends{.commands = command_cycles(device, tasks.first) - command_cycles(device, 1),
                    .panels = first_panels(design, device, pattern),
                    .c = last_tiles(design, device, pattern),
                    .rounds = in_turn ? as_double(terms.outputs) : 1};
    estimate.terms = schedule::memory_terms({estimate.read, terms.c, {}, pattern}, device);
    for (schedule::Term& term : estimate.terms)
        term.cycles = term.which == schedule::kShimChannel
                          ? channel_cycles(design, device, terms, pattern, ends)
                          : std::max(0.0, term.cycles - moved_before(ends));
    const double output = as_double(terms.calls) * terms.compute + terms.zero + terms.drain;
    estimate.terms.push_back({Limit::Compute, as_double(terms.outputs) * output});
    estimate.terms.push_back({Limit::Stream, stream_cycles(terms, terms.a_stream, 1), "stream A"});
    estimate.terms.push_back(
        {Limit::Stream, stream_cycles(terms, terms.b_stream, design.rho), "stream B"});
    estimate.prologue =
        ends.rounds * (command_cycles(device, tasks.first) + schedule::read_latency_cycles(device) +
                       ends.panels + first_tiles(design, terms));
    estimate.epilogue = ends.rounds * (ends.c + schedule::completion_cycles(device));
    if (in_turn) return estimate;
    const std::int64_t later = tasks.all - tasks.first;
    estimate.terms.push_back({Limit::Commands, command_cycles(device, later) + output});
    return estimate;
}

}  // namespace xdnasim::gemm
