#pragma once
// The layers of a network as operations of the core, in the structure that Ji et al. ("u-ORCA",
// 2026) describe: four tiles of 4 x 8 in accumulators while K runs, and the cascade at both ends.

#include "workloads/kernels/kernel.hpp"
#include "workloads/kernels/vliw/loop_nest.hpp"

namespace xdnasim::kernels {

/// Rows and columns of the outputs of one round of accumulators: 2 x 2 tiles.
inline constexpr int kDenseRows = 8;
inline constexpr int kDenseColumns = 16;

/// Products of int8 that a core forms in a cycle (AM020).
inline constexpr double kDensePeakMacs = 256;

/// Throws InputError when m, k or n do not divide into tiles, or the slice does not lie in the
/// whole.
void require_tiles(const Dense& dense);
void require_tiles(const Reduce& reduce);

/// Preconditions: require_tiles().
[[nodiscard]] vliw::LoopNest dense_nest(const Dense& dense);
[[nodiscard]] vliw::LoopNest reduce_nest(const Reduce& reduce);

/// From the issue of an operation of a Reduce to that of the one that waits for it, in cycles.
struct ReduceLatencies {
    int load = 0;     ///< of activations, to their product
    int product = 0;  ///< to the put of the sums
    int get = 0;      ///< of sums, to the product that adds to them
    int narrow = 0;   ///< to the store of the outputs
};
/// Throws InputError when the core lacks one of them.
[[nodiscard]] ReduceLatencies reduce_latencies(const arch::SlotModel& slots);

/// Words of each.
[[nodiscard]] CascadeWords cascade_words(const Dense& dense);
[[nodiscard]] CascadeWords cascade_words(const Reduce& reduce);

[[nodiscard]] std::vector<arch::Bytes> argument_sizes(const Dense& dense);
[[nodiscard]] std::vector<arch::Bytes> argument_sizes(const Reduce& reduce);
/// What the instructions call them.
[[nodiscard]] std::vector<std::string> argument_arrays(const Dense& dense);
[[nodiscard]] std::vector<std::string> argument_arrays(const Reduce& reduce);

}  // namespace xdnasim::kernels
