#pragma once
// What a core computes in one call: the kernels by name, shape and numerics.

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

/// How a shifted accumulator becomes an output, named as aie::rounding_mode (AIE API).
enum class Rounding : std::uint8_t {
    Floor,
    Ceil,
    PositiveInf,    ///< halves up
    NegativeInf,    ///< halves down
    SymmetricInf,   ///< halves away from zero
    SymmetricZero,  ///< halves towards zero
    ConvEven,       ///< halves to even
    ConvOdd,        ///< halves to odd
};
inline constexpr std::array kRoundings{
    Rounding::Floor,        Rounding::Ceil,          Rounding::PositiveInf, Rounding::NegativeInf,
    Rounding::SymmetricInf, Rounding::SymmetricZero, Rounding::ConvEven,    Rounding::ConvOdd};
static_assert(base::lists_all<kRoundings>());

[[nodiscard]] std::string to_string(Rounding rounding);  // "conv_even"

/// Order of a matrix's elements in memory; for tiled operands, of the tiles too.
enum class Layout : std::uint8_t { ColumnMajor, RowMajor };
inline constexpr std::array kLayouts{Layout::ColumnMajor, Layout::RowMajor};
static_assert(base::lists_all<kLayouts>());

[[nodiscard]] std::string to_string(Layout layout);  // "row-major"

/// Tiles of C in a block: rows of r, columns of t.
struct Blocking {
    int rows = 1;
    int columns = 1;
    bool operator==(const Blocking&) const = default;
};

/// Who compiled a kernel: chess, as the core's slots allow, or Peano, slower by the device's figure
/// for the types.
using arch::Compiler;

/// C[m,n] += A[m,k] x B[k,n] on tiles that lie in the core's memory as
///   A: r x s tiles, row-major inside and outside: [m/r][k/s][r][s]
///   B: s x t tiles, inside and outside column-major: [n/t][k/s][t][s],
///      or row-major: [k/s][n/t][s][t]
///   C: r x t tiles, row-major inside and outside: [m/r][n/t][r][t]
/// Arguments of the call: A, B, C.
/// Integers: C is loaded in its own type, shifted up, accumulated in 32 bits (64 for int16:
/// the AIE API's default accumulators; they wrap), shifted down with rounding, saturated
/// and stored.
/// bf16: C is loaded as fp32, the products are accumulated in fp32, and the sum is rounded
/// to bf16 and stored, or stored as it is where C is f32; the shift is 0. The products are
/// summed up in the order of k, and C is added to their sum. XDNA2 multiplies bf16 on its bfp16
/// datapath, with an exponent per block: its time is modelled, its numerics are not.
/// bfp16ebs8: the datapath of XDNA2 as it is. The values that share an exponent lie along k in A
/// and B, and along n in C, and the 8 x 8 tiles lie in pairs of rows and columns (bfp16.hpp):
///   A: [m/16][k/8][2][8][8]
///   B: [n/16][k/8][2][8][8], column-major inside
///   C: [m/16][n/16][2][2][8][8]
/// A of bf16 beside B of bfp16ebs8 is cut off to bfp16ebs8 first, into a fourth argument that holds
/// it in A's order above. Products are exact and summed up in fp32; a C of bfp16ebs8 is loaded,
/// added to and cut off again.
struct Matmul {
    DataType a, b, c;
    int m, k, n;
    int r, s, t;
    int shift;
    Rounding rounding;
    Layout b_layout = Layout::ColumnMajor;
    std::optional<Blocking> blocking{};  ///< nullopt: the published one
    Compiler compiler = Compiler::Chess;
    bool native = false;  ///< by the vector unit's own operations, where the usual datapath differs
    bool staged = false;  ///< C of bf16 is that of a GEMM whose C becomes bfp16ebs8 in the end

    /// Does a call turn A into bfp16ebs8 before it multiplies?
    [[nodiscard]] constexpr bool converts_a() const {
        return is_stored_singly(a) && !is_stored_singly(b);
    }

