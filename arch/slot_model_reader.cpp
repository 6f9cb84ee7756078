#include "arch/slot_model_reader.hpp"

#include <algorithm>

namespace xdnasim::arch {

namespace {

constexpr int kMaxCycle = 64;
constexpr int kMaxRegisters = 1024;
constexpr int kMaxBits = 4096;
constexpr std::size_t kMaxNames = 32;

std::vector<std::string> read_names(const base::Node& list) {
    std::vector<std::string> names;
    for (const base::Node& node : list.as_sequence()) {
        if (std::ranges::find(names, node.as_string()) != names.end())
            node.fail(base::in_quotes(node.text()) + " stands twice in the list");
        names.push_back(node.text());
    }
    if (names.size() > kMaxNames) list.fail("too many names; allowed: at most 32");
    return names;
}

int index_in(const std::vector<std::string>& names, const base::Node& name) {
    const std::vector<std::string_view> views{names.begin(), names.end()};
    return static_cast<int>(name.as_choice(views));
}

std::vector<int> read_slots(const base::Node& list, const SlotModel& model) {
    std::vector<int> slots;
    for (const base::Node& name : list.as_sequence())
        slots.push_back(index_in(model.slots, name));
    if (slots.empty()) list.fail("an empty list; allowed: one or more slots");
    return slots;
}

int cycle_or(base::MapReader& reader, std::string_view key, int otherwise) {
    const base::Node* node = reader.optional(key);
    return node == nullptr ? otherwise : static_cast<int>(node->as_int(1, kMaxCycle));
}

bool flag_or_false(base::MapReader& reader, std::string_view key) {
    const base::Node* node = reader.optional(key);
    return node != nullptr && node->as_bool();
}

Operation read_operation(const base::Entry& entry, const SlotModel& model) {
    base::MapReader reader{entry.value, entry.key};
    Operation operation;
    operation.name = entry.key;
    operation.slots = read_slots(reader.require("slots"), model);
    operation.result = cycle_or(reader, "result", 0);
    operation.operand = cycle_or(reader, "operand", 1);
    operation.accumulator = cycle_or(reader, "accumulator", 1);
    operation.memory = cycle_or(reader, "memory", 0);
    operation.store = flag_or_false(reader, "store");
    operation.forwards = flag_or_false(reader, "forwards");
    if (const base::Node* units = reader.optional("units"))
        for (const base::Entry& use : units->as_map())
            operation.units.push_back(
                {index_in(model.units, base::Node::scalar(use.place, use.key)),
                 static_cast<int>(use.value.as_int(1, kMaxCycle))});
    reader.finish();
    return operation;
}

std::vector<SlotExclusion> read_exclusions(const base::Node& list, const SlotModel& model) {
    std::vector<SlotExclusion> exclusions;
    for (const base::Node& node : list.as_sequence()) {
        base::MapReader reader{node, "exclusion"};
        const int slot = index_in(model.slots, reader.require("slot"));
        exclusions.push_back({slot, read_slots(reader.require("others"), model)});
        reader.finish();
    }
    return exclusions;
}

}  // namespace

SlotModel read_slot_model(QuantityReader section) {
    SlotModel model;
    model.slots = read_names(section.value("names", "slots"));
    model.units = read_names(section.value("units", "one of each"));
    model.exclusions = read_exclusions(section.value("exclusions", "slots"), model);
    model.registers = {section.integer("vector_registers", "256 bit", 1, kMaxRegisters),
                       section.integer("accumulators", "512 bit", 1, kMaxRegisters)};
    model.load_bits = section.integer("load_bits", "bit", 32, kMaxBits);
    model.store_bits = section.integer("store_bits", "bit", 32, kMaxBits);
    model.branch_delay = section.integer("branch_delay", "bundles", 0, kMaxCycle);
    for (const base::Entry& entry : section.value("operations", "cycles").as_map())
        model.operations.push_back(read_operation(entry, model));
    section.finish();
    return model;
}

}  // namespace xdnasim::arch
