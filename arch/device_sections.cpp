#include "arch/device_sections.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "base/parameters/table.hpp"

namespace xdnasim::arch {

namespace {

using parameters::Whole;

constexpr std::array<std::string_view, 4> kConfidences{"measured", "documented", "fitted",
                                                       "assumed"};

/// A quantity while it is read: its path, unit and range are known before.
struct QuantityEntry {
    Quantity text;
    const base::Node* value = nullptr;
};

void read_unit(const base::Node& node, QuantityEntry& entry) {
    if (node.as_string() != entry.text.unit)
        node.fail(fmt::format("{} is not the unit of '{}'; allowed: {}",
                              base::in_quotes(node.text()), entry.text.path, entry.text.unit));
}

parameters::Table<QuantityEntry> make_quantity_table() {
    parameters::Table<QuantityEntry> table;
    table
        .required_read("value", "within the range of the quantity", {"", "the figure"},
                       [](const base::Node& node, QuantityEntry& entry) { entry.value = &node; })
        .required_read("unit", "the unit of the quantity", {"", "as it is listed for the quantity"},
                       read_unit)
        .required_read("source", "text", {"", "where the figure comes from"},
                       [](const base::Node& node, QuantityEntry& entry) {
                           entry.text.source = node.as_string();
                       })
        .required_read("confidence", alternatives(kConfidences), {"", "how well it is known"},
                       [](const base::Node& node, QuantityEntry& entry) {
                           entry.text.confidence = kConfidences[node.as_choice(kConfidences)];
                       });
    return table;
}

const parameters::Table<QuantityEntry>& quantity_table() {
    static const parameters::Table<QuantityEntry> kTable = make_quantity_table();
    return kTable;
}

}  // namespace

std::string alternatives(std::span<const std::string_view> names) {
    return parameters::joined_alternatives(std::vector<std::string>{names.begin(), names.end()});
}

std::vector<parameters::Description> quantity_keys() {
    return quantity_table().descriptions();
}

QuantityReader::QuantityReader(const base::Node& node, std::string path, Device& device)
    : map_{node, std::move(path)}, device_{device} {}

QuantityReader QuantityReader::section(std::string_view key) {
    return {map_.require(key), map_.path_of(key), device_};
}

const base::Node& QuantityReader::text(std::string_view key, std::string allowed,
                                       std::string meaning) {
    device_.plain_keys.push_back(
        {map_.path_of(key), true, std::move(allowed), {"", std::move(meaning)}});
    const base::Node& node = map_.require(key);
    static_cast<void>(node.as_string());
    return node;
}

const base::Node& QuantityReader::read_quantity(const base::Node& node, Quantity quantity) {
    QuantityEntry entry{.text = std::move(quantity)};
    quantity_table().read(node, entry.text.path, entry);
    entry.text.value = entry.value->to_flow();
    device_.quantities.push_back(std::move(entry.text));
    return *entry.value;
}

const base::Node& QuantityReader::value(std::string_view key, std::string_view unit,
                                        std::string allowed) {
    return read_quantity(map_.require(key), {.path = map_.path_of(key),
                                             .value = {},
                                             .unit = std::string{unit},
                                             .source = {},
                                             .confidence = {},
                                             .allowed = std::move(allowed)});
}

int QuantityReader::integer(std::string_view key, std::string_view unit, int min, int max) {
    const Whole range{min, max};
    return range.read<int>(value(key, unit, range.text()));
}

double QuantityReader::number(std::string_view key, std::string_view unit, double min, double max) {
    const parameters::Number range{min, max};
    return range.read<double>(value(key, unit, range.text()));
}

std::optional<double> QuantityReader::optional_number(std::string_view key, std::string_view unit,
                                                      double min, double max) {
    const base::Node* const node = map_.optional(key);
    if (node == nullptr) return std::nullopt;
    const parameters::Number range{min, max};
    return range.read<double>(read_quantity(*node, {.path = map_.path_of(key),
                                                    .value = {},
                                                    .unit = std::string{unit},
                                                    .source = {},
                                                    .confidence = {},
                                                    .allowed = range.text(),
                                                    .required = false}));
}

bool QuantityReader::flag(std::string_view key) {
    return value(key, "boolean", parameters::Flag::text()).as_bool();
}

std::vector<int> QuantityReader::integers(std::string_view key, std::string_view unit,
                                          std::size_t count, int min, int max) {
    const std::string allowed = fmt::format("a list of {} {}", count, Whole{min, max}.text());
    return integer_list(value(key, unit, allowed), count, min, max);
}

void QuantityReader::add_members(std::string_view key, std::string_view item,
                                 std::vector<parameters::Description> members) {
    for (parameters::Description& member : members) {
        member.path = fmt::format("{}.{}.{}", map_.path_of(key), item, member.path);
        device_.plain_keys.push_back(std::move(member));
    }
}

Bytes QuantityReader::bytes(std::string_view key) {
    constexpr int kMaxBytes = 1 << 30;
    return Bytes{integer(key, "B", 0, kMaxBytes)};
}

Cycles QuantityReader::cycles(std::string_view key) {
    constexpr int kMaxCycles = 100'000;
    return Cycles{integer(key, "cycles", 0, kMaxCycles)};
}

Nanoseconds QuantityReader::nanoseconds(std::string_view key) {
    constexpr double kMaxNanoseconds = 1e6;
    return Nanoseconds{number(key, "ns", 0, kMaxNanoseconds)};
}

GigabytesPerSecond QuantityReader::gigabytes_per_second(std::string_view key) {
    return GigabytesPerSecond{number(key, "GB/s", 0.001, 10'000)};
}

BytesPerCycle QuantityReader::bytes_per_cycle(std::string_view key) {
    return BytesPerCycle{number(key, "B/cycle", 0.01, 65'536)};
}

void QuantityReader::refuse(std::string_view key, const std::string& message) const {
    node().find(key)->find("value")->fail(message);
}

std::vector<int> integer_list(const base::Node& node, std::size_t count, int min, int max) {
    const std::vector<base::Node>& items = node.as_sequence();
    if (items.size() != count) {
        node.fail(fmt::format("a list of {} numbers; allowed: exactly {}", items.size(), count));
    }
    std::vector<int> numbers;
    for (const base::Node& item : items)
        numbers.push_back(static_cast<int>(item.as_int(min, max)));
    return numbers;
}

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
    if (names.size() > kMaxNames)
        list.fail(fmt::format("too many names; allowed: at most {}", kMaxNames));
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

void read_units(const base::Node& map, const SlotModel& model, Operation& operation) {
    for (const base::Entry& use : map.as_map())
        operation.units.push_back({index_in(model.units, base::Node::scalar(use.place, use.key)),
                                   static_cast<int>(use.value.as_int(1, kMaxCycle))});
}

/// `model` must outlive the table.
parameters::Table<Operation> operation_table(const SlotModel& model) {
    const Whole cycle{1, kMaxCycle};
    parameters::Table<Operation> table;
    table
        .required_read("slots", "a list of one or more slots",
                       {"", "it takes one of these, the first that is free"},
                       [&model](const base::Node& node, Operation& operation) {
                           operation.slots = read_slots(node, model);
                       })
        .optional(
            "result", cycle, {"cycles", "its register is written; left out: it writes none"},
            [](auto& operation) -> auto& { return operation.result; })
        .optional(
            "operand", cycle, {"cycles", "its operands are read; left out: 1"},
            [](auto& operation) -> auto& { return operation.operand; })
        .optional(
            "accumulator", cycle, {"cycles", "its accumulator operand is read; left out: 1"},
            [](auto& operation) -> auto& { return operation.accumulator; })
        .optional(
            "memory", cycle, {"cycles", "it reaches data memory; left out: it does not"},
            [](auto& operation) -> auto& { return operation.memory; })
        .optional(
            "store", parameters::Flag{}, {"", "it writes to memory"},
            [](auto& operation) -> auto& { return operation.store; })
        .optional(
            "forwards", parameters::Flag{},
            {"", "its result is forwarded to an accumulator operand"},
            [](auto& operation) -> auto& { return operation.forwards; })
        .optional_read("units", fmt::format("a map from a unit to {}", cycle.text()),
                       {"cycles", "it occupies a unit of the core"},
                       [&model](const base::Node& node, Operation& operation) {
                           read_units(node, model, operation);
                       });
    return table;
}

/// `model` must outlive the table.
parameters::Table<SlotExclusion> exclusion_table(const SlotModel& model) {
    parameters::Table<SlotExclusion> table;
    table
        .required_read("slot", "a slot", {"", "that is not taken together with the others"},
                       [&model](const base::Node& node, SlotExclusion& exclusion) {
                           exclusion.slot = index_in(model.slots, node);
                       })
        .required_read("others", "a list of one or more slots",
                       {"", "the slots that are free while it is taken"},
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
    const std::string names = fmt::format("a list of up to {} different names", kMaxNames);
    model.slots = read_names(section.value("names", "slots", names));
    model.units = read_names(section.value("units", "one of each", names));
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
