// Checks of cascades: between neighbouring cores, to the east or to the south, one output and one
// input per core (AM020; UG1603).

#include <algorithm>
#include <set>

#include "arch/neighbours.hpp"
#include "workloads/schedule/inspection.hpp"

namespace xdnasim::schedule {

namespace {

using arch::TileId;

bool leads_to(TileId from, TileId to) {
    const auto near = arch::cascade_targets(from);
    return std::ranges::find(near, to) != near.end();
}

}  // namespace

void check_cascades(Inspection& inspection) {
    std::set<TileId> with_output;
    std::set<TileId> with_input;
    for (const CascadeLink& link : inspection.schedule.cascades) {
        const Reporter report = inspection.at(
            fmt::format("cascade from {} to {}", to_string(link.from), to_string(link.to)),
            link.origin);
        for (const TileId end : {link.from, link.to})
            if (!inspection.device.has(arch::TileKind::CompTile, end))
                report("ends at {}, where there is no core", inspection.name(end));
        if (!leads_to(link.from, link.to))
            report("does not lead to a neighbour; allowed are those to the east and to the south");
        if (!with_output.insert(link.from).second)
            report("is the second one out of {}; a core has one", inspection.name(link.from));
        if (!with_input.insert(link.to).second)
            report("is the second one into {}; a core has one", inspection.name(link.to));
    }
}

}  // namespace xdnasim::schedule
