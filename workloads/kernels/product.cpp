#include <algorithm>
#include <cstring>
#include <type_traits>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include "workloads/kernels/execute.hpp"
#include "workloads/kernels/numerics.hpp"
#include "workloads/kernels/unpacked_operands.hpp"

namespace xdnasim::kernels {
namespace {

/// In each lane, the sum of the products of two pairs of int16.
template <class Vector>
[[gnu::always_inline]] inline Vector multiply_pairs(Vector a, Vector b) {
#if defined(__x86_64__)
    return Vector(_mm_madd_epi16(__m128i(a), __m128i(b)));
#else
    constexpr int kHalf = 16;
    return (a << kHalf >> kHalf) * (b << kHalf >> kHalf) + (a >> kHalf) * (b >> kHalf);
#endif
}

/// Multiplies one block, whose unpacked rows have `depth` elements.
template <class Shape>
[[gnu::always_inline]] inline void multiply_block(Index depth, const typename Shape::Packed* a,
                                                  const typename Shape::Packed* panel,
                                                  typename Shape::Vector (*out)[Shape::kVectors]) {
    using Vector = typename Shape::Vector;
    Vector sum[Shape::kRows][Shape::kVectors] = {};
    for (Index kk = 0; kk < depth; kk += Shape::kDepth) {
        Vector b[Shape::kVectors];
        for (Index v = 0; v < Shape::kVectors; ++v, panel += Shape::kLanes * Shape::kDepth)
            std::memcpy(&b[v], panel, sizeof b[v]);
        for (Index i = 0; i < Shape::kRows; ++i) {
            const auto one = load<typename Shape::Real>(a + i * depth + kk);
            for (Index v = 0; v < Shape::kVectors; ++v) {
                if constexpr (Shape::kDepth == 1)
                    sum[i][v] += one * b[v];
                else
                    sum[i][v] += multiply_pairs(one - Vector{}, b[v]);
            }
        }
    }
    std::memcpy(out, sum, sizeof sum);
}

#if defined(__x86_64__)
/// multiply_block() for pairs, with AVX2, whose instructions must stand in a function of their own.
template <class Shape>
requires(Shape::kDepth == 2 && sizeof(typename Shape::Vector) == sizeof(__m256i))
    [[gnu::target("avx2")]] void multiply_pairs_by_avx2(
        Index depth, const typename Shape::Packed* a, const typename Shape::Packed* panel,
        typename Shape::Vector (*out)[Shape::kVectors]) {
    __m256i sum[Shape::kRows][Shape::kVectors] = {};
    for (Index kk = 0; kk < depth; kk += Shape::kDepth) {
        __m256i b[Shape::kVectors];
        for (Index v = 0; v < Shape::kVectors; ++v, panel += Shape::kLanes * Shape::kDepth)
            std::memcpy(&b[v], panel, sizeof b[v]);
        for (Index i = 0; i < Shape::kRows; ++i) {
            const __m256i pair = _mm256_set1_epi32(load<std::int32_t>(a + i * depth + kk));
            for (Index v = 0; v < Shape::kVectors; ++v)
                sum[i][v] = _mm256_add_epi32(sum[i][v], _mm256_madd_epi16(pair, b[v]));
        }
    }
    std::memcpy(out, sum, sizeof sum);
}
#endif

template <class Shape>
[[gnu::always_inline]] inline void multiply_here(Index depth, const typename Shape::Packed* a,
                                                 const typename Shape::Packed* panel,
                                                 typename Shape::Vector (*out)[Shape::kVectors]) {
#if defined(__x86_64__)
    if constexpr (Shape::kDepth == 2 && sizeof(typename Shape::Vector) == sizeof(__m256i))
        return multiply_pairs_by_avx2<Shape>(depth, a, panel, out);
    else
#endif
        multiply_block<Shape>(depth, a, panel, out);
}

template <class Shape>
[[gnu::always_inline]] inline void store_vector(const Matmul& matmul, Index row, Index column,
                                                const typename Shape::Vector& vector,
                                                ScratchOf<Shape>& scratch) {
    const Index* place = scratch.column_in_c.data() + column;
    auto* out = scratch.product.data() + scratch.row_in_c[static_cast<std::size_t>(row)];
    if (matmul.t % Shape::kLanes == 0) {
        if (column < matmul.n) std::memcpy(out + *place, &vector, sizeof vector);
        return;
    }
    for (Index lane = 0; lane < Shape::kLanes && column + lane < matmul.n; ++lane) {
        out[place[lane]] = vector[lane];
    }
}

template <class Shape>
[[gnu::always_inline]] inline void multiply(const Matmul& matmul, const std::byte* a,
                                            const std::byte* b, ScratchOf<Shape>& scratch) {
    unpack_a<Shape>(matmul, a, scratch.a.data());
    unpack_b<Shape>(matmul, b, scratch.b.data());
    const Index depth = depth_of<Shape>(matmul);
    for (Index column = 0; column < matmul.n; column += Shape::kColumns) {
        for (Index row = 0; row < matmul.m; row += Shape::kRows) {
            typename Shape::Vector block[Shape::kRows][Shape::kVectors];
            multiply_here<Shape>(depth, scratch.a.data() + row * depth,
                                 scratch.b.data() + column * depth, block);
            for (Index i = 0; i < Shape::kRows && row + i < matmul.m; ++i) {
                for (Index v = 0; v < Shape::kVectors; ++v) {
                    store_vector<Shape>(matmul, row + i, column + v * Shape::kLanes, block[i][v],
                                        scratch);
                }
            }
        }
    }
}

template <class Shape>
void prepare(const Matmul& matmul, ScratchOf<Shape>& scratch) {
    const auto elements = [](Index rows, Index columns) {
        return static_cast<std::size_t>(rows * columns);
    };
    const Index depth = depth_of<Shape>(matmul);
    scratch.a.resize(elements(round_up(matmul.m, Shape::kRows), depth));
    scratch.b.resize(elements(round_up(matmul.n, Shape::kColumns), depth));
    if (depth != matmul.k) {  // the last sums have fewer products: the missing ones are 0
        std::ranges::fill(scratch.a, typename Shape::Packed{});
        std::ranges::fill(scratch.b, typename Shape::Packed{});
    }
    scratch.product.resize(elements(matmul.m, matmul.n));

    const Index tile = Index{matmul.r} * matmul.t;
    scratch.row_in_c.clear();
    for (int i = 0; i < matmul.m; ++i) {
        scratch.row_in_c.push_back(i / matmul.r * (matmul.n / matmul.t) * tile +
                                   i % matmul.r * matmul.t);
    }
    scratch.column_in_c.clear();
    for (int j = 0; j < matmul.n; ++j) {
        scratch.column_in_c.push_back(j / matmul.t * tile + j % matmul.t);
    }
}

template <class Shape>
void multiply_baseline(const Matmul& matmul, const std::byte* a, const std::byte* b,
                       ScratchOf<Shape>& scratch) {
    prepare<Shape>(matmul, scratch);
    multiply<Shape>(matmul, a, b, scratch);
}

#if defined(__x86_64__)
template <class Shape>
[[gnu::target("avx2,fma")]] void multiply_avx2(const Matmul& matmul, const std::byte* a,
                                               const std::byte* b, ScratchOf<Shape>& scratch) {
    prepare<Shape>(matmul, scratch);
    multiply<Shape>(matmul, a, b, scratch);
}
#endif

}  // namespace

VectorUnit vector_unit_here() {
#if defined(__x86_64__)
    static const bool has_avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
    if (has_avx2) return VectorUnit::Avx2;
#endif
    return VectorUnit::Baseline;
}

namespace {

/// Type to which elements are widened before multiplication, for sums in Real: int16 for int8,
/// whose products are added in pairs; otherwise Real.
template <class Real, class Element>
using Operand = std::conditional_t<std::is_same_v<Element, std::int8_t>, std::int16_t, Real>;

}  // namespace

template <class Real, class Element>
std::span<const Real> tiled_product(const Matmul& matmul, const std::byte* a, const std::byte* b,
                                    [[maybe_unused]] VectorUnit unit) {
    using Packed = Operand<Real, Element>;
    static thread_local Scratch<Packed, Real> scratch;
#if defined(__x86_64__)
    if (unit == VectorUnit::Avx2) {
        multiply_avx2<BlockShape<Element, Packed, Real, 32, 6, 2>>(matmul, a, b, scratch);
        return scratch.product;
    }
#endif
    multiply_baseline<BlockShape<Element, Packed, Real, 16, 4, 2>>(matmul, a, b, scratch);
    return scratch.product;
}

template std::span<const std::int32_t> tiled_product<std::int32_t, std::int8_t>(const Matmul&,
                                                                                const std::byte*,
                                                                                const std::byte*,
                                                                                VectorUnit);
template std::span<const double> tiled_product<double, std::int16_t>(const Matmul&,
                                                                     const std::byte*,
                                                                     const std::byte*, VectorUnit);
template std::span<const float> tiled_product<float, Bfloat16>(const Matmul&, const std::byte*,
                                                               const std::byte*, VectorUnit);
template std::span<const float> tiled_product<float, float>(const Matmul&, const std::byte*,
                                                            const std::byte*, VectorUnit);

}  // namespace xdnasim::kernels
