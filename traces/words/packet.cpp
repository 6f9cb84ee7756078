#include "traces/words/packet.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include <fmt/format.h>

#include "base/error.hpp"

namespace xdnasim::words {
namespace {

constexpr std::array<std::string_view, kModules.size()> kModuleNames{"core", "memory", "shim",
                                                                     "memtile"};

}  // namespace

Module module_of(arch::TileKind kind) {
    switch (kind) {
        case arch::TileKind::Shim:
            return Module::Shim;
        case arch::TileKind::MemTile:
            return Module::MemTile;
        case arch::TileKind::CompTile:
            break;
    }
    return Module::Core;
}

arch::TileKind tile_kind(Module module) {
    switch (module) {
        case Module::Core:
        case Module::Memory:
            break;
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

namespace {

// Fields as in mlir-aie's parser (python/utils/trace/utils.py, parse_pkt_hdr_in_stream). In
// addition, bits 15:14 must be 0, as they are in all recordings.
constexpr unsigned kTypeShift = arch::kPacketTypeShift;
constexpr unsigned kRowShift = 16;
constexpr unsigned kColumnShift = 21;
constexpr unsigned kTypeMask = kModules.size() - 1;
constexpr unsigned kRowMask{kMaxHeaderRow};
constexpr unsigned kColumnMask{kMaxHeaderColumn};
static_assert(std::has_single_bit(kTypeMask + 1) && std::has_single_bit(kRowMask + 1) &&
              std::has_single_bit(kColumnMask + 1));
constexpr std::uint32_t kParity = 0x8000'0000;
constexpr std::uint32_t kFixedZeros = 0x7008'CFE0;  // 30:28, 19, 15:14, 11:5

void require(const char* field, int value, int max) {
    if (value < 0 || value > max)
        throw base::InputError{
            fmt::format("packet header: {} {}; allowed: 0 to {}", field, value, max)};
}

}  // namespace

std::uint32_t header_word(int id, int type, arch::TileId source) {
    require("packet id", id, kMaxPacketId);
    require("packet type", type, arch::kMaxPacketType);
    require("row", source.row, kMaxPacketRow);
    require("column", source.column, kMaxHeaderColumn);
    const auto word = static_cast<std::uint32_t>(id) |
                      static_cast<std::uint32_t>(type) << kTypeShift |
                      static_cast<std::uint32_t>(source.row) << kRowShift |
                      static_cast<std::uint32_t>(source.column) << kColumnShift;
    return std::popcount(word) % 2 == 0 ? word | kParity : word;
}

int packet_id(std::uint32_t header) {
    return static_cast<int>(header & unsigned{kMaxPacketId});
}

std::uint32_t header_word(const PacketHeader& header) {
    require("row", header.unit.tile.row, kMaxHeaderRow);
    return header_word(header.id, static_cast<int>(header.unit.module), header.unit.tile);
}

std::size_t unit_number(std::uint32_t word) {
    const auto type = word >> kTypeShift & kTypeMask;
    const auto row = word >> kRowShift & kRowMask;
    return (type * (kRowMask + 1) + row) * (kColumnMask + 1) + (word >> kColumnShift & kColumnMask);
}

std::optional<PacketHeader> parse_header(std::uint32_t word) {
    if ((word & kFixedZeros) != 0 || std::popcount(word) % 2 == 0) return std::nullopt;
    return PacketHeader{
        .unit = {.module = static_cast<Module>(word >> kTypeShift & kTypeMask),
                 .tile = {.column = static_cast<int>(word >> kColumnShift & kColumnMask),
                          .row = static_cast<int>(word >> kRowShift & kRowMask)}},
        .id = packet_id(word)};
}

}  // namespace xdnasim::words
