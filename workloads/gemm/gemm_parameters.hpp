#pragma once
// The section `gemm` of a problem file.

#include <array>
#include <cstdint>
#include <string>

#include "arch/device.hpp"
#include "base/enumerators.hpp"
#include "base/parameters/description.hpp"
#include "base/parameters/table.hpp"
#include "workloads/gemm/gemm_design.hpp"

namespace xdnasim::gemm {

/// The two ways to run a GEMM, as in the section's key `mapping`.
enum class GemmMapping : std::uint8_t { WholeArray, Packs };
inline constexpr std::array kMappings{GemmMapping::WholeArray, GemmMapping::Packs};
static_assert(base::lists_all<kMappings>());
[[nodiscard]] std::string to_string(GemmMapping mapping);  // "whole-array"
/// All mappings as text: "whole-array, packs".
[[nodiscard]] std::string mappings_text();
[[nodiscard]] parameters::Help mapping_help();

/// The keys of the section. `device` limits the array and the stack.
[[nodiscard]] parameters::Table<GemmDesign> parameter_table(const arch::Device& device);

/// Adds the key `core_buffers`. Precondition: the table has c_buffers before it.
void add_core_memory(parameters::Table<GemmDesign>& table, const arch::Device& device);

/// Values of the section's keys for `design`.
[[nodiscard]] parameters::Values values_of(const GemmDesign& design);

}  // namespace xdnasim::gemm
