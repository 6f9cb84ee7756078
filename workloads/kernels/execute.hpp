#pragma once
// Runs a kernel on the bytes of its arguments, as `--verify` needs it.

#include <cstddef>
#include <span>

#include "xdnasim/workloads/kernels/kernel.hpp"

namespace xdnasim::kernels {

/// Preconditions: `arguments` are as the kernel's description says, in number and size; a
/// Matmul's A and B are both int8 or both int16 and its C is an integer, or all are bf16;
/// its shift is at most max_shift of its types; AddOne and Scale are of integers. Throws InputError
/// for products of bfp16ebs8, whose numerics are not modelled.
void execute(const Kernel& kernel, std::span<const std::span<std::byte>> arguments);

}  // namespace xdnasim::kernels
