#include "arch/device_sections.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

namespace xdnasim::arch {

namespace {

constexpr std::array<std::string_view, 4> kConfidences{"measured", "documented", "fitted",
                                                       "assumed"};

}  // namespace

QuantityReader::QuantityReader(const base::Node& node, std::string path, std::vector<Quantity>& log)
    : map_{node, std::move(path)}, log_{log} {}

QuantityReader QuantityReader::section(std::string_view key) {
    return {map_.require(key), map_.path_of(key), log_};
}

const base::Node& QuantityReader::text(std::string_view key) {
    const base::Node& node = map_.require(key);
    static_cast<void>(node.as_string());
    return node;
}

const base::Node& QuantityReader::value(std::string_view key, std::string_view unit) {
    const std::string path = map_.path_of(key);
    base::MapReader quantity{map_.require(key), path};
    const base::Node& value = quantity.require("value");
    const base::Node& found_unit = quantity.require("unit");
    if (found_unit.as_string() != unit) {
        found_unit.fail(fmt::format("{} is not the unit of '{}'; allowed: {}",
                                    base::in_quotes(found_unit.text()), path, unit));
    }
    const std::string& source = quantity.require("source").as_string();
    const std::size_t confidence = quantity.require("confidence").as_choice(kConfidences);
    quantity.finish();
    log_.push_back(
        {path, value.to_flow(), std::string{unit}, source, std::string{kConfidences[confidence]}});
    return value;
}

int QuantityReader::integer(std::string_view key, std::string_view unit, int min, int max) {
    return static_cast<int>(value(key, unit).as_int(min, max));
}

double QuantityReader::number(std::string_view key, std::string_view unit, double min, double max) {
    return value(key, unit).as_double(min, max);
}

bool QuantityReader::flag(std::string_view key) {
    return value(key, "boolean").as_bool();
}

std::vector<int> QuantityReader::integers(std::string_view key, std::string_view unit,
                                          std::size_t count, int min, int max) {
    return integer_list(value(key, unit), count, min, max);
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
