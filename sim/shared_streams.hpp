#pragma once
// Which flows share switch ports, and so move as one stream.

#include <cstddef>
#include <vector>

#include "workloads/schedule/schedule.hpp"

namespace xdnasim::sim {

/// Numbers of the flows of each stream. A circuit flow has its ports for itself; packet
/// flows whose routes meet in a port take turns there.
[[nodiscard]] std::vector<std::vector<std::size_t>> flows_by_stream(
    const schedule::Schedule& schedule);

}  // namespace xdnasim::sim
