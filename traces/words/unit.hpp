#pragma once
// Which trace unit a word comes from.

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "arch/tile.hpp"

namespace xdnasim::words {

/// The modules that have a trace unit; the values are mlir-aie's packet types.
enum class Module : std::uint8_t { Core = 0, Memory = 1, Shim = 2, MemTile = 3 };

inline constexpr std::array kModules{Module::Core, Module::Memory, Module::Shim, Module::MemTile};

/// The one that a tile of `kind` has in any case; a core's tile has a memory module, too.
[[nodiscard]] Module module_of(arch::TileKind kind);

[[nodiscard]] arch::TileKind tile_kind(Module module);

inline constexpr int kSlots = 8;  ///< events that a trace unit watches

struct Unit {
    Module module{};
    arch::TileId tile;
    auto operator<=>(const Unit&) const = default;
};

[[nodiscard]] std::string to_string(Module module);     // "core", "memory", "shim", "memtile"
[[nodiscard]] std::string to_string(const Unit& unit);  // "core (1,2)": column, row
[[nodiscard]] std::optional<Module> find_module(std::string_view name);

}  // namespace xdnasim::words
