#pragma once
// Registers that a loop's iterations hand on to each other and that are never free.

#include <array>
#include <vector>

#include "workloads/kernels/vliw/operation_graph.hpp"

namespace xdnasim::vliw {

/// Operations that add, one after the other, to what the iteration before left in a register.
struct CarriedChains {
    std::vector<char> on_chain;                       ///< by node
    std::array<int, arch::kRegisterFiles> registers;  ///< that all chains together hold
};
[[nodiscard]] CarriedChains carried_chains(const OperationGraph& graph);

}  // namespace xdnasim::vliw
