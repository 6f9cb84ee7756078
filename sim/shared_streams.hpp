#pragma once
// Which flows share switch ports, and so move as one stream.

#include <cstddef>
#include <set>
#include <vector>

#include "workloads/schedule/schedule.hpp"

namespace xdnasim::sim {

/// Numbers of the flows of each stream. A circuit flow has its ports for itself; packet
/// flows whose routes meet in a port take turns there.
[[nodiscard]] std::vector<std::vector<std::size_t>> flows_by_stream(
    const schedule::Schedule& schedule);

/// The ports out of switches that more than one of `flows` takes.
[[nodiscard]] std::set<arch::Port> shared_ports(const schedule::Schedule& schedule,
                                                const std::vector<std::size_t>& flows);
/// Those of `shared` that a flow takes, in the order in which its packets come to them.
[[nodiscard]] std::vector<arch::Port> ports_among(const std::set<arch::Port>& shared,
                                                  const schedule::Flow& flow,
                                                  const schedule::Route& route);

}  // namespace xdnasim::sim
