#pragma once
// Streams out of traced cores as packets, so that the words of their trace units find room.

#include <set>

#include "workloads/schedule/schedule.hpp"
#include "workloads/tracing/packet_ids.hpp"

namespace xdnasim::tracing {

/// Every BD that a DMA of `tiles` sends on a circuit becomes a packet.
void send_as_packets(schedule::Schedule& schedule, const std::set<arch::TileId>& tiles,
                     PacketIds& ids);

}  // namespace xdnasim::tracing
