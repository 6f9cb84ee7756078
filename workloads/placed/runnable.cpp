// Checks for netlists that cannot run, wherever they are placed.

#include <fmt/format.h>

#include "workloads/netlist/liveness.hpp"
#include "workloads/placed/placed_parts.hpp"

namespace xdnasim::placed {

using arch::TileKind;

namespace {

[[noreturn]] void refuse(const std::string& message) {
    throw schedule::MappingError{"netlist", message};
}

void require_host(const Netlist& netlist) {
    bool has_output = false;
    for (const HostEnd& end : host_ends(netlist)) {
        has_output = has_output || !end.is_input;
        if (end.is_input && netlist.net(end.net).initial_tokens > 0)
            refuse(
                fmt::format("{} starts at a shim, so it cannot have initial tokens: its data come "
                            "only from the host",
                            net_text(netlist, end.net)));
    }
    if (!has_output) refuse("no net ends at a shim, so a run would never end. Add a net to a SHIM");
}

void require_room(const PlacedDesign& design) {
    std::vector<bool> is_shared;
    for (const placement::NetRoute& route : design.solution.routes)
        is_shared.push_back(!is_stream(route.transport));
    if (const auto blockage = netlist::find_blockage(design.netlist, is_shared))
        refuse(blockage->text(design.netlist));
}

}  // namespace

void require_runnable(const PlacedDesign& design) {
    require_host(design.netlist);
    require_room(design);
}

}  // namespace xdnasim::placed
