#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "base/map_reader.hpp"
#include "base/yaml.hpp"
#include "workloads/kernels/kernel_program.hpp"

namespace xdnasim::kernels {

namespace {

using base::MapReader;
using base::Node;
using vliw::Instruction;

constexpr std::int64_t kMaxIterations = 1'000'000'000;
/// In all blocks together. The cycles of a step are far below 10^6, so that those of a call stay
/// below 2^63.
constexpr std::int64_t kMaxSteps = 1'000'000'000'000;
constexpr std::size_t kMaxOperations = 512;
constexpr int kMaxRegisters = 64;

std::vector<std::string> read_values(const Node& list) {
    std::vector<std::string> values;
    for (const Node& name : list.as_sequence())
        values.push_back(name.as_string());
    return values;
}

std::string text_or_empty(MapReader& reader, std::string_view key) {
    const Node* node = reader.optional(key);
    return node == nullptr ? std::string{} : node->as_string();
}

vliw::RegisterUse read_registers(const Node& node) {
    MapReader reader{node, "registers"};
    const Node* vector = reader.optional("vector");
    const Node* accumulator = reader.optional("accumulator");
    reader.finish();
    if ((vector == nullptr) == (accumulator == nullptr))
        node.fail("'registers' takes one of 'vector' (of 256 bit) and 'accumulator' (of 512 bit)");
    if (vector != nullptr)
        return {arch::RegisterFile::Vector, static_cast<int>(vector->as_int(1, kMaxRegisters))};
    return {arch::RegisterFile::Accumulator,
            static_cast<int>(accumulator->as_int(1, kMaxRegisters))};
}

Instruction read_instruction(const Node& node, const arch::SlotModel& slots) {
    MapReader reader{node, "operation"};
    std::vector<std::string_view> names;
    for (const arch::Operation& operation : slots.operations)
        names.emplace_back(operation.name);
    Instruction instruction;
    instruction.operation = names[reader.require("op").as_choice(names)];
    if (const Node* reads = reader.optional("reads")) instruction.reads = read_values(*reads);
    instruction.accumulator = text_or_empty(reader, "adds_to");
    instruction.writes = text_or_empty(reader, "writes");
    instruction.memory = text_or_empty(reader, "memory");
    instruction.label = text_or_empty(reader, "label");
    if (const Node* registers = reader.optional("registers"))
        instruction.result = read_registers(*registers);
    reader.finish();

    const arch::Operation& operation = *slots.find(instruction.operation);
    if (operation.result == 0 && !instruction.writes.empty())
        node.fail(fmt::format("'{}' writes no register", operation.name));
    if (instruction.result && instruction.writes.empty())
        node.fail("'registers' are those of the value in 'writes', which is missing");
    if (instruction.label.empty())
        instruction.label = operation.name + " " +
                            (instruction.writes.empty() ? instruction.memory : instruction.writes);
    return instruction;
}

vliw::InstructionList read_list(MapReader& reader, std::string_view key,
                                const arch::SlotModel& slots) {
    vliw::InstructionList list;
    const Node* node = reader.optional(key);
    if (node == nullptr) return list;
    if (node->as_sequence().size() > kMaxOperations)
        node->fail(fmt::format("more operations than are allowed, which are {}", kMaxOperations));
    for (const Node& item : node->as_sequence())
        list.push_back(read_instruction(item, slots));
    return list;
}

std::int64_t count_or_one(MapReader& reader, std::string_view key) {
    const Node* node = reader.optional(key);
    return node == nullptr ? 1 : node->as_int(1, kMaxIterations);
}

void require_countable(const Node& root, const vliw::LoopNest& nest) {
    if (nest.steps <= kMaxSteps / nest.blocks) return;
    root.find("steps")->fail(
        fmt::format("{} steps in each of {} blocks are more than the cycles of a call are counted "
                    "for; allowed: {} steps in all, here {} a block",
                    nest.steps, nest.blocks, kMaxSteps, kMaxSteps / nest.blocks));
}

}  // namespace

vliw::LoopNest load_kernel_program(const std::filesystem::path& file,
                                   const arch::SlotModel& slots) {
    const base::Node root = base::load_yaml(file);
    MapReader reader{root};
    vliw::LoopNest nest;
    nest.name = reader.require("kernel").as_string();
    nest.blocks = count_or_one(reader, "blocks");
    nest.steps = count_or_one(reader, "steps");
    nest.before = read_list(reader, "before", slots);
    nest.first = read_list(reader, "first", slots);
    nest.body = read_list(reader, "body", slots);
    nest.after = read_list(reader, "after", slots);
    reader.finish();
    require_countable(root, nest);
    if (nest.body.empty()) root.fail("a kernel needs a 'body' with operations");
    return nest;
}

}  // namespace xdnasim::kernels
