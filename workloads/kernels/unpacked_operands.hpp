#pragma once
// Unpacked operands of a product, as the host multiplies them: the shape of a block, and the tiles
// of A and B rearranged and widened for it.

#include <cstddef>
#include <cstring>
#include <vector>

#include "workloads/kernels/kernel.hpp"

namespace xdnasim::kernels {

using Index = std::ptrdiff_t;

constexpr Index round_up(Index value, Index multiple) {
    return (value + multiple - 1) / multiple * multiple;
}

template <class Real, int kBytes>
struct VectorOf {
    using type [[gnu::vector_size(kBytes)]] = Real;
};

/// Shape of the block of the product that stays in registers while k runs: kRows rows of kVectors
/// vectors of sums.
template <class Element, class Operand, class Sum, int kVectorBytes, int kBlockRows,
          int kBlockVectors>
struct BlockShape {
    using In = Element;
    using Packed = Operand;  ///< type to which elements are widened before they are multiplied
    using Real = Sum;
    using Vector = typename VectorOf<Real, kVectorBytes>::type;
    /// Number of products that one instruction adds to a sum: packed elements that follow each
    /// other in k lie side by side, in the width of a sum.
    static constexpr Index kDepth =
        static_cast<int>(sizeof(Real)) / static_cast<int>(sizeof(Packed));
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
template <class Packed, class Real>
struct Scratch {
    std::vector<Packed> a;           ///< row-major, number of rows rounded up to whole blocks
    std::vector<Packed> b;           ///< panels as wide as a block, each row-major
    std::vector<Real> product;       ///< in the order in which C lies in memory
    std::vector<Index> row_in_c;     ///< by row: the row's part of an index into C
    std::vector<Index> column_in_c;  ///< by column: element (row, column) has the index
                                     ///< row_in_c[row] + column_in_c[column]
};

template <class Shape>
using ScratchOf = Scratch<typename Shape::Packed, typename Shape::Real>;

/// Elements of an unpacked row: k, rounded up to the products of whole sums.
template <class Shape>
constexpr Index depth_of(const Matmul& matmul) {
    return round_up(matmul.k, Shape::kDepth);
}

/// Widens kCount elements to places that are kStride apart.
template <class Shape, Index kCount, Index kStride = 1>
[[gnu::always_inline]] inline void widen(const std::byte* from, typename Shape::Packed* to) {
    using In = typename Shape::In;
    for (Index i = 0; i < kCount; ++i, from += sizeof(In))
        to[i * kStride] = static_cast<typename Shape::Packed>(load<In>(from));
}

/// Number of elements that lie side by side both in a tile and unpacked, if the tile's side is a
/// multiple of it, as it is on every device.
constexpr Index kRun = 4;

/// Unpacks rows of tiles in pieces of kPiece elements, which lie side by side in memory and
/// unpacked.
template <class Shape, Index kPiece>
[[gnu::always_inline]] inline void unpack_rows(const Matmul& matmul, const std::byte* from,
                                               typename Shape::Packed* to) {
    const Index row_length = depth_of<Shape>(matmul);
    for (Index row = 0; row < matmul.m; row += matmul.r)
        for (Index depth = 0; depth < matmul.k; depth += matmul.s)
            for (Index i = row; i < row + matmul.r; ++i) {
                auto* out = to + i * row_length + depth;
                for (Index kk = 0; kk < matmul.s; kk += kPiece, out += kPiece) {
                    widen<Shape, kPiece>(from, out);
                    from += kPiece * Index{sizeof(typename Shape::In)};
                }
            }
}

template <class Shape>
[[gnu::always_inline]] inline void unpack_a(const Matmul& matmul, const std::byte* from,
                                            typename Shape::Packed* to) {
    if (matmul.s % (2 * kRun) == 0)
        unpack_rows<Shape, 2 * kRun>(matmul, from, to);
    else if (matmul.s % kRun == 0)
        unpack_rows<Shape, kRun>(matmul, from, to);
    else
        unpack_rows<Shape, 1>(matmul, from, to);
}

/// Index of element (depth, column) of B in the panels.
template <class Shape>
[[gnu::always_inline]] inline Index place_in_panels(const Matmul& matmul, Index depth,
                                                    Index column) {
    const Index panel = column / Shape::kColumns * depth_of<Shape>(matmul) * Shape::kColumns;
    const Index row = depth / Shape::kDepth * Shape::kColumns + column % Shape::kColumns;
    return panel + row * Shape::kDepth + depth % Shape::kDepth;
}

/// Unpacks one s x t tile of B, whose first element is (depth, column).
template <class Shape>
[[gnu::always_inline]] inline void unpack_row_major_tile(const Matmul& matmul, Index depth,
                                                         Index column, const std::byte* from,
                                                         typename Shape::Packed* to) {
    static_assert(Shape::kColumns % kRun == 0);
    constexpr Index kElement = sizeof(typename Shape::In);
    const Index run = matmul.t % kRun == 0 ? kRun : 1;
    for (Index kk = depth; kk < depth + matmul.s; ++kk)
        for (Index j = column; j < column + matmul.t; j += run, from += run * kElement) {
            auto* out = to + place_in_panels<Shape>(matmul, kk, j);
            if (run == kRun)
                widen<Shape, kRun, Shape::kDepth>(from, out);
            else
                widen<Shape, 1>(from, out);
        }
}

template <class Shape>
[[gnu::always_inline]] inline void unpack_column_major_tile(const Matmul& matmul, Index depth,
                                                            Index column, const std::byte* from,
                                                            typename Shape::Packed* to) {
    constexpr Index kElement = sizeof(typename Shape::In);
    constexpr Index kTogether = Shape::kDepth;
    if (matmul.s % kTogether != 0) {  // columns of the tile begin within a pair
        for (Index j = column; j < column + matmul.t; ++j)
            for (Index kk = depth; kk < depth + matmul.s; ++kk, from += kElement)
                widen<Shape, 1>(from, to + place_in_panels<Shape>(matmul, kk, j));
        return;
    }
    for (Index j = column; j < column + matmul.t; ++j) {
        auto* out = to + place_in_panels<Shape>(matmul, depth, j);
        for (Index kk = 0; kk < matmul.s; kk += kTogether, from += kTogether * kElement) {
            widen<Shape, kTogether>(from, out);
            out += Shape::kColumns * kTogether;
        }
    }
}

template <class Shape>
[[gnu::always_inline]] inline void unpack_b(const Matmul& matmul, const std::byte* from,
                                            typename Shape::Packed* to) {
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

}  // namespace xdnasim::kernels
