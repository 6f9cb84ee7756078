#pragma once
// From the elements that a design counts in to the words of a BD.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "workloads/design/draft.hpp"
#include "workloads/design/memref.hpp"
#include "workloads/schedule/tile_program.hpp"

namespace xdnasim::design {

/// In elements.
struct Step {
    std::int64_t size = 1;
    std::int64_t stride = 0;
};

/// How a BD walks its buffer, in elements; steps innermost first.
struct Walk {
    std::int64_t offset = 0;
    std::int64_t length = 0;
    std::vector<Step> steps;
    std::vector<schedule::Padding> padding;  ///< none, or one for each step
    bool splits = false;                     ///< a step that is too long may become two
};

/// Sets offset, length, dimensions and padding of `bd`. Where the steps are more or longer than the
/// registers of `limits` hold, those that do not move are left out, and a walk without gaps has
/// none, as mlir-aie writes it. A walk that splits takes free dimensions for steps that are too
/// long. Throws InputError, with the place, for elements smaller than a word that are not together.
void set_walk(schedule::Bd& bd, const Walk& walk, const Memref& type, const arch::BdLimits& limits,
              const ir::Text& text, base::Position at);

/// Dimensions that a task's BD has beside the one that its rounds step along.
inline constexpr std::size_t kInnerSteps = 3;

struct BdPiece {
    schedule::Bd bd;
    std::int64_t rounds = 1;  ///< in which it moves all that it has to
};

/// What a BD says beside its pattern.
struct BdForm {
    schedule::Bd bd;
    std::optional<int> id;    ///< none: it gets one
    std::optional<int> next;  ///< as the attribute has it
    /// That its packets name where the channel at their end takes them out of order.
    std::optional<int> sink_bd;
    /// Of its three innermost dimensions, in elements; none: it has no dimensions, or it pads.
    std::optional<std::int64_t> inner_length;
    bool has_outermost = false;  ///< a dimension beyond these
    /// BDs that move the same one after the other, where a task of a shim moves more than one BD
    /// holds; none: it does not.
    std::vector<BdPiece> pieces;
    std::int64_t rounds = 1;  ///< of the task, in which they do so once
};

/// Has the packets of the BD name the one that takes them, if it says so. Throws InputError, with
/// the place, where it sends none.
void name_sink_bd(const Draft& draft, BdForm& form);

/// Where a BD stands.
enum class BdOwner : std::uint8_t {
    Program,  ///< "aie.mem" and the like: what a tile's DMA does from the start on
    Task,     ///< of the runtime sequence
};

/// "aie.dma_bd(...)". The fourth dimension of a task's or a shim's BD, if it has_outermost, is its
/// iteration (mlir-aie's AIEDMATasksToNPU). Throws InputError, with the place, for what is not a
/// BD.
[[nodiscard]] BdForm read_bd(const Draft& draft, const ir::Operation& operation, const Memref& type,
                             arch::TileKind kind, BdOwner owner, const ir::Constants* constants);

/// A block behind the BDs of a chain: "aie.next_bd" of the last one may lead there.
[[nodiscard]] bool only_ends(const ir::Block& block);

/// #aie.packet_info<pkt_type = 0, pkt_id = 3>
[[nodiscard]] schedule::PacketHeader packet_header(const ir::Fields& fields, std::string_view name);
/// "aie.dma_bd_packet(0x0, 0x3)" beside a BD: type and id.
[[nodiscard]] schedule::PacketHeader packet_beside(const ir::Fields& fields);

}  // namespace xdnasim::design
