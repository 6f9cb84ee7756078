#pragma once
// Channels that take packets out of order (out_of_order of aie.dma_start).

#include <vector>

#include "workloads/design/draft.hpp"

namespace xdnasim::design {

/// Number of packets that such a channel of `tile` takes until its task ends: in each of its
/// `rounds`, as many as its BDs have iterations in all (mlir-aie, Xilinx/mlir-aie#3577). Clears
/// `next` and `packet` of the BDs: they form no chain, and no header leaves with their data. Throws
/// InputError, with the place, if the task queue cannot count that many.
[[nodiscard]] int take_out_of_order(const Draft& draft, arch::TileId tile,
                                    const std::vector<schedule::Bd*>& bds, int rounds,
                                    base::Position at);

[[nodiscard]] bool takes_out_of_order(const Draft& draft, const arch::Port& sink);

}  // namespace xdnasim::design
