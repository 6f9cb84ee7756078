#pragma once
// What the streams and links of a netlist take of the tiles at which they end, wherever these lie.

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

/// As a circuit: the source, then the sinks in their order. Ends in links have no buffers of their
/// own, ends at shims none at all. Ends of a net that is carried one way alone take nothing: what
/// they need is in Core::own.
[[nodiscard]] std::vector<NetEnd> stream_ends(const Netlist& netlist, const Array& array, NetId id);

/// What the buffers of a net that is shared take of the tile where they lie.
[[nodiscard]] RoomUse shared_use(const Netlist& netlist, const Array& array, NetId id);

/// By core: what it has of its own, and what the buffers of its links take.
[[nodiscard]] std::vector<RoomUse> core_uses(const Netlist& netlist, const Array& array);

}  // namespace xdnasim::placement
