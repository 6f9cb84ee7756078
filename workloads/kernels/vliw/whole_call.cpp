// Checks of whole calls: whether registers and units are enough for all sections, one behind the
// other. Slots always are, since a section ends only when its last operation has issued.

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "workloads/kernels/vliw/block_layout.hpp"
#include "workloads/kernels/vliw/registers.hpp"

namespace xdnasim::vliw {
namespace {

/// An instruction with numbers instead of names of values, since every layout goes through
/// thousands of them.
struct Numbered {
    struct Read {
        int value;
        /// Whether the value is a part of the accumulator that is added to; parts are read with the
        /// whole.
        bool is_part;
    };
    const arch::Operation& operation;
    std::optional<RegisterUse> result;
    std::vector<Read> reads;
    int writes = -1;  ///< number of the value; -1: none
    /// Parts of the accumulator that it adds to, which its result replaces.
    std::vector<int> absorbs;
};

class NumberedNest {
 public:
    NumberedNest(std::span<const InstructionList* const> lists, const arch::SlotModel& model) {
        for (const InstructionList* list : lists)
            for (const Instruction& instruction : *list)
                number(instruction.writes);
        for (const InstructionList* list : lists)
            for (const Instruction& instruction : *list)
                instructions_.push_back(numbered(instruction, model));
    }
    [[nodiscard]] const Numbered& operator[](std::size_t i) const { return instructions_[i]; }
    [[nodiscard]] std::size_t values() const { return numbers_.size(); }

 private:
    int number(const std::string& value) {
        const auto next = static_cast<int>(numbers_.size());
        const auto [known, is_new] = numbers_.try_emplace(value, next);
        if (is_new && whole(value) != value) parts_[whole(value)].push_back(next);
        return known->second;
    }
    Numbered numbered(const Instruction& instruction, const arch::SlotModel& model) {
        Numbered made{*model.find(instruction.operation), instruction.result, {}, -1, {}};
        for_each_operand(instruction, [&](const std::string& value, bool as_accumulator) {
            made.reads.push_back({number(value), false});
            if (!as_accumulator) return;
            for (const int part : parts_of(value))
                made.reads.push_back({part, true});
        });
        if (instruction.writes.empty()) return made;
        made.writes = number(instruction.writes);
        if (instruction.accumulator == instruction.writes)
            made.absorbs = parts_of(instruction.writes);
        return made;
    }
    [[nodiscard]] std::vector<int> parts_of(const std::string& value) const {
        const auto found = parts_.find(value);
        return found == parts_.end() ? std::vector<int>{} : found->second;
    }

    std::map<std::string, int> numbers_;
    /// Numbers of the parts, by the name of the whole.
    std::map<std::string, std::vector<int>> parts_;
    std::vector<Numbered> instructions_;
};

/// Follows the values instruction by instruction, in program order.
class TakenInCall {
 public:
    TakenInCall(const arch::SlotModel& model, std::size_t values) : model_{model}, alive_(values) {}

    void add(const Numbered& instruction, int cycle) {
        for (const arch::UnitUse& use : instruction.operation.units)
            take_unit(use.unit, cycle + use.cycle - 1);
        const bool in_place = read(instruction, cycle);
        if (instruction.writes >= 0) write(instruction, cycle, in_place);
    }

    /// Returns whether registers and units are enough. Call it once, after the last instruction.
    [[nodiscard]] bool fits() {
        for (std::optional<Life>& value : alive_)
            end(value);
        int cycles = 1;
        for (const Life& life : lives_)
            cycles = std::max(cycles, life.taken.last + 1);
        LiveCounts counts{model_, cycles};
        for (const Life& life : lives_)
            counts.add(life.use, life.taken);
        return counts.excess() == 0 && !unit_is_short_;
    }

 private:
    struct Life {
        RegisterUse use;
        Lifetime taken;
    };

