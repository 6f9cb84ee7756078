#pragma once
// C += A x B on tiles of the matrix instruction, in the AIE API (aie::mmul).
//
// Compiled and run on a host against a plain C++ stand-in for the AIE API, not with Peano or
// xchesscc, and not on an NPU.
//
// The operands lie in the core's memory as
//   A: r x s tiles, [m/r][k/s][r][s]
//   B: s x t tiles, column-major inside and outside, [n/t][k/s][t][s], or row-major,
//      [k/s][n/t][s][t]
//   C: r x t tiles, [m/r][n/t][r][t]
// Tiles of C are loaded in C's type and shifted left; when they are stored, they are shifted right,
// rounded and saturated. bfloat16 is not shifted, and float is neither shifted nor rounded.

#include <aie_api/aie.hpp>

#include "loops.hpp"

namespace xdnasim_kernels {

/// C += A x B. `Shape` has the types A, B, C and the constants m, k, n; r, s, t; block_rows,
/// block_columns; shift; rounding; b_is_row_major.
template <class Shape>
class Matmul {
    using A = typename Shape::A;
    using B = typename Shape::B;
    using C = typename Shape::C;
    using Product = aie::mmul<Shape::r, Shape::s, Shape::t, A, B>;

    static constexpr unsigned kRows = Shape::m / Shape::r;  // in tiles, like the next two
    static constexpr unsigned kDepth = Shape::k / Shape::s;
    static constexpr unsigned kColumns = Shape::n / Shape::t;

    static_assert(Shape::m % Shape::r == 0 && Shape::k % Shape::s == 0 && Shape::n % Shape::t == 0);
    static_assert(kRows % Shape::block_rows == 0 && kColumns % Shape::block_columns == 0);

    static auto tile_of_a(const A* a, unsigned row, unsigned step) {
        return aie::load_v<Product::size_A>(a + (row * kDepth + step) * Product::size_A);
    }

    static auto tile_of_b(const B* b, unsigned step, unsigned column) {
        if constexpr (Shape::b_is_row_major)
            return aie::load_v<Product::size_B>(b + (step * kColumns + column) * Product::size_B);
        else  // the instruction needs B row-major: t lines of s elements become s lines of t
            return aie::transpose(
                aie::load_v<Product::size_B>(b + (column * kDepth + step) * Product::size_B),
                Shape::t, Shape::s);
    }

    static C* tile_of_c(C* c, unsigned row, unsigned column) {
        return c + (row * kColumns + column) * Product::size_C;
    }

    /// Computes block_rows x block_columns tiles of C, which stay in accumulators for all steps
    /// along K.
    static void multiply_block(const A* a, const B* b, C* c, unsigned row, unsigned column) {
        Product sums[Shape::block_rows][Shape::block_columns];
        XDNASIM_UNROLL
        for (unsigned i = 0; i < Shape::block_rows; ++i) {
            XDNASIM_UNROLL
            for (unsigned j = 0; j < Shape::block_columns; ++j)
                sums[i][j] = Product(
                    aie::load_v<Product::size_C>(tile_of_c(c, row + i, column + j)), Shape::shift);
        }
        XDNASIM_PIPELINE
        for (unsigned step = 0; step < kDepth; ++step) {
            aie::vector<B, Product::size_B> b_tiles[Shape::block_columns];
            XDNASIM_UNROLL
            for (unsigned j = 0; j < Shape::block_columns; ++j)
                b_tiles[j] = tile_of_b(b, step, column + j);
            XDNASIM_UNROLL
            for (unsigned i = 0; i < Shape::block_rows; ++i) {
                const aie::vector<A, Product::size_A> a_tile = tile_of_a(a, row + i, step);
                XDNASIM_UNROLL
                for (unsigned j = 0; j < Shape::block_columns; ++j)
                    sums[i][j].mac(a_tile, b_tiles[j]);
            }
        }
        XDNASIM_UNROLL
        for (unsigned i = 0; i < Shape::block_rows; ++i) {
            XDNASIM_UNROLL
            for (unsigned j = 0; j < Shape::block_columns; ++j)
                aie::store_v(tile_of_c(c, row + i, column + j),
                             sums[i][j].template to_vector<C>(Shape::shift));
        }
    }

 public:
    static void run(const A* __restrict a, const B* __restrict b, C* __restrict c) {
        aie::set_rounding(Shape::rounding);
        aie::set_saturation(aie::saturation_mode::saturate);
        for (unsigned row = 0; row < kRows; row += Shape::block_rows)
            for (unsigned column = 0; column < kColumns; column += Shape::block_columns)
                multiply_block(a, b, c, row, column);
    }
};

}  // namespace xdnasim_kernels
