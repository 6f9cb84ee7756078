#pragma once
// From a kernel to its instructions, and from them to its cycles.

#include <filesystem>
#include <span>
#include <string_view>
#include <vector>

#include "arch/core_model.hpp"
#include "arch/device.hpp"
#include "arch/units.hpp"
#include "base/parameters/description.hpp"
#include "workloads/kernels/kernel.hpp"
#include "workloads/kernels/matmul_program.hpp"
#include "workloads/kernels/vliw/call_schedule.hpp"
#include "workloads/kernels/vliw/loop_nest.hpp"

// Kernels without a matrix multiplication, as operations of the core.

namespace xdnasim::kernels {

/// Stores zeros, a vector at a time.
[[nodiscard]] vliw::LoopNest zero_nest(arch::Bytes size, const arch::SlotModel& slots);

/// Loads and stores, a vector at a time.
[[nodiscard]] vliw::LoopNest copy_nest(arch::Bytes size, const arch::SlotModel& slots);

/// out[i] = x[i] + y[i], a vector at a time.
[[nodiscard]] vliw::LoopNest add_nest(arch::Bytes size, const arch::SlotModel& slots);

/// out[i] = x[i] + 1, a vector at a time; the vector of ones stays in its register.
[[nodiscard]] vliw::LoopNest add_one_nest(arch::Bytes size, const arch::SlotModel& slots);

/// out[i] = x[i] * factor of int8: a multiplication into accumulators of 32 bits, stored through
/// the SRS unit.
[[nodiscard]] vliw::LoopNest scale_nest(arch::Bytes size, const arch::SlotModel& slots);

/// A word of the cascade at a time: loads it, adds what comes from the cascade, puts it there or
/// stores it.
[[nodiscard]] vliw::LoopNest chain_sum_nest(const ChainSum& work, const arch::SlotModel& slots);

/// One of those that move and compute vectors, by its name; `size` is that of each of its arrays.
struct VectorProgram {
    std::string_view name;  ///< "copy"
    vliw::LoopNest (*nest)(arch::Bytes size, const arch::SlotModel& slots);
};
[[nodiscard]] std::span<const VectorProgram> vector_programs();

/// The device's entry for the types of the product. Throws InputError, listing those that it
/// has, when there is none.
[[nodiscard]] const arch::MatrixRate& matrix_rate(const Matmul& matmul, const arch::Device& device);

/// Whether a kernel can take a B of this type that lies so: values that share an exponent lie along
/// k.
[[nodiscard]] constexpr bool b_may_lie(DataType b, Layout layout) {
    return is_stored_singly(b) || layout == Layout::ColumnMajor;
}

/// What the instructions call the arrays that a call's arguments are, in their order.
[[nodiscard]] std::vector<std::string> argument_arrays(const Kernel& kernel);

/// `blocking` is that of a Matmul; the published one when not given.
/// Throws InputError: types that the device does not multiply, a tile that the matrix
/// instruction or the blocking does not divide, more accumulators than there are, bfp16ebs8 in
/// row-major B or along a chain of cores, a bias whose width is not that of the accumulators, a
/// Scale of other types than int8.
[[nodiscard]] vliw::LoopNest program_of(const Kernel& kernel, const arch::Device& device,
                                        CallKind kind = CallKind::Accumulate,
                                        std::optional<Blocking> blocking = std::nullopt);

/// vliw::schedule_call() of program_of(), which for a core with too few registers, or too few
/// slots, throws InputError that names the device and the kernel.
[[nodiscard]] vliw::CallSchedule schedule_of(const Kernel& kernel, const arch::Device& device);

// A kernel of the user's own: a loop nest of operations in YAML.

/// Throws InputError with file:line:column for everything that is wrong with the file, among it
/// operations that the core does not have. The keys are explained in
/// workloads/examples/kernels/dot_product.yaml.
[[nodiscard]] vliw::LoopNest load_kernel_program(const std::filesystem::path& file,
                                                 const arch::SlotModel& slots);

/// vliw::schedule_call() of what `file` holds; an InputError names it.
[[nodiscard]] vliw::CallSchedule schedule_program(const vliw::LoopNest& program,
                                                  const std::filesystem::path& file,
                                                  const arch::SlotModel& slots);

/// The keys of such a file.
[[nodiscard]] std::vector<parameters::Description> describe_kernel_program();

}  // namespace xdnasim::kernels
