#include "xdnasim/workloads/gemm/gemm_ping_pong.hpp"

#include <algorithm>

#include "xdnasim/workloads/gemm/gemm_transfers.hpp"

namespace xdnasim::gemm {

using schedule::SemiAffine;
using schedule::SequenceLoop;
using schedule::SequenceOp;

namespace {

constexpr int kHalves = 2;
constexpr int kMostBlockRows = 2;   ///< of a half
constexpr int kBdsOfABlockRow = 2;  ///< A and B, beside one for C of the whole half

/// What a half has.
struct HalfPlan {
    std::int64_t block_rows;
    int bds;  ///< of each shim
};

bool c_steps_over_a_block_row(const Tiling& tiling) {
    return c_block_rows_to_host(tiling, kMostBlockRows).stride <=
           tiling.device->shim_tile.dma.bd.max_iteration_step();
}

/// The A of both halves must fit into a task queue and beside it into the channel.
HalfPlan plan_halves(const Tiling& tiling) {
    const arch::DmaModel& dma = tiling.device->shim_tile.dma;
    const int bds = dma.bds / kHalves;
    const int most = std::min(
        {kMostBlockRows, (bds - 1) / kBdsOfABlockRow, (dma.task_queue_depth + 1) / kHalves});
    return {c_steps_over_a_block_row(tiling) ? std::max(most, 1) : 1, bds};
}

/// One loop over halves of `block_rows` block rows: half number = `first` + the loop's index.
struct HalfLoop {
    const Tiling& tiling;
    HalfPlan plan;
    std::int64_t first;
    std::int64_t block_rows;

    /// base + block_row * (block rows before the half)
    [[nodiscard]] SemiAffine offset(std::int64_t base, std::int64_t block_row) const {
        return {base, {{.loop = 0, .stride = plan.block_rows * block_row, .shift = first}}};
    }

    [[nodiscard]] SemiAffine bd(std::int64_t index) const {
        return {index, {{.loop = 0, .stride = plan.bds, .modulus = kHalves, .shift = first}}};
    }
};

/// A of the rows of cores whose A enters at `column`, and B, for block row `t` of a half.
void add_inputs(std::vector<SequenceOp>& ops, const HalfLoop& loop, int column, std::int64_t t) {
    const Tiling& tiling = loop.tiling;
    const arch::TileId shim = Tiling::shim(column);
    const auto again = static_cast<int>(tiling.n_blocks()) - 1;
    const std::int64_t first_bd = 1 + kBdsOfABlockRow * t;
    if (const RowRange rows = tiling.a_rows_at(column); rows.count > 0) {
        const std::int64_t core_row = tiling.tile.m * tiling.size.k * tiling.a_bytes;
        const std::int64_t block_row = tiling.rows * core_row;
        add_transfer(ops, shim, kPathA,
                     {rows.count * core_row, a_from_host(tiling, rows.count),
                      loop.offset(rows.first * core_row + t * block_row, block_row),
                      loop.bd(first_bd), again});
    }
    add_transfer(ops, shim, kPathB,
                 {tiling.tile.n * tiling.size.k * tiling.b_bytes,
                  b_from_host(tiling),
                  {column * b_column_step(tiling), {}},
                  loop.bd(first_bd + 1),
                  again,
                  b_blocks_from_host(tiling)});
}

void add_half(std::vector<SequenceOp>& ops, const HalfLoop& loop, int column) {
    const Tiling& tiling = loop.tiling;
    const schedule::Iteration block_rows = c_block_rows_to_host(tiling, loop.block_rows);
    add_transfer(ops, Tiling::shim(column), kPathC,
                 {tiling.n_blocks() * tiling.rows * tiling.c_tile(), c_block_row_to_host(tiling),
                  loop.offset(column * tiling.tile.n * tiling.c_bytes, block_rows.stride.count()),
                  loop.bd(0), block_rows.size - 1, block_rows});
    for (std::int64_t t = 0; t < loop.block_rows; ++t)
        add_inputs(ops, loop, column, t);
}

void await_every_c(std::vector<SequenceOp>& ops, const Tiling& tiling) {
    for (int column = 0; column < tiling.columns; ++column)
        await_c(ops, column);
}

void add_halves(std::vector<SequenceOp>& ops, const HalfLoop& loop, std::int64_t count) {
    if (count == 0) return;
    SequenceLoop halves{count, {}};
    for (int column = 0; column < loop.tiling.columns; ++column)
        add_half(halves.body, loop, column);
    if (loop.first > 0) await_every_c(halves.body, loop.tiling);
    ops.push_back({std::move(halves)});
}

}  // namespace

int block_rows_of_half(const Tiling& tiling) {
    return static_cast<int>(plan_halves(tiling).block_rows);
}

std::vector<SequenceOp> ping_pong_sequence(const Tiling& tiling) {
    const HalfPlan plan = plan_halves(tiling);
    const std::int64_t whole = tiling.m_blocks() / plan.block_rows;
    const std::int64_t rest = tiling.m_blocks() % plan.block_rows;
    const std::int64_t leading = std::min<std::int64_t>(whole, 1);
    std::vector<SequenceOp> ops;
    add_halves(ops, {tiling, plan, 0, plan.block_rows}, leading);
    add_halves(ops, {tiling, plan, leading, plan.block_rows}, whole - leading);
    add_halves(ops, {tiling, plan, whole, rest}, rest > 0 ? 1 : 0);
    await_every_c(ops, tiling);
    return ops;
}

}  // namespace xdnasim::gemm
