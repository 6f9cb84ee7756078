#pragma once
// Kernels: what a core computes in one call, by name, shape and numerics.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "arch/data_type.hpp"
#include "arch/device.hpp"
#include "arch/units.hpp"
#include "base/enumerators.hpp"

namespace xdnasim::kernels {

using arch::DataType;
using arch::is_floating;
using arch::is_integer;
using arch::is_stored_singly;
using arch::size_of;
using arch::storage;
using arch::to_string;

/// Rounding of a shifted accumulator to an output; the names are those of aie::rounding_mode (AIE
/// API).
enum class Rounding : std::uint8_t {
    Floor,
    Ceil,
    PositiveInf,    ///< to nearest, halves up
    NegativeInf,    ///< to nearest, halves down
    SymmetricInf,   ///< to nearest, halves away from zero
    SymmetricZero,  ///< to nearest, halves towards zero
    ConvEven,       ///< to nearest, halves to even
    ConvOdd,        ///< to nearest, halves to odd
};
inline constexpr std::array kRoundings{
    Rounding::Floor,        Rounding::Ceil,          Rounding::PositiveInf, Rounding::NegativeInf,
    Rounding::SymmetricInf, Rounding::SymmetricZero, Rounding::ConvEven,    Rounding::ConvOdd};
static_assert(base::lists_all<kRoundings>());

[[nodiscard]] std::string to_string(Rounding rounding);  // "conv_even"

/// Order of a matrix's elements in memory. In a tiled operand, the tiles lie in the same order.
enum class Layout : std::uint8_t { ColumnMajor, RowMajor };
inline constexpr std::array kLayouts{Layout::ColumnMajor, Layout::RowMajor};
static_assert(base::lists_all<kLayouts>());

[[nodiscard]] std::string to_string(Layout layout);  // "row-major"

/// Size of a block of C in tiles: rows of r, columns of t.
struct Blocking {
    int rows = 1;
    int columns = 1;
    bool operator==(const Blocking&) const = default;
};

/// The compiler of a kernel: chess, whose code takes the cycles that the core's slots allow, or
/// Peano, whose code is slower by the device's factor for the types.
using arch::Compiler;

/// C[m,n] += A[m,k] x B[k,n] on tiles that lie in the core's memory as
///   A: r x s tiles, row-major inside and outside: [m/r][k/s][r][s]
///   B: s x t tiles, inside and outside column-major: [n/t][k/s][t][s],
///      or row-major: [k/s][n/t][s][t]
///   C: r x t tiles, row-major inside and outside: [m/r][n/t][r][t]
/// Arguments of the call: A, B, C.
/// Integers: C is loaded in its own type, shifted up, accumulated in 32 bits (64 for int16: the AIE
/// API's default accumulators; they wrap), shifted down with rounding, saturated and stored.
/// bf16: C is loaded as fp32, the products are accumulated in fp32, and the sum is rounded to bf16
/// and stored, or stored unrounded if C is f32. The shift is 0. The products are summed in the
/// order of k, and C is added to their sum. XDNA2 multiplies bf16 on its bfp16 datapath, with one
/// exponent per block: the time of this is modelled, its numerics are not.
/// bfp16ebs8: the bfp16 datapath of XDNA2, numerics included. The values that share an exponent lie
/// along k in A and B, and along n in C. The 8 x 8 tiles lie in pairs of rows and columns
/// (bfp16.hpp):
///   A: [m/16][k/8][2][8][8]
///   B: [n/16][k/8][2][8][8], column-major inside
///   C: [m/16][n/16][2][2][8][8]
/// If A is bf16 and B is bfp16ebs8, A is first truncated to bfp16ebs8, into a fourth argument that
/// holds it in the order given for A above. Products are exact and summed in fp32. If C is
/// bfp16ebs8, it is loaded, added to and truncated again.
struct Matmul {
    DataType a, b, c;
    int m, k, n;
    int r, s, t;
    int shift;
    Rounding rounding;
    Layout b_layout = Layout::ColumnMajor;
    std::optional<Blocking> blocking{};  ///< nullopt: that of the published kernel
    Compiler compiler = Compiler::Chess;
    bool native = false;  ///< multiplies with the vector unit's own operations where the usual
                          ///< datapath is another one
    bool staged = false;  ///< C is bf16 between calls, and becomes bfp16ebs8 at the end of the GEMM

    /// Returns whether a call converts A to bfp16ebs8 before it multiplies.
    [[nodiscard]] constexpr bool converts_a() const {
        return is_stored_singly(a) && !is_stored_singly(b);
    }

