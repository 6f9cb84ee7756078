#pragma once
// What the streams and links of a netlist take of the tiles at which they end, wherever these lie.

#include <cstdint>
#include <vector>

#include "workloads/placement/array.hpp"
#include "workloads/placement/placement.hpp"

namespace xdnasim::placement {

struct RoomUse {
    int mm2s = 0;
    int s2mm = 0;
    int locks = 0;
    int bds = 0;
    std::int64_t memory = 0;  ///< bytes

    /// `times` of `other` more.
    void add(const RoomUse& other, int times);
};

/// One end of a net.
struct NetEnd {
    CoreId core = 0;
    RoomUse use;
};

/// As a circuit: the source, then the sinks in their order. Ends in links have no buffers of their
/// own, ends at shims none at all.
[[nodiscard]] std::vector<NetEnd> stream_ends(const Netlist& netlist, const Array& array, NetId id);

/// What the buffers of a net that is shared take of the tile where they lie.
[[nodiscard]] RoomUse shared_use(const Netlist& netlist, const Array& array, NetId id);

/// By core: what the buffers of its links take.
[[nodiscard]] std::vector<RoomUse> link_uses(const Netlist& netlist, const Array& array);

}  // namespace xdnasim::placement
