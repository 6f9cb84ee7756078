#include "test/workloads/kernels/vliw/call_verifier.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>

#include <fmt/format.h>

namespace xdnasim::vliw {
namespace {

/// Checks a call instruction by instruction, in the order of the program, with the cycles and slots
/// in which they issue.
class CallVerification {
 public:
    CallVerification(const LoopNest& nest, const CallSchedule& call, const arch::SlotModel& model)
        : nest_{nest}, model_{model}, alive_(model.registers.size()) {
        for_each_run(call, [&](const SectionRun& run) {
            for (const Issue& issue : own_issues(run.section)) {
                const Node& node = run.section.graph.nodes[issue.operation];
                issues_[node.label].issued.push_back({run.begin + issue.cycle, issue.slot});
            }
        });
    }

    std::vector<std::string> run();

 private:
    struct Issued {
        std::int64_t cycle;
        int slot;
    };
    struct Issues {
        std::vector<Issued> issued;  ///< in the order of the program
        std::size_t met = 0;         ///< number of issues that have been checked
    };
    /// The value that a name stands for at a point of the program.
    struct Held {
        RegisterUse use;
        std::int64_t first;  ///< first cycle at whose end its registers are taken
        std::int64_t last;   ///< last cycle at whose end its registers are taken
    };

    void pass(const InstructionList& list);
    void issue(const Instruction& instruction, Issued at);
    void take_slot(const Instruction& instruction, Issued at);
    void take_units(const Instruction& instruction, Issued at);
    void read(const Instruction& instruction, std::int64_t cycle);
    void write(const Instruction& instruction, std::int64_t cycle);
    [[nodiscard]] std::int64_t taken_from(const Instruction& instruction, std::int64_t cycle) const;
    static bool is_part(const std::string& name, const Held& held, const std::string& value);
    void close(const std::string& name);
    void check_registers();

    [[nodiscard]] const arch::Operation& operation(const Instruction& instruction) const {
        return *model_.find(instruction.operation);
    }
    static std::string_view of(arch::RegisterFile file) {
        return file == arch::RegisterFile::Vector ? "vector" : "accumulator";
    }
    /// Last cycle at whose end a value still takes its registers, if `reader` issues in cycle
    /// `issued` and reads it from `file`.
    static std::int64_t read_in(const arch::Operation& reader, arch::RegisterFile file,
                                std::int64_t issued) {
        const int cycle = file == arch::RegisterFile::Vector
                              ? reader.operand
                              : std::max(reader.operand, reader.accumulator);
        return issued + cycle - 1;
    }
    template <typename... Parts>
    void breach(fmt::format_string<Parts...> format, Parts&&... parts) {
        breaches_.push_back(fmt::format(format, std::forward<Parts>(parts)...));
    }

