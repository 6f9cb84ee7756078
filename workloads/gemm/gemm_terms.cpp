#include "xdnasim/backends/analytic/gemm_terms.hpp"

#include <algorithm>

#include "xdnasim/backends/analytic/as_double.hpp"
#include "xdnasim/backends/analytic/memory_terms.hpp"

namespace xdnasim::backends::analytic {

using schedule::GemmDescription;

namespace {

constexpr int kInputBuffers = 2;     ///< of A and of B, in a core
constexpr int kLocksOfACall = 4;     ///< A and B acquired and released
constexpr int kLocksOfAnOutput = 2;  ///< C acquired and released

/// Tile of each matrix in a core, in bytes.
struct Tiles {
    explicit Tiles(const GemmDescription& gemm)
        : a{gemm.tile.m * gemm.tile.k * size_of(gemm.a_type).count()},
          b{gemm.tile.k * gemm.tile.n * size_of(gemm.b_type).count()},
          c{gemm.tile.m * gemm.tile.n * size_of(gemm.c_type).count()} {}
    std::int64_t a, b, c;
};

/// Rows of cores whose A comes through one shim channel, at most.
std::int64_t a_rows_of_a_channel(const GemmDescription& gemm) {
    return (gemm.rows + gemm.columns - 1) / gemm.columns;
}

/// What the command processor starts: of the first block, or half, and in all.
struct Tasks {
    std::int64_t first = 0;
    std::int64_t all = 0;
};

Tasks tasks_of(const GemmDescription& gemm, const GemmTerms& terms) {
    const std::int64_t inputs = std::min(gemm.rows, gemm.columns) + gemm.columns;
    if (gemm.bd_reconfiguration != schedule::BdReconfiguration::PingPong)
        return {inputs + gemm.columns, terms.outputs * (inputs + gemm.columns)};
    const std::int64_t rows = gemm.padded.m / (gemm.tile.m * gemm.rows);
    const std::int64_t halves = (rows + gemm.half_rows - 1) / gemm.half_rows;
    return {gemm.columns + std::min<std::int64_t>(rows, gemm.half_rows) * inputs,
            halves * gemm.columns + rows * inputs};
}

/// From the core's release of C until it has the buffer back.
double drain_cycles(const arch::Device& device, std::int64_t c_tile) {
    const arch::Timing& timing = device.timing;
    const arch::Cycles around =
        timing.core_release + timing.mm2s_start + timing.dma_release + timing.core_acquire;
    return as_double(around) + as_double(c_tile) / as_double(device.stream_width.count());
}

arch::Bytes busiest_channel(const GemmDescription& gemm, const GemmTerms& terms) {
    return std::max({terms.a * a_rows_of_a_channel(gemm) / std::int64_t{gemm.rows},
                     terms.b / std::int64_t{gemm.columns}, terms.c / std::int64_t{gemm.columns}});
}

/// The first tiles of A and B of a column: a mem tile sends them when it has a panel of them. The
/// command processor starts one column after the other, so that its own channels set the pace.
double first_tiles(const GemmDescription& gemm, const arch::Device& device,
                   const GemmTerms& terms) {
    const Tiles tiles{gemm};
    const std::int64_t panel = gemm.k_mt / gemm.tile.k;
    const std::int64_t b_panel = gemm.b_layout == schedule::Layout::RowMajor ? 1 : panel;
    const std::int64_t panels =
        std::max(a_rows_of_a_channel(gemm) * panel * tiles.a, b_panel * tiles.b);
    return as_double(device.cycles(device.dram.read_latency)) +
           as_double(panels) / channel_rate(device) + std::max(terms.a_stream, terms.b_stream);
}

/// The last C of a column of cores, from its mem tile to the host.
double last_tiles(const GemmDescription& gemm, const arch::Device& device) {
    return as_double(gemm.rows * Tiles{gemm}.c) / channel_rate(device) + completion_cycles(device);
}

/// A stream of inputs goes on while a core sees to C, until both buffers are full.
double stream_cycles(const GemmTerms& terms, double tile) {
    const double held = std::max(0.0, terms.zero + terms.drain - kInputBuffers * tile);
    return as_double(terms.outputs) * (as_double(terms.calls) * tile + held);
}

}  // namespace

GemmTerms gemm_terms(const GemmDescription& gemm, const arch::Device& device,
                     const GemmKernels& kernels) {
    const Tiles tiles{gemm};
    const schedule::Extent& size = gemm.padded;
    const double lock_op = as_double(device.timing.core_lock_op);
    const double call = as_double(device.timing.core_call);
    const double stream = as_double(device.stream_width.count());
    GemmTerms terms;
    terms.compute = kernels.multiply + call + kLocksOfACall * lock_op;
    terms.a_stream = as_double(tiles.a) / stream;
    terms.b_stream = as_double(tiles.b) / stream;
    terms.zero = kernels.zero + call + kLocksOfAnOutput * lock_op;
    terms.calls = size.k / gemm.tile.k;
    terms.drain = drain_cycles(device, tiles.c);
    if (gemm.c_buffers > 1)
        terms.drain =
            std::max(0.0, terms.drain - terms.zero - as_double(terms.calls) * terms.compute);
    const std::int64_t m_blocks = size.m / (gemm.tile.m * gemm.rows);
    const std::int64_t n_blocks = size.n / (gemm.tile.n * gemm.columns);
    terms.outputs = m_blocks * n_blocks;
    terms.a = size_of(gemm.a_type) * (size.m * size.k * n_blocks);
    terms.b = size_of(gemm.b_type) * (size.n * size.k * m_blocks);
    terms.c = size_of(gemm.c_type) * (size.m * size.n);
    terms.l1 = arch::Bytes{kInputBuffers * (tiles.a + tiles.b) + gemm.c_buffers * tiles.c};
    return terms;
}

Estimate estimate_gemm(const GemmDescription& gemm, const arch::Device& device,
                       const GemmTerms& terms) {
    Estimate estimate;
    estimate.read = terms.a + terms.b;
    estimate.written = terms.c;
    estimate.calls = terms.calls * terms.outputs * gemm.rows * gemm.columns;
    estimate.terms = memory_terms({estimate.read, terms.c, busiest_channel(gemm, terms)}, device);
    const double output = as_double(terms.calls) * terms.compute + terms.zero + terms.drain;
    estimate.terms.push_back({"compute", as_double(terms.outputs) * output});
    estimate.terms.push_back({"stream A", stream_cycles(terms, terms.a_stream)});
    estimate.terms.push_back({"stream B", stream_cycles(terms, terms.b_stream)});
    const Tasks tasks = tasks_of(gemm, terms);
    estimate.prologue = command_cycles(device, tasks.first) + first_tiles(gemm, device, terms);
    estimate.epilogue = last_tiles(gemm, device);
    if (gemm.bd_reconfiguration == schedule::BdReconfiguration::Sequential) {
        // Every block starts and ends by itself.
        estimate.prologue *= as_double(terms.outputs);
        estimate.epilogue *= as_double(terms.outputs);
        return estimate;
    }
    const std::int64_t later = tasks.all - tasks.first;
    estimate.terms.push_back({"commands", command_cycles(device, later) + output});
    return estimate;
}

}  // namespace xdnasim::backends::analytic
