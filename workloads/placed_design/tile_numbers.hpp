#pragma once
// Tiles that a text names by number, outside aie.tile: in waits and in writes of registers.

#include <cstdint>
#include <set>
#include <vector>

#include "arch/device.hpp"
#include "workloads/design/ir/operation.hpp"

namespace xdnasim::placed_design {

/// A word of a text that changes if its tile moves.
struct TileNumber {
    enum class Part : std::uint8_t { Column, Row, Address };
    Part part{};
    std::uint32_t word = 0;
    arch::TileId tile;
};

struct TileNumbers {
    std::vector<TileNumber> words;
    /// Tiles that cannot move, because the text names several at once, or by numbers that it
    /// computes.
    std::set<arch::TileId> kept;
};

/// The tile numbers in `device`. Throws InputError with the position for a tile that `array` does
/// not have.
[[nodiscard]] TileNumbers find_tile_numbers(const ir::Text& text, const ir::Region& device,
                                            const arch::Device& array);

/// The text of the word `number` for the tile `tile`.
[[nodiscard]] std::string number_for(const ir::Text& text, const TileNumber& number,
                                     arch::TileId tile);

}  // namespace xdnasim::placed_design
