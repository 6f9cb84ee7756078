#pragma once
// Whether packets that share ports can wait for each other for ever.

#include <functional>
#include <optional>
#include <set>
#include <string>

#include "workloads/placed/placed_parts.hpp"
#include "workloads/placement/search.hpp"

namespace xdnasim::placed {

// A packet that has no room at its sink stands in the ports on its way, and packets of other nets
// behind it. That net is stuck for as long as the first one's sink does not go on.
//
// Which nets stop when a net f brings no more objects? Cores, mem tiles and DMAs are a marked
// graph, in which everything goes on until it is as many tokens ahead of f as the shortest way
// from f has; streams hold what their FIFOs do beside the buffers at their ends. A net A then
// blocks its ports when its source has objects that its sinks have no room for. So f can hold up
// each net P that shares a port with such an A: f -> P. A packet that holds a port while it waits
// for a later one holds up others as well: A -> P. When these have no cycle, no timing leads to a
// deadlock: in one, each net that stands behind another would be held up by one that stands behind
// another, too, since how far A is ahead of its sink is decided by one of the stuck nets alone. A
// cycle means that some order of packets may lead there; whether one does, a run shows.
//
// Example: x -> k (net A), x -> y (C), y -> k (B), where A and B share a channel of k. Without
// objects of B, k does not fire, and A fills its buffers and then the channel: B -> B.

/// Nets whose packets can wait for each other in a cycle.
struct PacketCycle {
    std::string text;
    /// Nets that may not share a port if there is to be no cycle: all of which one blocks its ports
    /// when the other stands still, as A does without B above, and those of this cycle.
    NetPairs apart;
    /// Nets behind which others stand on links between tiles.
    std::set<NetId> blocking;
};

/// nullopt: none. `schedule` is a program of the design.
[[nodiscard]] std::optional<PacketCycle> find_packet_cycle(const PlacedDesign& design,
                                                           const schedule::Schedule& schedule,
                                                           const arch::Device& device);

/// What a search for placements asks about those that it finds; see placement::SearchOptions. There
/// is no doubt about a netlist that runs nowhere, nor about circuits where `choices` have other
/// links or memories than the device: those who search all the same want what is legal. `netlist`
/// and `device` outlive what is returned.
[[nodiscard]] std::function<std::optional<placement::Doubt>(const placement::Solution&)>
doubts_about_runs(const Netlist& netlist, const arch::Device& device,
                  const placement::Choices& choices = {});

}  // namespace xdnasim::placed
