#pragma once
// Signs in two recordings of a core that they come from different designs or devices.

#include <string>
#include <vector>

#include "traces/comparison/call_comparison.hpp"
#include "traces/comparison/calls.hpp"

namespace xdnasim::comparison {

/// Describes such a sign: "a call has 1,024 cycles of INSTR_VECTOR measured, 256 simulated"; empty:
/// there is none. The simulator may be wrong about how long something takes, but the number of
/// vector instructions in a call and of beats through its ports follows from the design; a
/// difference of a fifth or more points to another design. If all figures differ by the same
/// factor, one of the recordings does not count cycles of the core.
[[nodiscard]] std::string sign_of_other_design(const CallPair& calls,
                                               const std::vector<WatchedEvent>& events);

}  // namespace xdnasim::comparison
