#pragma once
// A matrix multiplication as operations of the core, in the structure of the public kernels
// (mlir-aie, aie_kernels/aie2/mm.cc, aie2p/mm.cc and aie2p/mm_bfp.cc; AIE4ML's dense layer): a
// block of r x t tiles of C stays in accumulators while K runs.

#include <algorithm>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "arch/core_model.hpp"
#include "arch/device.hpp"
#include "workloads/kernels/kernel.hpp"
#include "workloads/kernels/vliw/loop_nest.hpp"

// The r x s, s x t and r x t tiles of a matrix multiplication, counted in bits and registers.

namespace xdnasim::kernels {

/// Registers as an arch::RegisterFile counts them, and the widest that one operation moves: X and
/// cm.
inline constexpr int kVectorBits = 256;
inline constexpr int kAccumulatorBits = 512;
inline constexpr int kWideVectorBits = 512;
inline constexpr int kWideAccumulatorBits = 1024;

/// How many times `part` bits it takes for `bits`; at least once.
[[nodiscard]] constexpr int parts(int bits, int part) {
    return std::max(1, (bits + part - 1) / part);
}

/// Vector registers of a value of `bits`.
[[nodiscard]] constexpr int vector_registers(int bits) {
    return parts(bits, kVectorBits);
}

/// Of `elements` as they lie in memory.
[[nodiscard]] int bits_of(DataType type, int elements);

/// Accumulators of one r x t tile.
[[nodiscard]] int accumulators_of_tile(const Matmul& matmul);

/// Name of a part of a value that takes several operations; part 0 carries the value's own.
[[nodiscard]] std::string part_name(const std::string& value, int part);

/// Calls `function` with the name, row and column of each tile of a block of C.
void for_each_tile(
    Blocking blocking,
    const std::function<void(const std::string& tile, int row, int column)>& function);

// The tiles of A and B that one step of a matrix multiplication multiplies: how they come from
// memory into the registers that the matrix instruction reads.

/// The values that hold each tile, by row of A and column of B of the block.
struct OperandTiles {
    std::vector<std::vector<std::string>> a;
    std::vector<std::vector<std::string>> b;
};

/// Appends to `list` what one step needs.
[[nodiscard]] OperandTiles load_operands(const Matmul& matmul, const arch::MatrixRate& rate,
                                         const arch::SlotModel& slots, Blocking blocking,
                                         vliw::InstructionList& list);

// A block of C in accumulators: how it starts before the first step, and how it leaves after the
// last.

/// What becomes of C between memory and accumulators.
enum class Passage : std::uint8_t {
    Shifted,    ///< by the UPS and SRS units
    Converted,  ///< to fp32 and back
    AsItIs,
};

class BlockOfC {
 public:
    BlockOfC(const Matmul& matmul, const arch::SlotModel& slots, Blocking blocking);

    /// C as it lies in memory.
    [[nodiscard]] vliw::InstructionList loaded() const;
    /// The bias of its columns in every row: loaded into the first tile of a column, as C in int32
    /// is, and copied to the others. Where a load is wider than a row of a tile, memory holds the
    /// row as often as a load needs it. Precondition: accumulators of 32 bits, as the bias.
    [[nodiscard]] vliw::InstructionList biased() const;
    /// The values that biased() gives a tile in that row; the first carries the tile's name.
    [[nodiscard]] std::vector<std::string> bias_values(const std::string& tile, int row) const;

    [[nodiscard]] vliw::InstructionList stored() const;
    /// With 0 in place of what is negative.
    [[nodiscard]] vliw::InstructionList stored_rectified() const;

 private:
    void load_parts(vliw::InstructionList& list, const char* operation, const std::string& array,
                    const std::string& tile, int loads) const;
    [[nodiscard]] int bias_parts(int row) const;
    void rectify(vliw::InstructionList& list, const std::string& tile) const;
    /// Of accesses to C, tile by tile, as many of each.
    void walk_c(vliw::InstructionList& list) const;

    const Matmul& matmul_;
    const arch::SlotModel& slots_;
    Blocking blocking_;
    Passage passage_;
    int tile_bits_;  ///< in memory
};

/// What C starts from, and how it ends.
enum class CallKind : std::uint8_t {
    Accumulate,  ///< C is loaded, added to and stored
    First,       ///< C starts from the first product (VMUL)
    BiasRelu,    ///< C starts from a bias for each column; negative sums are stored as 0
};

/// Preconditions: m, k, n are multiples of r, s, t, and m/r and n/t of the blocking. BiasRelu: the
/// accumulators are 32 bits wide.
[[nodiscard]] vliw::LoopNest matmul_nest(const Matmul& matmul, const arch::MatrixRate& rate,
                                         const arch::SlotModel& slots, Blocking blocking,
                                         CallKind kind);

/// The array that holds A as bfp16ebs8 in a kernel that converts it.
inline constexpr const char* kConvertedA = "copy of A";

/// A kernel that its author laid out by hand, as those of asymmetric tile buffering (Wang et al.,
/// "Can Asymmetric Tile Buffering Be Beneficial?", 2025, section 4): all steps of a block of 2 x 2
/// tiles are unrolled, some blocks make a round of the loop, and what one stores is interleaved
/// with what the next one loads. Operands of bfp16ebs8 are popped from streams. Before the rounds,
/// the kernel saves registers, finds its slice of C by a counter of its own and converts A, a pair
/// of rows of tiles at a time. Preconditions: those of matmul_nest(); bfp16ebs8 B.
[[nodiscard]] vliw::LoopNest matmul_by_hand(const Matmul& matmul, const arch::MatrixRate& rate,
                                            const arch::SlotModel& slots);
/// The end of a staged C: as A is converted, tile by tile.
[[nodiscard]] vliw::LoopNest encode_nest(const Encode& encode, const arch::SlotModel& slots);

/// The blocking of the published kernel where it divides the tile, otherwise the one that does
/// with as many tiles of C at most, the nearest to square.
[[nodiscard]] Blocking choose_blocking(const Matmul& matmul, const arch::MatrixRate& rate);

/// Accumulator registers of 512 bit that a block takes.
[[nodiscard]] int accumulators_of(const Matmul& matmul, Blocking blocking);

// How far a product may be shifted down, and how far it is when the user does not say.

/// The largest shift of products of `a` into `c`: C is shifted up by as much when it is
/// loaded, and must keep all its bits in an accumulator of 32 bits (int8) or 64 (int16).
/// At most kMaxShift. 0 for outputs in floating point, which are not shifted.
/// Precondition: `a` is an input type, and `c` is in floating point only where `a` is.
[[nodiscard]] int max_shift(DataType a, DataType c);

/// The least shift with which sums of `k` products of uniformly random elements of `a` and
/// `b` fit into `c` up to three standard deviations, so that well under 1 % of the outputs
/// saturate and as many of their bits as possible are used. Never above max_shift; 0 for
/// outputs in floating point. Precondition: `a` and `b` are of one type, and integers where `c`
/// is.
[[nodiscard]] int default_shift(DataType a, DataType b, DataType c, std::int64_t k);

}  // namespace xdnasim::kernels
