#pragma once
// The arbiters of a switch, each of which gives its turn to packets for some of the master ports
// (AM020, packet-switched streams).

#include <set>
#include <vector>

#include "arch/tile.hpp"

namespace xdnasim::schedule {

/// Master ports that a packet leaves a switch by.
using Masters = std::set<arch::Port>;

/// Of one arbiter: each set of masters is one of its selects.
using ArbiterGroup = std::vector<Masters>;

/// Arbiters for packets that leave a switch by these sets of masters. A master takes part in the
/// selects of one arbiter, so that sets that share a master have one.
///
/// Example: {North 0}, {North 1} and {South 0} take an arbiter each; with {North 0, North 1} as
/// well, the first two and that one have one in common.
[[nodiscard]] std::vector<ArbiterGroup> arbiters_for(const std::set<Masters>& all);

}  // namespace xdnasim::schedule
