#pragma once
// Programs of kernels: their instructions, and the schedules that give their cycles.

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

/// Copies x to out, a vector at a time.
[[nodiscard]] vliw::LoopNest copy_nest(arch::Bytes size, const arch::SlotModel& slots);

/// out[i] = x[i] + y[i], a vector at a time.
[[nodiscard]] vliw::LoopNest add_nest(arch::Bytes size, const arch::SlotModel& slots);

/// out[i] = x[i] + 1, a vector at a time; the vector of ones stays in its register.
[[nodiscard]] vliw::LoopNest add_one_nest(arch::Bytes size, const arch::SlotModel& slots);

/// out[i] = x[i] * factor, in int8: a multiplication into 32-bit accumulators, stored through the
/// SRS unit (shift, round, saturate).
[[nodiscard]] vliw::LoopNest scale_nest(arch::Bytes size, const arch::SlotModel& slots);

/// Loads x, a word of the cascade at a time, adds a word from the cascade if the core gets, and
/// puts or stores the sum.
[[nodiscard]] vliw::LoopNest chain_sum_nest(const ChainSum& work, const arch::SlotModel& slots);

/// A kernel that moves or computes vectors, by its name; `size`: bytes of each of its arrays.
struct VectorProgram {
    std::string_view name;  ///< "copy"
    vliw::LoopNest (*nest)(arch::Bytes size, const arch::SlotModel& slots);
};
[[nodiscard]] std::span<const VectorProgram> vector_programs();

/// The device's entry for the types of the product. Throws InputError, listing the types that the
/// device has, when there is none.
[[nodiscard]] const arch::MatrixRate& matrix_rate(const Matmul& matmul, const arch::Device& device);

/// The device's entry for the products of a network's layers. Throws InputError if the device does
/// not multiply int8 in tiles of 4 x 8 x 8.
[[nodiscard]] const arch::MatrixRate& dense_rate(const arch::Device& device);

/// Returns whether a kernel can take a B of this type in this layout. Values that share an exponent
/// lie along k, so their B must be column-major.
[[nodiscard]] constexpr bool b_may_lie(DataType b, Layout layout) {
    return is_stored_singly(b) || layout == Layout::ColumnMajor;
}

/// Names of a call's arguments in the kernel's instructions, in the order of the arguments.
[[nodiscard]] std::vector<std::string> argument_arrays(const Kernel& kernel);

/// Instructions of the kernel. `blocking`: blocking of a Matmul; nullopt: that of the kernel, or
/// else the published one.
/// Throws InputError: types that the device does not multiply, a tile that is not a multiple of the
/// matrix instruction or of the blocking, more accumulators than the core has, bfp16ebs8 in
/// row-major B or along a chain of cores, a bias whose width is not that of the accumulators, a
/// Scale of other types than int8, a kernel laid out by hand with another blocking or CallKind,
/// layers of a network on a core without int8 products of 4 x 8 x 8, and kernels without known
/// instructions (Firing, External).
[[nodiscard]] vliw::LoopNest program_of(const Kernel& kernel, const arch::Device& device,
                                        CallKind kind = CallKind::Accumulate,
                                        std::optional<Blocking> blocking = std::nullopt);

/// Returns vliw::schedule_call() of program_of(). Throws InputError that names the device and the
/// kernel when the core has too few registers or slots.
[[nodiscard]] vliw::CallSchedule schedule_of(const Kernel& kernel, const arch::Device& device);

// User-written kernels: a loop nest of operations in YAML.

/// Reads a kernel program. Throws InputError with file:line:column for every error in the file,
/// such as an operation that the core does not have. The keys are explained in
/// workloads/examples/kernels/dot_product.yaml.
[[nodiscard]] vliw::LoopNest load_kernel_program(const std::filesystem::path& file,
                                                 const arch::SlotModel& slots);

/// Returns vliw::schedule_call() of `program`, which was read from `file`; an InputError names the
/// file.
[[nodiscard]] vliw::CallSchedule schedule_program(const vliw::LoopNest& program,
                                                  const std::filesystem::path& file,
                                                  const arch::SlotModel& slots);

/// Keys of a kernel program's YAML file.
[[nodiscard]] std::vector<parameters::Description> describe_kernel_program();

}  // namespace xdnasim::kernels