    bool operator==(const Matmul&) const = default;
};

/// Conversion of m x n elements of bf16, in the 8 x 8 (r x t) tiles in which Matmul stores C, to
/// bfp16ebs8 in the order in which Matmul stores that type. The one argument is a buffer of
/// staged_size(): before the call the bf16 lie at its end, after the call the bfp16ebs8 lie at its
/// beginning and overlap them.
struct Encode {
    int m, n;
    bool operator==(const Encode&) const = default;
};

/// Size of the buffer of an Encode: `elements` as bfp16ebs8, and behind them half of the bf16.
[[nodiscard]] arch::Bytes staged_size(std::int64_t elements);

/// Fills its one argument with zeros.
struct Zero {
    arch::Bytes size;
    bool operator==(const Zero&) const = default;
};

/// Copies its first argument to its second: for tests and teaching.
struct Copy {
    arch::Bytes size;
    bool operator==(const Copy&) const = default;
};

/// Adds 1 to every integer of its first argument and writes the sums to the second; overflows wrap.
struct AddOne {
    arch::Bytes size;
    DataType type;
    bool operator==(const AddOne&) const = default;
};

/// Multiplies every integer of its first argument by `factor` and writes the products to the
/// second; overflows wrap.
struct Scale {
    arch::Bytes size;
    DataType type;
    int factor;
    bool operator==(const Scale&) const = default;
};

/// Numbers of words (arch::kCascadeWord) that a call gets from its core's cascade and puts there.
struct CascadeWords {
    std::int64_t gets = 0;
    std::int64_t puts = 0;
    bool operator==(const CascadeWords&) const = default;
};

/// One core's part in a sum along a chain of cores. If it `gets`, it adds a word from the cascade
/// to each word of its first argument, as 32-bit integers that wrap. The sums go to the cascade if
/// it `puts`, otherwise to the second argument.
struct ChainSum {
    arch::Bytes size;  ///< of each argument; whole words of the cascade
    bool gets = false;
    bool puts = false;
    bool operator==(const ChainSum&) const = default;
};

/// One firing of a core of a netlist: byte k of each output becomes, modulo 256, the sum of byte k
/// of each input (k modulo the input's length), the core's number, and the number of calls before
/// this one. Arguments: the inputs, the outputs, and a counter of kFiringCounter bytes that holds
/// the number of calls as a word.
struct Firing {
    std::vector<arch::Bytes> inputs;
    std::vector<arch::Bytes> outputs;
    int core = 0;
    bool operator==(const Firing&) const = default;
};
inline constexpr arch::Bytes kFiringCounter = arch::kWord;

/// One core's part in a product whose k is cut over a chain of cores (Mhatre et al., "GAMA", FPL
/// 2025, section IV-B): the product of a Matmul with row-major B, without the C in memory, in
/// blocks of 2 x 2 tiles of C or of the product's blocking. If it `gets`, it adds the accumulators
/// that arrive on the cascade to those of the block. The sums go to the cascade if it `puts`,
/// otherwise they are shifted, rounded and stored as C. Arguments of the call: A, B, and C if it
/// does not put.
struct ChainProduct {
    Matmul product;
    bool gets = false;
    bool puts = false;

    [[nodiscard]] Blocking blocking() const { return product.blocking.value_or(Blocking{2, 2}); }

    bool operator==(const ChainProduct&) const = default;
};

// A dense layer of a network on a row of cores that share its K, and the sum over its outputs (Ji
// et al., "u-ORCA", 2026). Activations lie in memory, and pass over the cascade, in tiles of 8 x 8:
// [m/8][k/8][8][8].

/// Rows, and columns, of a tile of activations; the tile is as large as a word of the cascade.
inline constexpr int kActivationTile = 8;
inline constexpr int kActivationBlockRows = 4;  ///< rows of each of the two halves of a tile

/// A core's position in its row, from west to east; partial sums go east.
enum class ChainPart : std::uint8_t {
    Single,  ///< the only core: starts from its product, ends with the outputs
    First,   ///< starts from its product, puts partial sums
    Middle,  ///< gets partial sums and puts them
    Last,    ///< gets partial sums, ends with the outputs
};
inline constexpr std::array kChainParts{ChainPart::Single, ChainPart::First, ChainPart::Middle,
                                        ChainPart::Last};
static_assert(base::lists_all<kChainParts>());
[[nodiscard]] std::string to_string(ChainPart part);  // "single"
/// Position of core number `core`, counted from 0, in a row of `cores`.
[[nodiscard]] constexpr ChainPart part_of(int core, int cores) {
    if (cores == 1) return ChainPart::Single;
    if (core == 0) return ChainPart::First;
    return core + 1 == cores ? ChainPart::Last : ChainPart::Middle;
}
[[nodiscard]] constexpr bool gets_sums(ChainPart part) {
    return part == ChainPart::Middle || part == ChainPart::Last;
}
[[nodiscard]] constexpr bool puts_sums(ChainPart part) {
    return part == ChainPart::First || part == ChainPart::Middle;
}

/// A matrix of activations in a core's memory, and the slice of it that the core multiplies.
struct ActivationSlice {
    int rows = 0;          ///< rows of the whole matrix
    int columns = 0;       ///< columns of the whole matrix
    int first_row = 0;     ///< first row of the slice
    int first_column = 0;  ///< first column of the slice
    bool operator==(const ActivationSlice&) const = default;
};

/// out[m,n] = saturate(round((A[m,k] x B[k,n] + bias[n]) >> shift)), with negative outputs replaced
/// by 0 if `relu` is set. A, B and out are int8; sums have 32 bits and wrap. B lies as
/// [n/8][k/8][8][8], row-major in a tile. If the call `receives` A, it first gets all rows of the
/// whole matrix over the cascade and keeps its slice; if it `passes` A, it puts every word that it
/// gets. Partial sums are tiles of 4 x 8 of two words each, four tiles for each 8 x 16 of out. If
/// it `gives` its outputs, they leave over the cascade, one tile a word. Arguments: A; B; the bias
/// in int32, if the call adds it; out, if the outputs stay.
struct Dense {
    int m = 0, k = 0, n = 0;
    ActivationSlice a{};
    ChainPart part{};
    bool receives = false;
    bool passes = false;
    bool gives = false;
    bool bias = false;
    bool relu = false;
    int shift = 0;
    Rounding rounding{};

