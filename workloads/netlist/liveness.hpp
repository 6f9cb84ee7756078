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

    /// "a deadlock: each core of the cycle k0 -> k1 -> k0 waits for the one before it ..."
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
/// is another question (buffering.hpp).
[[nodiscard]] std::optional<Deadlock> find_deadlock(const Netlist& netlist);

}  // namespace xdnasim::netlist
