#pragma once
// Whether the buffers of a netlist are deep enough for it to run, found before any run.

#include <optional>
#include <string>
#include <vector>

#include "workloads/netlist/netlist.hpp"

namespace xdnasim::netlist {

/// Somebody in a cycle waits for the next one.
struct Wait {
    NetId net = 0;
    bool for_room = false;  ///< in the net's buffers; else for an object of it
    std::string who;        ///< "k0_1", or what moves a net
};

/// A cycle of waits, from the first moment on.
struct Blockage {
    std::vector<Wait> waits;

    /// "stuck from the start: k1 waits for room in net 3 ..., k0 waits for an object of net 2 ..."
    [[nodiscard]] std::string text(const Netlist& netlist) const;
};

/// Cores fire as find_deadlock() has them, and besides, a core needs room for an object in each net
/// out of it. A net holds what its buffers do: those at both ends and what a DMA moves between
/// them, or, where `is_shared` says so, one set of the larger depth. A link of a mem tile holds as
/// many objects as the deepest of its nets there.
///
/// With a place for objects and another for room on each net this is a marked graph, too, and it
/// runs for ever exactly when no cycle is without a token (Commoner et al., as find_deadlock()).
/// With one object a firing, depths alone never stop it, however shallow: a cycle without a token
/// has a net that initial tokens fill.
///
/// Example: b -> a twice, net 0 without initial tokens, net 1 with as many as it holds. a waits for
/// an object of net 0, b for room in net 1.
[[nodiscard]] std::optional<Blockage> find_blockage(const Netlist& netlist,
                                                    const std::vector<bool>& is_shared);

}  // namespace xdnasim::netlist
