#pragma once
// Model of a core: its instruction slots, what one bundle may hold, how long operations take, and
// the rates of its matrix products.
// The device files give the meaning, unit, source and confidence of every number.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arch/data_type.hpp"
#include "arch/tile.hpp"
#include "base/enumerators.hpp"

namespace xdnasim::arch {

/// A unit of the core that an operation occupies for one cycle: the `cycle`-th, where 1 is the
/// cycle of issue.
struct UnitUse {
    int unit = 0;  ///< index into SlotModel::units
    int cycle = 1;
};

/// Register files that limit how many values are alive.
enum class RegisterFile : int { Vector, Accumulator };
inline constexpr int kRegisterFiles = static_cast<int>(RegisterFile::Accumulator) + 1;

/// What an operation does with the cascade, in the cycle of its issue.
enum class CascadeUse : std::uint8_t {
    None,
    Get,  ///< takes a word that the neighbour to the west or north has put
    Put   ///< puts a word for the neighbour to the east or south
};
[[nodiscard]] std::string to_string(CascadeUse use);  // "get"

/// One kind of operation. Cycles count from the cycle of issue, which is 1, as the operand cycles
/// of llvm-aie's itineraries do. A consumer may issue `result - operand + 1` cycles after its
/// producer, or one cycle earlier if the producer forwards its result and the consumer takes it as
/// its accumulator operand.
struct Operation {
    std::string name;        ///< "vlda.ups"
    std::vector<int> slots;  ///< slots that it can issue in; it takes the first that is free
    int result = 0;          ///< cycle in which its register is written; 0: it writes none
    int operand = 1;         ///< cycle in which its operands are read
    int accumulator = 1;     ///< cycle in which its accumulator operand is read
    int memory = 0;          ///< cycle in which it accesses data memory; 0: it does not
    bool store = false;      ///< whether its memory access is a write
    bool forwards = false;   ///< whether its result is forwarded to an accumulator operand
    CascadeUse cascade = CascadeUse::None;
    std::vector<UnitUse> units{};
};

/// A bundle that uses `slot` uses none of `others`.
struct SlotExclusion {
    int slot = 0;
    std::vector<int> others;
};

struct SlotModel {
    std::vector<std::string> slots;  ///< "lda", "ldb", "st", "alu", "mv", "lng", "vec"
    // Slots whose operations the core events INSTR_VECTOR, INSTR_LOAD and INSTR_STORE report.
    std::vector<int> vector_slots, load_slots, store_slots;
    std::vector<SlotExclusion> exclusions;
    std::vector<std::string> units;  ///< units that a core has one of: "ups", "srs", ...
    std::vector<Operation> operations;
    /// Number of registers in each file, indexed by RegisterFile: vectors of 256 bit, accumulators
    /// of 512 bit.
    std::vector<int> registers;
    int load_bits = 0;     ///< bits that one load slot moves per cycle
    int store_bits = 0;    ///< bits that the store slot moves per cycle
    int branch_delay = 0;  ///< bundles after a branch that are still executed (delay slots)

    /// Bytes that one load moves. Vectors in memory begin at a multiple of this size.
    [[nodiscard]] Bytes load_size() const { return Bytes{load_bits / kBitsPerByte}; }
    /// Finds an operation by name; nullptr if there is none of that name.
    [[nodiscard]] const Operation* find(std::string_view operation) const;
    /// Index of an operation in `operations`. Precondition: an operation of that name exists.
    [[nodiscard]] int index_of(std::string_view operation) const;
};

/// The compiler of the code that runs on a core.
enum class Compiler : std::uint8_t { Chess, Peano };
inline constexpr std::array kCompilers{Compiler::Chess, Compiler::Peano};
static_assert(base::lists_all<kCompilers>());
[[nodiscard]] std::string to_string(Compiler compiler);  // "chess"

/// Sizes of the product that one core computes in one kernel call: m_ct x k_ct x n_ct.
struct MatrixTile {
    int m = 0, k = 0, n = 0;
};

/// The matrix instruction of a core for the types of A, B and C, and how kernels use it.
struct MatrixRate {
    DataType a_type{}, b_type{}, c_type{};
    int r = 0, s = 0, t = 0;
    double peak_macs_per_cycle = 0;
    std::optional<double> macs_per_cycle{};  ///< rate of a whole kernel; nullopt: not measured
    /// Ratio of the cycles of a kernel that Peano compiled to the cycles that the slots allow;
    /// nullopt: not measured.
    std::optional<double> peano_slowdown{};
    int block_rows = 1,
        block_columns = 1;         ///< r x t tiles of C that a kernel keeps in accumulators
    int conversions_per_tile = 0;  ///< moves that turn an A or B tile into the datapath's format
    int operations = 1;            ///< vector-slot operations per product of two tiles
    int moves_per_operation = 0;   ///< moves that bring the operands of each operation into place
    /// For a kernel whose author scheduled its loop by hand, with all steps unrolled: blocks of C
    /// in one round (iteration) of that loop. nullopt: the compiler pipelines a loop over the
    /// steps.
    std::optional<int> blocks_of_a_round{};
    /// Blocks of C in one round where C lies in bf16 between calls; nullopt: blocks_of_a_round.
    std::optional<int> blocks_of_a_staged_round{};
    int saved_registers = 0;       ///< callee-saved registers that a hand-scheduled kernel saves
    std::optional<Bytes> stack{};  ///< stack that its core needs; nullopt: that of any core
    MatrixTile default_tile;       ///< tile of a core when a problem gives none
    int default_k_mt = 0;          ///< depth of the tile in a mem tile when a problem gives none
};

/// The cascade from a core to its neighbour: a FIFO at the output and one at the input.
struct CascadeModel {
    int output_words = 0;
    int input_words = 0;
    Cycles latency{};  ///< from end to end: of a word forward, and of the credit for its place back

    /// Words that can be put before the first one is got: the capacity of both FIFOs.
    [[nodiscard]] constexpr int words() const { return output_words + input_words; }
};

struct CoreModel {
    SlotModel slots;
    MemoryBanks banks;
    CascadeModel cascade;
    std::vector<MatrixRate> matrix;  ///< at most one for each combination of types
    /// Rates of the vector unit's own instructions for types that `matrix` computes on another
    /// datapath (bf16 on AIE2P).
    std::vector<MatrixRate> native;

    /// The entry of `matrix` for these types; nullptr: the core has no kernel for them.
    [[nodiscard]] const MatrixRate* find_rate(DataType a, DataType b, DataType c) const;
    /// The entry of `native` for these types; nullptr if there is none.
    [[nodiscard]] const MatrixRate* find_native_rate(DataType a, DataType b, DataType c) const;
};

}  // namespace xdnasim::arch
