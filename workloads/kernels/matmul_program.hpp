#pragma once
// Matrix multiplication as operations of the core, in the structure of the public kernels
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

// Sizes of the r x s, s x t and r x t tiles of a matrix multiplication, in bits and registers.

namespace xdnasim::kernels {

/// Bits of the registers that an arch::RegisterFile counts, and of the widest ones that one
/// operation moves: X and cm.
inline constexpr int kVectorBits = 256;
inline constexpr int kAccumulatorBits = 512;
inline constexpr int kWideVectorBits = 512;
inline constexpr int kWideAccumulatorBits = 1024;

/// Number of parts of `part` bits in `bits`, rounded up; at least 1.
[[nodiscard]] constexpr int parts(int bits, int part) {
    return std::max(1, (bits + part - 1) / part);
}

/// Vector registers that a value of `bits` takes.
[[nodiscard]] constexpr int vector_registers(int bits) {
    return parts(bits, kVectorBits);
}

/// Bits that `elements` values take in memory.
[[nodiscard]] int bits_of(DataType type, int elements);

/// Accumulator registers of one r x t tile.
[[nodiscard]] int accumulators_of_tile(const Matmul& matmul);

/// Name of part number `part` of a value that takes several operations; part 0 has the value's own
/// name.
[[nodiscard]] std::string part_name(const std::string& value, int part);

/// Calls `function` with the name, row and column of each tile of a block of C, column by column.
void for_each_tile(
    Blocking blocking,
    const std::function<void(const std::string& tile, int row, int column)>& function);

// The tiles of A and B that one step multiplies: loaded from memory into the registers that the
// matrix instruction reads.

/// Names of the values that hold each tile, by row of A and by column of B of the block.
struct OperandTiles {
    std::vector<std::vector<std::string>> a;
    std::vector<std::vector<std::string>> b;
};

/// Appends to `list` the operations that load and prepare the operands of one step, and returns the
/// values that hold them.
[[nodiscard]] OperandTiles load_operands(const Matmul& matmul, const arch::MatrixRate& rate,
                                         const arch::SlotModel& slots, Blocking blocking,
                                         vliw::InstructionList& list);

// A block of C in accumulators: its start before the first step, and its end after the last.

/// Conversion of C between memory and accumulators.
enum class Passage : std::uint8_t {
    Shifted,    ///< shifted by the UPS and SRS units
    Converted,  ///< converted to fp32 and back
    AsItIs,
};

class BlockOfC {
 public:
    BlockOfC(const Matmul& matmul, const arch::SlotModel& slots, Blocking blocking);

    /// Loads of C from memory.
    [[nodiscard]] vliw::InstructionList loaded() const;
    /// Accumulators that start from the bias of their columns, the same in every row: loaded into
    /// the first tile of a column as an int32 C would be, and copied to the other tiles. Where a
    /// load is wider than a row of a tile, memory holds the row as often as the load needs it.
    /// Precondition: the accumulators are 32 bits wide, as the bias is.
    [[nodiscard]] vliw::InstructionList biased() const;
    /// Names of the values that biased() gives a tile in row `row` of the block; the first has the
    /// tile's name.
    [[nodiscard]] std::vector<std::string> bias_values(const std::string& tile, int row) const;

    [[nodiscard]] vliw::InstructionList stored() const;
    /// Stores of C with negative sums replaced by 0.
    [[nodiscard]] vliw::InstructionList stored_rectified() const;

 private:
    void load_parts(vliw::InstructionList& list, const char* operation, const std::string& array,
                    const std::string& tile, int loads) const;
    [[nodiscard]] int bias_parts(int row) const;
    void rectify(vliw::InstructionList& list, const std::string& tile) const;
    /// Sets the walks of `list`, which holds equally many accesses to C for each tile of the block,
    /// tile by tile.
    void walk_c(vliw::InstructionList& list) const;

    const Matmul& matmul_;
    const arch::SlotModel& slots_;
    Blocking blocking_;
    Passage passage_;
    int tile_bits_;  ///< bits of a tile of C in memory
};

/// The start and the end of C in a call.
enum class CallKind : std::uint8_t {
    Accumulate,  ///< C is loaded, added to and stored
    First,       ///< C starts from the first product (VMUL)
    BiasRelu,    ///< C starts from a bias for each column; negative sums are stored as 0
};

/// Instructions of a matrix multiplication. Preconditions: m, k and n are multiples of r, s and t;
/// m/r and n/t are multiples of the blocking. For BiasRelu: the accumulators are 32 bits wide.
[[nodiscard]] vliw::LoopNest matmul_nest(const Matmul& matmul, const arch::MatrixRate& rate,
                                         const arch::SlotModel& slots, Blocking blocking,
                                         CallKind kind);

/// Name of the array that holds A as bfp16ebs8 in a kernel that converts it.
inline constexpr const char* kConvertedA = "copy of A";

/// Kernel laid out by hand, as those of asymmetric tile buffering are (Wang et al., "Can Asymmetric
/// Tile Buffering Be Beneficial?", 2025, section 4): all steps of a block of 2 x 2 tiles are
/// unrolled, several blocks make one round of the loop, and the stores of a block are interleaved
/// with the loads of the next. Operands of bfp16ebs8 are popped from streams. Before the rounds,
/// the kernel saves registers, finds its slice of C by a counter of its own, and converts A if need
/// be, a pair of rows of tiles at a time. Preconditions: those of matmul_nest(); B is bfp16ebs8.
[[nodiscard]] vliw::LoopNest matmul_by_hand(const Matmul& matmul, const arch::MatrixRate& rate,
                                            const arch::SlotModel& slots);
/// Conversion of a staged C at the end of a GEMM: the code that converts A, tile by tile.
[[nodiscard]] vliw::LoopNest encode_nest(const Encode& encode, const arch::SlotModel& slots);

/// The blocking of the published kernel if the tile is a multiple of it. Otherwise, of the
/// blockings with at most as many tiles of C that the tile is a multiple of, the largest, and of
/// several the nearest to square.
[[nodiscard]] Blocking choose_blocking(const Matmul& matmul, const arch::MatrixRate& rate);

/// Accumulator registers of 512 bits that a block takes.
[[nodiscard]] int accumulators_of(const Matmul& matmul, Blocking blocking);

// Largest and default shift of a product.

/// The largest shift of products of `a` into `c`. C is shifted up by the same amount when it is
/// loaded, and must keep all its bits in an accumulator of 32 bits (int8) or 64 (int16). At most
/// kMaxShift. 0 for outputs in floating point, which are not shifted. Precondition: `a` is an input
/// type, and `c` is in floating point only if `a` is.
[[nodiscard]] int max_shift(DataType a, DataType c);

/// The least shift with which sums of `k` products of uniformly random elements of `a` and `b` fit
/// into `c` up to three standard deviations, so that well under 1 % of the outputs saturate and as
/// many of their bits as possible are used. At most max_shift(); 0 for outputs in floating point.
/// Precondition: `a` and `b` are the same type, and integers if `c` is.
[[nodiscard]] int default_shift(DataType a, DataType b, DataType c, std::int64_t k);

}  // namespace xdnasim::kernels
