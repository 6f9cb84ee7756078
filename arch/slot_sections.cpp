#include <algorithm>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "arch/device_sections.hpp"
#include "base/parameters/table.hpp"

namespace xdnasim::arch {

namespace {

constexpr int kMaxCycle = 64;
constexpr int kMaxRegisters = 1024;
constexpr int kMaxBits = 4096;
/// The lower bounds of a schedule go through every set of slots, and each further slot doubles the
/// number of sets.
constexpr std::size_t kMaxSlots = 16;
constexpr std::size_t kMaxUnits = 32;

std::string names_text(std::size_t max) {
    return fmt::format("a list of up to {} different names", max);
}

std::vector<std::string> read_names(const base::Node& list, std::size_t max) {
    std::vector<std::string> names;
    for (const base::Node& node : list.as_sequence()) {
        if (std::ranges::find(names, node.as_string()) != names.end())
            node.fail(base::in_quotes(node.text()) + " is in the list twice");
        names.push_back(node.text());
    }
    if (names.size() > max)
        list.fail(fmt::format("{} names; allowed: {}", names.size(), names_text(max)));
    return names;
}

int index_in(const std::vector<std::string>& names, const base::Node& name) {
    const std::vector<std::string_view> views{names.begin(), names.end()};
    return static_cast<int>(name.as_choice(views));
}

constexpr const char* kSlotsText = "a list of one or more slots";

std::vector<int> read_slots(const base::Node& list, const SlotModel& model) {
    std::vector<int> slots;
    for (const base::Node& name : list.as_sequence())
        slots.push_back(index_in(model.slots, name));
    if (slots.empty()) list.fail("an empty list; allowed: one or more slots");
    return slots;
}

void read_units(const base::Node& map, const SlotModel& model, Operation& operation) {
    for (const base::Entry& use : map.as_map())
        operation.units.push_back({index_in(model.units, base::Node::scalar(use.place, use.key)),
                                   static_cast<int>(use.value.as_int(1, kMaxCycle))});
}

/// `model` must outlive the table.
parameters::Table<Operation> operation_table(const SlotModel& model) {
    const parameters::Whole cycle{1, kMaxCycle};
    parameters::Table<Operation> table;
    table
        .required_read("slots", kSlotsText,
                       {"", "slots that can issue it; the first free one does"},
                       [&model](const base::Node& node, Operation& operation) {
                           operation.slots = read_slots(node, model);
                       })
        .optional(
            "result", cycle,
            {"cycles", "cycle in which its register is written; left out: it writes none"},
            [](auto& operation) -> auto& { return operation.result; })
        .optional(
            "operand", cycle, {"cycles", "cycle in which its operands are read; left out: 1"},
            [](auto& operation) -> auto& { return operation.operand; })
        .optional(
            "accumulator", cycle,
            {"cycles", "cycle in which its accumulator operand is read; left out: 1"},
            [](auto& operation) -> auto& { return operation.accumulator; })
        .optional(
            "memory", cycle,
            {"cycles", "cycle in which it accesses data memory; left out: it does not"},
            [](auto& operation) -> auto& { return operation.memory; })
        .optional(
            "store", parameters::Flag{}, {"", "it writes to memory"},
            [](auto& operation) -> auto& { return operation.store; })
        .optional(
            "forwards", parameters::Flag{},
            {"", "its result is forwarded to an accumulator operand"},
            [](auto& operation) -> auto& { return operation.forwards; })
        .optional(
            "cascade", parameters::OneOf<CascadeUse>{{CascadeUse::Get, CascadeUse::Put}},
            {"", "whether it gets a word from the cascade or puts one there"},
            [](auto& operation) -> auto& { return operation.cascade; })
        .optional_read("units", fmt::format("a map from a unit to {}", cycle.text()),
                       {"cycles", "cycles for which it occupies each unit of the core"},
                       [&model](const base::Node& node, Operation& operation) {
                           read_units(node, model, operation);
                       });
    return table;
}

/// `model` must outlive the table.
parameters::Table<SlotExclusion> exclusion_table(const SlotModel& model) {
    parameters::Table<SlotExclusion> table;
    table
        .required_read("slot", "a slot",
                       {"", "the slot that cannot be used together with the others"},
                       [&model](const base::Node& node, SlotExclusion& exclusion) {
                           exclusion.slot = index_in(model.slots, node);
                       })
        .required_read("others", kSlotsText, {"", "the slots that stay free while it is used"},
                       [&model](const base::Node& node, SlotExclusion& exclusion) {
                           exclusion.others = read_slots(node, model);
                       });
    return table;
}

void read_exclusions(QuantityReader& section, SlotModel& model) {
    const auto table = exclusion_table(model);
    const base::Node& list = section.value("exclusions", "slots", "a list of maps");
    for (const base::Node& node : list.as_sequence())
        table.read(node, "exclusion", model.exclusions.emplace_back());
    section.add_members("exclusions", "N", table.descriptions());
}

void read_operations(QuantityReader& section, SlotModel& model) {
    const auto table = operation_table(model);
    const base::Node& map =
        section.value("operations", "cycles", "a map from the name of an operation to a map");
    for (const base::Entry& entry : map.as_map()) {
        Operation operation{.name = entry.key, .slots = {}};
        table.read(entry.value, entry.key, operation);
        model.operations.push_back(std::move(operation));
    }
    section.add_members("operations", "NAME", table.descriptions());
}

}  // namespace

SlotModel read_slot_model(QuantityReader section) {
    SlotModel model;
    model.slots = read_names(section.value("names", "slots", names_text(kMaxSlots)), kMaxSlots);
    model.units =
        read_names(section.value("units", "one of each", names_text(kMaxUnits)), kMaxUnits);
    model.vector_slots = read_slots(section.value("vector_slots", "slots", kSlotsText), model);
    model.load_slots = read_slots(section.value("load_slots", "slots", kSlotsText), model);
    model.store_slots = read_slots(section.value("store_slots", "slots", kSlotsText), model);
    read_exclusions(section, model);
    model.registers = {section.integer("vector_registers", "256 bit", 1, kMaxRegisters),
                       section.integer("accumulators", "512 bit", 1, kMaxRegisters)};
    model.load_bits = section.integer("load_bits", "bit", 32, kMaxBits);
    model.store_bits = section.integer("store_bits", "bit", 32, kMaxBits);
    model.branch_delay = section.integer("branch_delay", "bundles", 0, kMaxCycle);
    read_operations(section, model);
    section.finish();
    return model;
}

}  // namespace xdnasim::arch
