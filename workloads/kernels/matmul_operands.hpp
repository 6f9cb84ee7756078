#pragma once
// The tiles of A and B that one step of a matrix multiplication multiplies: how they come from
// memory into the registers that the matrix instruction reads.

#include <string>
#include <vector>

#include "arch/device.hpp"
#include "workloads/kernels/kernel.hpp"
#include "workloads/kernels/matmul_tiles.hpp"
#include "workloads/kernels/vliw/loop_nest.hpp"

namespace xdnasim::kernels {

/// The values that hold each tile, by row of A and column of B of the block.
struct OperandTiles {
    std::vector<std::vector<std::string>> a;
    std::vector<std::vector<std::string>> b;
};

/// Appends to `list` what one step needs.
[[nodiscard]] OperandTiles load_operands(const Matmul& matmul, const arch::MatrixRate& rate,
                                         const arch::SlotModel& slots, Blocking blocking,
                                         vliw::InstructionList& list);

}  // namespace xdnasim::kernels
