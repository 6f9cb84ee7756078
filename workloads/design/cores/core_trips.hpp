#pragma once
// How often a loop of blocks runs, as far as it is known at its entry.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "workloads/design/cores/control_flow.hpp"
#include "workloads/design/cores/core_values.hpp"
#include "workloads/design/cores/program_text.hpp"

namespace xdnasim::design {

/// How often a loop runs, and its counter.
struct Trip {
    std::optional<std::int64_t> count;  ///< nullopt: an endless loop
    std::size_t argument = 0;           ///< index of the counter among the header's arguments
    std::int64_t last = 0;              ///< value of the counter after the loop
    bool counted = false;               ///< whether there is a counter
};

/// The trip of a loop. `entry`: values passed to the header. nullopt if no counter decides when the
/// loop ends.
[[nodiscard]] std::optional<Trip> trip_of(const ir::Text& text, const ProgramText& program,
                                          const CoreValues& values, const NaturalLoop& loop,
                                          const std::vector<Value>& entry);

}  // namespace xdnasim::design
