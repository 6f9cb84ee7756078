#pragma once
// Products whose k is cut over a chain of cores: instructions, and words of the cascade.

#include <memory>
#include <span>

#include "arch/core_model.hpp"
#include "workloads/kernels/execute.hpp"
#include "workloads/kernels/kernel.hpp"
#include "workloads/kernels/vliw/loop_nest.hpp"

namespace xdnasim::kernels {

/// A tile of C in accumulators that is larger than the core's own matrix instruction, or a k that
/// is, takes several of its operations (AIE API: 8x8x4 of bf16 is two of 4x8x4).
struct NativeOperations {
    int rows = 1;     ///< along r
    int columns = 1;  ///< along t
    int steps = 1;    ///< along s: they add to the same accumulators
    [[nodiscard]] constexpr int parts_of_c() const { return rows * columns; }
};
[[nodiscard]] NativeOperations native_operations(const Matmul& product,
                                                 const arch::MatrixRate& rate);

/// For each block of C: its words from the cascade, or else a first step that multiplies without
/// adding; the steps of k; its words to the cascade, or else its stores. Preconditions: m and n are
/// multiples of the blocking, k of s; the accumulators of a block fit.
[[nodiscard]] vliw::LoopNest chain_product_nest(const ChainProduct& work,
                                                const arch::MatrixRate& rate,
                                                const arch::SlotModel& slots);

/// That all of C takes on the way from one core to the next, with as many bits as accumulators.
[[nodiscard]] std::int64_t cascade_words_of_c(const ChainProduct& work);

/// Block by block, column by column of tiles in it, each tile as it would lie in C. Preconditions:
/// as begin_call() has them.
[[nodiscard]] std::unique_ptr<CascadeCall> begin_chain_product(
    const ChainProduct& work, std::span<const std::span<std::byte>> arguments);

}  // namespace xdnasim::kernels