    const LoopNest& nest_;
    const arch::SlotModel& model_;
    std::map<std::string, Issues> issues_;                          ///< by label
    std::map<std::pair<std::int64_t, int>, std::string> in_slots_;  ///< labels by cycle and slot
    std::map<std::pair<std::int64_t, int>, std::string> in_units_;  ///< labels by cycle and unit
    std::map<std::string, Held> held_;                              ///< by name
    /// By register file and cycle: number of registers taken at the end of the cycle, less those
    /// taken at the end of the previous cycle.
    std::vector<std::map<std::int64_t, int>> alive_;
    std::vector<std::string> breaches_;
};

std::vector<std::string> CallVerification::run() {
    for (std::int64_t block = 0; block < nest_.blocks; ++block) {
        pass(nest_.before);
        for (std::int64_t step = 0; step < nest_.steps; ++step)
            pass(step == 0 && !nest_.first.empty() ? nest_.first : nest_.body);
        pass(nest_.after);
    }
    for (const auto& [label, issues] : issues_)
        if (issues.met < issues.issued.size())
            breach("{} issues {} times, of {} in the program", label, issues.issued.size(),
                   issues.met);
    while (!held_.empty())
        close(std::string{held_.begin()->first});
    check_registers();
    return breaches_;
}

void CallVerification::pass(const InstructionList& list) {
    for (const Instruction& instruction : list) {
        Issues& issues = issues_[instruction.label];
        const std::size_t at = issues.met++;
        if (at < issues.issued.size())
            issue(instruction, issues.issued[at]);
        else
            breach("{} issues {} times, and stands in the program once more", instruction.label,
                   issues.issued.size());
    }
}

void CallVerification::issue(const Instruction& instruction, Issued at) {
    take_slot(instruction, at);
    take_units(instruction, at);
    read(instruction, at.cycle);
    write(instruction, at.cycle);
}

void CallVerification::take_slot(const Instruction& instruction, Issued at) {
    const auto [taken, fresh] = in_slots_.try_emplace({at.cycle, at.slot}, instruction.label);
    if (!fresh)
        breach("cycle {}: {} and {} are both in slot {}", at.cycle, taken->second,
               instruction.label, model_.slots[static_cast<std::size_t>(at.slot)]);
    for (const arch::SlotExclusion& exclusion : model_.exclusions)
        for (const int other : exclusion.others) {
            if (exclusion.slot != at.slot && other != at.slot) continue;
            const auto beside =
                in_slots_.find({at.cycle, exclusion.slot == at.slot ? other : exclusion.slot});
            if (beside != in_slots_.end())
                breach("cycle {}: {} in slot {} excludes {}", at.cycle, instruction.label,
                       model_.slots[static_cast<std::size_t>(at.slot)], beside->second);
        }
}

void CallVerification::take_units(const Instruction& instruction, Issued at) {
    for (const arch::UnitUse& use : operation(instruction).units) {
        const std::int64_t cycle = at.cycle + use.cycle - 1;
        const auto [taken, fresh] = in_units_.try_emplace({cycle, use.unit}, instruction.label);
        if (!fresh)
            breach("cycle {}: {} and {} both use unit {}", cycle, taken->second, instruction.label,
                   model_.units[static_cast<std::size_t>(use.unit)]);
    }
}

/// Notes that the instruction reads its operands. An instruction that adds to an accumulator also
/// reads the parts that fill it.
void CallVerification::read(const Instruction& instruction, std::int64_t cycle) {
    const arch::Operation& reader = operation(instruction);
    for_each_operand(instruction, [&](const std::string& value, bool as_accumulator) {
        for (auto& [name, held] : held_)
            if (name == value || (as_accumulator && is_part(name, held, value)))
                held.last = std::max(held.last, read_in(reader, held.use.file, cycle));
    });
}

/// Notes that the instruction writes its result, which replaces the value of the same name. An
/// instruction that adds to an accumulator also replaces the parts that filled it.
void CallVerification::write(const Instruction& instruction, std::int64_t cycle) {
    if (instruction.writes.empty()) return;
    const std::int64_t first = taken_from(instruction, cycle);
    std::vector<std::string> replaced{instruction.writes};
    if (instruction.accumulator == instruction.writes)
        for (const auto& [name, held] : held_)
            if (is_part(name, held, instruction.writes)) replaced.push_back(name);
    for (const std::string& name : replaced)
        close(name);
    if (instruction.result) held_[instruction.writes] = {*instruction.result, first, first};
}

/// First cycle at whose end the result takes its registers: the cycle in which it is written or,
/// for an operation that writes to registers that it reads, the cycle after the read, since these
/// registers never become free between the two.
std::int64_t CallVerification::taken_from(const Instruction& instruction,
                                          std::int64_t cycle) const {
    const arch::Operation& writer = operation(instruction);
    if (!instruction.result) return cycle;
    const arch::RegisterFile file = instruction.result->file;
    bool takes_over = false;
    for_each_operand(instruction, [&](const std::string& value, bool) {
        const auto read = held_.find(value);
        if (read == held_.end() || read->second.use.file != file) return;
        takes_over =
            takes_over || file == arch::RegisterFile::Accumulator || value == instruction.writes;
    });
    return takes_over ? read_in(writer, file, cycle) + 1 : cycle + writer.result;
}

/// Returns whether `name` is a part of the accumulator `value`. Vectors have no parts.
bool CallVerification::is_part(const std::string& name, const Held& held,
                               const std::string& value) {
    return held.use.file == arch::RegisterFile::Accumulator && name != value &&
           whole(name) == value;
}

/// Ends the value of this name, which no later instruction reads, and counts its registers.
void CallVerification::close(const std::string& name) {
    const auto found = held_.find(name);
    if (found == held_.end()) return;
    const Held& held = found->second;
    std::map<std::int64_t, int>& alive = alive_[static_cast<std::size_t>(held.use.file)];
    alive[held.first] += held.use.count;
    alive[held.last + 1] -= held.use.count;
    held_.erase(found);
}

void CallVerification::check_registers() {
    for (std::size_t file = 0; file < alive_.size(); ++file) {
        int taken = 0;
        for (const auto& [cycle, change] : alive_[file]) {
            taken += change;
            if (taken > model_.registers[file])
                breach("cycle {}: {} {} registers are alive, the core has {}", cycle, taken,
                       of(static_cast<arch::RegisterFile>(file)), model_.registers[file]);
        }
    }
}

}  // namespace

LoopNest labelled(LoopNest nest) {
    const auto label = [](InstructionList& list, std::string_view name) {
        int index = 0;
        for (Instruction& instruction : list) {
            const std::string& own =
                instruction.label.empty() ? instruction.writes : instruction.label;
            instruction.label = fmt::format("{} {}: {}", name, index++, own);
        }
    };
    label(nest.before, "before");
    label(nest.first, "first");
    label(nest.body, "body");
    label(nest.after, "after");
    return nest;
}

std::vector<std::string> verify_call(const LoopNest& nest, const CallSchedule& call,
                                     const arch::SlotModel& model) {
    return CallVerification{nest, call, model}.run();
}

}  // namespace xdnasim::vliw
