#pragma once
// What a workload says of itself, for results and messages.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "arch/tile.hpp"
#include "arch/units.hpp"
#include "base/enumerators.hpp"
#include "workloads/schedule/tile_program.hpp"

namespace xdnasim::schedule {

enum class BufferRole : std::uint8_t { Input, Output, Trace };
inline constexpr std::array kBufferRoles{BufferRole::Input, BufferRole::Output, BufferRole::Trace};
static_assert(base::lists_all<kBufferRoles>());
[[nodiscard]] std::string to_string(BufferRole role);  // "input"

/// What the host sees in a buffer.
struct BufferContent {
    HostBufferRef buffer;
    BufferRole role{};
    std::string type;                 ///< of an element: "int8", or "bytes"
    std::vector<std::int64_t> shape;  ///< rows and columns, or elements
    std::string layout{};             ///< "row-major"; empty: no matrix
};

/// How much a run does.
struct Work {
    double operations = 0;  ///< asked for; 0: the run is measured by the bytes that it moves
    double peak_operations_per_cycle = 0;  ///< of the cores used; 0: not known
    arch::Bytes moved{};                   ///< from host memory and back, each matrix once each way
    arch::Bytes results{};                 ///< written to host memory
    std::optional<KernelRef> kernel{};     ///< the one whose calls are reported
    /// Of the same work, one after the other: a frame of each output port to the PL.
    std::int64_t iterations = 1;
};

/// What its cores take and give, in words.
struct Operands {
    std::string inputs;  ///< "A and B"
    std::string output;  ///< "C"
};

/// Cores that do a part of the work together, such as a layer.
struct CoreGroup {
    std::string name;
    std::vector<arch::TileId> tiles;
};

/// Where a tile of the workload lies, and the paths under which results say it.
struct NamedTile {
    std::string column;
    std::string row;
    arch::TileId tile;
};

/// A line of a summary.
struct Line {
    /// What it does to the result that something is left out, or simulated in another way.
    enum class Effect : std::uint8_t { None, Some, Possible };

    std::string label;
    std::string text;
    Effect effect = Effect::None;

    /// The text as people read it.
    [[nodiscard]] std::string shown() const {
        switch (effect) {
            case Effect::Some:
                return text + "; this changes the result";
            case Effect::Possible:
                return text + "; this may change the result";
            case Effect::None:
                break;
        }
        return text;
    }
};

/// What a file holds that a parameter names, or what a parameter says that its value does not show.
struct FileContent {
    std::string path;               ///< of the parameter
    std::uint64_t fingerprint = 0;  ///< base::fingerprint
};

}  // namespace xdnasim::schedule
