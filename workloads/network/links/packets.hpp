#pragma once
// Links in packets. The DMA of a core has few channels in each direction (two in AIE-ML), and a
// circuit ends at one channel. If a core gathers from more cores, the streams of all givers reach
// one channel as packets, one after the other in any order, and the header of each packet names the
// BD that takes it.
//
// A packet whose buffer is not free would block the packets behind it, and the core might be
// waiting for one of these. Therefore, no packet is sent before its buffer is free: the cores that
// take from the same givers pass a token from one to the next, each when it has a free input
// buffer, and the last one sends the token to the givers.

#include <optional>
#include <vector>

#include "arch/device.hpp"
#include "workloads/network/network_design.hpp"
#include "workloads/network/network_placement.hpp"

namespace xdnasim::network {

struct PacketLink {
    int givers = 0;  ///< number of cores that a core takes parts from
    int takers = 0;  ///< number of cores that a core gives parts to
    /// Input buffers of a taker, used in turn: two if its BDs suffice, otherwise one.
    int depth = 1;

    /// Tokens that a taker handles for each buffer: its own and, if there are several takers, that
    /// of the taker before.
    [[nodiscard]] int tokens() const { return takers > 1 ? 2 : 1; }
};

/// Packet links, indexed by the stage that the link leads to; nullopt: the link uses no packets.
///
/// A core takes packets on one of its channels and tokens on the other. Therefore, links with two
/// givers use packets as well if tokens of another link need a channel beside them, and so do links
/// that would send on two channels beside tokens.
[[nodiscard]] std::vector<std::optional<PacketLink>> packet_links_of(
    const std::vector<Stage>& stages, const arch::Device& device);

/// Reports if links in packets need more BDs than a core has. Whether the match slots of ports
/// suffice depends on the routes, which the router finds.
[[nodiscard]] std::optional<Misfit> misfit_of_packets(const std::vector<Stage>& stages,
                                                      const arch::Device& device);

}  // namespace xdnasim::network
