#pragma once
// Allowed ranges of the numbers that files give about an array: ranges for any array, and ranges
// that depend on a device.

#include "arch/device.hpp"
#include "base/parameters/kinds.hpp"

namespace xdnasim::arch {

inline constexpr int kMaxColumns = 64;  ///< largest number of columns of an array
/// Clock of an array in GHz.
inline constexpr parameters::Number kClocks{0.01, 10};
/// Clock of the programmable logic beside an array in GHz.
inline constexpr parameters::Number kPlClocks{0.01, 10};

/// Range of a number of columns that are used.
[[nodiscard]] parameters::Whole column_counts(const Device& device);
/// Range of the number of a column.
[[nodiscard]] parameters::Whole column_numbers(const Device& device);
/// Range of a number of rows of cores that are used.
[[nodiscard]] parameters::Whole core_row_counts(const Device& device);
/// Range of the number of a row of cores; row 0 is the shim row.
[[nodiscard]] parameters::Whole core_row_numbers(const Device& device);
/// Range of the number of a row; row 0 is the shim row.
[[nodiscard]] parameters::Whole row_numbers(const Device& device);
/// Range of a number of bytes in a core's memory.
[[nodiscard]] parameters::Whole core_memory_sizes(const Device& device);

}  // namespace xdnasim::arch
