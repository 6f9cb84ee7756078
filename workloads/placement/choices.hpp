#pragma once
// Choices that Yan et al. (FCCM 2026) leave open or that differ from the hardware. The defaults are
// those of the hardware and, where it has none, those of the authors' implementation.

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "base/enumerators.hpp"

namespace xdnasim::placement {

/// Numbers of channels of the links between tiles.
enum class LinkCounts : std::uint8_t {
    Device,  ///< those of the device
    Paper,   ///< six to the east and the west, four to the north and the south
};
inline constexpr std::array kLinkCounts{LinkCounts::Device, LinkCounts::Paper};
static_assert(base::lists_all<kLinkCounts>());
[[nodiscard]] std::string to_string(LinkCounts choice);

/// The memory that a core reaches in its row, besides its own.
enum class MemorySide : std::uint8_t { West, East };
inline constexpr std::array kMemorySides{MemorySide::West, MemorySide::East};
static_assert(base::lists_all<kMemorySides>());
[[nodiscard]] std::string to_string(MemorySide choice);

/// What a pair of locks guards.
enum class LocksOf : std::uint8_t {
    Buffers,  ///< a set of buffers, with the semaphores of AIE-ML
    Object,   ///< each object of a set
};
inline constexpr std::array kLocksOf{LocksOf::Buffers, LocksOf::Object};
static_assert(base::lists_all<kLocksOf>());
[[nodiscard]] std::string to_string(LocksOf choice);

/// Unit of the length of a route.
enum class LengthUnit : std::uint8_t {
    Hops,       ///< steps from tile to tile
    Stretches,  ///< hops, plus the ways out of the source's DMA and into the DMAs of the sinks
};
inline constexpr std::array kLengthUnits{LengthUnit::Hops, LengthUnit::Stretches};
static_assert(base::lists_all<kLengthUnits>());
[[nodiscard]] std::string to_string(LengthUnit choice);

/// Number of MEM or SHIM cores of a netlist that one tile takes.
enum class TileSharing : std::uint8_t {
    Single,  ///< one
    Shared,  ///< as many as its channels, BDs, locks and bytes allow
};
inline constexpr std::array kTileSharings{TileSharing::Single, TileSharing::Shared};
static_assert(base::lists_all<kTileSharings>());
[[nodiscard]] std::string to_string(TileSharing choice);

/// Tiles that a core may move to in a step of the local search; its own is always included.
enum class Neighbourhood : std::uint8_t {
    Cross,     ///< the neighbours to the north, south, east and west
    Square,    ///< all eight tiles around it
    Diagonal,  ///< the four diagonal neighbours
};
inline constexpr std::array kNeighbourhoods{Neighbourhood::Cross, Neighbourhood::Square,
                                            Neighbourhood::Diagonal};
static_assert(base::lists_all<kNeighbourhoods>());
[[nodiscard]] std::string to_string(Neighbourhood choice);

/// Cores that move in a step of the local search.
enum class StepSize : std::uint8_t {
    All,  ///< all cores at once: the aggressive search of Yan et al.
    One,  ///< one core; each is tried, and the best one is taken: the conservative search
};
inline constexpr std::array kStepSizes{StepSize::All, StepSize::One};
static_assert(base::lists_all<kStepSizes>());
[[nodiscard]] std::string to_string(StepSize choice);

struct LocalSearchChoices {
    Neighbourhood neighbourhood = Neighbourhood::Cross;
    StepSize cores = StepSize::All;
    /// Number of steps per core without gain after which the search ends: 0.1 in the runs of Yan et
    /// al., 1.5 by default in their implementation.
    double patience = 1.5;
};

/// Weights of the cost of a placed and routed netlist: per stretch of a circuit's and of a packet's
/// route (a hop, or a way out of or into a DMA), per net that is shared between neighbours or
/// within a tile, and per byte of buffers.
struct Weights {
    double circuit = 1.0;
    double packet = 1.5;
    double neighbour = 0.1;
    double own_tile = 0.01;
    double byte = 0.0015;
};

struct Choices {
    LinkCounts links = LinkCounts::Device;
    MemorySide memory = MemorySide::West;
    LocksOf locks = LocksOf::Buffers;
    LengthUnit length = LengthUnit::Hops;
    TileSharing mem_tiles = TileSharing::Single;
    /// Number of packet nets that can share a channel of a DMA or a link; nullopt: as many as the
    /// ports of the device can distinguish.
    std::optional<int> packets_per_channel{};
    Weights weights{};
    LocalSearchChoices lsmo{};
};

}  // namespace xdnasim::placement
