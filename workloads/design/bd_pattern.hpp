#pragma once
// Conversion of BDs from a design's notation, in elements, to register contents, in words.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "workloads/design/draft.hpp"
#include "workloads/design/memref.hpp"
#include "workloads/schedule/tile_program.hpp"

namespace xdnasim::design {

/// One dimension of a walk, in elements.
struct Step {
    std::int64_t size = 1;
    std::int64_t stride = 0;
};

/// How a BD walks through its buffer, in elements. Steps are listed innermost first.
struct Walk {
    std::int64_t offset = 0;
    std::int64_t length = 0;
    std::vector<Step> steps;
    std::vector<schedule::Padding> padding;  ///< empty, or one for each step
    bool splits = false;  ///< whether a step that is too long may be split into two
};

/// Sets offset, length, dimensions and padding of `bd`. If there are more or longer steps than the
/// registers of `limits` hold, steps of size 1 are dropped, and a walk without gaps gets no
/// dimensions, as in mlir-aie. A walk with `splits` uses free dimensions to split steps that are
/// too long. Throws InputError, with the place, for elements smaller than a word that are not
/// contiguous.
void set_walk(schedule::Bd& bd, const Walk& walk, const Memref& type, const arch::BdLimits& limits,
              const ir::Text& text, base::Position at);

/// Dimensions of a task's BD, not counting the iteration dimension along which its rounds step.
inline constexpr std::size_t kInnerSteps = 3;

struct BdPiece {
    schedule::Bd bd;
    std::int64_t rounds = 1;  ///< rounds of the piece's task that move all its data
};

/// What an aie.dma_bd says besides its pattern.
struct BdForm {
    schedule::Bd bd;
    std::optional<int> id;    ///< number of the BD; nullopt: one is allocated
    std::optional<int> next;  ///< the attribute next_bd_id
    /// The attribute out_of_order_id: the BD that the packets name for a sink channel that takes
    /// packets out of order.
    std::optional<int> sink_bd;
    /// Elements in one pass through the three innermost dimensions; nullopt if the BD has no
    /// dimensions, or pads.
    std::optional<std::int64_t> inner_length;
    bool has_outermost = false;  ///< whether there are more than kInnerSteps dimensions
    /// BDs that together move the same data, one after the other, if a shim's task moves more than
    /// one BD holds; empty if one BD is enough.
    std::vector<BdPiece> pieces;
    std::int64_t rounds = 1;  ///< rounds of the original task that one pass through `pieces` moves
};

/// Puts form.sink_bd, if set, into the packet header of the BD. Throws InputError, with the place,
/// if the BD sends no packets.
void name_sink_bd(const Draft& draft, BdForm& form);

/// Where the BD is declared.
enum class BdOwner : std::uint8_t {
    Program,  ///< in an aie.mem or similar: what a tile's DMA runs from the start
    Task,     ///< in a task of the runtime sequence
};

/// Reads an aie.dma_bd. If a task's or a shim's BD has an outermost (fourth) dimension
/// (has_outermost), that dimension becomes its iteration (mlir-aie's AIEDMATasksToNPU). Throws
/// InputError, with the place, for attributes that are not valid for a BD.
[[nodiscard]] BdForm read_bd(const Draft& draft, const ir::Operation& operation, const Memref& type,
                             arch::TileKind kind, BdOwner owner, const ir::Constants* constants);

/// Returns whether the block holds nothing but aie.end: the "aie.next_bd" of a chain's last BD may
/// lead to such a block.
[[nodiscard]] bool only_ends(const ir::Block& block);

/// Reads "#aie.packet_info<pkt_type = 0, pkt_id = 3>", the attribute `name`.
[[nodiscard]] schedule::PacketHeader packet_header(const ir::Fields& fields, std::string_view name);
/// Reads type and id of an "aie.dma_bd_packet(0x0, 0x3)", an operation beside a BD.
[[nodiscard]] schedule::PacketHeader packet_beside(const ir::Fields& fields);

}  // namespace xdnasim::design
