#include "cli/device_tables.hpp"

#include <vector>

#include <fmt/format.h>

#include "cli/text_layout.hpp"

namespace xdnasim::cli {
namespace {

constexpr std::size_t kMaxWidth = 56;

std::string array_size(const arch::Device& device) {
    return fmt::format("{} x {}", device.columns, device.core_rows());
}

std::string clock(const arch::Device& device) {
    return fmt::format("{} GHz", device.clock_ghz);
}

}  // namespace

std::string device_table(std::span<const arch::Device> devices) {
    std::vector<Row> rows{{"NAME", "CORES", "CLOCK", "DESCRIPTION"}};
    for (const arch::Device& device : devices)
        rows.push_back({device.name, array_size(device), clock(device), device.description});
    return aligned(rows, kMaxWidth);
}

std::string quantity_table(const arch::Device& device) {
    std::vector<Row> rows{{"NUMBER", "VALUE", "UNIT", "CONFIDENCE", "SOURCE"}};
    for (const arch::Quantity& quantity : device.quantities)
        rows.push_back(
            {quantity.path, quantity.value, quantity.unit, quantity.confidence, quantity.source});
    return fmt::format("{}: {}\n{} cores (columns x rows) at {}\n\n{}", device.name,
                       device.description, array_size(device), clock(device),
                       aligned(rows, kMaxWidth));
}

}  // namespace xdnasim::cli
