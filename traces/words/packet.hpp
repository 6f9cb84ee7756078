#pragma once
// Packets that a trace unit sends: a header word and seven words of payload.

#include <array>
#include <bit>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "arch/tile.hpp"
#include "base/enumerators.hpp"

// Trace units.

namespace xdnasim::words {

/// The modules that have a trace unit; the values are mlir-aie's packet types.
enum class Module : std::uint8_t { Core = 0, Memory = 1, Shim = 2, MemTile = 3 };

inline constexpr std::array kModules{Module::Core, Module::Memory, Module::Shim, Module::MemTile};
static_assert(base::lists_all<kModules>());

/// The module of a tile of `kind`; Core for a CompTile, which has a memory module as well.
[[nodiscard]] Module module_of(arch::TileKind kind);

[[nodiscard]] arch::TileKind tile_kind(Module module);

inline constexpr int kSlots = 8;  ///< number of events that a trace unit watches

struct Unit {
    Module module{};
    arch::TileId tile;
    auto operator<=>(const Unit&) const = default;
};

[[nodiscard]] std::string to_string(Module module);     // "core", "memory", "shim", "memtile"
[[nodiscard]] std::string to_string(const Unit& unit);  // "core (1,2)": column, row
[[nodiscard]] std::optional<Module> find_module(std::string_view name);

inline constexpr std::size_t kPacketWords = 8;
inline constexpr std::int64_t kPacketBytes = kPacketWords * sizeof(std::uint32_t);
inline constexpr std::size_t kPayloadWords = kPacketWords - 1;
inline constexpr std::uint32_t kFillerWord = 0xFEFEFEFE;   ///< completes a packet
inline constexpr std::uint32_t kPrefillWord = 0xA5A5A5A5;  ///< some hosts prefill buffers with it

/// Largest row and column in a header of a trace unit (mlir-aie, python/utils/trace/utils.py): bit
/// 19, the fourth bit of the row, is 0.
inline constexpr int kMaxHeaderRow = 7;
inline constexpr int kMaxHeaderColumn = 127;
using arch::kMaxPacketId;

/// Largest row in the header of any packet; headers of trace units only reach kMaxHeaderRow.
inline constexpr int kMaxPacketRow = 31;

/// The header word of a packet from `source`: id in bits 4:0, type in 14:12, row in 20:16, column
/// in 27:21, and bit 31 so that the parity of all bits is odd (AM009 and AM020, "Packet-switched
/// streams"). Throws InputError if a field does not fit.
[[nodiscard]] std::uint32_t header_word(int id, int type, arch::TileId source);

/// The packet id in a header.
[[nodiscard]] int packet_id(std::uint32_t header);

struct PacketHeader {
    Unit unit;
    int id = 0;  ///< id of the packet route; does not identify the unit
    bool operator==(const PacketHeader&) const = default;
};

/// The header word of a trace unit's packet. Throws InputError if a field does not fit.
[[nodiscard]] std::uint32_t header_word(const PacketHeader& header);

/// The fields of a header word; nullopt: `word` is not a header of a trace unit, since its parity
/// or a fixed bit is wrong.
[[nodiscard]] std::optional<PacketHeader> parse_header(std::uint32_t word);

/// Number of units that a header can distinguish by module, row and column.
inline constexpr std::size_t kHeaderUnits =
    kModules.size() * (kMaxHeaderRow + 1) * (kMaxHeaderColumn + 1);

/// Number, below kHeaderUnits, of the unit that `word` would name if it is a header.
[[nodiscard]] std::size_t unit_number(std::uint32_t word);

// Words as the bytes of a file, little-endian as in an NPU's memory.

static_assert(std::endian::native == std::endian::little, "words lie in memory as in files");

/// The bytes of `words`; valid as long as `words` is.
[[nodiscard]] inline std::string_view as_bytes(std::span<const std::uint32_t> words) {
    return {reinterpret_cast<const char*>(words.data()), words.size_bytes()};
}

}  // namespace xdnasim::words
