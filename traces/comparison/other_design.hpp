#pragma once
// What in two recordings of a core says that they are of different designs or devices.

#include <string>
#include <vector>

#include "traces/comparison/call_comparison.hpp"
#include "traces/comparison/calls.hpp"

namespace xdnasim::comparison {

/// "a call has 1,024 cycles of INSTR_VECTOR measured, 256 simulated"; empty: nothing says so. How
/// long things take may be simulated wrong, but how many vectors a call issues, and how many beats
/// pass its ports meanwhile, follows from the design: a fifth more or less is of another one. Where
/// all figures differ by one factor, one of the recordings does not count cycles of the core.
[[nodiscard]] std::string sign_of_other_design(const CallPair& calls,
                                               const std::vector<WatchedEvent>& events);

}  // namespace xdnasim::comparison
