#pragma once
// Channels that take packets out of order (out_of_order of aie.dma_start).

#include <vector>

#include "workloads/design/draft.hpp"

namespace xdnasim::design {

/// How many packets such a channel of `tile` takes until its task ends: in each of the rounds, as
/// many as its BDs have iterations (mlir-aie, Xilinx/mlir-aie#3577). These follow no other, and no
/// header leaves with them. Throws InputError, with the place, where they are more than the queue
/// counts.
[[nodiscard]] int take_out_of_order(const Draft& draft, arch::TileId tile,
                                    const std::vector<schedule::Bd*>& bds, int rounds,
                                    base::Position at);

[[nodiscard]] bool takes_out_of_order(const Draft& draft, const arch::Port& sink);

}  // namespace xdnasim::design