    void take_unit(int unit, int cycle) {
        if (static_cast<int>(units_.size()) <= cycle)
            units_.resize(static_cast<std::size_t>(cycle) + 1);
        const std::uint64_t one = std::uint64_t{1} << unit;
        unit_is_short_ = unit_is_short_ || (at(units_, cycle) & one) != 0;
        at(units_, cycle) |= one;
    }
    /// Returns whether the result stays in the registers of a value that is read.
    bool read(const Numbered& instruction, int cycle) {
        bool in_place = false;
        for (const auto& [value, is_part] : instruction.reads) {
            std::optional<Life>& life = at(alive_, value);
            if (!life || (is_part && life->use.file != arch::RegisterFile::Accumulator)) continue;
            life->taken.last = std::max(life->taken.last,
                                        cycle + read_offset(instruction.operation, life->use.file));
            in_place = in_place || (instruction.result && takes_over(*instruction.result, life->use,
                                                                     value == instruction.writes));
        }
        return in_place;
    }
    void write(const Numbered& instruction, int cycle, bool in_place) {
        end(at(alive_, instruction.writes));
        for (const int part : instruction.absorbs)
            if (at(alive_, part) && at(alive_, part)->use.file == arch::RegisterFile::Accumulator)
                end(at(alive_, part));
        if (!instruction.result) return;
        const arch::RegisterFile file = instruction.result->file;
        const int first = cycle + (in_place ? read_offset(instruction.operation, file) + 1
                                            : instruction.operation.result);
        at(alive_, instruction.writes) = {*instruction.result, {first, first}};
    }
    void end(std::optional<Life>& value) {
        if (value) lives_.push_back(*value);
        value.reset();
    }

    const arch::SlotModel& model_;
    std::vector<std::optional<Life>> alive_;  ///< by number of the value
    std::vector<Life> lives_;                 ///< lifetimes of values that have been overwritten
    std::vector<std::uint64_t> units_;        ///< by cycle, a bit for each unit that is taken
    bool unit_is_short_ = false;
};

}  // namespace

std::vector<BlockLayout::Placed> BlockLayout::program(const CallSchedule& call, int runs) const {
    // The first block, one between, and the last: further blocks are like the one between.
    constexpr int kSeveral = 3;
    const int blocks = nest_.blocks > 1 ? kSeveral : 1;
    const std::size_t leads = nest_.before.size() + nest_.first.size();
    const CodeSection& prologue = call.sections.front();
    const CodeSection& between = call.sections[call.sections.size() - 2];
    std::vector<Placed> program;
    int begin = 0;  // cycle in which the code that leads to the block begins
    for (int block = 0; block < blocks; ++block) {
        const CodeSection& lead = block == 0 ? prologue : between;
        const CodeSection& end = block + 1 < blocks ? between : call.sections.back();
        const int loop = begin + static_cast<int>(lead.cycles);
        const int behind = loop + runs * loop_.ii;
        auto leading = lead.schedule.placements.end() -
                       static_cast<std::ptrdiff_t>(prologue.schedule.placements.size());
        auto ending = end.schedule.placements.begin();
        for (std::size_t i = 0; i < leads; ++i)
            program.push_back({i, begin + (leading++)->cycle});
        // `step`: number of the run of the loop in which the step begins.
        for (int step = 1 - loop_.stages(); step < runs; ++step)
            for (std::size_t i = 0; i < nest_.body.size(); ++i) {
                const int run = step + stage(i);
                const int cycle = run < 0      ? begin + (leading++)->cycle
                                  : run < runs ? loop + step * loop_.ii + flat_cycle(i)
                                               : behind + (ending++)->cycle;
                program.push_back({leads + i, cycle});
            }
        for (std::size_t i = 0; i < nest_.after.size(); ++i)
            program.push_back({leads + nest_.body.size() + i, behind + (ending++)->cycle});
        begin = behind;
    }
    return program;
}

bool BlockLayout::fits(const CallSchedule& call) const {
    const NumberedNest nest{lists(), model_};
    for (int runs = 1; runs <= loop_.stages() + 1; ++runs) {
        TakenInCall taken{model_, nest.values()};
        for (const auto& [instruction, cycle] : program(call, runs))
            taken.add(nest[instruction], cycle);
        if (!taken.fits()) return false;
    }
    return true;
}

}  // namespace xdnasim::vliw
