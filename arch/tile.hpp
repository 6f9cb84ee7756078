#pragma once
// Tiles, their ports and memory banks, and the headers of packets.

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

/// Number of hops from one tile to the other.
[[nodiscard]] inline int distance(TileId a, TileId b) {
    return std::abs(a.column - b.column) + std::abs(a.row - b.row);
}

/// A step from a tile to the one beside it.
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
inline constexpr int kSwitchBundles = static_cast<int>(Bundle::Plio);  ///< all but Plio
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

/// DMA directions: stream to memory-mapped, memory-mapped to stream.
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

/// The direction of the DMA channels that are wired to switch ports of this side.
[[nodiscard]] constexpr Direction direction_of(PortSide side) {
    return side == PortSide::Slave ? Direction::MM2S : Direction::S2MM;
}

// The banks of a core's data memory, and how conflicts are decided.

/// Banks come in interleaved pairs: a vector access takes both banks of its pair.
inline constexpr int kBanksOfAPair = 2;

struct MemoryBanks {
    int count = 0;
    Bytes size{};        ///< size of one bank
    Bytes dma_access{};  ///< bytes that a DMA channel moves in one access of a bank
    /// Do a load and a store in the same cycle need the same port of a bank? Sources disagree.
    bool loads_and_stores_collide = false;
    /// Does a DMA access conflict with loads and stores alike? Otherwise a DMA read conflicts only
    /// with loads and a DMA write only with stores, unless loads_and_stores_collide.
    bool dma_takes_bank = false;
    double core_loses = 0;  ///< share of the conflicts with a DMA in which the core has to wait
};

// Fields of a packet's header word: the id, which selects the route, in bits 4:0, and the type in
// bits 14:12. They are the same in every array and in every register that holds one of them (AM020,
// Packet-Switched Streams; AM025).

inline constexpr int kPacketIdBits = 5;
inline constexpr int kPacketTypeBits = 3;
inline constexpr int kPacketTypeShift = 12;

inline constexpr int kMaxPacketId = (1 << kPacketIdBits) - 1;
inline constexpr int kMaxPacketType = (1 << kPacketTypeBits) - 1;

}  // namespace xdnasim::arch
