#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/parameters/table.hpp"
#include "base/spelling.hpp"
#include "base/yaml.hpp"
#include "workloads/kernels/kernel_program.hpp"

namespace xdnasim::kernels {

namespace {

using base::Node;
using parameters::Description;
using parameters::Help;
using parameters::Table;
using parameters::Whole;
using vliw::Instruction;
using vliw::InstructionList;
using vliw::LoopNest;

constexpr std::int64_t kMaxIterations = 1'000'000'000;
/// Largest number of steps in all blocks together. A step takes far less than 10^6 cycles, so that
/// the cycles of a call stay below 2^63.
constexpr std::int64_t kMaxSteps = 1'000'000'000'000;
constexpr std::size_t kMaxOperations = 512;
constexpr int kMaxRegisters = 64;

/// Reads the name of a value. A '.' is refused, since the text behind it would be taken for a part
/// of the value (vliw::whole()).
const std::string& read_value(const Node& node) {
    const std::string& name = node.as_string();
    if (name.find('.') != std::string::npos)
        node.fail(fmt::format("the value {} has a '.' in its name; allowed: names without one",
                              base::in_quotes(name)));
    return name;
}

std::vector<std::string> read_values(const Node& list) {
    std::vector<std::string> values;
    for (const Node& name : list.as_sequence())
        values.push_back(read_value(name));
    return values;
}

/// Nodes of the keys that say which register file a value lies in.
struct RegisterNodes {
    const Node* vector = nullptr;
    const Node* accumulator = nullptr;
};

Table<RegisterNodes> make_register_table() {
    const std::string count = Whole{1, kMaxRegisters}.text();
    Table<RegisterNodes> table;
    table
        .optional_read("vector", count, {"256 bit", "vector registers of the value"},
                       [](const Node& node, RegisterNodes& nodes) { nodes.vector = &node; })
        .optional_read("accumulator", count, {"512 bit", "accumulators of the value"},
                       [](const Node& node, RegisterNodes& nodes) { nodes.accumulator = &node; });
    return table;
}

const Table<RegisterNodes>& register_table() {
    static const Table<RegisterNodes> kTable = make_register_table();
    return kTable;
}

vliw::RegisterUse read_registers(const Node& node) {
    RegisterNodes nodes;
    register_table().read(node, "registers", nodes);
    if ((nodes.vector == nullptr) == (nodes.accumulator == nullptr))
        node.fail("'registers' takes one of 'vector' (of 256 bit) and 'accumulator' (of 512 bit)");
    const Whole count{1, kMaxRegisters};
    if (nodes.vector != nullptr)
        return {arch::RegisterFile::Vector, count.read<int>(*nodes.vector)};
    return {arch::RegisterFile::Accumulator, count.read<int>(*nodes.accumulator)};
}

void require_registers(const Node& node, const vliw::RegisterUse& use,
                       const arch::SlotModel& slots) {
    const int most = slots.registers[static_cast<std::size_t>(use.file)];
    if (use.count > most) node.fail(fmt::format("{} registers; the core has {}", use.count, most));
}

std::string operation_named(const Node& node, const arch::SlotModel& slots) {
    std::vector<std::string_view> names;
    for (const arch::Operation& operation : slots.operations)
        names.emplace_back(operation.name);
    return std::string{names[node.as_choice(names)]};
}

void add_text(Table<Instruction>& table, std::string key, std::string text,
              std::string Instruction::*member) {
    table.optional_read(std::move(key), "text", Help{"", std::move(text)},
                        [member](const Node& node, Instruction& instruction) {
                            instruction.*member = node.as_string();
                        });
}

void add_value(Table<Instruction>& table, std::string key, std::string text,
               std::string Instruction::*member) {
    table.optional_read(std::move(key), "a name without '.'", Help{"", std::move(text)},
                        [member](const Node& node, Instruction& instruction) {
                            instruction.*member = read_value(node);
                        });
}

/// `slots` must outlive the table.
Table<Instruction> instruction_table(const arch::SlotModel& slots) {
    Table<Instruction> table;
    table
        .required_read("op", "an operation of the device's core", {"", "what it does"},
                       [&slots](const Node& node, Instruction& instruction) {
                           instruction.operation = operation_named(node, slots);
                       })
        .optional_read("reads", "a list of values", {"", "its operands, by name"},
                       [](const Node& node, Instruction& instruction) {
                           instruction.reads = read_values(node);
                       });
    add_value(table, "adds_to", "the value that it adds to", &Instruction::accumulator);
    add_value(table, "writes", "the value that it produces", &Instruction::writes);
    add_text(table, "memory", "the array that it loads from or stores to", &Instruction::memory);
    add_text(table, "label", "label for people (default: the operation and what it writes)",
             &Instruction::label);
    table
        .optional_read("registers", "a map of one of the keys below",
                       {"", "registers of the value in `writes`"},
                       [](const Node& node, Instruction& instruction) {
                           instruction.result = read_registers(node);
                       })
        .members(register_table().descriptions());
    return table;
}

Instruction read_instruction(const Node& node, const Table<Instruction>& table,
                             const arch::SlotModel& slots) {
    Instruction instruction;
    table.read(node, "operation", instruction);
    const arch::Operation& operation = *slots.find(instruction.operation);
    if (operation.result == 0 && !instruction.writes.empty())
        node.fail(fmt::format("'{}' writes no register", operation.name));
    if (operation.memory == 0 && !instruction.memory.empty())
        node.find("memory")->fail(
            fmt::format("'{}' does not access memory. Leave out 'memory'", operation.name));
    if (instruction.result && instruction.writes.empty())
        node.fail("'registers' needs a value in 'writes'");
    if (instruction.result) require_registers(*node.find("registers"), *instruction.result, slots);
    if (instruction.label.empty())
        instruction.label = operation.name + " " +
                            (instruction.writes.empty() ? instruction.memory : instruction.writes);
    return instruction;
}

InstructionList read_list(const Node& list, const arch::SlotModel& slots) {
    const Table<Instruction> table = instruction_table(slots);
    InstructionList instructions;
    if (list.as_sequence().size() > kMaxOperations)
        list.fail(fmt::format("too many operations; allowed: up to {}", kMaxOperations));
    for (const Node& item : list.as_sequence())
        instructions.push_back(read_instruction(item, table, slots));
    return instructions;
}

void add_list(Table<LoopNest>& table, std::string key, std::string text,
              InstructionList LoopNest::*member, const arch::SlotModel& slots) {
    table.optional_read(
        std::move(key), fmt::format("a list of up to {} operations", kMaxOperations),
        Help{"", std::move(text)}, [member, &slots](const Node& list, LoopNest& nest) {
            nest.*member = read_list(list, slots);
        });
}

/// Descriptions of an operation's keys, as those of an item of a list.
std::vector<Description> keys_of_operations(const arch::SlotModel& slots) {
    std::vector<Description> keys = instruction_table(slots).descriptions();
    for (Description& key : keys)
        key.path = parameters::joined("N", key.path);
    return keys;
}

/// `slots` must outlive the table.
Table<LoopNest> program_table(const arch::SlotModel& slots) {
    Table<LoopNest> table;
    table
        .required_read("kernel", "text", {"", "the name of the kernel"},
                       [](const Node& node, LoopNest& nest) { nest.name = node.as_name(); })
        .optional(
            "blocks", Whole{1, kMaxIterations},
            {"", "number of runs of the whole nest (default: 1)"},
            [](auto& nest) -> auto& { return nest.blocks; })
        .optional(
            "steps", Whole{1, kMaxIterations},
            {"", "number of runs of the body in a block (default: 1)"},
            [](auto& nest) -> auto& { return nest.steps; });
    table.optional_read("constants", "a list of values",
                        {"", "values already in registers before the call"},
                        [](const Node& list, LoopNest&) { static_cast<void>(read_values(list)); });
    add_list(table, "before", "operations at the start of a block; keys as in `body`",
             &LoopNest::before, slots);
    add_list(table, "first", "operations of the first step, instead of the body; keys as in `body`",
             &LoopNest::first, slots);
    add_list(table, "body", "operations of every step, at least one", &LoopNest::body, slots);
    table.members(keys_of_operations(slots));
    add_list(table, "after", "operations at the end of a block; keys as in `body`",
             &LoopNest::after, slots);
    return table;
}

/// Calls take(node) for each operation of `root`.
template <class Take>
void for_each_operation(const Node& root, Take take) {
    for (const char* list : {"before", "first", "body", "after"})
        if (const Node* const operations = root.find(list))
            std::ranges::for_each(operations->as_sequence(), take);
}

/// Throws InputError for an operand that no operation writes and that is not a constant, as after a
/// typing error.
void require_known_values(const Node& root) {
    std::vector<std::string> known;
    if (const Node* const constants = root.find("constants")) known = read_values(*constants);
    for_each_operation(root, [&](const Node& operation) {
        if (const Node* const value = operation.find("writes")) known.push_back(value->text());
    });
    const auto require = [&](const Node& value) {
        if (std::ranges::find(known, value.text()) != known.end()) return;
        const std::string hint = base::suggestion(value.text(), known);
        value.fail(
            fmt::format("no operation writes {}{}{} allowed: a value that an operation writes, or "
                        "one of 'constants'",
                        base::in_quotes(value.text()), hint, hint.empty() ? ";" : ""));
    };
    for_each_operation(root, [&](const Node& operation) {
        if (const Node* const reads = operation.find("reads"))
            std::ranges::for_each(reads->as_sequence(), require);
        if (const Node* const accumulator = operation.find("adds_to")) require(*accumulator);
    });
}

void require_countable(const Node& root, const LoopNest& nest) {
    if (nest.steps <= kMaxSteps / nest.blocks) return;
    root.find("steps")->fail(
        fmt::format("{} steps in each of {} blocks are more than a call's cycles can be counted "
                    "for; allowed: {} steps in all, here {} per block",
                    nest.steps, nest.blocks, kMaxSteps, kMaxSteps / nest.blocks));
}

}  // namespace

LoopNest load_kernel_program(const std::filesystem::path& file, const arch::SlotModel& slots) {
    const base::Node root = base::load_yaml(file);
    LoopNest nest;
    program_table(slots).read(root, "", nest);
    require_countable(root, nest);
    require_known_values(root);
    if (nest.body.empty()) root.fail("a kernel needs a 'body' with operations");
    return nest;
}

vliw::CallSchedule schedule_program(const LoopNest& program, const std::filesystem::path& file,
                                    const arch::SlotModel& slots) {
    try {
        return vliw::schedule_call(program, slots);
    } catch (const base::InputError& error) {
        throw base::InputError{fmt::format("{}: {}", file.string(), error.what())};
    }
}

std::vector<Description> describe_kernel_program() {
    const arch::SlotModel none;  // the keys are the same for every core
    return program_table(none).descriptions();
}

}  // namespace xdnasim::kernels
