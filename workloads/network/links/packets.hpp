#pragma once
// Which links by streams lead in packets. A core's DMA has few channels each way, two in AIE-ML,
// and a circuit ends at one: where a core gathers from more, the streams of all that give come in
// packets to one channel, one after the other in any order, and the header of each names the BD
// that takes it.
//
// A packet whose buffer is not free would hold up those behind it, and the core might wait for one
// of them: so no packet is sent before its buffer is free. The cores that take of the same givers
// pass a token on from one to the next, each when it has an input buffer free, and the last one
// sends it to the givers.

#include <optional>
#include <vector>

#include "arch/device.hpp"
#include "workloads/network/network_design.hpp"
#include "workloads/network/network_placement.hpp"

namespace xdnasim::network {

struct PacketLink {
    int givers = 0;  ///< cores that a core takes parts from
    int takers = 0;  ///< cores that a core gives parts to
    int depth = 1;   ///< buffers of a taker that fill in turn: two where its BDs suffice

    /// That a taker handles for each buffer: its own, and where it is not alone that of the one
    /// before.
    [[nodiscard]] int tokens() const { return takers > 1 ? 2 : 1; }
};

/// Index: the stage that the link leads to; nullopt: it has none in packets.
///
/// A core takes packets by one of its channels and tokens by the other, so that links of two givers
/// lead in packets, too, where those of tokens come beside them, and so do those that would send by
/// two channels beside tokens.
[[nodiscard]] std::vector<std::optional<PacketLink>> packet_links_of(
    const std::vector<Stage>& stages, const arch::Device& device);

/// What keeps links in packets off an array: BDs of a core. Whether the match slots of ports
/// suffice depends on the routes, which the router finds.
[[nodiscard]] std::optional<Misfit> misfit_of_packets(const std::vector<Stage>& stages,
                                                      const arch::Device& device);

}  // namespace xdnasim::network
