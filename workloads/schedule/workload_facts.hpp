#pragma once
// What a workload reports about itself, for results and messages.

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

/// What the host sees in one of its buffers.
struct BufferContent {
    HostBufferRef buffer;
    BufferRole role{};
    std::string type;                 ///< type of an element, such as "int8", or "bytes"
    std::vector<std::int64_t> shape;  ///< rows and columns, or number of elements
    std::string layout{};             ///< "row-major"; empty if the buffer is not a matrix
};

/// The amount of work of a run.
struct Work {
    /// Requested operations; 0: the run is measured by the bytes that it moves.
    double operations = 0;
    double peak_operations_per_cycle = 0;  ///< peak of the cores in use; 0: not known
    /// Bytes read from host memory and written to it, each matrix once in each direction.
    arch::Bytes moved{};
    arch::Bytes results{};              ///< bytes written to host memory
    std::optional<KernelRef> kernel{};  ///< kernel whose calls are reported
    /// How often the same work is done in succession: one iteration for each frame of an output
    /// port to the PL.
    std::int64_t iterations = 1;
};

/// Names of the inputs and the output of the cores, in words.
struct Operands {
    std::string inputs;  ///< "A and B"
    std::string output;  ///< "C"
};

/// Cores that do a part of the work together, such as a layer of a network.
struct CoreGroup {
    std::string name;
    std::vector<arch::TileId> tiles;
};

/// A tile of the workload, and the paths under which results give its column and its row.
struct NamedTile {
    std::string column;
    std::string row;
    arch::TileId tile;
};

/// A line of the summary.
struct Line {
    /// Whether what the line describes (something left out, or simulated differently) changes the
    /// result.
    enum class Effect : std::uint8_t { None, Some, Possible };

    std::string label;
    std::string text;
    Effect effect = Effect::None;

    /// The text with the effect added, as the summary shows it.
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

/// Identity of a file that a parameter names, or of what a parameter means beyond its value.
struct FileContent {
    std::string path;               ///< path of the parameter in the problem file
    std::uint64_t fingerprint = 0;  ///< base::fingerprint of the content
};

}  // namespace xdnasim::schedule
