#pragma once
// The view that place and route has of a device: its tiles and the room in each, the links between
// them, and the memories that each core reaches.

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "arch/device.hpp"
#include "arch/tile.hpp"
#include "base/enumerators.hpp"
#include "workloads/placement/choices.hpp"

namespace xdnasim::placement {

enum class Heading : std::uint8_t { North, South, East, West };
inline constexpr std::array kHeadings{Heading::North, Heading::South, Heading::East, Heading::West};
static_assert(base::lists_all<kHeadings>());
[[nodiscard]] std::string to_string(Heading heading);  // "north"

/// Resources of a tile kind for the nets that begin, end or are stored in such a tile.
struct Room {
    int mm2s = 0;
    int s2mm = 0;
    int locks = 0;
    int bds = 0;
    arch::Bytes memory{};  ///< without the stack in a core; unlimited in a shim
    int channel_bds = 0;   ///< BDs that one channel can run
};

class Array {
 public:
    using Index = std::size_t;  ///< index of a tile, from 0

    explicit Array(const arch::Device& device, const Choices& choices = {});

    [[nodiscard]] const std::string& device_name() const { return device_name_; }
    /// Empty if the device does not come from a file.
    [[nodiscard]] const std::filesystem::path& device_file() const { return device_file_; }
    [[nodiscard]] const Choices& choices() const { return choices_; }
    /// Number of packet nets that can share a channel of a DMA or a link.
    [[nodiscard]] int packets_per_channel() const { return packets_per_channel_; }
    [[nodiscard]] int columns() const { return columns_; }
    [[nodiscard]] int rows() const { return rows_; }
    [[nodiscard]] Index size() const { return kinds_.size(); }
    [[nodiscard]] Index index(arch::TileId tile) const {
        return static_cast<Index>(tile.column * rows_ + tile.row);
    }
    [[nodiscard]] arch::TileId tile(Index index) const {
        const auto number = static_cast<int>(index);
        return {number / rows_, number % rows_};
    }
    [[nodiscard]] bool contains(arch::TileId tile) const;
    [[nodiscard]] arch::TileKind kind(arch::TileId tile) const { return kinds_[index(tile)]; }
    [[nodiscard]] const Room& room(arch::TileKind kind) const {
        return rooms_[static_cast<std::size_t>(kind)];
    }
    [[nodiscard]] const Room& room(arch::TileId tile) const { return room(kind(tile)); }

    /// Tiles that cores of a netlist of this kind may take, column by column from the south. Shims
    /// without a DMA are left out.
    [[nodiscard]] const std::vector<arch::TileId>& tiles(arch::TileKind kind) const {
        return tiles_[static_cast<std::size_t>(kind)];
    }

    /// Does a tile of this kind hold at most one core of a netlist?
    [[nodiscard]] bool is_exclusive(arch::TileKind kind) const {
        return kind == arch::TileKind::CompTile || choices_.mem_tiles == TileSharing::Single;
    }
    /// Number of locks that guard a set of `objects` buffers.
    [[nodiscard]] int locks_of(int objects) const {
        constexpr int kLocks = 2;  // what is free, and what is filled
        return choices_.locks == LocksOf::Buffers ? kLocks : kLocks * objects;
    }

    /// The tile beside `tile`; nullopt at the edge of the array.
    [[nodiscard]] std::optional<arch::TileId> beside(arch::TileId tile, Heading heading) const;
    /// Number of channels of the link from `tile` to the tile beside it; 0 if there is no link.
    [[nodiscard]] int links(arch::TileId tile, Heading heading) const {
        return links_[index(tile)][static_cast<std::size_t>(heading)];
    }

    /// Largest number of channels of any link in this direction.
    [[nodiscard]] int max_links(Heading heading) const {
        return max_links_[static_cast<std::size_t>(heading)];
    }

    /// Tiles whose memory both cores reach, so that a buffer between them can lie there. A core
    /// reaches its own memory and the memories to its west, north and south (AM020, memory module;
    /// Choices may replace the west by the east). Empty unless `a` and `b` are CompTiles that are
    /// neighbours or identical.
    ///
    /// Examples: (0,2) and (1,2): only (0,2), which lies to the west of (1,2). (0,2) and (0,3):
    /// both.
    [[nodiscard]] std::vector<arch::TileId> common_memories(arch::TileId a, arch::TileId b) const;
    /// Are both tiles of cores, with a memory that both reach?
    [[nodiscard]] bool are_neighbours(arch::TileId a, arch::TileId b) const;

 private:
    std::string device_name_;
    std::filesystem::path device_file_;
    Choices choices_;
    int packets_per_channel_;
    int columns_;
    int rows_;
    std::vector<arch::TileKind> kinds_;                ///< indexed by tile
    std::array<Room, arch::kTileKinds.size()> rooms_;  ///< indexed by kind
    std::array<std::vector<arch::TileId>, arch::kTileKinds.size()> tiles_;
    std::vector<std::array<int, kHeadings.size()>> links_;  ///< indexed by tile
    std::array<int, kHeadings.size()> max_links_{};
};

/// Name of the device that a netlist's `device` stands for: "npu2_8x6", the name in Yan et al., is
/// "xdna2-strix"; other names are returned unchanged.
[[nodiscard]] std::string device_of(const std::string& name_in_netlist);

}  // namespace xdnasim::placement
