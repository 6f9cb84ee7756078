#pragma once
// Test whether packets that share ports can wait for each other for ever.

#include <functional>
#include <optional>
#include <set>
#include <string>

#include "workloads/placed/placed_parts.hpp"
#include "workloads/placement/search.hpp"

namespace xdnasim::placed {

// A packet that has no room at its sink blocks the ports on its way, and the packets of other nets
// behind it. These nets are stuck until the sink of the first net continues.
//
// Which nets stop if a net f delivers no more objects? Cores, mem tiles and DMAs form a marked
// graph: every event continues until it is ahead of f by the number of tokens on the shortest path
// from f. Streams hold as many objects as their FIFOs, in addition to the buffers at their ends. A
// net A then blocks its ports if its source has objects for which its sinks have no room.
// Therefore, f can block each net P that shares a port with such an A: f -> P. A packet that holds
// a port while it waits for a later one blocks others as well: A -> P. If these relations have no
// cycle, no timing leads to a deadlock: in a deadlock, each net that waits behind another would be
// blocked by a net that waits behind another as well, since the lead of A over its sink depends on
// one of the stuck nets only. A cycle means that some order of packets may lead to a deadlock; a
// run shows whether one does.
//
// Example: x -> k (net A), x -> y (C), y -> k (B), where A and B share a channel of k. Without
// objects of B, k does not fire, and A fills its buffers and then the channel: B -> B.

/// Nets whose packets can wait for each other in a cycle.
struct PacketCycle {
    std::string text;
    /// Pairs of nets that may not share a port if there is to be no cycle: all pairs of which one
    /// blocks its ports when the other stops, such as A and B in the example above, and those of
    /// this cycle.
    NetPairs apart;
    /// Nets of such pairs that share a port between tiles.
    std::set<NetId> blocking;
};

/// Finds a cycle; nullopt if there is none. `schedule` is a program of the design.
[[nodiscard]] std::optional<PacketCycle> find_packet_cycle(const PlacedDesign& design,
                                                           const schedule::Schedule& schedule,
                                                           const arch::Device& device);

/// The function for SearchOptions::doubts of a placement search. It returns no doubt for a netlist
/// that cannot run anywhere, nor if `choices` give the array other links or memories than the
/// device: such a search asks for any legal placement. Precondition: `netlist` and `device` outlive
/// the returned function.
[[nodiscard]] std::function<std::optional<placement::Doubt>(const placement::Solution&)>
doubts_about_runs(const Netlist& netlist, const arch::Device& device,
                  const placement::Choices& choices = {});

}  // namespace xdnasim::placed
