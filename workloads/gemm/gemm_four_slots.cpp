#include "workloads/gemm/gemm_layouts.hpp"
#include "workloads/gemm/gemm_parts.hpp"

namespace xdnasim::gemm {

using schedule::SemiAffine;
using schedule::SequenceLoop;
using schedule::SequenceOp;

namespace {

constexpr std::int64_t kSlots = 4;
constexpr std::int64_t kPair = 2;  ///< blocks that are waited for together

/// Block `place` of a pair; pairs run in a loop, of which the first is pair `first`.
struct Block {
    const GemmDesign& design;
    const arch::Device& device;
    std::int64_t first;
    std::int64_t place;

    /// Of a block's number: base + m_stride * (number / n_blocks) + n_stride * (number % n_blocks).
    /// Precondition: n_blocks is 1 or even, so that the blocks of a pair lie in one row or column.
    [[nodiscard]] SemiAffine offset(std::int64_t base, std::int64_t m_stride,
                                    std::int64_t n_stride) const {
        const std::int64_t pairs_of_a_row = design.n_blocks() / kPair;
        if (pairs_of_a_row == 0)
            return {base + place * m_stride,
                    {{.loop = 0, .stride = kPair * m_stride, .shift = first}}};
        return {
            base + place * n_stride,
            {{.loop = 0, .stride = m_stride, .divisor = pairs_of_a_row, .shift = first},
             {.loop = 0, .stride = kPair * n_stride, .modulus = pairs_of_a_row, .shift = first}}};
    }
    /// One of the BDs set aside for a matrix.
    [[nodiscard]] SemiAffine bd(std::int64_t matrix) const {
        return {matrix * kSlots + place,
                {{.loop = 0, .stride = kPair, .modulus = kSlots / kPair, .shift = first}}};
    }
};

/// A single block, outside of any loop.
struct SingleBlock {
    const GemmDesign& design;
    const arch::Device& device;
    std::int64_t number;

    [[nodiscard]] SemiAffine offset(std::int64_t base, std::int64_t m_stride,
                                    std::int64_t n_stride) const {
        return {
            base + number / design.n_blocks() * m_stride + number % design.n_blocks() * n_stride,
            {}};
    }
    [[nodiscard]] SemiAffine bd(std::int64_t matrix) const {
        return {matrix * kSlots + number % kSlots, {}};
    }
};

/// Writes and pushes the C, A and B of a block at one column.
template <class AnyBlock>
void add_block(std::vector<SequenceOp>& ops, const AnyBlock& block, int column) {
    const GemmDesign& design = block.design;
    const arch::TileId shim = block.device.shim_at(column);
    const std::int64_t c_step = c_column_step(design);
    add_transfer(
        ops, shim, kPathC,
        {design.rows * design.c_tile(), c_to_host(design),
         block.offset(column * c_step, design.rows * c_row_step(design), design.columns * c_step),
         block.bd(0)});
    if (const RowRange rows = design.a_rows_at(column); rows.count > 0) {
        const std::int64_t row = a_row_step(design);
        add_transfer(ops, shim, kPathA,
                     {rows.count * row, a_from_host(design, rows.count),
                      block.offset(rows.first * row, design.rows * row, 0), block.bd(1)});
    }
    const std::int64_t b_step = b_column_step(design);
    add_transfer(ops, shim, kPathB,
                 {design.b_size(design.tile->n * design.padded.k), b_from_host(design),
                  block.offset(column * b_step, 0, design.columns * b_step), block.bd(2)});
}

template <class AnyBlock>
void add_to_all(std::vector<SequenceOp>& ops, const AnyBlock& block) {
    for (int column = 0; column < block.design.columns; ++column)
        add_block(ops, block, column);
}

void await(std::vector<SequenceOp>& ops, const GemmDesign& design, const arch::Device& device,
           std::int64_t blocks) {
    for (std::int64_t i = 0; i < blocks; ++i)
        for (int column = 0; column < design.columns; ++column)
            await_c(ops, device.shim_at(column));
}

/// Pairs of blocks in a loop.
void add_pairs(std::vector<SequenceOp>& ops, const GemmDesign& design, const arch::Device& device,
               std::int64_t first, std::int64_t count) {
    if (count == 0) return;
    SequenceLoop pairs{count, {}};
    for (std::int64_t place = 0; place < kPair; ++place)
        add_to_all(pairs.body, Block{design, device, first, place});
    if (first > 0) await(pairs.body, design, device, kPair);
    ops.push_back({std::move(pairs)});
}

}  // namespace

std::vector<SequenceOp> four_slots_sequence(const GemmDesign& design, const arch::Device& device) {
    const std::int64_t blocks = design.m_blocks() * design.n_blocks();
    const std::int64_t pairs = blocks / kPair;
    const bool in_loops = design.n_blocks() == 1 || design.n_blocks() % kPair == 0;
    std::vector<SequenceOp> ops;
    if (in_loops) {
        add_pairs(ops, design, device, 0, std::min<std::int64_t>(pairs, 1));
        add_pairs(ops, design, device, 1, std::max<std::int64_t>(pairs - 1, 0));
    }
    for (std::int64_t block = in_loops ? pairs * kPair : 0; block < blocks; ++block) {
        add_to_all(ops, SingleBlock{design, device, block});
        if (block >= kPair && block % kPair == 1) await(ops, design, device, kPair);
    }
    // What is still in flight: the last pair, and a block without another.
    await(ops, design, device, std::min(pairs, std::int64_t{1}) * kPair + blocks % kPair);
    return ops;
}

}  // namespace xdnasim::gemm
