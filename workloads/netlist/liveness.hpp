#pragma once
// Checks before any run that the cores of a netlist can fire for ever.

#include <optional>
#include <string>
#include <vector>

#include "workloads/netlist/netlist.hpp"

namespace xdnasim::netlist {

/// A cycle of nets, each of which waits for the net before it.
struct Deadlock {
    std::vector<NetId> nets;  ///< in the direction of the objects; the last net feeds the first

    /// "deadlock: each core of the cycle k0 -> k1 -> k0 waits for the one before it ..."
    [[nodiscard]] std::string text(const Netlist& netlist) const;
};

/// Finds a cycle of nets without tokens. A core fires when each of its input nets holds an object,
/// and then puts an object into each of its output nets; so does a link. The netlist is therefore a
/// marked graph, which is live exactly if every cycle holds a token (Commoner, Holt, Even and
/// Pnueli, "Marked Directed Graphs", 1971). A net without initial tokens waits for all input nets
/// of its source.
///
/// Example: k0 -> k1 (net 0), k1 -> k0 (net 1), no initial tokens: net 0 waits for net 1, and net 1
/// for net 0. With an initial token on net 1, k0 can fire, and the netlist runs for ever.
///
/// Shims end all paths: what the host sends does not wait for what it receives. Whether buffers are
/// deep enough is the question of find_blockage().
[[nodiscard]] std::optional<Deadlock> find_deadlock(const Netlist& netlist);

// Checks that the buffers of a netlist are deep enough for it to run.

/// A member of a cycle, which waits for the next one.
struct Wait {
    NetId net = 0;
    /// True: it waits for room in the net's buffers; false: for an object of the net.
    bool for_room = false;
    std::string who;  ///< who waits: "k0_1", or what moves a net
};

/// A cycle of waits that exists from the start.
struct Blockage {
    std::vector<Wait> waits;

    /// "deadlock from the start: k1 waits for room in net 3 ...; k0 waits for an object of net 2
    /// ..."
    [[nodiscard]] std::string text(const Netlist& netlist) const;
};

/// Finds cores and transfers that wait for each other from the start. Cores fire as in
/// find_deadlock(), but also need room for an object in each output net. A net holds as many
/// objects as its buffers: those at both ends, with a DMA that moves objects between them, or, if
/// `is_shared`, one set of the larger depth. A link of a mem tile holds as many objects as the
/// deepest end of its nets there.
///
/// With one place for objects and one for room on each net, this is a marked graph as well, and it
/// runs for ever exactly if every cycle has a token (Commoner et al., see find_deadlock()). Since
/// each firing takes one object per net, shallow buffers alone never stop it: a cycle without a
/// token contains a net that initial tokens fill.
///
/// Example: two nets from b to a, net 0 without initial tokens, net 1 with as many as it can hold.
/// a waits for an object of net 0, and b for room in net 1.
[[nodiscard]] std::optional<Blockage> find_blockage(const Netlist& netlist,
                                                    const std::vector<bool>& is_shared);

}  // namespace xdnasim::netlist
