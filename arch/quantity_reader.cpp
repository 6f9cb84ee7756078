#include "arch/quantity_reader.hpp"

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
