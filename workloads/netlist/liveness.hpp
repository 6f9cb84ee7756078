#pragma once
// Whether the cores of a netlist can fire for ever, found before any run.

#include <optional>
#include <string>
#include <vector>

#include "workloads/netlist/netlist.hpp"

namespace xdnasim::netlist {

/// A cycle of nets, each of which waits for the one before it.
struct Deadlock {
    std::vector<NetId> nets;  ///< as the objects go; the last feeds the first

    /// "deadlock: each core of the cycle k0 -> k1 -> k0 waits for the one before it ..."
    [[nodiscard]] std::string text(const Netlist& netlist) const;
};

/// A core fires when each net into it holds an object; it then puts one into each net out of it. A
/// link does the same. So the netlist is a marked graph, which is live exactly when every cycle
/// holds a token (Commoner, Holt, Even and Pnueli, "Marked Directed Graphs", 1971). A net
/// without initial tokens waits for all nets into its source.
///
/// Example: k0 -> k1 (net 0), k1 -> k0 (net 1), no initial tokens: net 0 waits for net 1 and net 1
/// for net 0. With an initial token on net 1, k0 can fire, and all goes on for ever.
///
/// Shims are ends: what the host sends does not wait for what it gets. That buffers are too shallow
/// is another question, find_blockage().
[[nodiscard]] std::optional<Deadlock> find_deadlock(const Netlist& netlist);

// Whether the buffers of a netlist are deep enough for it to run.

/// Somebody in a cycle waits for the next one.
struct Wait {
    NetId net = 0;
    bool for_room = false;  ///< in the net's buffers; else for an object of it
    std::string who;        ///< "k0_1", or what moves a net
};

/// A cycle of waits, from the first moment on.
struct Blockage {
    std::vector<Wait> waits;

    /// "deadlock from the start: k1 waits for room in net 3 ...; k0 waits for an object of net 2
    /// ..."
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
