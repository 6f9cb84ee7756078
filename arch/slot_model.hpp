#pragma once
// The instruction slots of a core: what one bundle may hold, and how long operations take.
// The meaning, unit, source and confidence of every number stand in the device files.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace xdnasim::arch {

/// A unit of the core that an operation occupies for one cycle, `cycle` cycles after its issue
/// (1: the cycle of issue).
struct UnitUse {
    int unit = 0;  ///< index into SlotModel::units
    int cycle = 1;
};

/// Register files that limit how many values are alive.
enum class RegisterFile : int { Vector, Accumulator };
inline constexpr int kRegisterFiles = 2;

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
    std::vector<UnitUse> units{};
};

/// Slots of `slot` are taken together with none of `others`.
struct SlotExclusion {
    int slot = 0;
    std::vector<int> others;
};

struct SlotModel {
    std::vector<std::string> slots;  ///< "lda", "ldb", "st", "alu", "mv", "lng", "vec"
    std::vector<SlotExclusion> exclusions;
    std::vector<std::string> units;  ///< one of each: "ups", "srs", ...
    std::vector<Operation> operations;
    /// Registers of each file, index RegisterFile: vectors of 256 bit, accumulators of 512 bit.
    std::vector<int> registers;
    int load_bits = 0;     ///< of one load slot and cycle
    int store_bits = 0;    ///< of the store slot and cycle
    int branch_delay = 0;  ///< bundles behind a branch that are still executed

    /// nullptr: there is none of that name.
    [[nodiscard]] const Operation* find(std::string_view operation) const;
    /// Index of an operation. Precondition: it is there.
    [[nodiscard]] int index_of(std::string_view operation) const;
};

}  // namespace xdnasim::arch
