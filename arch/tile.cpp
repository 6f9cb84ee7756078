#include "arch/tile.hpp"

#include <fmt/format.h>

namespace xdnasim::arch {

std::string to_string(TileKind kind) {
    switch (kind) {
        case TileKind::Shim:
            return "shim";
        case TileKind::MemTile:
            return "mem tile";
        case TileKind::CompTile:
            break;
    }
    return "core";
}

std::string to_string(TileId tile) {
    return fmt::format("({},{})", tile.column, tile.row);
}

std::string to_string(Bundle bundle) {
    switch (bundle) {
        case Bundle::Core:
            return "Core";
        case Bundle::Dma:
            return "DMA";
        case Bundle::Fifo:
            return "FIFO";
        case Bundle::North:
            return "North";
        case Bundle::South:
            return "South";
        case Bundle::West:
            return "West";
        case Bundle::East:
            return "East";
        case Bundle::TileControl:
            return "TileControl";
        case Bundle::Trace:
            return "Trace";
        case Bundle::Plio:
            break;
    }
    return "PLIO";
}

std::string to_string(const Port& port) {
    return fmt::format("{} {}", to_string(port.tile), name_in_tile(port));
}

std::string name_in_tile(const Port& port) {
    return fmt::format("{} {}:{}", port.side == PortSide::Slave ? "slave" : "master",
                       to_string(port.bundle), port.channel);
}

std::string to_string(Direction direction) {
    switch (direction) {
        case Direction::S2MM:
            return "S2MM";
        case Direction::MM2S:
            break;
    }
    return "MM2S";
}

}  // namespace xdnasim::arch