    bool operator==(const Matmul&) const = default;
};

/// Turns m x n elements of bf16, in r x t tiles of 8 x 8 as Matmul stores C, into bfp16ebs8 in the
/// order in which Matmul would. Its one argument is a buffer that ends with the bf16 and begins
/// with the bfp16ebs8, which take each other's place.
struct Encode {
    int m, n;
    bool operator==(const Encode&) const = default;
};

/// Of that buffer: what leaves as bfp16ebs8, and half of the bf16 behind it.
[[nodiscard]] arch::Bytes staged_size(std::int64_t elements);

/// Fills its one argument with zeros.
struct Zero {
    arch::Bytes size;
    bool operator==(const Zero&) const = default;
};

/// Passes its first argument's bytes on to the second: for tests and teaching.
struct Copy {
    arch::Bytes size;
    bool operator==(const Copy&) const = default;
};

/// Adds 1 to every integer of its first argument, into the second; what overflows wraps.
struct AddOne {
    arch::Bytes size;
    DataType type;
    bool operator==(const AddOne&) const = default;
};

/// Multiplies every integer of its first argument, into the second; what overflows wraps.
struct Scale {
    arch::Bytes size;
    DataType type;
    int factor;
    bool operator==(const Scale&) const = default;
};

/// Words of arch::kCascadeWord that a call takes from its core's cascade and puts there.
struct CascadeWords {
    std::int64_t gets = 0;
    std::int64_t puts = 0;
    bool operator==(const CascadeWords&) const = default;
};

/// A core's part in a sum along a chain of cores: to each word of its first argument it adds the
/// word that it `gets` from the cascade, if it does, as integers of 32 bits that wrap. The sum goes
/// on to the cascade where it `puts`, or else into the second argument.
struct ChainSum {
    arch::Bytes size;  ///< of each argument: whole words of the cascade
    bool gets = false;
    bool puts = false;
    bool operator==(const ChainSum&) const = default;
};

/// A core of a netlist fires: byte k of each output becomes, modulo 256, the sum of byte k of each
/// input (modulo the input's length), the core's number, and the number of calls before this one.
/// Arguments: the inputs, the outputs, and a counter of kFiringCounter that holds the number of
/// calls as a word.
struct Firing {
    std::vector<arch::Bytes> inputs;
    std::vector<arch::Bytes> outputs;
    int core = 0;
    bool operator==(const Firing&) const = default;
};
inline constexpr arch::Bytes kFiringCounter = arch::kWord;

/// A core's part in a product whose k is cut over a chain of cores (Mhatre et al., "GAMA", FPL
/// 2025, section IV-B): C = A x B of a Matmul with row-major B, in 2 x 2 tiles of C at a time or as
/// its blocking says. To the accumulators of a block it adds those that it `gets` from the cascade.
/// They go on to the cascade where it `puts`, or else are shifted, rounded and stored as C.
/// Arguments of the call: A, B, and C where it does not put.
struct ChainProduct {
    Matmul product;
    bool gets = false;
    bool puts = false;

    [[nodiscard]] Blocking blocking() const { return product.blocking.value_or(Blocking{2, 2}); }

    bool operator==(const ChainProduct&) const = default;
};

// A dense layer of a network on a row of cores that share its K, and what stands behind it (Ji et
// al., "u-ORCA", 2026). Activations lie, and come and go, in tiles of 8 x 8: [m/8][k/8][8][8].

/// Rows and columns of a tile of activations; it is as large as a word of the cascade.
inline constexpr int kActivationTile = 8;
inline constexpr int kActivationBlockRows = 4;  ///< of each of the two blocks of outputs in a tile

