#pragma once
// Streams: what is to be connected (flows), and through which switch ports (routes).

#include <cstdint>
#include <string>
#include <vector>

#include "arch/tile.hpp"

namespace xdnasim::schedule {

enum class FlowMode : std::uint8_t { Circuit, Packet };

/// A stream from one slave port to one or more master ports; several sinks: broadcast.
struct Flow {
    std::string name;
    arch::Port source;
    std::vector<arch::Port> sinks;
    FlowMode mode = FlowMode::Circuit;
    int packet_id = 0;         ///< 0 to arch::kMaxPacketId, of packet flows
    bool keep_header = false;  ///< the sink takes the packets' headers as data
};

/// One connection inside the switch of `slave.tile` (== `master.tile`).
struct Connection {
    arch::Port slave;
    arch::Port master;
    auto operator<=>(const Connection&) const = default;
};

/// How flow number i of the schedule runs: a tree of connections, each after the one that
/// feeds it. The shim mux is not a switch: a route from or to a shim's DMA channel starts
/// or ends at the South port that the mux joins to it (arch::switch_port).
struct Route {
    std::vector<Connection> connections;
    std::vector<int> hops;  ///< switches passed on the way to each sink of the flow
};

}  // namespace xdnasim::schedule
