#pragma once
// Products with bfp16ebs8 on the bytes of a core.

#include <cstddef>
#include <span>

#include "workloads/kernels/kernel.hpp"

namespace xdnasim::kernels {

/// Preconditions: as execute() has them; B is bfp16ebs8, and tiles are 8 x 8. Throws
/// base::InputError where a value has become infinite or NaN, which bfp16ebs8 does not have, where
/// m or n is no multiple of two tiles, and for combinations of types that no core multiplies.
void multiply_bfp16(const Matmul& matmul, std::span<const std::span<std::byte>> arguments);

/// Throws as multiply_bfp16() does.
void encode_staged(const Encode& encode, std::span<std::byte> buffer);

}  // namespace xdnasim::kernels
