#pragma once
// The arbiters of a stream switch, each of which grants some of the master ports to one packet at a
// time (AM020, packet-switched streams).

#include <set>
#include <vector>

#include "arch/device.hpp"
#include "arch/tile.hpp"

namespace xdnasim::schedule {

/// Set of master ports by which a packet leaves a switch.
using Masters = std::set<arch::Port>;

/// The selects of one arbiter; each is a set of master ports.
using Arbiter = std::vector<Masters>;

/// Assigns arbiters to packets that leave a switch by the sets of masters in `all`. All selects
/// that contain a certain master belong to the same arbiter, so that sets that share a master share
/// an arbiter. Other sets have an arbiter of their own while the switch has enough of them; the
/// remaining sets share. If the switch cannot do it, the result has more arbiters than the switch,
/// or an arbiter with more selects than the switch gives it.
///
/// Example: {North 0}, {North 1} and {South 0} take one arbiter each. If {North 0, North 1} is
/// added, it shares one arbiter with the first two. If seven sets of one port each meet six
/// arbiters, two of the sets share one.
[[nodiscard]] std::vector<Arbiter> arbiters_for(const std::set<Masters>& all,
                                                const arch::SwitchModel& model);

}  // namespace xdnasim::schedule
