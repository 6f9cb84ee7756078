#include "workloads/gemm/gemm_sequence.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "workloads/gemm/gemm_choice.hpp"
#include "workloads/gemm/gemm_transfers.hpp"

namespace xdnasim::gemm {

using schedule::SemiAffine;
using schedule::SequenceLoop;
using schedule::SequenceOp;

namespace {

/// Division of a shim's BDs between matrices. `in_flight`: number of blocks that use the BDs at a
/// time.
struct BdPlan {
    std::int64_t in_flight;
    [[nodiscard]] int first(int matrix) const { return matrix * static_cast<int>(in_flight); }
};

constexpr int kMatrices = 3;  ///< a shim moves C, A and B

/// As many blocks as fit into a task queue besides the running one, and into the shim's BDs.
BdPlan overlapped_plan(const GemmDesign& design, const arch::Device& device) {
    const arch::DmaModel& dma = device.shim_tile.dma;
    const int max = std::min(dma.task_queue_depth + 1, dma.bds / kMatrices);
    return {std::min(design.m_blocks() * design.n_blocks(), std::int64_t{max})};
}

/// One loop over output blocks: block number = `first` + the loop's index. Blocks run M-fastest.
class BlockLoop final : public OutputBlock {
 public:
    BlockLoop(const GemmDesign& design, BdPlan plan, std::int64_t first)
        : m_blocks_{design.m_blocks()}, plan_{plan}, first_{first} {}

    [[nodiscard]] SemiAffine offset(arch::Bytes base, arch::Bytes m_stride,
                                    arch::Bytes n_stride) const override {
        return {base.count(),
                {{.loop = 0,
                  .stride = m_stride.count(),
                  .divisor = 1,
                  .modulus = m_blocks_,
                  .shift = first_},
                 {.loop = 0,
                  .stride = n_stride.count(),
                  .divisor = m_blocks_,
                  .modulus = 0,
                  .shift = first_}}};
    }
    [[nodiscard]] SemiAffine bd(int matrix) const override {
        return {
            plan_.first(matrix),
            {{.loop = 0, .stride = 1, .divisor = 1, .modulus = plan_.in_flight, .shift = first_}}};
    }

 private:
    std::int64_t m_blocks_;
    BdPlan plan_;
    std::int64_t first_;
};

std::vector<SequenceOp> overlapped(const GemmDesign& design, const arch::Device& device) {
    const BdPlan plan = overlapped_plan(design, device);
    SequenceLoop fill{plan.in_flight, {}};
    SequenceLoop steady{design.m_blocks() * design.n_blocks() - plan.in_flight, {}};
    SequenceLoop drain{plan.in_flight, {}};
    for (int column = 0; column < design.columns; ++column) {
        add_block(fill.body, design, device, BlockLoop{design, plan, 0}, column);
        await_c(steady.body, device.shim_at(column));
        add_block(steady.body, design, device, BlockLoop{design, plan, plan.in_flight}, column);
        await_c(drain.body, device.shim_at(column));
    }
    return {{std::move(fill)}, {std::move(steady)}, {std::move(drain)}};
}

std::vector<SequenceOp> sequential(const GemmDesign& design, const arch::Device& device) {
    SequenceLoop blocks{design.m_blocks() * design.n_blocks(), {}};
    for (int column = 0; column < design.columns; ++column)
        add_block(blocks.body, design, device, BlockLoop{design, {1}, 0}, column);
    for (int column = 0; column < design.columns; ++column)
        await_c(blocks.body, device.shim_at(column));
    return {{std::move(blocks)}};
}

/// Operations for one block on all columns: BDs written, tasks pushed and tokens awaited, and one
/// for the round of the loop.
std::int64_t operations_of_block(const GemmDesign& design) {
    constexpr std::int64_t kOfTransfer = 2;  // a BD and a task
    const std::int64_t columns = *design.columns;
    return kOfTransfer * (2 * columns + columns_with_a(design)) + columns + 1;
}

bool takes_block_rows(const GemmDesign& design) {
    return design.bd_reconfiguration == BdReconfiguration::PingPong;
}

std::int64_t blocks_of(const GemmDesign& design) {
    return takes_block_rows(design) ? design.m_blocks() : design.m_blocks() * design.n_blocks();
}

/// Rounds of the loop that awaits the blocks in flight at the end.
std::int64_t rounds_of_drain(const GemmDesign& design, const arch::Device& device) {
    return design.bd_reconfiguration == BdReconfiguration::Overlapped
               ? overlapped_plan(design, device).in_flight
               : 0;
}

}  // namespace

int columns_with_a(const GemmDesign& design) {
    int columns = 0;
    for (int column = 0; column < design.columns; ++column)
        if (design.a_rows_at(column).count > 0) ++columns;
    return columns;
}

std::int64_t most_operations(const GemmDesign& design, const arch::Device& device) {
    return blocks_of(design) * operations_of_block(design) + rounds_of_drain(design, device);
}

std::optional<Misfit> too_many_blocks(const GemmDesign& design, const arch::Device& device) {
    if (most_operations(design, device) <= schedule::kMaxOperations) return std::nullopt;
    const std::int64_t max =
        (schedule::kMaxOperations - rounds_of_drain(design, device)) / operations_of_block(design);
    return Misfit{
        design.tile.asked() ? "gemm.tile" : "gemm.size",
        fmt::format("C falls into {} {} of {}x{} on this array; allowed: up to {}, the most for "
                    "which the simulator takes commands",
                    blocks_of(design), takes_block_rows(design) ? "block rows" : "output blocks",
                    design.tile->m * design.rows, design.tile->n * design.columns, max),
        true};
}

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
