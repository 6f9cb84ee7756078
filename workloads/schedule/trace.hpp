#pragma once
// Trace units: the events that they watch in the array, and where their words go.

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "traces/words/unit.hpp"
#include "workloads/schedule/tile_program.hpp"

namespace xdnasim::schedule {

/// How the words reach the host.
enum class TraceRoute : std::uint8_t {
    Streams,  ///< packets through the switches to a DMA channel of a shim
    Ideal     ///< at once: what no hardware does
};

/// The events of a mem tile's DMA are those of two selected channels a direction.
using SelectedChannels = std::array<int, 2>;

/// That events can be of, in a switch (AM025: the selections of event ports have room for eight).
inline constexpr std::size_t kMaxWatchedPorts = 8;

/// The trace unit of a module.
struct TraceUnit {
    words::Unit unit;
    int packet_id = 0;
    std::array<int, words::kSlots> events{};  ///< ids, as the module numbers them; 0: none
    std::vector<arch::Port> ports;            ///< watched by the events PORT_..._n, by n
    SelectedChannels s2mm{0, 1};              ///< of a mem tile
    SelectedChannels mm2s{0, 1};
};

struct Trace {
    std::vector<TraceUnit> units;
    TraceRoute route{};
    HostBufferRef buffer{};
    /// Of TraceRoute::Streams: the shim whose channel writes the buffer. Each unit has a packet
    /// flow from its trace port to there that keeps its header.
    arch::TileId shim;
    int channel = 0;
};

/// Where the words of a unit enter the switch of their tile.
[[nodiscard]] arch::Port trace_port(const words::Unit& unit);

}  // namespace xdnasim::schedule
