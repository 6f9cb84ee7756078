#pragma once
// The arbiters of a switch, each of which gives its turn to packets for some of the master ports
// (AM020, packet-switched streams).

#include <set>
#include <vector>

#include "arch/device.hpp"
#include "arch/tile.hpp"

namespace xdnasim::schedule {

/// Master ports that a packet leaves a switch by.
using Masters = std::set<arch::Port>;

/// The selects of one arbiter, each a set of masters.
using Arbiter = std::vector<Masters>;

/// Arbiters for packets that leave a switch by these sets of masters. A master takes part in the
/// selects of one arbiter, so that sets that share a master have one. Others have one for
/// themselves as far as there are enough; the rest share them. They are more than the switch has,
/// or one of them has more selects than the switch gives it, where the switch cannot do it.
///
/// Example: {North 0}, {North 1} and {South 0} take an arbiter each; with {North 0, North 1} as
/// well, the first two and that one have one in common. Of seven single ports and six arbiters, two
/// ports share one.
[[nodiscard]] std::vector<Arbiter> arbiters_for(const std::set<Masters>& all,
                                                const arch::SwitchModel& model);

}  // namespace xdnasim::schedule
