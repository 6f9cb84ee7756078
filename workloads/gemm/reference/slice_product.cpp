#include "workloads/gemm/reference/slice_product.hpp"

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "workloads/gemm/reference/elements.hpp"
#include "workloads/gemm/reference/open_blas.hpp"

namespace xdnasim::gemm {
namespace {

bool fp32_holds_all_sums(const GemmDesign& gemm) {
    if (is_floating(gemm.c_type)) return false;
    const double product = limits_of(gemm.a_type).min * limits_of(gemm.b_type).min;
    return product * static_cast<double>(gemm.tile->k) <= 0x1p24;
}

/// Converts a part of the matrix to numbers, row after row.
template <class Real>
void widen_part(const Rows<const std::byte>& matrix, const Rectangle& part, std::span<Real> to) {
    const auto columns = unsigned_of(part.columns);
    for (std::int64_t i = 0; i < part.rows; ++i, to = to.subspan(columns)) {
        widen(matrix.type, matrix.at(part.row + i, part.column), to.first(columns));
    }
}

template <class Real>
auto gemm_of(const OpenBlas& blas) {
    if constexpr (std::is_same_v<Real, float>)
        return blas.sgemm;
    else
        return blas.dgemm;
}

/// Euclidean norms of `count` lines of `matrix`, which start `step` elements apart and whose
/// `length` elements are `stride` apart.
std::span<const double> norms_of(const std::vector<double>& matrix, std::int64_t count,
                                 std::int64_t step, std::int64_t length, std::int64_t stride,
                                 std::vector<double>& norms) {
    for (std::int64_t i = 0; i < count; ++i) {
        const double* line = matrix.data() + i * step;
        const double square =
            open_blas().ddot(static_cast<blasint>(length), line, static_cast<blasint>(stride), line,
                             static_cast<blasint>(stride));
        norms[unsigned_of(i)] = std::sqrt(square);
    }
    return std::span{norms}.first(unsigned_of(count));
}

}  // namespace

SliceProduct::SliceProduct(const GemmDesign& gemm, std::int64_t rows, std::int64_t columns)
    : depth_{gemm.tile->k},
      row_(unsigned_of(columns)),
      a_norms_(unsigned_of(rows)),
      b_norms_(unsigned_of(columns)) {
    if (fp32_holds_all_sums(gemm)) numbers_.emplace<Numbers<float>>();
    const auto take_memory = [&](auto& numbers) {
        numbers.a.resize(unsigned_of(rows * depth_));
        numbers.b.resize(unsigned_of(depth_ * columns));
        numbers.product.resize(unsigned_of(rows * columns));
    };
    std::visit(take_memory, numbers_);
}

std::int64_t SliceProduct::bytes(const GemmDesign& gemm, std::int64_t rows, std::int64_t columns) {
    const std::size_t number = fp32_holds_all_sums(gemm) ? sizeof(float) : sizeof(double);
    const std::int64_t numbers = (rows + columns) * gemm.tile->k + rows * columns;
    const std::int64_t lines = rows + 2 * columns;
    return numbers * static_cast<std::int64_t>(number) + lines * std::int64_t{sizeof(double)};
}

template <class Real>
void SliceProduct::multiply(const Factors& factors, const Rectangle& block, std::int64_t k,
                            Numbers<Real>& numbers) const {
    widen_part(factors.a, {block.row, k, block.rows, depth_}, std::span{numbers.a});
    const Rectangle b = factors.b_is_transposed ? Rectangle{block.column, k, block.columns, depth_}
                                                : Rectangle{k, block.column, depth_, block.columns};
    widen_part(factors.b, b, std::span{numbers.b});
    const auto rows = static_cast<blasint>(block.rows);
    const auto columns = static_cast<blasint>(block.columns);
    const auto depth = static_cast<blasint>(depth_);
    gemm_of<Real>(open_blas())(
        CblasRowMajor, CblasNoTrans, factors.b_is_transposed ? CblasTrans : CblasNoTrans, rows,
        columns, depth, Real{1}, numbers.a.data(), depth, numbers.b.data(),
        factors.b_is_transposed ? depth : columns, Real{0}, numbers.product.data(), columns);
}

void SliceProduct::multiply(const Factors& factors, const Rectangle& block, std::int64_t k) {
    block_ = block;
    b_is_transposed_ = factors.b_is_transposed;
    std::visit([&](auto& numbers) { multiply(factors, block, k, numbers); }, numbers_);
}

std::span<const double> SliceProduct::row(std::int64_t row) {
    const auto columns = unsigned_of(block_.columns);
    const std::size_t begin = unsigned_of(row) * columns;
    if (const auto* exact = std::get_if<Numbers<double>>(&numbers_))
        return std::span{exact->product}.subspan(begin, columns);
    const auto& products = std::get<Numbers<float>>(numbers_).product;
    std::ranges::copy(std::span{products}.subspan(begin, columns), row_.begin());
    return std::span{row_}.first(columns);
}

std::span<const double> SliceProduct::norms_of_a() {
    const auto& a = std::get<Numbers<double>>(numbers_).a;
    return norms_of(a, block_.rows, depth_, depth_, 1, a_norms_);
}

std::span<const double> SliceProduct::norms_of_b() {
    const auto& b = std::get<Numbers<double>>(numbers_).b;
    if (b_is_transposed_) return norms_of(b, block_.columns, depth_, depth_, 1, b_norms_);
    return norms_of(b, block_.columns, 1, depth_, block_.columns, b_norms_);
}

}  // namespace xdnasim::gemm
