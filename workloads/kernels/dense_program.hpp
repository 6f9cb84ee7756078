#pragma once
// The layers of a network as operations of the core, in the structure that Ji et al. ("u-ORCA",
// 2026) describe: four tiles of 4 x 8 stay in accumulators while K runs, and partial sums come and
// go over the cascade at both ends.

#include "workloads/kernels/kernel.hpp"
#include "workloads/kernels/vliw/loop_nest.hpp"

namespace xdnasim::kernels {

/// Rows and columns of the outputs that one round of accumulators holds: 2 x 2 tiles of 4 x 8.
inline constexpr int kDenseRows = 8;
inline constexpr int kDenseColumns = 16;

/// Throws InputError when m, k or n is not a multiple of the tiles, or the slice does not lie
/// inside the whole matrix.
void require_tiles(const Dense& dense);
void require_tiles(const Reduce& reduce);

/// Instructions of a layer, and of the sum over its outputs. Preconditions: those of
/// require_tiles().
[[nodiscard]] vliw::LoopNest dense_nest(const Dense& dense);
[[nodiscard]] vliw::LoopNest reduce_nest(const Reduce& reduce);

/// Cycles from the issue of an operation of a Reduce to the issue of the one that waits for it.
struct ReduceLatencies {
    int load = 0;     ///< from a load of activations to the product of them
    int product = 0;  ///< from a product to the put of the sums
    int get = 0;      ///< from a get of sums to the product that adds to them
    int narrow = 0;   ///< from narrowing the sums to the store of the outputs
};
/// Throws InputError when the core lacks one of these operations.
[[nodiscard]] ReduceLatencies reduce_latencies(const arch::SlotModel& slots);

/// Numbers of cascade words of one call.
[[nodiscard]] CascadeWords cascade_words(const Dense& dense);
[[nodiscard]] CascadeWords cascade_words(const Reduce& reduce);

[[nodiscard]] std::vector<arch::Bytes> argument_sizes(const Dense& dense);
[[nodiscard]] std::vector<arch::Bytes> argument_sizes(const Reduce& reduce);
/// Names of the arguments in the instructions, in their order.
[[nodiscard]] std::vector<std::string> argument_arrays(const Dense& dense);
[[nodiscard]] std::vector<std::string> argument_arrays(const Reduce& reduce);

}  // namespace xdnasim::kernels
