#pragma once
// Products of the reference: a slice of A and one of B, converted to numbers and multiplied by
// OpenBLAS.

#include <cstddef>
#include <cstdint>
#include <span>
#include <variant>
#include <vector>

#include "workloads/gemm/gemm_design.hpp"
#include "workloads/kernels/kernel.hpp"

namespace xdnasim::gemm {

struct Rectangle {
    std::int64_t row, column, rows, columns;
};

/// The rows of a matrix in memory, one after the other.
template <class Byte>
struct Rows {
    Byte* bytes;
    std::int64_t columns;
    kernels::DataType type;

    [[nodiscard]] Byte* at(std::int64_t row, std::int64_t column) const {
        return bytes + (row * columns + column) * kernels::size_of(type).count();
    }
};

struct Factors {
    Rows<const std::byte> a;
    Rows<const std::byte> b;  ///< n x k if `b_is_transposed`
    bool b_is_transposed = false;
};

/// Multiplies, for one thread, block after block of C, each of at most `rows` x `columns`, by
/// slices of k_ct. If fp32 holds all sums of a slice exactly, in any order, they are computed in
/// fp32, which takes half the time; otherwise in doubles. Products of int8 are at most 2^14, so
/// that 1,024 of them add up to 2^24, up to which fp32 has all whole numbers.
class SliceProduct {
 public:
    SliceProduct(const GemmDesign& gemm, std::int64_t rows, std::int64_t columns);

    /// Multiplies the slice of K that begins at `k`, for a block of C.
    void multiply(const Factors& factors, const Rectangle& block, std::int64_t k);

    /// A row of the latest block's products, valid until the next call.
    [[nodiscard]] std::span<const double> row(std::int64_t row);

    /// Euclidean norms of the latest slice's rows of A and columns of B. Precondition: outputs are
    /// in floating point.
    [[nodiscard]] std::span<const double> norms_of_a();
    [[nodiscard]] std::span<const double> norms_of_b();

    /// Bytes that an object allocates.
    [[nodiscard]] static std::int64_t bytes(const GemmDesign& gemm, std::int64_t rows,
                                            std::int64_t columns);

 private:
    template <class Real>
    struct Numbers {
        std::vector<Real> a, b, product;
    };

    template <class Real>
    void multiply(const Factors& factors, const Rectangle& block, std::int64_t k,
                  Numbers<Real>& numbers) const;

    std::int64_t depth_;
    std::variant<Numbers<double>, Numbers<float>> numbers_;
    std::vector<double> row_;  ///< a row of products that were computed in fp32
    std::vector<double> a_norms_, b_norms_;
    Rectangle block_{};
    bool b_is_transposed_ = false;
};

}  // namespace xdnasim::gemm