    [[nodiscard]] constexpr bool gets_sums() const { return kernels::gets_sums(part); }
    [[nodiscard]] constexpr bool puts_sums() const { return kernels::puts_sums(part); }
    [[nodiscard]] constexpr bool adds_bias() const { return bias && !puts_sums(); }

    bool operator==(const Dense&) const = default;
};

/// Method of summing the rows of a matrix.
enum class RowSum : std::uint8_t {
    Product,  ///< multiplies a row of ones with the matrix
    Extract,  ///< extracts, adds and inserts row by row
};
inline constexpr std::array kRowSums{RowSum::Product, RowSum::Extract};
static_assert(base::lists_all<kRowSums>());
[[nodiscard]] std::string to_string(RowSum method);  // "product"

/// One core's part in the sum over the rows of a matrix of activations that is cut over a column of
/// cores, m rows each. The core adds its first `rows` rows, and the sums that it `gets` from the
/// cascade. If it `puts`, the sums go on as tiles of 4 x 8 in int32, whose first row they are.
/// Otherwise they are shifted, rounded and saturated to int8, and become the first row of 8 x n
/// activations, which leave over the cascade if it `gives` them. Arguments: the matrix; the
/// activations, if they stay.
struct Reduce {
    int m = 0, n = 0;
    int rows = 0;
    bool gets = false;
    bool puts = false;
    bool gives = false;
    int shift = 0;
    Rounding rounding{};
    RowSum method{};
    bool operator==(const Reduce&) const = default;
};

/// A function that is not the simulator's own, of which only its arguments are known. It has no
/// numerics, and its cycles must be given; its words on the cascade are spread evenly over them.
struct External {
    std::vector<arch::Bytes> arguments;
    CascadeWords cascade{};
    /// True if, in runs that move data, the core's code calls the function in a library loaded on
    /// the host.
    bool in_library = false;
    bool operator==(const External&) const = default;
};

using Work = std::variant<Matmul, Encode, Zero, Copy, AddOne, Scale, ChainSum, ChainProduct, Firing,
                          Dense, Reduce, External>;

struct Kernel {
    std::string name;
    Work work;
    std::optional<arch::Cycles> cycles;  ///< of one call, when the problem file sets them
    bool inlined = false;                ///< part of the core's program: no call and return
    /// With `cycles` set: words of the cascade come and go as in the kernel's schedule, at times
    /// scaled to `cycles`. If false, they are spread evenly over the call.
    bool keeps_words = false;
    bool assumed = false;  ///< `cycles` are a default, since none are known for this kernel
};

/// Array cycles of one call on `device`: `cycles` if the problem sets them, otherwise those of the
/// kernel's program scheduled into the slots of the core. Call and return are not included: this is
/// the time that a trace shows between events at the kernel's first and last line. Throws
/// InputError as program_of() does.
[[nodiscard]] arch::Cycles cycles_per_call(const Kernel& kernel, const arch::Device& device);

/// Bytes of each argument of a call, in whole storage units of its type.
[[nodiscard]] std::vector<arch::Bytes> argument_sizes(const Kernel& kernel);

[[nodiscard]] CascadeWords cascade_words(const Kernel& kernel);

/// Multiply-accumulates of one call; 0 for kernels that have none. A Reduce counts as 0.
[[nodiscard]] std::int64_t macs_per_call(const Kernel& kernel);

}  // namespace xdnasim::kernels
