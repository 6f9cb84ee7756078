#pragma once
// Which flows share switch ports, and therefore move as one stream.

#include <cstddef>
#include <set>
#include <vector>

#include "workloads/schedule/schedule.hpp"

namespace xdnasim::sim {

/// The numbers of the flows of each stream. A circuit flow shares no port; packet flows whose
/// routes have a port in common take turns there, and are one stream.
[[nodiscard]] std::vector<std::vector<std::size_t>> flows_by_stream(
    const schedule::Schedule& schedule);

/// The output ports of switches, and the sinks, that more than one of `flows` uses.
[[nodiscard]] std::set<arch::Port> shared_ports(const schedule::Schedule& schedule,
                                                const std::vector<std::size_t>& flows);
/// The ports of `shared` that a flow uses, in the order in which its packets reach them.
[[nodiscard]] std::vector<arch::Port> ports_among(const std::set<arch::Port>& shared,
                                                  const schedule::Flow& flow,
                                                  const schedule::Route& route);

}  // namespace xdnasim::sim