/// Where a core stands in its row, from the west: partial sums go east.
enum class ChainPart : std::uint8_t {
    Single,  ///< alone: starts from its product, ends with the outputs
    First,   ///< starts from its product, puts partial sums
    Middle,  ///< gets partial sums and puts them
    Last,    ///< gets partial sums, ends with the outputs
};
inline constexpr std::array kChainParts{ChainPart::Single, ChainPart::First, ChainPart::Middle,
                                        ChainPart::Last};
static_assert(base::lists_all<kChainParts>());
[[nodiscard]] std::string to_string(ChainPart part);  // "single"
/// Of the `core`-th of so many.
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

/// A matrix of activations that a core finds, and the slice of it that it multiplies.
struct ActivationSlice {
    int rows = 0;  ///< of the whole
    int columns = 0;
    int first_row = 0;  ///< of the slice
    int first_column = 0;
    bool operator==(const ActivationSlice&) const = default;
};

/// out[m,n] = saturate(round((A[m,k] x B[k,n] + bias[n]) >> shift)), and the maximum with 0 where
/// it is rectified; in int8, summed up in 32 bits that wrap. B lies as [n/8][k/8][8][8], row-major
/// in a tile. First, the call gets all of A's rows over the cascade if it `receives` them, keeps
/// its slice, and puts all that it gets if it `passes` them on. Partial sums are tiles of 4 x 8,
/// two words each, four of them from each 8 x 16 of out; outputs leave over the cascade where it
/// `gives` them, a tile a word. Arguments: A; B; the bias, of int32, and out, where they are there.
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

/// How the rows of a matrix are summed up.
enum class RowSum : std::uint8_t {
    Product,  ///< multiplied from the left by a row of ones
    Extract,  ///< row by row: extracted, added, inserted
};
inline constexpr std::array kRowSums{RowSum::Product, RowSum::Extract};
static_assert(base::lists_all<kRowSums>());
[[nodiscard]] std::string to_string(RowSum method);  // "product"

/// A core's part in the sum over the rows of a matrix of activations of which a column of cores has
/// m each: it adds those of its `rows` that count, and what it `gets` from the cascade. Sums go on
/// where it `puts` them, as tiles of 4 x 8 in int32 whose first row they are; else they are
/// shifted, rounded and saturated to int8, and are the first row of 8 x n activations, which leave
/// over the cascade where it `gives` them. Arguments: the matrix; the sums where they stay.
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

/// A function of somebody else, of which nothing is known but what it is called with. It has no
/// numerics, and its cycles have to be given; its words on the cascade are spread evenly over them.
struct External {
    std::vector<arch::Bytes> arguments;
    CascadeWords cascade{};
    /// The core's code calls it in a library of the host, where data moves.
    bool in_library = false;
    bool operator==(const External&) const = default;
};

using Work = std::variant<Matmul, Encode, Zero, Copy, AddOne, Scale, ChainSum, ChainProduct, Firing,
                          Dense, Reduce, External>;

struct Kernel {
    std::string name;
    Work work;
    std::optional<arch::Cycles> cycles;  ///< of a call, when the problem file sets it
    bool inlined = false;                ///< stands in the core's program: no call and return
    /// With `cycles`: its words still come and go as its schedule says, at times scaled to those
    /// cycles; else evenly.
    bool keeps_words = false;
    bool assumed = false;  ///< `cycles` stand in for what nobody has said of it
};

/// Array cycles of one call on `device`: the problem's own figure, or what the slots of the core
/// make of the kernel's program, without call and return: the time that a trace shows between
/// events at the kernel's first and last line. Throws InputError as program_of() does.
[[nodiscard]] arch::Cycles cycles_per_call(const Kernel& kernel, const arch::Device& device);

/// What each argument of a call takes, of whole storage units.
[[nodiscard]] std::vector<arch::Bytes> argument_sizes(const Kernel& kernel);

[[nodiscard]] CascadeWords cascade_words(const Kernel& kernel);

/// Multiply-accumulates of one call; 0 for kernels that do none.
[[nodiscard]] std::int64_t macs_per_call(const Kernel& kernel);

}  // namespace xdnasim::kernels
