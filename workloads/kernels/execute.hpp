#pragma once
// Execution of kernels on the bytes of their arguments, for `--verify`.

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "workloads/kernels/kernel.hpp"

namespace xdnasim::kernels {

/// Runs a kernel on `arguments`. Preconditions: the kernel does not use the cascade; `arguments`
/// are in number and size as the kernel's description says; the shift of a Matmul is at most
/// max_shift of its types.
/// Throws InputError for types whose numerics are not modelled. Modelled are: a Matmul whose A and
/// B are both int8 or both int16 and whose C is an integer; a Matmul whose A and B are bf16 and
/// whose C is bf16 or f32; a Matmul whose B is bfp16ebs8 and whose A and C are bfp16ebs8 or bf16;
/// AddOne and Scale of integers. Also throws InputError if a value that is to become bfp16ebs8 is
/// infinite or NaN.
void execute(const Kernel& kernel, std::span<const std::span<std::byte>> arguments);

// Kernels that use the cascade: words arrive and leave while the call runs.

using CascadeWord = std::array<std::byte, static_cast<std::size_t>(arch::kCascadeWord.count())>;

/// A call of a kernel that uses the cascade. get() and put() follow the order in which its
/// instructions take words from the cascade and put them there.
class CascadeCall {
 public:
    virtual ~CascadeCall() = default;
    virtual void get(const CascadeWord& word) = 0;
    /// Returns the next word, which depends on the words that the call has got so far.
    [[nodiscard]] virtual CascadeWord put() = 0;
};

/// Begins a call. Preconditions: as execute() has them, but the kernel uses the cascade;
/// `arguments` outlive the call. Throws InputError for an External function.
[[nodiscard]] std::unique_ptr<CascadeCall> begin_call(
    const Kernel& kernel, std::span<const std::span<std::byte>> arguments);

// Products with bfp16ebs8.

/// Multiplies with a B of bfp16ebs8. Preconditions: as execute() has them; B is bfp16ebs8, and
/// tiles are 8 x 8. Throws base::InputError where a value has become infinite or NaN, which
/// bfp16ebs8 does not have, where m or n is not a multiple of two tiles, and for combinations of
/// types that no core multiplies.
void multiply_bfp16(const Matmul& matmul, std::span<const std::span<std::byte>> arguments);

/// Converts the staged C in `buffer` to bfp16ebs8 in place. Throws as multiply_bfp16() does for
/// infinity and NaN.
void encode_staged(const Encode& encode, std::span<std::byte> buffer);

// The product of two tiled operands: the hot loop of a verified run.

/// Host vector instructions to multiply with: those of every x86-64, or AVX2 and FMA.
enum class VectorUnit : std::uint8_t { Baseline, Avx2 };

/// The best vector unit of this machine.
[[nodiscard]] VectorUnit vector_unit_here();

/// A x B of one call, in the order in which C lies in memory. Sums are of type Real: in floating
/// point in the order of k; exact integers, if Real holds every partial sum. The result lies in
/// memory of this thread and is valid until its next call. Instantiated for int8 in int32, which
/// holds the sums of 2^17 products, int16 in double, bf16 and float in float.
template <class Real, class Element>
[[nodiscard]] std::span<const Real> tiled_product(const Matmul& matmul, const std::byte* a,
                                                  const std::byte* b,
                                                  VectorUnit unit = vector_unit_here());

}  // namespace xdnasim::kernels
