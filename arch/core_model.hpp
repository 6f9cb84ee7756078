#pragma once
// A core: its instruction slots, what one bundle may hold and how long operations take, and the
// products of matrices that it computes.
// The meaning, unit, source and confidence of every number stand in the device files.

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

/// A unit of the core that an operation occupies for one cycle, `cycle` cycles after its issue
/// (1: the cycle of issue).
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
    Put   ///< one for the neighbour to the east or south
};
[[nodiscard]] std::string to_string(CascadeUse use);  // "get"

/// One kind of operation. Cycles count from its issue, which is 1, as the operand cycles of
/// llvm-aie's itineraries do. A consumer may issue `result - operand + 1` cycles after its
/// producer, one less where the producer forwards and the consumer takes it as accumulator.
struct Operation {
    std::string name;        ///< "vlda.ups"
    std::vector<int> slots;  ///< it takes one of these, the first that is free
    int result = 0;          ///< its register is written; 0: it writes none
    int operand = 1;         ///< its operands are read
    int accumulator = 1;     ///< its accumulator operand is read
    int memory = 0;          ///< it reaches data memory; 0: it does not
    bool store = false;      ///< it writes to memory
    bool forwards = false;   ///< its result is forwarded to an accumulator operand
    CascadeUse cascade = CascadeUse::None;
    std::vector<UnitUse> units{};
};

/// Slots of `slot` are taken together with none of `others`.
struct SlotExclusion {
    int slot = 0;
    std::vector<int> others;
};

struct SlotModel {
    std::vector<std::string> slots;  ///< "lda", "ldb", "st", "alu", "mv", "lng", "vec"
    // Those whose operations the core's events INSTR_VECTOR, INSTR_LOAD and INSTR_STORE tell.
    std::vector<int> vector_slots, load_slots, store_slots;
    std::vector<SlotExclusion> exclusions;
    std::vector<std::string> units;  ///< one of each: "ups", "srs", ...
    std::vector<Operation> operations;
    /// Registers of each file, index RegisterFile: vectors of 256 bit, accumulators of 512 bit.
    std::vector<int> registers;
    int load_bits = 0;     ///< of one load slot and cycle
    int store_bits = 0;    ///< of the store slot and cycle
    int branch_delay = 0;  ///< bundles behind a branch that are still executed

    /// What one load moves: where vectors lie in memory, they begin at a multiple of it.
    [[nodiscard]] Bytes load_size() const { return Bytes{load_bits / kBitsPerByte}; }
    /// nullptr: there is none of that name.
    [[nodiscard]] const Operation* find(std::string_view operation) const;
    /// Index of an operation. Precondition: it is there.
    [[nodiscard]] int index_of(std::string_view operation) const;
};

/// Who compiled what runs on a core.
enum class Compiler : std::uint8_t { Chess, Peano };
inline constexpr std::array kCompilers{Compiler::Chess, Compiler::Peano};
static_assert(base::lists_all<kCompilers>());
[[nodiscard]] std::string to_string(Compiler compiler);  // "chess"

/// What one core multiplies in one call: m_ct x k_ct x n_ct.
struct MatrixTile {
    int m = 0, k = 0, n = 0;
};

/// The matrix instruction of a core for the types of A, B and C, and how kernels use it.
struct MatrixRate {
    DataType a_type{}, b_type{}, c_type{};
    int r = 0, s = 0, t = 0;
    double peak_macs_per_cycle = 0;
    std::optional<double> macs_per_cycle{};  ///< of a whole kernel, where somebody has measured it
    /// Cycles of a kernel that Peano compiled for each that the slots allow, where somebody has
    /// measured them.
    std::optional<double> peano_slowdown{};
    int block_rows = 1,
        block_columns = 1;         ///< r x t tiles of C that a kernel keeps in accumulators
    int conversions_per_tile = 0;  ///< moves that turn an A or B tile into the datapath's format
    int operations = 1;            ///< of the vector slot, for a product of tiles
    int moves_per_operation = 0;   ///< that bring the operands of each of them into place
    /// Blocks of C in a round of a kernel's loop whose author laid it out by hand, with all steps
    /// unrolled; nullopt: the compiler pipelines a loop over the steps.
    std::optional<int> blocks_of_a_round{};
    /// The same where C lies in bf16 between calls, if that is another number.
    std::optional<int> blocks_of_a_staged_round{};
    int saved_registers = 0;       ///< that such a kernel keeps for its caller
    std::optional<Bytes> stack{};  ///< that its core needs; nullopt: as any core
    MatrixTile default_tile;       ///< of a core, when a problem gives none
    int default_k_mt = 0;          ///< depth of the tile in a mem tile, when a problem gives none
};

/// From a core to its neighbour: a FIFO at the output, and one at the input.
struct CascadeModel {
    int output_words = 0;
    int input_words = 0;
    Cycles latency{};  ///< of a word from end to end, and of the news of a free place back

    /// That are put before the first one is got.
    [[nodiscard]] constexpr int words() const { return output_words + input_words; }
};

struct CoreModel {
    SlotModel slots;
    MemoryBanks banks;
    CascadeModel cascade;
    std::vector<MatrixRate> matrix;  ///< each combination of types once
    /// Types whose products the vector unit can take itself where `matrix` has another datapath.
    std::vector<MatrixRate> native;

    /// nullptr: the core has no kernel for these types.
    [[nodiscard]] const MatrixRate* find_rate(DataType a, DataType b, DataType c) const;
    /// nullptr: the core has none.
    [[nodiscard]] const MatrixRate* find_native_rate(DataType a, DataType b, DataType c) const;
};

}  // namespace xdnasim::arch
