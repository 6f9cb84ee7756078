#pragma once
// Layers of int8 networks on a row of cores, in the AIE API and the cascade's intrinsics.
//
// Compiled and run on a host against a plain C++ stand-in for both, not with Peano or xchesscc, and
// not on an NPU.
//
// The operands lie in the core's memory as
//   A, out: 8 x 8 tiles, row-major inside and outside; a tile is one word of the cascade
//   B: 8 x 8 tiles, row-major inside, column-major outside, [n/8][k/8][8][8]
//   bias: n elements of int32
// Sums pass the cascade as 4 x 8 tiles of int32, two words each.

#include <cstdint>

#include <aie_api/aie.hpp>

#include "cascade.hpp"
#include "loops.hpp"

namespace xdnasim_kernels {

inline constexpr unsigned kTile = 8;
inline constexpr unsigned kTileElements = kTile * kTile;

using Product = aie::mmul<4, 8, 8, int8_t, int8_t>;
using Sums = aie::vector<int32_t, Product::size_C>;  ///< 4 x 8
using Word = aie::vector<int8_t, kTileElements>;     ///< 8 x 8 activations

inline Word get_word() {
    const aie::vector<int32_t, kCascadeLanes> word = get_scd_v16int32();
    return word.template cast_to<int8_t>();
}
inline void put_word(const Word& word) {
    put_mcd(word.template cast_to<int32_t>());
}
inline Sums get_sums() {
    const aie::vector<int32_t, kCascadeLanes> upper = get_scd_v16int32();
    const aie::vector<int32_t, kCascadeLanes> lower = get_scd_v16int32();
    return aie::concat(upper, lower);
}
inline void put_sums(const Sums& sums) {
    put_mcd(sums.template extract<kCascadeLanes>(0));
    put_mcd(sums.template extract<kCascadeLanes>(1));
}

/// A core's part of a dense layer. `Layer` has the constants m, k, n, the core's part of the
/// product; a_columns, a_first_row, a_first_column, the width of the activations and where the
/// core's slice of them begins; receives, passes, gets_sums, puts_sums, gives, bias, relu; shift;
/// rounding.
template <class Layer>
class Dense {
    static constexpr unsigned kRows = 2;  ///< products per block: 2 x 2, for 8 x 16 outputs
    static constexpr unsigned kColumns = 2;
    static constexpr unsigned kDepth = Layer::k / kTile;
    /// Width of the activations in memory, in tiles: of those that come over the cascade, only the
    /// core's slice is stored.
    static constexpr unsigned kWidth = (Layer::receives ? Layer::k : Layer::a_columns) / kTile;

    static_assert(Layer::m % kTile == 0 && Layer::k % kTile == 0 &&
                  Layer::n % (kColumns * kTile) == 0);

    /// Receives the activations of the whole row of cores over the cascade, and stores this core's
    /// slice of them.
    static void receive(int8_t* a) {
        constexpr unsigned kFirst = Layer::a_first_column / kTile;
        for (unsigned row = 0; row < Layer::m / kTile; ++row)
            for (unsigned column = 0; column < Layer::a_columns / kTile; ++column) {
                const Word word = get_word();
                if (column >= kFirst && column < kFirst + kDepth)
                    aie::store_v(a + (row * kDepth + column - kFirst) * kTileElements, word);
                if constexpr (Layer::passes) put_word(word);
            }
    }

    static auto tile_of_a(const int8_t* a, unsigned row, unsigned step, unsigned half) {
        constexpr unsigned kRow = Layer::receives ? 0 : Layer::a_first_row / kTile;
        constexpr unsigned kColumn = Layer::receives ? 0 : Layer::a_first_column / kTile;
        const unsigned tile = (kRow + row) * kWidth + kColumn + step;
        return aie::load_v<Product::size_A>(a + tile * kTileElements + half * Product::size_A);
    }
    static auto tile_of_b(const int8_t* b, unsigned step, unsigned column) {
        return aie::load_v<Product::size_B>(b + (column * kDepth + step) * Product::size_B);
    }

    /// Returns the sums to which the products of a tile are added: zeros or sums from the cascade,
    /// plus the bias.
    static Sums start(const int32_t* bias, unsigned column) {
        Sums sums = aie::zeros<int32_t, Product::size_C>();
        if constexpr (Layer::gets_sums) sums = get_sums();
        if constexpr (Layer::bias) {
            const auto row = aie::load_v<kTile>(bias + column * kTile);
            sums = aie::add(sums, aie::concat(row, row, row, row));
        }
        return sums;
    }

