#pragma once
// What Yan et al. (FCCM 2026) leave open, or have otherwise than the hardware. Defaults are the
// hardware's, and where it has none those of the authors' implementation.

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "base/enumerators.hpp"

namespace xdnasim::placement {

/// Channels of the links between tiles.
enum class LinkCounts : std::uint8_t {
    Device,  ///< as the device has them
    Paper,   ///< six to the east and the west, four to the north and the south
};
inline constexpr std::array kLinkCounts{LinkCounts::Device, LinkCounts::Paper};
static_assert(base::lists_all<kLinkCounts>());
[[nodiscard]] std::string to_string(LinkCounts choice);

/// Which memory in its row a core reaches beside its own.
enum class MemorySide : std::uint8_t { West, East };
inline constexpr std::array kMemorySides{MemorySide::West, MemorySide::East};
static_assert(base::lists_all<kMemorySides>());
[[nodiscard]] std::string to_string(MemorySide choice);

/// What two locks guard.
enum class LocksOf : std::uint8_t {
    Buffers,  ///< a set of buffers, with semaphores as AIE-ML has them
    Object,   ///< each of its objects
};
inline constexpr std::array kLocksOf{LocksOf::Buffers, LocksOf::Object};
static_assert(base::lists_all<kLocksOf>());
[[nodiscard]] std::string to_string(LocksOf choice);

/// What the length of a route counts.
enum class LengthUnit : std::uint8_t {
    Hops,       ///< from tile to tile
    Stretches,  ///< and the ways out of a DMA and into those of its sinks
};
inline constexpr std::array kLengthUnits{LengthUnit::Hops, LengthUnit::Stretches};
static_assert(base::lists_all<kLengthUnits>());
[[nodiscard]] std::string to_string(LengthUnit choice);

/// How many MEM or SHIM of a netlist a tile takes.
enum class TileSharing : std::uint8_t {
    Single,  ///< one
    Shared,  ///< any number that its channels, BDs, locks and bytes are enough for
};
inline constexpr std::array kTileSharings{TileSharing::Single, TileSharing::Shared};
static_assert(base::lists_all<kTileSharings>());
[[nodiscard]] std::string to_string(TileSharing choice);

/// Tiles that a core may take in a step of the local search, beside its own.
enum class Neighbourhood : std::uint8_t {
    Cross,     ///< to the north, the south, the east and the west
    Square,    ///< all eight around it
    Diagonal,  ///< the four that touch its corners
};
inline constexpr std::array kNeighbourhoods{Neighbourhood::Cross, Neighbourhood::Square,
                                            Neighbourhood::Diagonal};
static_assert(base::lists_all<kNeighbourhoods>());
[[nodiscard]] std::string to_string(Neighbourhood choice);

/// Cores that move in a step of the local search.
enum class StepSize : std::uint8_t {
    All,  ///< of them at once: Yan et al.'s aggressive search
    One,  ///< of them, each tried, and the best taken: their conservative one
};
inline constexpr std::array kStepSizes{StepSize::All, StepSize::One};
static_assert(base::lists_all<kStepSizes>());
[[nodiscard]] std::string to_string(StepSize choice);

struct LocalSearchChoices {
    Neighbourhood neighbourhood = Neighbourhood::Cross;
    StepSize cores = StepSize::All;
    /// Steps without gain until the end, per core: 0.1 in Yan et al.'s runs, 1.5 by default in
    /// their implementation.
    double patience = 1.5;
};

/// What a placed and routed netlist costs: of a stretch of a route, of a shared net, of a byte of a
/// buffer.
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
    /// Nets in packets that share the channel of a DMA or a link; nullopt: as many as the device's
    /// ports tell apart.
    std::optional<int> packets_per_channel{};
    Weights weights{};
    LocalSearchChoices lsmo{};
};

}  // namespace xdnasim::placement
