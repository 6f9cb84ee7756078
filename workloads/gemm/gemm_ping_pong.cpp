#include <algorithm>

#include "workloads/gemm/gemm_sequence.hpp"
#include "workloads/gemm/gemm_transfers.hpp"

namespace xdnasim::gemm {

using schedule::SemiAffine;
using schedule::SequenceLoop;
using schedule::SequenceOp;

namespace {

constexpr int kHalves = 2;
constexpr int kBdsOfABlockRow = 2;  ///< A and B; C has one for the whole half

/// Block rows and BDs of a half.
struct HalfPlan {
    std::int64_t block_rows;
    int bds;  ///< BDs of each shim
};

bool c_steps_over_a_block_row(const GemmDesign& design, const arch::Device& device) {
    return c_block_rows_to_host(design, kMaxBlockRows).stride <=
           device.shim_tile.dma.bd.max_iteration_step();
}

/// The A of both halves must fit into the task queue and the channel's running task.
HalfPlan plan_halves(const GemmDesign& design, const arch::Device& device) {
    const arch::DmaModel& dma = device.shim_tile.dma;
    const int bds = dma.bds / kHalves;
    const int max = std::min({design.rows_per_half.value_or(kMaxBlockRows),
                              (bds - 1) / kBdsOfABlockRow, (dma.task_queue_depth + 1) / kHalves});
    return {c_steps_over_a_block_row(design, device) ? std::max(max, 1) : 1, bds};
}

/// One loop over halves of `block_rows` block rows: number of a half = `first` + the loop's index.
struct HalfLoop {
    const GemmDesign& design;
    const arch::Device& device;
    HalfPlan plan;
    std::int64_t first;
    std::int64_t block_rows;

    /// Offset: base + block_row * (number of block rows before the half).
    [[nodiscard]] SemiAffine offset(arch::Bytes base, arch::Bytes block_row) const {
        return {base.count(),
                {{.loop = 0, .stride = (plan.block_rows * block_row).count(), .shift = first}}};
    }

    [[nodiscard]] SemiAffine bd(std::int64_t index) const {
        return {index, {{.loop = 0, .stride = plan.bds, .modulus = kHalves, .shift = first}}};
    }
};

/// Adds the A of the rows of cores whose A enters at `column`, and B, for block row `t` of a half.
void add_inputs(std::vector<SequenceOp>& ops, const HalfLoop& loop, int column, std::int64_t t) {
    const GemmDesign& design = loop.design;
    const arch::TileId shim = loop.device.shim_at(column);
    const auto again = static_cast<int>(design.n_blocks()) - 1;
    const std::int64_t first_bd = 1 + kBdsOfABlockRow * t;
    if (const RowRange rows = design.a_rows_at(column); rows.count > 0) {
        const arch::Bytes core_row = a_row_step(design);
        const arch::Bytes block_row = design.rows * core_row;
        add_transfer(ops, shim, kPathA,
                     {rows.count * core_row, a_from_host(design, rows.count),
                      loop.offset(rows.first * core_row + t * block_row, block_row),
                      loop.bd(first_bd), again});
    }
    add_transfer(ops, shim, kPathB,
                 {design.b_size(design.tile->n * design.padded.k),
                  b_from_host(design),
                  {(column * b_column_step(design)).count(), {}},
                  loop.bd(first_bd + 1),
                  again,
                  b_blocks_from_host(design)});
}

void add_half(std::vector<SequenceOp>& ops, const HalfLoop& loop, int column) {
    const GemmDesign& design = loop.design;
    const schedule::Iteration block_rows = c_block_rows_to_host(design, loop.block_rows);
    add_transfer(ops, loop.device.shim_at(column), kPathC,
                 {design.n_blocks() * design.rows * design.c_tile(), c_block_row_to_host(design),
                  loop.offset(column * c_column_step(design), block_rows.stride), loop.bd(0),
                  block_rows.size - 1, block_rows});
    for (std::int64_t t = 0; t < loop.block_rows; ++t)
        add_inputs(ops, loop, column, t);
}

void await_every_c(std::vector<SequenceOp>& ops, const GemmDesign& design,
                   const arch::Device& device) {
    for (int column = 0; column < design.columns; ++column)
        await_c(ops, device.shim_at(column));
}

void add_halves(std::vector<SequenceOp>& ops, const HalfLoop& loop, std::int64_t count) {
    if (count == 0) return;
    SequenceLoop halves{count, {}};
    for (int column = 0; column < loop.design.columns; ++column)
        add_half(halves.body, loop, column);
    if (loop.first > 0) await_every_c(halves.body, loop.design, loop.device);
    ops.push_back({std::move(halves)});
}

}  // namespace

int block_rows_of_half(const GemmDesign& design, const arch::Device& device) {
    return static_cast<int>(plan_halves(design, device).block_rows);
}

std::vector<SequenceOp> ping_pong_sequence(const GemmDesign& design, const arch::Device& device) {
    const HalfPlan plan = plan_halves(design, device);
    const std::int64_t whole = design.m_blocks() / plan.block_rows;
    const std::int64_t rest = design.m_blocks() % plan.block_rows;
    const std::int64_t leading = std::min<std::int64_t>(whole, 1);
    std::vector<SequenceOp> ops;
    add_halves(ops, {design, device, plan, 0, plan.block_rows}, leading);
    add_halves(ops, {design, device, plan, leading, plan.block_rows}, whole - leading);
    add_halves(ops, {design, device, plan, whole, rest}, rest > 0 ? 1 : 0);
    await_every_c(ops, design, device);
    return ops;
}

}  // namespace xdnasim::gemm
