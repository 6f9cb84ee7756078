#pragma once
// A kernel of the user's own: a loop nest of operations in YAML.

#include <filesystem>

#include "arch/slot_model.hpp"
#include "workloads/kernels/vliw/loop_nest.hpp"

namespace xdnasim::kernels {

/// Throws InputError with file:line:column for everything that is wrong with the file, among it
/// operations that the core does not have. The keys are explained in
/// workloads/examples/kernels/dot_product.yaml.
[[nodiscard]] vliw::LoopNest load_kernel_program(const std::filesystem::path& file,
                                                 const arch::SlotModel& slots);

}  // namespace xdnasim::kernels
