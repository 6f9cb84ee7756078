#pragma once
// The ranges of what a file says of an array, those of any array and those that a device sets.

#include "arch/device.hpp"
#include "base/parameters/kinds.hpp"

namespace xdnasim::arch {

inline constexpr int kMaxColumns = 64;  ///< of an array
/// GHz, of an array.
inline constexpr parameters::Number kClocks{0.01, 10};
/// GHz, of the programmable logic beside an array.
inline constexpr parameters::Number kPlClocks{0.01, 10};

/// How many columns are used.
[[nodiscard]] parameters::Whole column_counts(const Device& device);
/// Which column.
[[nodiscard]] parameters::Whole column_numbers(const Device& device);
/// How many rows of cores are used.
[[nodiscard]] parameters::Whole core_row_counts(const Device& device);
/// Which row of cores, counted as all rows are.
[[nodiscard]] parameters::Whole core_row_numbers(const Device& device);
/// Which row.
[[nodiscard]] parameters::Whole row_numbers(const Device& device);
/// Bytes of a core's memory.
[[nodiscard]] parameters::Whole core_memory_sizes(const Device& device);

}  // namespace xdnasim::arch
