#include "traces/words/unit.hpp"

#include <algorithm>
#include <array>

namespace xdnasim::words {
namespace {

constexpr std::array<std::string_view, 4> kModuleNames{"core", "memory", "shim", "memtile"};

}  // namespace

Module module_of(arch::TileKind kind) {
    switch (kind) {
        case arch::TileKind::Shim:
            return Module::Shim;
        case arch::TileKind::MemTile:
            return Module::MemTile;
        case arch::TileKind::CompTile:
            return Module::Core;
    }
    return Module::Core;
}

arch::TileKind tile_kind(Module module) {
    switch (module) {
        case Module::Core:
        case Module::Memory:
            return arch::TileKind::CompTile;
        case Module::Shim:
            return arch::TileKind::Shim;
        case Module::MemTile:
            return arch::TileKind::MemTile;
    }
    return arch::TileKind::CompTile;
}

std::string to_string(Module module) {
    return std::string{kModuleNames[static_cast<std::size_t>(module)]};
}

std::string to_string(const Unit& unit) {
    return to_string(unit.module) + " " + arch::to_string(unit.tile);
}

std::optional<Module> find_module(std::string_view name) {
    const auto* const found = std::find(kModuleNames.begin(), kModuleNames.end(), name);
    if (found == kModuleNames.end()) return std::nullopt;
    return static_cast<Module>(found - kModuleNames.begin());
}

}  // namespace xdnasim::words
