#include "arch/device_ranges.hpp"

#include <string>

namespace xdnasim::arch {

namespace {

std::string columns_of(const Device& device) {
    return "the columns of " + device.name;
}

std::string core_rows_of(const Device& device) {
    return "the rows of cores of " + device.name;
}

}  // namespace

parameters::Whole column_counts(const Device& device) {
    return {1, device.columns, columns_of(device)};
}

parameters::Whole column_numbers(const Device& device) {
    return {0, device.columns - 1, columns_of(device)};
}

parameters::Whole core_row_counts(const Device& device) {
    return {1, device.core_rows(), core_rows_of(device)};
}

parameters::Whole core_row_numbers(const Device& device) {
    return {device.first_core_row(), device.rows() - 1, core_rows_of(device)};
}

parameters::Whole row_numbers(const Device& device) {
    return {0, device.rows() - 1, "the rows of " + device.name};
}

parameters::Whole core_memory_sizes(const Device& device) {
    return {0, device.comp_tile.memory.count(), "the memory of a core of " + device.name};
}

}  // namespace xdnasim::arch
