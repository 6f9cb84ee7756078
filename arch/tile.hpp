#pragma once
// Where a tile is, what kind it is, and the ports of its stream switch.

#include <compare>
#include <cstdint>
#include <functional>
#include <string>

namespace xdnasim::arch {

enum class TileKind : std::uint8_t { Shim, MemTile, CompTile };

/// Position in the array: row 0 is the shim row, columns count from the west.
struct TileId {
    int column = 0;
    int row = 0;
    auto operator<=>(const TileId&) const = default;
};

/// Stream-switch port groups, named as in mlir-aie's WireBundle.
enum class Bundle : std::uint8_t { Core, Dma, Fifo, North, South, West, East, TileControl, Trace };
inline constexpr int kBundles = 9;

/// A port of a stream switch. `Slave` ports take data into the switch, `Master`
/// ports send it out of it (AM020's terms, seen from the switch).
enum class PortSide : std::uint8_t { Slave, Master };

struct Port {
    TileId tile;
    PortSide side = PortSide::Slave;
    Bundle bundle = Bundle::Dma;
    int channel = 0;
    auto operator<=>(const Port&) const = default;
};

/// DMA directions: memory-mapped to stream, stream to memory-mapped.
enum class Direction : std::uint8_t { S2MM, MM2S };

[[nodiscard]] std::string to_string(TileKind kind);        // "shim", "mem tile", "core"
[[nodiscard]] std::string to_string(TileId tile);          // "(3,1)": column, row
[[nodiscard]] std::string to_string(Bundle bundle);        // "North"
[[nodiscard]] std::string to_string(const Port& port);     // "(3,1) slave North:2"
[[nodiscard]] std::string name_in_tile(const Port& port);  // "slave North:2"
[[nodiscard]] std::string to_string(Direction direction);  // "S2MM"

/// The port of a switch that a DMA channel is wired to: MM2S feeds a slave port,
/// S2MM drains a master port.
[[nodiscard]] constexpr Port dma_port(TileId tile, Direction direction, int channel) {
    return {tile, direction == Direction::MM2S ? PortSide::Slave : PortSide::Master, Bundle::Dma,
            channel};
}

}  // namespace xdnasim::arch
