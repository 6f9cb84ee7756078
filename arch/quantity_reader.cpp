#include "arch/quantity_reader.hpp"

#include <array>
#include <utility>

#include <fmt/format.h>

#include "base/parameters/table.hpp"

namespace xdnasim::arch {

namespace {

using parameters::Whole;

constexpr int kMaxCycles = 100'000;

/// A quantity that is being read: its path, unit and range are set beforehand.
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
        .required_read(std::string{kValue}, "within the range of the quantity", {"", "the figure"},
                       [](const base::Node& node, QuantityEntry& entry) { entry.value = &node; })
        .required_read(std::string{kUnit}, "the unit of the quantity",
                       {"", "as it is listed for the quantity"}, read_unit)
        .required_read(std::string{kSource}, "text", {"", "where the figure comes from"},
                       [](const base::Node& node, QuantityEntry& entry) {
                           entry.text.source = node.as_string();
                       })
        .required(
            std::string{kConfidence}, parameters::OneOf{kConfidences}, {"", "how well it is known"},
            [](auto& entry) -> auto& { return entry.text.confidence; });
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

std::optional<QuantityReader> QuantityReader::optional_section(std::string_view key) {
    const base::Node* const node = map_.optional(key);
    if (node == nullptr) return std::nullopt;
    QuantityReader reader{*node, map_.path_of(key), device_};
    reader.in_every_file_ = false;
    return reader;
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
    entry.text.required = entry.text.required && in_every_file_;
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

const base::Node* QuantityReader::optional_value(std::string_view key, std::string_view unit,
                                                 std::string allowed) {
    const base::Node* const node = map_.optional(key);
    if (node == nullptr) return nullptr;
    return &read_quantity(*node, {.path = map_.path_of(key),
                                  .value = {},
                                  .unit = std::string{unit},
                                  .source = {},
                                  .confidence = {},
                                  .allowed = std::move(allowed),
                                  .required = false});
}

std::optional<double> QuantityReader::optional_number(std::string_view key, std::string_view unit,
                                                      double min, double max) {
    const parameters::Number range{min, max};
    const base::Node* const found = optional_value(key, unit, range.text());
    return found != nullptr ? std::optional{range.read<double>(*found)} : std::nullopt;
}

std::optional<int> QuantityReader::optional_integer(std::string_view key, std::string_view unit,
                                                    int min, int max) {
    const Whole range{min, max};
    const base::Node* const found = optional_value(key, unit, range.text());
    return found != nullptr ? std::optional{range.read<int>(*found)} : std::nullopt;
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
    return Cycles{integer(key, "cycles", 0, kMaxCycles)};
}

std::optional<Cycles> QuantityReader::cycles_by(std::string_view key, Compiler compiler) {
    const Whole range{0, kMaxCycles};
    const base::Node& all = value(key, "cycles", range.text());
    if (!all.is_map()) return range.read<Cycles>(all);
    for (const base::Entry& entry : all.entries()) {
        static_cast<void>(base::Node::scalar(entry.place, entry.key).as_one_of(kCompilers));
        static_cast<void>(range.read<Cycles>(entry.value));
    }
    const base::Node* const own = all.find(to_string(compiler));
    if (own == nullptr) return std::nullopt;
    device_.quantities.back().value = own->to_flow();
    return range.read<Cycles>(*own);
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
    node().find(key)->find(kValue)->fail(message);
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

}  // namespace xdnasim::arch
