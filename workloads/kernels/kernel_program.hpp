#pragma once
// From a kernel to its instructions, and from them to its cycles.

#include "arch/device.hpp"
#include "workloads/kernels/kernel.hpp"
#include "workloads/kernels/matmul_program.hpp"
#include "workloads/kernels/vliw/call_schedule.hpp"

namespace xdnasim::kernels {

/// The device's entry for the types of the product. Throws InputError, listing those that it
/// has, when there is none.
[[nodiscard]] const arch::MatrixRate& matrix_rate(const Matmul& matmul, const arch::Device& device);

/// What the instructions call the arrays that a call's arguments are, in their order.
[[nodiscard]] std::vector<std::string> argument_arrays(const Kernel& kernel);

/// `blocking` is that of a Matmul; the published one when not given.
/// Throws InputError: types that the device does not multiply, a tile that the matrix
/// instruction or the blocking does not divide, more accumulators than there are, bfp16ebs8 in
/// row-major B, a bias whose width is not that of the accumulators, a Scale of other types than
/// int8.
[[nodiscard]] vliw::LoopNest program_of(const Kernel& kernel, const arch::Device& device,
                                        CallKind kind = CallKind::Accumulate,
                                        std::optional<Blocking> blocking = std::nullopt);

}  // namespace xdnasim::kernels
