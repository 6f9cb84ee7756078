#pragma once
// Explains a schedule that cannot go on: who waits for what, and who would have to act.

#include <string>
#include <vector>

#include "sim/waiting.hpp"
#include "workloads/schedule/schedule.hpp"

namespace xdnasim::sim {

/// `sequence`: what the command processor waits for.
[[nodiscard]] std::string describe_deadlock(const schedule::Schedule& schedule, arch::Cycles cycle,
                                            const std::string& sequence,
                                            const std::vector<Waiting>& waiting);

}  // namespace xdnasim::sim
