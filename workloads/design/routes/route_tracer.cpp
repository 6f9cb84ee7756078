#include <algorithm>
#include <deque>
#include <set>
#include <utility>

#include "arch/routing_graph.hpp"
#include "workloads/design/routes/switches.hpp"

namespace xdnasim::design {

using arch::Port;

namespace {

using Connections = std::vector<const FixedConnection*>;

/// The connection's place in flow `number`; nullptr if it has none.
const RoutePlace* place_in(const FixedConnection& fixed, int number, std::optional<int> id) {
    const auto place = std::ranges::find_if(fixed.places, [&](const RoutePlace& each) {
        return each.number == number && each.may_be_of(id);
    });
    return place == fixed.places.end() ? nullptr : &*place;
}

/// The flow in which all connections have a place; nullptr if there is none.
const RoutePlace* place_in_all(const Connections& passed, std::optional<int> id) {
    for (const RoutePlace& place : passed.front()->places) {
        const bool in_all = std::ranges::all_of(passed, [&](const FixedConnection* fixed) {
            return place_in(*fixed, place.number, id) != nullptr;
        });
        if (in_all) return &place;
    }
    return nullptr;
}

/// Names the flow and sorts its connections as xdnasim's export has noted them, if it has.
void name_and_route(RoutedFlow& routed, Connections& passed, std::optional<int> id) {
    if (const RoutePlace* flow = place_in_all(passed, id)) {
        routed.flow.name = flow->flow;
        routed.number = flow->number;
        std::ranges::stable_sort(passed, {}, [&](const FixedConnection* fixed) {
            return place_in(*fixed, routed.number, id)->position;
        });
    }
    for (const FixedConnection* fixed : passed)
        routed.route.connections.push_back(fixed->connection);
}

}  // namespace

std::optional<RoutedFlow> RouteTracer::trace(const Port& source, std::optional<int> packet_id) {
    RoutedFlow routed;
    routed.flow.source = source;
    routed.flow.mode = packet_id ? schedule::FlowMode::Packet : schedule::FlowMode::Circuit;
    routed.flow.packet_id = packet_id.value_or(0);
    Connections passed = follow(routed, packet_id);
    if (passed.empty()) return std::nullopt;
    routed.flow.origin = passed.front()->at;
    name_and_route(routed, passed, packet_id);
    if (routed.flow.sinks.empty()) return std::nullopt;
    return routed;
}

/// Adds the sinks that the stream reaches, and returns the connections on the way, the nearest
/// first. If several rules of a port accept a packet, the first one takes it (mlir-aie, issue 437).
RouteTracer::Connections RouteTracer::follow(RoutedFlow& routed, std::optional<int> packet_id) {
    Connections passed;
    std::deque<std::pair<Port, int>> open{{arch::switch_port(device_, routed.flow.source), 0}};
    std::set<Port> seen{open.front().first};
    while (!open.empty()) {
        const auto [slave, hops] = open.front();
        open.pop_front();
        const auto [begin, end] = switches_.connections().equal_range(slave);
        const FixedConnection* rule = nullptr;
        for (auto at = begin; at != end; ++at) {
            const FixedConnection& fixed = at->second;
            if (!fixed.takes(packet_id)) continue;
            if (rule == nullptr) rule = &fixed;
            if (fixed.is_packet && fixed.at != rule->at) continue;
            passed.push_back(&fixed);
            used_.insert(&fixed);
            const auto next = arch::wired_to(device_, fixed.connection.master);
            if (next && switches_.connections().contains(*next)) {
                if (seen.insert(*next).second) open.emplace_back(*next, hops + 1);
            } else if (const auto sink = sink_at(fixed.connection.master)) {
                routed.flow.sinks.push_back(*sink);
                routed.route.hops.push_back(hops + 1);
                routed.flow.keep_header = routed.flow.keep_header || fixed.keeps_header;
            } else {
                dead_ends_.push_back(&fixed);
            }
        }
    }
    return passed;
}

/// The DMA channel, control port or port to the programmable logic that the master port leads to.
std::optional<Port> RouteTracer::sink_at(const Port& master) const {
    if (master.bundle == arch::Bundle::Dma || master.bundle == arch::Bundle::TileControl)
        return master;
    const bool behind_mux =
        master.bundle == arch::Bundle::South && device_.kind(master.tile) == arch::TileKind::Shim;
    return behind_mux ? switches_.behind_mux(master) : std::nullopt;
}

}  // namespace xdnasim::design
