#pragma once
// Chooses what a GEMM's design leaves open.

#include "arch/device.hpp"
#include "workloads/gemm/gemm_design.hpp"
#include "workloads/schedule/mapping_error.hpp"

namespace xdnasim::gemm {

using schedule::MappingError;

/// `design` with what it leaves open chosen, its size padded, and checked: the device can hold and
/// address its tiles. Throws MappingError when it cannot (by how much; the nearest tile that
/// fits), when it has no matrix instruction for the types, or when the mapping cannot use the
/// array asked for.
///
/// Left open, the tile is the device's default for the types, made smaller where that pads less:
/// along each axis the default says into how many parts the matrix falls, and the tile is the
/// smallest that makes as many.
[[nodiscard]] GemmDesign choose(GemmDesign design, const arch::Device& device);

}  // namespace xdnasim::gemm
