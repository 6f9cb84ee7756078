#include "workloads/gemm/gemm_layouts.hpp"
#include "workloads/gemm/gemm_sequence.hpp"
#include "workloads/gemm/gemm_transfers.hpp"

namespace xdnasim::gemm {

using schedule::SemiAffine;
using schedule::SequenceLoop;
using schedule::SequenceOp;

namespace {

constexpr std::int64_t kPair = 2;  ///< number of blocks that are waited for together

/// Block number `place` of a pair. Pairs run in a loop whose first one is pair number `first`.
class Block final : public OutputBlock {
 public:
    Block(const GemmDesign& design, std::int64_t first, std::int64_t place)
        : design_{design}, first_{first}, place_{place} {}

    /// Precondition: n_blocks is 1 or even, so that the blocks of a pair lie in one row or column.
    [[nodiscard]] SemiAffine offset(arch::Bytes base, arch::Bytes m_stride,
                                    arch::Bytes n_stride) const override {
        const std::int64_t pairs_of_a_row = design_.n_blocks() / kPair;
        if (pairs_of_a_row == 0)
            return {(base + place_ * m_stride).count(),
                    {{.loop = 0, .stride = (kPair * m_stride).count(), .shift = first_}}};
        return {
            (base + place_ * n_stride).count(),
            {{.loop = 0, .stride = m_stride.count(), .divisor = pairs_of_a_row, .shift = first_},
             {.loop = 0,
              .stride = (kPair * n_stride).count(),
              .modulus = pairs_of_a_row,
              .shift = first_}}};
    }
    [[nodiscard]] SemiAffine bd(int matrix) const override {
        return {matrix * kBlockSlots + place_,
                {{.loop = 0, .stride = kPair, .modulus = kBlockSlots / kPair, .shift = first_}}};
    }

 private:
    const GemmDesign& design_;
    std::int64_t first_;
    std::int64_t place_;
};

/// A single block, outside of any loop.
class SingleBlock final : public OutputBlock {
 public:
    SingleBlock(const GemmDesign& design, std::int64_t number) : design_{design}, number_{number} {}

    [[nodiscard]] SemiAffine offset(arch::Bytes base, arch::Bytes m_stride,
                                    arch::Bytes n_stride) const override {
        const std::int64_t m = number_ / design_.n_blocks();
        const std::int64_t n = number_ % design_.n_blocks();
        return {(base + m * m_stride + n * n_stride).count(), {}};
    }
    [[nodiscard]] SemiAffine bd(int matrix) const override {
        return {matrix * kBlockSlots + number_ % kBlockSlots, {}};
    }

 private:
    const GemmDesign& design_;
    std::int64_t number_;
};

/// Adds a block on all columns, matrix by matrix: the inputs of all columns move before the shims
/// get the BDs for C.
void add_to_all(std::vector<SequenceOp>& ops, const GemmDesign& design, const arch::Device& device,
                const OutputBlock& block) {
    for (const auto add_matrix : {add_a, add_b, add_c})
        for (int column = 0; column < design.columns; ++column)
            add_matrix(ops, design, device, block, column);
}

void await(std::vector<SequenceOp>& ops, const GemmDesign& design, const arch::Device& device,
           std::int64_t blocks) {
    for (std::int64_t i = 0; i < blocks; ++i)
        for (int column = 0; column < design.columns; ++column)
            await_c(ops, device.shim_at(column));
}

/// Adds a loop over `count` pairs of blocks, from pair number `first` on.
void add_pairs(std::vector<SequenceOp>& ops, const GemmDesign& design, const arch::Device& device,
               std::int64_t first, std::int64_t count) {
    if (count == 0) return;
    SequenceLoop pairs{count, {}};
    for (std::int64_t place = 0; place < kPair; ++place)
        add_to_all(pairs.body, design, device, Block{design, first, place});
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
        add_to_all(ops, design, device, SingleBlock{design, block});
        if (block >= kPair && block % kPair == 1) await(ops, design, device, kPair);
    }
    // Blocks still in flight: the last pair, and a last block without a partner.
    await(ops, design, device, std::min(pairs, std::int64_t{1}) * kPair + blocks % kPair);
    return ops;
}

}  // namespace xdnasim::gemm
