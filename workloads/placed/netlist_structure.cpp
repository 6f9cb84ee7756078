#include <algorithm>
#include <utility>

#include "workloads/placed/placed_parts.hpp"

namespace xdnasim::placed {

using arch::Bytes;
using arch::TileKind;

std::vector<HostEnd> host_ends(const Netlist& netlist) {
    std::vector<HostEnd> ends;
    for (NetId id = 0; id < netlist.net_count(); ++id) {
        const Net& net = netlist.net(id);
        if (netlist.kind(net.source) == TileKind::Shim) ends.push_back({id, net.source, true});
        for (const CoreId sink : net.sinks)
            if (netlist.kind(sink) == TileKind::Shim) ends.push_back({id, sink, false});
    }
    return ends;
}

std::vector<CoreNets> nets_by_core(const Netlist& netlist) {
    std::vector<CoreNets> nets(netlist.cores.size());
    for (NetId id = 0; id < netlist.net_count(); ++id) {
        const Net& net = netlist.net(id);
        nets[static_cast<std::size_t>(net.source)].out.push_back(id);
        for (const CoreId sink : net.sinks)
            nets[static_cast<std::size_t>(sink)].in.push_back(id);
    }
    return nets;
}

std::vector<LinkPart> parts_of(const Netlist& netlist, const Link& link) {
    std::vector<LinkPart> parts;
    Bytes offset{};
    for (const NetId id : link.parts()) {
        const Bytes size = netlist.net(id).object;
        parts.push_back({id, offset, size});
        offset += size;
    }
    return parts;
}

Netlist with_objects(Netlist netlist, std::optional<Bytes> object) {
    if (object)
        for (Net& net : netlist.nets)
            net.object = *object;
    return in_whole_words(std::move(netlist));
}

arch::Cycles PlacedDesign::cycles_of(CoreId core) const {
    Bytes bytes{};
    for (const Net& net : netlist.nets) {
        if (net.source == core) bytes += net.object;
        bytes += net.object * std::ranges::count(net.sinks, core);
    }
    return call + arch::Cycles{(bytes + per_cycle - Bytes{1}) / per_cycle};
}

}  // namespace xdnasim::placed
