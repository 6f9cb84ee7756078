#pragma once
// How often a loop of blocks runs, as far as it is known where it is entered.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "workloads/design/cores/control_flow.hpp"
#include "workloads/design/cores/core_values.hpp"
#include "workloads/design/cores/program_text.hpp"

namespace xdnasim::design {

/// How often a loop runs, and what is counted.
struct Trip {
    std::optional<std::int64_t> count;  ///< nullopt: for ever
    std::size_t argument = 0;           ///< of the header: the counter
    std::int64_t last = 0;              ///< its value behind the loop
    bool counted = false;               ///< there is a counter
};

/// `entry`: what is passed to the header. nullopt: no counter is found that decides.
[[nodiscard]] std::optional<Trip> trip_of(const ir::Text& text, const ProgramText& program,
                                          const CoreValues& values, const NaturalLoop& loop,
                                          const std::vector<Value>& entry);

}  // namespace xdnasim::design
