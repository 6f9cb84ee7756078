#pragma once
// Tiles, their ports and memory banks, and the packets that pass them.

#include <array>
#include <compare>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "arch/units.hpp"
#include "base/enumerators.hpp"

namespace xdnasim::arch {

enum class TileKind : std::uint8_t { Shim, MemTile, CompTile };
inline constexpr std::array kTileKinds{TileKind::Shim, TileKind::MemTile, TileKind::CompTile};
static_assert(base::lists_all<kTileKinds>());

/// Position in the array: row 0 is the shim row, columns count from the west.
struct TileId {
    int column = 0;
    int row = 0;
    auto operator<=>(const TileId&) const = default;
};

/// Steps from one tile to the other, each to a tile beside it.
[[nodiscard]] inline int distance(TileId a, TileId b) {
    return std::abs(a.column - b.column) + std::abs(a.row - b.row);
}

/// From a tile to the one beside it.
struct Hop {
    TileId from;
    TileId to;
    auto operator<=>(const Hop&) const = default;
};

/// Port groups, named as in mlir-aie's WireBundle: those of a stream switch, and the ports of a
/// shim to the programmable logic.
enum class Bundle : std::uint8_t {
    Core,
    Dma,
    Fifo,
    North,
    South,
    West,
    East,
    TileControl,
    Trace,
    Plio
};
inline constexpr int kSwitchBundles = static_cast<int>(Bundle::Plio);  ///< those before it
inline constexpr int kBundles = kSwitchBundles + 1;

/// A port of a stream switch, or one behind a shim's mux. `Slave` ports take data into the switch,
/// `Master` ports send it out of it (AM020's terms, seen from the switch).
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

/// A DMA channel of the array.
struct DmaChannelId {
    TileId tile;
    Direction direction = Direction::S2MM;
    int number = 0;
    auto operator<=>(const DmaChannelId&) const = default;
};

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

/// Of the DMA channels that are wired to ports of this side.
[[nodiscard]] constexpr Direction direction_of(PortSide side) {
    return side == PortSide::Slave ? Direction::MM2S : Direction::S2MM;
}

// The banks of a core's data memory, and who gets one that two want.

/// Banks come in interleaved pairs: a vector access takes both banks of its pair.
inline constexpr int kBanksOfAPair = 2;

struct MemoryBanks {
    int count = 0;
    Bytes size{};        ///< of one bank
    Bytes dma_access{};  ///< a DMA channel takes a bank once for so many bytes
    /// Do a load and a store of one cycle want the same port of a bank? Sources disagree.
    bool loads_and_stores_collide = false;
    /// Does an access of the DMA hold up loads and stores alike? Else it meets its own kind, unless
    /// loads and stores collide.
    bool dma_takes_bank = false;
    double core_loses = 0;  ///< share of the conflicts with a DMA that the core loses
};

// The fields of a packet's header word that say where it goes and what it is: bits 4:0 and 14:12,
// the same in every array and in every register that holds one of them (AM020, Packet-Switched
// Streams; AM025).

inline constexpr int kPacketIdBits = 5;
inline constexpr int kPacketTypeBits = 3;
inline constexpr int kPacketTypeShift = 12;

inline constexpr int kMaxPacketId = (1 << kPacketIdBits) - 1;
inline constexpr int kMaxPacketType = (1 << kPacketTypeBits) - 1;

}  // namespace xdnasim::arch
