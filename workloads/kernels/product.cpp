#include <cstring>
#include <vector>

#include "workloads/kernels/execute.hpp"
#include "workloads/kernels/numerics.hpp"

namespace xdnasim::kernels {
namespace {

using Index = std::ptrdiff_t;

constexpr Index round_up(Index value, Index multiple) {
    return (value + multiple - 1) / multiple * multiple;
}

template <class Real, int kBytes>
struct VectorOf {
    using type [[gnu::vector_size(kBytes)]] = Real;
};

/// A block of the product that is kept in registers while k runs: kRows rows of
/// kVectors vectors.
template <class Element, class Scalar, int kVectorBytes, int kBlockRows, int kBlockVectors>
struct BlockShape {
    using In = Element;
    using Real = Scalar;
    using Vector = typename VectorOf<Real, kVectorBytes>::type;
    static constexpr Index kLanes = kVectorBytes / static_cast<int>(sizeof(Real));
    static constexpr Index kRows = kBlockRows;
    static constexpr Index kVectors = kBlockVectors;
    static constexpr Index kColumns = kVectors * kLanes;
};

template <class T>
[[gnu::always_inline]] inline T load(const void* from) {
    T value;
    std::memcpy(&value, from, sizeof value);
    return value;
}

/// Unpacked operands and the product, reused from call to call.
template <class Real>
struct Scratch {
    std::vector<Real> a;             ///< row-major, rows rounded up to a whole block
    std::vector<Real> b;             ///< panels of a block's columns, each row-major
    std::vector<Real> product;       ///< in C's order
    std::vector<Index> row_in_c;     ///< element (row, column) of C lies at the sum
    std::vector<Index> column_in_c;  ///< of row_in_c[row] and column_in_c[column]
};

template <class Shape>
[[gnu::always_inline]] inline void unpack_a(const Matmul& matmul, const std::byte* from,
                                            typename Shape::Real* to) {
    using In = typename Shape::In;
    const Index k = matmul.k;
    for (Index row = 0; row < matmul.m; row += matmul.r) {
        for (Index depth = 0; depth < k; depth += matmul.s) {
            for (Index i = row; i < row + matmul.r; ++i) {
                for (Index kk = depth; kk < depth + matmul.s; ++kk, from += sizeof(In)) {
                    to[i * k + kk] = static_cast<typename Shape::Real>(load<In>(from));
                }
            }
        }
    }
}

/// Where element (depth, column) of B lies in the panels.
template <class Shape>
[[gnu::always_inline]] inline Index place_in_panels(Index k, Index depth, Index column) {
    return (column / Shape::kColumns * k + depth) * Shape::kColumns + column % Shape::kColumns;
}

template <class Shape, int kCount>
[[gnu::always_inline]] inline void widen(const std::byte* from, typename Shape::Real* to) {
    using In = typename Shape::In;
    for (int i = 0; i < kCount; ++i, from += sizeof(In)) {
        to[i] = static_cast<typename Shape::Real>(load<In>(from));
    }
}

/// Elements of B that lie side by side both in a row of a tile and in a panel, when t is a
/// multiple of them, as it is on every device.
constexpr Index kRun = 4;

/// One s x t tile of B, whose first element is (depth, column).
template <class Shape>
[[gnu::always_inline]] inline void unpack_row_major_tile(const Matmul& matmul, Index depth,
                                                         Index column, const std::byte* from,
                                                         typename Shape::Real* to) {
    static_assert(Shape::kColumns % kRun == 0);
    constexpr Index kElement = sizeof(typename Shape::In);
    const Index run = matmul.t % kRun == 0 ? kRun : 1;
    for (Index kk = depth; kk < depth + matmul.s; ++kk) {
        for (Index j = column; j < column + matmul.t; j += run, from += run * kElement) {
            auto* out = to + place_in_panels<Shape>(matmul.k, kk, j);
            if (run == kRun) {
                widen<Shape, kRun>(from, out);
            } else {
                widen<Shape, 1>(from, out);
            }
        }
    }
}

template <class Shape>
[[gnu::always_inline]] inline void unpack_column_major_tile(const Matmul& matmul, Index depth,
                                                            Index column, const std::byte* from,
                                                            typename Shape::Real* to) {
    constexpr Index kElement = sizeof(typename Shape::In);
    for (Index j = column; j < column + matmul.t; ++j) {
        auto* out = to + place_in_panels<Shape>(matmul.k, depth, j);
        for (Index kk = 0; kk < matmul.s; ++kk, from += kElement, out += Shape::kColumns) {
            widen<Shape, 1>(from, out);
        }
    }
}

template <class Shape>
[[gnu::always_inline]] inline void unpack_b(const Matmul& matmul, const std::byte* from,
                                            typename Shape::Real* to) {
    const Index tile = Index{matmul.s} * matmul.t * Index{sizeof(typename Shape::In)};
    const bool row_major = matmul.b_layout == Layout::RowMajor;
    const Index tile_right = row_major ? tile : tile * (matmul.k / matmul.s);
    const Index tile_down = row_major ? tile * (matmul.n / matmul.t) : tile;
    for (Index column = 0; column < matmul.n; column += matmul.t, from += tile_right) {
        const std::byte* at = from;
        for (Index depth = 0; depth < matmul.k; depth += matmul.s, at += tile_down) {
            if (row_major) {
                unpack_row_major_tile<Shape>(matmul, depth, column, at, to);
            } else {
                unpack_column_major_tile<Shape>(matmul, depth, column, at, to);
            }
        }
    }
}

template <class Shape>
[[gnu::always_inline]] inline void multiply_block(Index k, const typename Shape::Real* a,
                                                  const typename Shape::Real* panel,
                                                  typename Shape::Vector (*out)[Shape::kVectors]) {
    using Vector = typename Shape::Vector;
    Vector sum[Shape::kRows][Shape::kVectors] = {};
    for (Index kk = 0; kk < k; ++kk) {
        Vector b[Shape::kVectors];
        for (Index v = 0; v < Shape::kVectors; ++v, panel += Shape::kLanes) {
            std::memcpy(&b[v], panel, sizeof b[v]);
        }
        for (Index i = 0; i < Shape::kRows; ++i) {
            for (Index v = 0; v < Shape::kVectors; ++v) {
                sum[i][v] += a[i * k + kk] * b[v];
            }
        }
    }
    std::memcpy(out, sum, sizeof sum);
}

template <class Shape>
[[gnu::always_inline]] inline void store_vector(const Matmul& matmul, Index row, Index column,
                                                const typename Shape::Vector& vector,
                                                Scratch<typename Shape::Real>& scratch) {
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
                                            const std::byte* b,
                                            Scratch<typename Shape::Real>& scratch) {
    unpack_a<Shape>(matmul, a, scratch.a.data());
    unpack_b<Shape>(matmul, b, scratch.b.data());
    const Index k = matmul.k;
    for (Index column = 0; column < matmul.n; column += Shape::kColumns) {
        for (Index row = 0; row < matmul.m; row += Shape::kRows) {
            typename Shape::Vector block[Shape::kRows][Shape::kVectors];
            multiply_block<Shape>(k, scratch.a.data() + row * k, scratch.b.data() + column * k,
                                  block);
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
void prepare(const Matmul& matmul, Scratch<typename Shape::Real>& scratch) {
    const auto elements = [](Index rows, Index columns) {
        return static_cast<std::size_t>(rows * columns);
    };
    scratch.a.resize(elements(round_up(matmul.m, Shape::kRows), matmul.k));
    scratch.b.resize(elements(round_up(matmul.n, Shape::kColumns), matmul.k));
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
                       Scratch<typename Shape::Real>& scratch) {
    prepare<Shape>(matmul, scratch);
    multiply<Shape>(matmul, a, b, scratch);
}

#if defined(__x86_64__)
template <class Shape>
[[gnu::target("avx2,fma")]] void multiply_avx2(const Matmul& matmul, const std::byte* a,
                                               const std::byte* b,
                                               Scratch<typename Shape::Real>& scratch) {
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

template <class Real, class Element>
std::span<const Real> tiled_product(const Matmul& matmul, const std::byte* a, const std::byte* b,
                                    [[maybe_unused]] VectorUnit unit) {
    static thread_local Scratch<Real> scratch;
#if defined(__x86_64__)
    if (unit == VectorUnit::Avx2) {
        multiply_avx2<BlockShape<Element, Real, 32, 6, 2>>(matmul, a, b, scratch);
        return scratch.product;
    }
#endif
    multiply_baseline<BlockShape<Element, Real, 16, 4, 2>>(matmul, a, b, scratch);
    return scratch.product;
}

template std::span<const float> tiled_product<float, std::int8_t>(const Matmul&, const std::byte*,
                                                                  const std::byte*, VectorUnit);
template std::span<const double> tiled_product<double, std::int8_t>(const Matmul&, const std::byte*,
                                                                    const std::byte*, VectorUnit);
template std::span<const double> tiled_product<double, std::int16_t>(const Matmul&,
                                                                     const std::byte*,
                                                                     const std::byte*, VectorUnit);
template std::span<const float> tiled_product<float, Bfloat16>(const Matmul&, const std::byte*,
                                                               const std::byte*, VectorUnit);
template std::span<const float> tiled_product<float, float>(const Matmul&, const std::byte*,
                                                            const std::byte*, VectorUnit);

}  // namespace xdnasim::kernels
