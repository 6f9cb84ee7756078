#pragma once
// What place and route sees of a device: its tiles with the room in each, the links between them,
// and which memories a core reaches.

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

/// What a tile of a kind has for the nets that begin, end or are held there.
struct Room {
    int mm2s = 0;
    int s2mm = 0;
    int locks = 0;
    int bds = 0;
    arch::Bytes memory{};  ///< of a core without its stack; of a shim: as much as is asked for
    int channel_bds = 0;   ///< that one channel can run
};

class Array {
 public:
    using Index = std::size_t;  ///< of a tile, from 0

    explicit Array(const arch::Device& device, const Choices& choices = {});

    [[nodiscard]] const std::string& device_name() const { return device_name_; }
    /// Empty: the device is of no file.
    [[nodiscard]] const std::filesystem::path& device_file() const { return device_file_; }
    [[nodiscard]] const Choices& choices() const { return choices_; }
    /// Nets in packets that share the channel of a DMA or a link.
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

    /// Tiles that a netlist's cores of a kind may take, column by column from the south. A shim is
    /// one only with a DMA.
    [[nodiscard]] const std::vector<arch::TileId>& tiles(arch::TileKind kind) const {
        return tiles_[static_cast<std::size_t>(kind)];
    }

    /// Does a tile of this kind take one core of a netlist alone?
    [[nodiscard]] bool is_exclusive(arch::TileKind kind) const {
        return kind == arch::TileKind::CompTile || choices_.mem_tiles == TileSharing::Single;
    }
    /// That guard a set of so many objects.
    [[nodiscard]] int locks_of(int objects) const {
        constexpr int kLocks = 2;  // what is free, and what is filled
        return choices_.locks == LocksOf::Buffers ? kLocks : kLocks * objects;
    }

    /// The tile beside `tile`; nullopt: the array ends.
    [[nodiscard]] std::optional<arch::TileId> beside(arch::TileId tile, Heading heading) const;
    /// Channels that lead from `tile` to the one beside it; 0 where none do.
    [[nodiscard]] int links(arch::TileId tile, Heading heading) const {
        return links_[index(tile)][static_cast<std::size_t>(heading)];
    }

    /// The most channels of a link in that direction.
    [[nodiscard]] int max_links(Heading heading) const {
        return max_links_[static_cast<std::size_t>(heading)];
    }

    /// Tiles whose memory both cores reach: where a buffer between them can lie. A core reaches its
    /// own memory and those to the west, the north and the south (AM020, memory module; Choices may
    /// have it the other way round); none unless both are cores side by side, or one.
    ///
    /// Examples: (0,2) and (1,2): only (0,2), which (1,2) has to its west. (0,2) and (0,3): both.
    [[nodiscard]] std::vector<arch::TileId> common_memories(arch::TileId a, arch::TileId b) const;
    /// Are these two cores with a common memory?
    [[nodiscard]] bool are_neighbours(arch::TileId a, arch::TileId b) const;

 private:
    std::string device_name_;
    std::filesystem::path device_file_;
    Choices choices_;
    int packets_per_channel_;
    int columns_;
    int rows_;
    std::vector<arch::TileKind> kinds_;                ///< by index
    std::array<Room, arch::kTileKinds.size()> rooms_;  ///< by kind
    std::array<std::vector<arch::TileId>, arch::kTileKinds.size()> tiles_;
    std::vector<std::array<int, kHeadings.size()>> links_;  ///< by index
    std::array<int, kHeadings.size()> max_links_{};
};

/// The device that a netlist's `device` means: "npu2_8x6", as Yan et al. call theirs, is
/// "xdna2-strix"; other names stay.
[[nodiscard]] std::string device_of(const std::string& name_in_netlist);

}  // namespace xdnasim::placement
