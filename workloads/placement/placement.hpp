#pragma once
// Where the cores of a netlist lie, and how its nets get there: what place and route finds.

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
    std::vector<arch::TileId> tiles_;  ///< by core
};

/// How the objects of a net get from one core to another.
enum class Transport : std::uint8_t {
    Circuit,    ///< over streams of its own
    Packet,     ///< over streams that it may share with other nets
    Neighbour,  ///< through a buffer in a memory that both cores reach
    OwnTile,    ///< through the memory of the tile on which both lie
};
inline constexpr std::array kTransports{Transport::Circuit, Transport::Packet, Transport::Neighbour,
                                        Transport::OwnTile};
static_assert(base::lists_all<kTransports>());
/// As results name it: "circuit_switch", "packet_switch", "neighbor_sharing" or "intra_tile".
[[nodiscard]] std::string to_string(Transport transport);

[[nodiscard]] constexpr bool is_stream(Transport transport) {
    return transport == Transport::Circuit || transport == Transport::Packet;
}

struct NetRoute {
    Transport transport{};
    std::vector<Hop> hops;  ///< of a stream: a tree, each hop behind the one that feeds it
    arch::TileId buffer;    ///< of a net without a stream: where its buffers lie
};

using Routes = std::vector<NetRoute>;  ///< by net
[[nodiscard]] bool has_packets(const Routes& routes);

struct Solution {
    Placement placement;
    Routes routes;
};

/// Buffers that lie together, and the locks that guard them.
struct BufferSet {
    arch::TileId tile;
    NetId net = 0;  ///< that is held here; of a link the one with the largest objects
    int objects = 0;
    arch::Bytes object{};
    int locks = 0;

    [[nodiscard]] arch::Bytes size() const { return object * std::int64_t{objects}; }
};

/// Of all links, then of all nets in order. A shared net has one set, a stream one at each end that
/// is no shim; a net that is carried one way alone has none, as its ends are in Core::own. The ends
/// of nets in a link are its: as many objects as the deepest of them, of the size of the single
/// net.
[[nodiscard]] std::vector<BufferSet> buffers_of(const Netlist& netlist, const Array& array,
                                                const Solution& solution);

// Routes without paths, as far as they follow from the placement.

/// Every net that can be shared is, and all others are circuits without hops. A buffer between two
/// cores of a column goes to the memory with fewer bytes so far, of equals to the source's, and
/// from a tile that in the end cannot hold it to the other one if that can.
[[nodiscard]] Routes share_neighbours(const Netlist& netlist, const Array& array,
                                      const Placement& placement);

}  // namespace xdnasim::placement
