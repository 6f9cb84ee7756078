#pragma once
// Whether an array holds what was found for a netlist: every breach, with tile, resource and by how
// much.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "workloads/placement/array.hpp"
#include "workloads/placement/placement.hpp"
#include "workloads/placement/routes/router.hpp"

namespace xdnasim::placement {

enum class Resource : std::uint8_t { Cores, Mm2s, S2mm, Memory, Locks, Bds, Links, Reach };
[[nodiscard]] std::string to_string(Resource resource);  // "MM2S channels"

struct Breach {
    arch::TileId tile;
    /// Of links: the tile beside it; of reach: where the core lies that should be beside it.
    std::optional<arch::TileId> towards{};
    Resource resource{};
    std::int64_t used = 0;
    std::int64_t available = 0;

    [[nodiscard]] std::int64_t excess() const { return used - available; }
    /// "tile (0,2): 3 MM2S channels, 1 more than the 2 there are"
    [[nodiscard]] std::string text() const;
};

/// Streams of a direction at a DMA, or over a link, and the channels that they take.
struct Streams {
    int circuits = 0;
    int packets = 0;  ///< nets

    void add(Transport transport) { ++(transport == Transport::Packet ? packets : circuits); }
    [[nodiscard]] int channels(int packets_per_channel) const {
        return circuits + (packets + packets_per_channel - 1) / packets_per_channel;
    }
};

/// In the order of tiles and resources; empty: legal. A net without hops counts for its ends.
///
/// Of a tile: one core; an MM2S channel for each stream that begins there and an S2MM channel for
/// each that ends, of nets in packets one for as many as share a channel; a BD for each object that
/// such an end holds, one where it is a shim; the locks of buffers_of(), and their bytes in whole
/// words. Of a link: one channel for each circuit, and one for as many nets in packets as share a
/// channel. As many share one as Array::packets_per_channel() says. Of a tie: as many tiles as its
/// cores lie too far apart.
[[nodiscard]] std::vector<Breach> breaches(const Netlist& netlist, const Array& array,
                                           const Solution& solution);

/// Throws InputError when no placement of the netlist on the array is legal, or can run: too many
/// cores of a kind, a core or a net whose buffers no tile holds, a link whose objects take more BDs
/// than a channel runs, or more nets from or into a core than its channels and neighbours can take,
/// in packets where `mode` allows them. The message names the net or the core, with its place in
/// the file.
void require_placeable(const Netlist& netlist, const Array& array,
                       StreamMode mode = StreamMode::Mixed);

}  // namespace xdnasim::placement
