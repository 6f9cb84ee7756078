#pragma once
// Runs a kernel on the bytes of its arguments, as `--verify` needs it.

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "workloads/kernels/kernel.hpp"

namespace xdnasim::kernels {

/// Preconditions: the kernel does not use the cascade; `arguments` are as the kernel's description
/// says, in number and size; the shift of a Matmul is at most max_shift of its types. Throws
/// InputError for types whose numerics are not modelled: a Matmul's A and B are both int8 or both
/// int16 and its C is an integer, or A and B are bf16 and C is bf16 or f32, or B is bfp16ebs8 and
/// so are A and C, or bf16; AddOne and Scale are of integers. Throws it for values, too, that
/// become infinite or NaN where they are to be bfp16ebs8.
void execute(const Kernel& kernel, std::span<const std::span<std::byte>> arguments);

// Kernels that use the cascade: their words come and go while the call runs.

using CascadeWord = std::array<std::byte, static_cast<std::size_t>(arch::kCascadeWord.count())>;

/// A call of such a kernel, as its instructions take its words from the cascade and put them there.
class CascadeCall {
 public:
    virtual ~CascadeCall() = default;
    virtual void get(const CascadeWord& word) = 0;
    /// The next word; it depends on those got before.
    [[nodiscard]] virtual CascadeWord put() = 0;
};

/// Preconditions: as execute() has them; the kernel uses the cascade. `arguments` outlive the call.
/// Throws InputError for a function of somebody else.
[[nodiscard]] std::unique_ptr<CascadeCall> begin_call(
    const Kernel& kernel, std::span<const std::span<std::byte>> arguments);

// Products with bfp16ebs8.

/// Preconditions: as execute() has them; B is bfp16ebs8, and tiles are 8 x 8. Throws
/// base::InputError where a value has become infinite or NaN, which bfp16ebs8 does not have, where
/// m or n is not a multiple of two tiles, and for combinations of types that no core multiplies.
void multiply_bfp16(const Matmul& matmul, std::span<const std::span<std::byte>> arguments);

/// Throws as multiply_bfp16() does.
void encode_staged(const Encode& encode, std::span<std::byte> buffer);

// The product of two tiled operands: the hot loop of a verified run.

/// Vector instructions to multiply with: those of every x86-64, or AVX2 and FMA.
enum class VectorUnit : std::uint8_t { Baseline, Avx2 };

/// The best one that this machine has.
[[nodiscard]] VectorUnit vector_unit_here();

/// A x B of one call, in the order in which C lies in memory. It is summed up in Real: in floating
/// point in the order of k; integers exactly, if Real holds every partial sum. It lives in memory
/// of this thread until the next call. Instantiated for int8 in int32, which holds the sums of
/// 2^17 products, int16 in double, bf16 and float in float.
template <class Real, class Element>
[[nodiscard]] std::span<const Real> tiled_product(const Matmul& matmul, const std::byte* a,
                                                  const std::byte* b,
                                                  VectorUnit unit = vector_unit_here());

}  // namespace xdnasim::kernels