    static auto output(const Product& sums) {
        const auto narrow = sums.template to_vector<int8_t>(Layer::shift);
        if constexpr (Layer::relu)
            return aie::max(narrow, int8_t(0));
        else
            return narrow;
    }

    /// Computes kRows x kColumns products. `row` and `column` count tiles of 8 x 8.
    static void multiply_block(const int8_t* a, const int8_t* b, const int32_t* bias, int8_t* out,
                               unsigned row, unsigned column) {
        Product sums[kRows][kColumns];
        XDNASIM_UNROLL
        for (unsigned j = 0; j < kColumns; ++j) {
            XDNASIM_UNROLL
            // NOLINTNEXTLINE(modernize-loop-convert): counted loops unroll
            for (unsigned i = 0; i < kRows; ++i)
                sums[i][j] = Product(start(bias, column + j), 0);
        }
        XDNASIM_PIPELINE
        for (unsigned step = 0; step < kDepth; ++step) {
            XDNASIM_UNROLL
            for (unsigned j = 0; j < kColumns; ++j) {
                const auto b_tile = tile_of_b(b, step, column + j);
                XDNASIM_UNROLL
                for (unsigned i = 0; i < kRows; ++i)
                    sums[i][j].mac(tile_of_a(a, row, step, i), b_tile);
            }
        }
        XDNASIM_UNROLL
        for (unsigned j = 0; j < kColumns; ++j) {
            if constexpr (Layer::puts_sums) {
                XDNASIM_UNROLL
                // NOLINTNEXTLINE(modernize-loop-convert): counted loops unroll
                for (unsigned i = 0; i < kRows; ++i)
                    put_sums(sums[i][j].template to_vector<int32_t>(0));
            } else {
                const Word word = aie::concat(output(sums[0][j]), output(sums[1][j]));
                if constexpr (Layer::gives)
                    put_word(word);
                else
                    aie::store_v(out + (row * (Layer::n / kTile) + column + j) * kTileElements,
                                 word);
            }
        }
    }

 public:
    /// Computes the core's part of the layer. `a` is written if activations come over the cascade.
    /// Buffers that a core does not have are null.
    template <class A>
    static void run(A* __restrict a, const int8_t* __restrict b, const int32_t* __restrict bias,
                    int8_t* __restrict out) {
        aie::set_rounding(Layer::rounding);
        aie::set_saturation(aie::saturation_mode::saturate);
        if constexpr (Layer::receives) receive(a);
        for (unsigned row = 0; row < Layer::m / kTile; ++row)
            for (unsigned column = 0; column < Layer::n / kTile; column += kColumns)
                multiply_block(a, b, bias, out, row, column);
    }
};

/// A core's part of the sum over the rows of a matrix, computed as the product of a row of ones
/// with the matrix. `Sum` has the constants n; rows, the number of rows to add; gets, puts, gives;
/// shift; rounding.
template <class Sum>
class Reduce {
    /// Returns a 4 x 8 tile whose first row begins with min(rows, 8) ones; the rest is 0.
    static auto ones(unsigned rows) {
        alignas(32) int8_t values[Product::size_A] = {};
        for (unsigned i = 0; i < rows && i < kTile; ++i)
            values[i] = 1;
        return aie::load_v<Product::size_A>(values);
    }

    static void leave(const Product& sums, int8_t* out) {
        const auto row = sums.template to_vector<int8_t>(Sum::shift);
        const Word word = aie::concat(row, aie::zeros<int8_t, Product::size_C>());
        if constexpr (Sum::gives)
            put_word(word);
        else
            aie::store_v(out, word);
    }

 public:
    static void run(const int8_t* __restrict x, int8_t* __restrict out) {
        constexpr unsigned kColumns = Sum::n / kTile;
        aie::set_rounding(Sum::rounding);
        aie::set_saturation(aie::saturation_mode::saturate);
        for (unsigned column = 0; column < kColumns; ++column) {
            Sums before = aie::zeros<int32_t, Product::size_C>();
            if constexpr (Sum::gets) before = get_sums();
            Product sums(before, 0);
            for (unsigned row = 0; row * kTile < Sum::rows; ++row)
                sums.mac(
                    ones(Sum::rows - row * kTile),
                    aie::load_v<Product::size_B>(x + (row * kColumns + column) * kTileElements));
            if constexpr (Sum::puts)
                put_sums(sums.template to_vector<int32_t>(0));
            else
                leave(sums, out + column * kTileElements);
        }
    }
};

}  // namespace xdnasim_kernels
