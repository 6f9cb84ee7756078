#pragma once
// Products whose k is cut over a chain of cores: their instructions and the words of the cascade.

#include <memory>
#include <span>

#include "arch/core_model.hpp"
#include "workloads/kernels/execute.hpp"
#include "workloads/kernels/kernel.hpp"
#include "workloads/kernels/vliw/loop_nest.hpp"

namespace xdnasim::kernels {

/// Operations of the core's matrix instruction that one r x s x t product takes, where its tiles
/// are larger than those of the instruction (AIE API: 8x8x4 of bf16 is two of 4x8x4).
struct NativeOperations {
    int rows = 1;     ///< operations along r
    int columns = 1;  ///< operations along t
    int steps = 1;    ///< operations along s, which add to the same accumulators
    [[nodiscard]] constexpr int parts_of_c() const { return rows * columns; }
};
[[nodiscard]] NativeOperations native_operations(const Matmul& product,
                                                 const arch::MatrixRate& rate);

/// For each block of C: gets of its cascade words, or else a first step that multiplies without
/// adding; the steps of k; puts of its cascade words, or else its stores. Preconditions: m and n
/// are multiples of the blocking, k of s; the accumulators of a block fit the registers.
[[nodiscard]] vliw::LoopNest chain_product_nest(const ChainProduct& work,
                                                const arch::MatrixRate& rate,
                                                const arch::SlotModel& slots);

/// Cascade words in which all of C passes from one core to the next, with as many bits as
/// accumulators have.
[[nodiscard]] std::int64_t cascade_words_of_c(const ChainProduct& work);

/// Begins a call. Its cascade words follow block by block, within a block column by column of
/// tiles, and each tile in the order in which it lies in C. Preconditions: as begin_call() has
/// them.
[[nodiscard]] std::unique_ptr<CascadeCall> begin_chain_product(
    const ChainProduct& work, std::span<const std::span<std::byte>> arguments);

}  // namespace xdnasim::kernels
