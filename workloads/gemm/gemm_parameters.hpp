#pragma once
// The section `gemm` of a problem file.

#include "arch/device.hpp"
#include "base/parameters/table.hpp"
#include "workloads/gemm/gemm_design.hpp"

namespace xdnasim::gemm {

/// `device` bounds the array and the stack.
[[nodiscard]] parameters::Table<GemmDesign> parameter_table(const arch::Device& device);

/// Adds the key `core_buffers`. Precondition: the table has c_buffers before it.
void add_core_memory(parameters::Table<GemmDesign>& table, const arch::Device& device);

/// What the section would say of `design`.
[[nodiscard]] parameters::Values values_of(const GemmDesign& design);

}  // namespace xdnasim::gemm
