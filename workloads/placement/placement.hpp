#pragma once
// The result of place and route: where the cores of a netlist lie, and how its nets reach their
// sinks.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "arch/tile.hpp"
#include "arch/units.hpp"
#include "base/enumerators.hpp"
#include "workloads/netlist/netlist.hpp"
#include "workloads/placement/array.hpp"

namespace xdnasim::placement {

using arch::Hop;
using netlist::CoreId;
using netlist::Net;
using netlist::NetId;
using netlist::Netlist;

/// The tile of each core.
class Placement {
 public:
    Placement() = default;
    explicit Placement(std::vector<arch::TileId> tiles) : tiles_{std::move(tiles)} {}

    [[nodiscard]] arch::TileId of(CoreId core) const {
        return tiles_[static_cast<std::size_t>(core)];
    }
    void set(CoreId core, arch::TileId tile) { tiles_[static_cast<std::size_t>(core)] = tile; }
    [[nodiscard]] const std::vector<arch::TileId>& tiles() const { return tiles_; }

    bool operator==(const Placement&) const = default;

 private:
    std::vector<arch::TileId> tiles_;  ///< indexed by core
};

/// How the objects of a net reach another core.
enum class Transport : std::uint8_t {
    Circuit,    ///< over a stream of its own
    Packet,     ///< over a stream that it may share with other nets
    Neighbour,  ///< through a buffer in a memory that both cores reach
    OwnTile,    ///< through the memory of the tile on which both cores lie
};
inline constexpr std::array kTransports{Transport::Circuit, Transport::Packet, Transport::Neighbour,
                                        Transport::OwnTile};
static_assert(base::lists_all<kTransports>());
/// Name in results: "circuit_switch", "packet_switch", "neighbor_sharing" or "intra_tile".
[[nodiscard]] std::string to_string(Transport transport);

[[nodiscard]] constexpr bool is_stream(Transport transport) {
    return transport == Transport::Circuit || transport == Transport::Packet;
}

struct NetRoute {
    Transport transport{};
    /// Hops of a stream: a tree, each hop listed after the one that feeds it.
    std::vector<Hop> hops;
    arch::TileId buffer;  ///< for a net without a stream: the tile of its buffers
};

using Routes = std::vector<NetRoute>;  ///< indexed by net
[[nodiscard]] bool has_packets(const Routes& routes);

struct Solution {
    Placement placement;
    Routes routes;
};

/// The buffers of a net in one tile, and the locks that guard them.
struct BufferSet {
    arch::TileId tile;
    NetId net = 0;  ///< net whose objects it holds; for a link, the net with the largest objects
    int objects = 0;
    arch::Bytes object{};
    int locks = 0;

    [[nodiscard]] arch::Bytes size() const { return object * std::int64_t{objects}; }
};

/// The sets of buffers of all links, followed by those of all nets in order. A shared net has one
/// set; a stream has one at each end that is not at a shim. A net with a fixed carrier has none,
/// since its ends are in Core::own. The ends of nets in a link have no sets of their own: the link
/// has as many objects as the deepest of these ends, of the size of the whole net's objects.
[[nodiscard]] std::vector<BufferSet> buffers_of(const Netlist& netlist, const Array& array,
                                                const Solution& solution);

// Routes without hops, as far as the placement determines them.

/// Routes in which every net that can be shared is shared, and all others are circuits without
/// hops. A buffer between two cores of a column goes to the memory with fewer bytes so far, or to
/// the source's if both have the same number; finally, it moves from a tile that cannot hold it to
/// the other one if that can.
[[nodiscard]] Routes share_neighbours(const Netlist& netlist, const Array& array,
                                      const Placement& placement);

}  // namespace xdnasim::placement
