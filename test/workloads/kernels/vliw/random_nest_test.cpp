// Random loop nests: tests list all issues of their calls and compare them with the order of the
// program.

#include <array>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "test/workloads/kernels/vliw/call_issues.hpp"
#include "test/workloads/kernels/vliw/example_slots.hpp"

namespace xdnasim::vliw {
namespace {

/// Makes random nests with instructions on four values and two arrays. Each instruction has a label
/// of its own.
class RandomNests {
 public:
    LoopNest make() {
        LoopNest nest;
        labels_ = 0;
        nest.blocks = number(1, 3);
        nest.before = list(number(0, 3), true);
        nest.body = list(number(1, 4), true);
        nest.after = list(number(0, 2), false);
        if (number(0, 2) == 0) nest.first = list(number(1, 3), true);
        nest.steps = number(1, 12);
        nest.starts_late = number(0, 1) == 1;
        nest.keeps_blocks_apart = number(0, 3) == 0;
        return nest;
    }

 private:
    int number(int first, int last) {
        return std::uniform_int_distribution<int>{first, last}(random_);
    }
    std::string value() {
        return std::string{"abcd"}.substr(static_cast<std::size_t>(number(0, 3)), 1);
    }
    /// Random name of an array; "": memory that no other instruction accesses.
    std::string array() {
        constexpr std::array kArrays{"", "x", "y"};
        return kArrays.at(static_cast<std::size_t>(number(0, 2)));
    }
    InstructionList list(int count, bool writes) {
        InstructionList instructions;
        for (int i = 0; i < count; ++i)
            instructions.push_back(instruction(writes));
        return instructions;
    }
    Instruction instruction(bool writes) {
        Instruction made{.operation = "vst", .label = fmt::format("{}", labels_++)};
        switch (writes ? number(0, 4) : 0) {
            case 0:
                if (number(0, 1) == 0) made.operation = "vst.srs";
                made.reads = {value()};
                made.memory = array();
                return made;
            case 1:
                made.operation = "vld";
                made.memory = array();
                break;
            case 2:
                made.operation = "vshuffle";
                made.reads = {value()};
                break;
            case 3:
                made.operation = "vmul";
                made.reads = {value(), value()};
                break;
            default:
                made.operation = "vmac.f";
                made.reads = {value()};
                made.accumulator = value();
        }
        made.writes = value();
        return made;
    }

    std::mt19937 random_{11};
    int labels_ = 0;
};

/// Checks, in the order of the program, that reads find the values that were written before, and
/// that loads and stores of an array keep their order.
class ProgramOrder {
 public:
    ProgramOrder(const LoopNest& nest, const Issues& issues, const arch::SlotModel& slots)
        : issues_{issues}, slots_{slots} {
        for (std::int64_t block = 0; block < nest.blocks; ++block) {
            pass(nest.before, {block, {}});
            for (std::int64_t step = 0; step < nest.steps; ++step)
                pass(step == 0 && !nest.first.empty() ? nest.first : nest.body, {block, step});
            pass(nest.after, {block, {}});
        }
    }
    [[nodiscard]] const std::vector<std::string>& breaches() const { return breaches_; }

 private:
    struct Writer {
        std::int64_t cycle;
        const arch::Operation* operation;
    };
    struct Place {
        std::int64_t block;
        std::optional<std::int64_t> step;
    };
    struct Access {
        std::int64_t cycle;  ///< cycle in which the access reaches memory
        bool store;
        Place place;
    };
    void pass(const InstructionList& list, const Place& place) {
        for (const Instruction& instruction : list) {
            const std::int64_t cycle = issues_.at(instruction.label).at(next_[instruction.label]++);
            const arch::Operation& reader = *slots_.find(instruction.operation);
            for (const std::string& value : instruction.reads)
                read(instruction, value, cycle, reader.operand, false);
            if (!instruction.accumulator.empty())
                read(instruction, instruction.accumulator, cycle, reader.accumulator, true);
            if (!instruction.memory.empty())
                reach_memory(instruction, {cycle + reader.memory - 1, reader.store, place});
            if (!instruction.writes.empty()) writers_[instruction.writes] = {cycle, &reader};
        }
    }
    void reach_memory(const Instruction& instruction, const Access& access) {
        std::vector<Access>& accesses = accesses_[instruction.memory];
        for (const Access& before : accesses)
            if (before.store != access.store && !lie_apart(before.place, access.place) &&
                access.cycle <= before.cycle)
                breaches_.push_back(
                    fmt::format("{} reaches {} in cycle {}, and one before it in {}",
                                instruction.label, instruction.memory, access.cycle, before.cycle));
        accesses.push_back(access);
    }
    /// Returns whether accesses in these places never meet: those of different steps of a block.
    static bool lie_apart(const Place& one, const Place& other) {
        return one.block == other.block && one.step && other.step && *one.step != *other.step;
    }
    void read(const Instruction& instruction, const std::string& value, std::int64_t cycle, int at,
              bool adds) {
        const auto writer = writers_.find(value);
        if (writer == writers_.end()) return;
        const arch::Operation& made = *writer->second.operation;
        const std::int64_t arrives = writer->second.cycle + made.result - (made.forwards && adds);
        if (cycle + at - 1 < arrives)
            breaches_.push_back(fmt::format("{} reads {} in cycle {}, and it is there after {}",
                                            instruction.label, value, cycle + at - 1, arrives));
    }

    const Issues& issues_;
    const arch::SlotModel& slots_;
    std::map<std::string, std::size_t> next_;
    std::map<std::string, Writer> writers_;
    std::map<std::string, std::vector<Access>> accesses_;
    std::vector<std::string> breaches_;
};

TEST(RandomNest, KeepsTheOrderOfItsProgram) {
    const arch::SlotModel slots = example_slots();
    RandomNests nests;
    int pipelined = 0;
    for (int i = 0; i < 2000; ++i) {
        const LoopNest nest = nests.make();
        const CallSchedule call = schedule_call(nest, slots);
        if (call.ii == 0) continue;
        ++pipelined;
        const Issues issues = issues_of(call);
        const ProgramOrder order{nest, issues, slots};
        ASSERT_TRUE(order.breaches().empty()) << "nest " << i << ": " << order.breaches().front();
    }
    EXPECT_GT(pipelined, 500);
}

}  // namespace
}  // namespace xdnasim::vliw
