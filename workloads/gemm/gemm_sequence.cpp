#include <algorithm>
#include <utility>

#include "workloads/gemm/gemm_layouts.hpp"
#include "workloads/gemm/gemm_parts.hpp"

namespace xdnasim::gemm {

using schedule::SequenceOp;

void add_transfer(std::vector<SequenceOp>& ops, arch::TileId shim, const ShimPath& path,
                  Transfer transfer) {
    schedule::Bd bd;
    bd.buffer = schedule::HostBufferRef{path.host_buffer};
    bd.length = arch::Bytes{transfer.length};
    bd.dimensions = std::move(transfer.dimensions);
    bd.iteration = transfer.iteration;
    ops.push_back(
        {schedule::WriteBd{shim, std::move(bd), transfer.id, std::move(transfer.offset)}});
    ops.push_back({schedule::PushTask{shim, path.direction, path.channel, std::move(transfer.id),
                                      transfer.repeat, path.token}});
}

void await_c(std::vector<SequenceOp>& ops, arch::TileId shim) {
    ops.push_back({schedule::AwaitToken{shim, kPathC.direction, kPathC.channel}});
}

using schedule::SemiAffine;
using schedule::SequenceLoop;
using schedule::SequenceOp;

namespace {

/// One matrix's share of a shim's BDs, and how many blocks use it at a time.
struct BdPlan {
    std::int64_t in_flight;
    [[nodiscard]] int first(int matrix) const { return matrix * static_cast<int>(in_flight); }
};

constexpr int kMatrices = 3;  ///< a shim moves C, A and B

/// As many blocks as fit into a task queue beside the one that runs, and into the shim's BDs.
BdPlan overlapped_plan(const GemmDesign& design, const arch::Device& device) {
    const arch::DmaModel& dma = device.shim_tile.dma;
    const int max = std::min(dma.task_queue_depth + 1, dma.bds / kMatrices);
    return {std::min(design.m_blocks() * design.n_blocks(), std::int64_t{max})};
}

/// One loop over output blocks: block number = `first` + the loop's index. Blocks run
/// M-fastest.
struct BlockLoop {
    const GemmDesign& design;
    const arch::Device& device;
    BdPlan plan;
    std::int64_t first;

    /// base + m_stride * (block along M) + n_stride * (block along N)
    [[nodiscard]] SemiAffine offset(std::int64_t base, std::int64_t m_stride,
                                    std::int64_t n_stride) const {
        const std::int64_t m_blocks = design.m_blocks();
        return {
            base,
            {{.loop = 0, .stride = m_stride, .divisor = 1, .modulus = m_blocks, .shift = first},
             {.loop = 0, .stride = n_stride, .divisor = m_blocks, .modulus = 0, .shift = first}}};
    }

    /// One of the BDs set aside for a matrix, in turn.
    [[nodiscard]] SemiAffine bd(int matrix) const {
        return {
            plan.first(matrix),
            {{.loop = 0, .stride = 1, .divisor = 1, .modulus = plan.in_flight, .shift = first}}};
    }
};

/// Writes and pushes the C, A and B of one output block at one column.
void add_block(std::vector<SequenceOp>& ops, const BlockLoop& loop, int column) {
    const GemmDesign& t = loop.design;
    const arch::TileId shim = loop.device.shim_at(column);
    const std::int64_t c_width = c_column_step(t);
    add_transfer(
        ops, shim, kPathC,
        {t.rows * t.c_tile(), c_to_host(t),
         loop.offset(column * c_width, t.rows * c_row_step(t), t.columns * c_width), loop.bd(0)});
    if (const RowRange rows = t.a_rows_at(column); rows.count > 0) {
        const std::int64_t block = a_row_step(t);
        add_transfer(ops, shim, kPathA,
                     {rows.count * block, a_from_host(t, rows.count),
                      loop.offset(rows.first * block, t.rows * block, 0), loop.bd(1)});
    }
    const std::int64_t b_step = b_column_step(t);
    add_transfer(ops, shim, kPathB,
                 {t.b_size(t.tile->n * t.padded.k), b_from_host(t),
                  loop.offset(column * b_step, 0, t.columns * b_step), loop.bd(2)});
}

std::vector<SequenceOp> overlapped(const GemmDesign& design, const arch::Device& device) {
    const BdPlan plan = overlapped_plan(design, device);
    SequenceLoop fill{plan.in_flight, {}};
    SequenceLoop steady{design.m_blocks() * design.n_blocks() - plan.in_flight, {}};
    SequenceLoop drain{plan.in_flight, {}};
    for (int column = 0; column < design.columns; ++column) {
        add_block(fill.body, {design, device, plan, 0}, column);
        await_c(steady.body, device.shim_at(column));
        add_block(steady.body, {design, device, plan, plan.in_flight}, column);
        await_c(drain.body, device.shim_at(column));
    }
    return {{std::move(fill)}, {std::move(steady)}, {std::move(drain)}};
}

std::vector<SequenceOp> sequential(const GemmDesign& design, const arch::Device& device) {
    SequenceLoop blocks{design.m_blocks() * design.n_blocks(), {}};
    for (int column = 0; column < design.columns; ++column)
        add_block(blocks.body, {design, device, {1}, 0}, column);
    for (int column = 0; column < design.columns; ++column)
        await_c(blocks.body, device.shim_at(column));
    return {{std::move(blocks)}};
}

}  // namespace

std::vector<SequenceOp> runtime_sequence(const GemmDesign& design, const arch::Device& device) {
    using enum BdReconfiguration;
    switch (design.bd_reconfiguration) {
        case Overlapped:
            break;
        case Sequential:
            return sequential(design, device);
        case PingPong:
            return ping_pong_sequence(design, device);
        case FourSlots:
            return four_slots_sequence(design, device);
    }
    return overlapped(design, device);
}

}  // namespace xdnasim::gemm
