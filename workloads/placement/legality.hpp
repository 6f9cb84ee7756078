#pragma once
// Check whether a solution fits onto the array: every breach, with tile, resource and excess.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "workloads/placement/array.hpp"
#include "workloads/placement/placement.hpp"
#include "workloads/placement/routes/router.hpp"

namespace xdnasim::placement {

enum class Resource : std::uint8_t { Cores, Mm2s, S2mm, Memory, Locks, Bds, Links, Reach };
[[nodiscard]] std::string to_string(Resource resource);  // "MM2S channel"

struct Breach {
    arch::TileId tile;
    /// For Links: the tile beside `tile`; for Reach: the tile of the core that should be beside it.
    std::optional<arch::TileId> towards{};
    Resource resource{};
    std::int64_t used = 0;
    std::int64_t available = 0;

    [[nodiscard]] std::int64_t excess() const { return used - available; }
    /// "tile (0,2): 3 MM2S channels, 1 more than the 2 there are"
    [[nodiscard]] std::string text() const;
};

/// Streams in one direction at a DMA, or over a link, and the channels that they need.
struct Streams {
    int circuits = 0;
    int packets = 0;  ///< number of packet nets

    void add(Transport transport) { ++(transport == Transport::Packet ? packets : circuits); }
    [[nodiscard]] int channels(int packets_per_channel) const {
        return circuits + (packets + packets_per_channel - 1) / packets_per_channel;
    }
};

/// Breaches of `solution`, in the order of tiles and resources; empty if it is legal. A net without
/// hops is checked only at its ends.
///
/// Counted in a tile: cores, of which it holds one; an MM2S channel for each stream that begins
/// there and an S2MM channel for each that ends there, but one for all packet nets that share it; a
/// BD for each object at such an end, but one in all at a shim; the locks of buffers_of(), and the
/// buffers' bytes in whole words. Counted on a link: a channel for each circuit, and one for all
/// packet nets that share it. Array::packets_per_channel() is the number of packet nets that share
/// a channel. Counted for a tie: the number of tiles by which its cores are too far apart.
[[nodiscard]] std::vector<Breach> breaches(const Netlist& netlist, const Array& array,
                                           const Solution& solution);

/// Throws InputError if no placement of the netlist on the array is legal or can run: too many
/// cores of a kind; a core or a net whose buffers fit into no tile; a link whose objects take more
/// BDs than a channel can run; or more nets at a core than its channels and neighbours can take, as
/// packets if `mode` allows them. The message names the net or the core, with its position in the
/// file.
void require_placeable(const Netlist& netlist, const Array& array,
                       StreamMode mode = StreamMode::Mixed);

}  // namespace xdnasim::placement
