#pragma once
// Tiles that a text names by their numbers, beside aie.tile: in waits and in writes of registers.

#include <cstdint>
#include <set>
#include <vector>

#include "arch/device.hpp"
#include "workloads/design/ir/operation.hpp"

namespace xdnasim::placed_design {

/// A word of a text that changes when its tile is another one.
struct TileNumber {
    enum class Part : std::uint8_t { Column, Row, Address };
    Part part{};
    std::uint32_t word = 0;
    arch::TileId tile;
};

struct TileNumbers {
    std::vector<TileNumber> words;
    /// Tiles that have to stay: several are named at once, or by numbers that are computed.
    std::set<arch::TileId> kept;
};

/// Those in `device`. Throws InputError, with the place, for a tile that `array` has not.
[[nodiscard]] TileNumbers find_tile_numbers(const ir::Text& text, const ir::Region& device,
                                            const arch::Device& array);

/// What stands there when the tile is `tile`.
[[nodiscard]] std::string number_for(const ir::Text& text, const TileNumber& number,
                                     arch::TileId tile);

}  // namespace xdnasim::placed_design
