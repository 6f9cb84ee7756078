#pragma once
// Packets that come over the streams to a tile's control port, and what they do in the tile (AM020,
// Control Packets).

#include <variant>
#include <vector>

#include "workloads/schedule/runtime_sequence.hpp"
#include "workloads/schedule/tile_program.hpp"

namespace xdnasim::schedule {

/// Sends what a buffer holds back, as a packet of this id that begins at the control port.
struct ReadMemory {
    BufferSlice from;
    int packet_id = 0;
};

struct ControlPacket {
    arch::Bytes length{};  ///< its own header and its words, without the header of the stream
    std::variant<WriteMemory, SetLock, ReadMemory> op;
    base::Position origin{};  ///< of the BD that sends it, in Schedule::source
};

/// Ends the packet flows to TileControl of the tile's switch, and begins those from there.
struct ControlPort {
    arch::TileId tile;
    std::vector<ControlPacket> packets;  ///< in the order in which they come
};

}  // namespace xdnasim::schedule
