#pragma once
// Runs a kernel on the bytes of its arguments, as `--verify` needs it.

#include <cstddef>
#include <span>

#include "workloads/kernels/kernel.hpp"

namespace xdnasim::kernels {

/// Preconditions: `arguments` are as the kernel's description says, in number and size; the shift
/// of a Matmul is at most max_shift of its types. Throws InputError for types whose numerics are
/// not modelled: a Matmul's A and B are both int8 or both int16 and its C is an integer, or A and B
/// are bf16 and C is bf16 or f32; AddOne and Scale are of integers.
void execute(const Kernel& kernel, std::span<const std::span<std::byte>> arguments);

}  // namespace xdnasim::kernels
