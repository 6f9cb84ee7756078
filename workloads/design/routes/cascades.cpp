// Cascades of a design: aie.cascade_flow, or its lowered form, aie.configure_cascade.

#include <algorithm>
#include <map>
#include <string>

#include <fmt/format.h>

#include "workloads/design/draft.hpp"
#include "workloads/design/parts.hpp"
#include "workloads/schedule/operations.hpp"

namespace xdnasim::design {
namespace {

using arch::TileId;
using schedule::CascadeLink;

void add_link(Draft& draft, CascadeLink link) {
    std::vector<CascadeLink>& links = draft.schedule.cascades;
    const bool known = std::ranges::any_of(links, [&](const CascadeLink& other) {
        return other.from == link.from && other.to == link.to;
    });
    if (!known) links.push_back(link);
}

/// Directions in which a tile's cascade enters and leaves.
struct Directions {
    std::string in;
    std::string out;
    base::Position at;
};

/// Adds links between a core that puts words in one direction and a neighbour that takes them from
/// there.
void join(Draft& draft, const std::map<TileId, Directions>& configured) {
    for (const auto& [tile, directions] : configured) {
        const bool east = directions.out == "East";
        const TileId to =
            east ? TileId{tile.column + 1, tile.row} : TileId{tile.column, tile.row - 1};
        const auto next = configured.find(to);
        if (next != configured.end() && next->second.in == (east ? "West" : "North"))
            add_link(draft, {tile, to, directions.at});
    }
}

/// Returns whether the core of `tile` puts words on the cascade (`puts`), or gets words.
bool uses_cascade(const Draft& draft, TileId tile, bool puts) {
    const auto program = draft.programs.find(tile);
    if (program == draft.programs.end()) return false;
    bool any = false;
    const schedule::CoreBody& core = program->second.core;
    schedule::for_each_operation<schedule::Call>(core, [&](const schedule::Call& call) {
        const auto words = cascade_words(*draft.schedule.kernel(call.kernel));
        any = any || (puts ? words.puts : words.gets) > 0;
    });
    schedule::for_each_operation<schedule::PutCascade>(
        core, [&](const schedule::PutCascade&) { any = any || puts; });
    schedule::for_each_operation<schedule::GetCascade>(
        core, [&](const schedule::GetCascade&) { any = any || !puts; });
    return any;
}

/// Adds links between cores whose cascades are not configured. After a reset, a core gets words
/// from the north and puts them to the south (AM025, Core_Accumulator_Control: both directions are
/// 0).
void join_as_after_reset(Draft& draft, const std::map<TileId, Directions>& configured) {
    const auto is_free = [&](TileId tile, bool puts) {
        return !configured.contains(tile) && uses_cascade(draft, tile, puts) &&
               std::ranges::none_of(draft.schedule.cascades, [&](const CascadeLink& link) {
                   return (puts ? link.from : link.to) == tile;
               });
    };
    for (const auto& [tile, program] : draft.programs) {
        const TileId below{tile.column, tile.row - 1};
        if (is_free(tile, true) && is_free(below, false)) add_link(draft, {tile, below});
    }
}

}  // namespace

void read_cascades(Draft& draft, const ir::Region& device) {
    std::map<TileId, Directions> configured;
    for (const ir::Operation& operation : device.operations()) {
        if (operation.is("aie.cascade_flow")) {
            const ir::Fields fields = draft.fields(operation);
            add_link(draft,
                     {draft.tile(fields, "source"), draft.tile(fields, "dest"), operation.at});
        } else if (operation.is("aie.configure_cascade")) {
            const ir::Fields fields = draft.fields(operation);
            configured[draft.tile(fields, "tile")] = {std::string{fields.token("inputDir").text},
                                                      std::string{fields.token("outputDir").text},
                                                      operation.at};
        }
    }
    join(draft, configured);
    join_as_after_reset(draft, configured);
    std::erase_if(draft.schedule.cascades, [&](const CascadeLink& link) {
        const bool used =
            uses_cascade(draft, link.from, true) && uses_cascade(draft, link.to, false);
        if (!used)
            draft.loss(link.origin,
                       fmt::format("the cascade from {} to {}: not both cores are known to use it. "
                                   "Give `puts` and `gets` of their kernels in kernels.yaml",
                                   to_string(link.from), to_string(link.to)));
        return !used;
    });
}

}  // namespace xdnasim::design
