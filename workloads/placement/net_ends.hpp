#pragma once
// Resources that the streams and links of a netlist need in the tiles where they end, independent
// of the placement.

#include <vector>

#include "workloads/placement/array.hpp"
#include "workloads/placement/placement.hpp"

namespace xdnasim::placement {

using netlist::RoomUse;

/// One end of a net.
struct NetEnd {
    CoreId core = 0;
    RoomUse use;
};

/// Ends of net `id` as a circuit: the source, then the sinks in order. Ends in links have no
/// buffers of their own, and ends at shims have none at all. The ends of a net with a fixed carrier
/// (netlist::Carrier) use nothing here, since Core::own contains their resources.
[[nodiscard]] std::vector<NetEnd> stream_ends(const Netlist& netlist, const Array& array, NetId id);

/// Resources that the buffers of a shared net use in the tile where they lie.
[[nodiscard]] RoomUse shared_use(const Netlist& netlist, const Array& array, NetId id);

/// For each core: its own resources (Core::own) and those of the buffers of its links.
[[nodiscard]] std::vector<RoomUse> core_uses(const Netlist& netlist, const Array& array);

}  // namespace xdnasim::placement
