#pragma once
// Packets that arrive over the streams at a tile's control port, and their effects in the tile
// (AM020, Control Packets).

#include <variant>
#include <vector>

#include "workloads/schedule/runtime_sequence.hpp"
#include "workloads/schedule/tile_program.hpp"

namespace xdnasim::schedule {

/// Sends the content of `from` back in a packet with id `packet_id`, which starts at the control
/// port.
struct ReadMemory {
    BufferSlice from;
    int packet_id = 0;
};

struct ControlPacket {
    arch::Bytes length{};  ///< control header and data words, without the stream's packet header
    std::variant<WriteMemory, SetLock, ReadMemory> op;
    base::Position origin{};  ///< position in Schedule::source of the BD that sends the packet
};

/// The control port of a tile: sink of the packet flows that end at TileControl of the tile's
/// switch, and source of those that begin there.
struct ControlPort {
    arch::TileId tile;
    std::vector<ControlPacket> packets;  ///< in the order of arrival
};

}  // namespace xdnasim::schedule
