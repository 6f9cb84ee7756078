#include "workloads/placement/cost.hpp"

namespace xdnasim::placement {

Cost cost_of(const Netlist& netlist, const Array& array, const Solution& solution) {
    const Weights& weights = array.choices().weights;
    Cost cost;
    for (NetId id = 0; id < netlist.net_count(); ++id) {
        const NetRoute& route = solution.routes[static_cast<std::size_t>(id)];
        const auto stretches =
            static_cast<double>(route.hops.size() + 1 + netlist.net(id).sinks.size());
        switch (route.transport) {
            case Transport::Circuit:
                cost.circuits += weights.circuit * stretches;
                break;
            case Transport::Packet:
                cost.packets += weights.packet * stretches;
                break;
            case Transport::Neighbour:
                cost.neighbours += weights.neighbour;
                break;
            case Transport::OwnTile:
                cost.own_tile += weights.own_tile;
                break;
        }
    }
    for (const BufferSet& buffers : buffers_of(netlist, array, solution))
        cost.memory += weights.byte * static_cast<double>(buffers.size().count());
    return cost;
}

double gap_of(double bound, double cost) {
    constexpr double kRounding = 1e-6;
    return bound >= cost * (1 - kRounding) ? 0 : (cost - bound) / cost;
}

Measures measures_of(const Netlist& netlist, const Array& array, const Solution& solution) {
    Measures measures;
    const bool in_hops = array.choices().length == LengthUnit::Hops;
    for (NetId id = 0; id < netlist.net_count(); ++id) {
        const NetRoute& route = solution.routes[static_cast<std::size_t>(id)];
        measures.route_length += static_cast<int>(route.hops.size());
        if (!in_hops && is_stream(route.transport))
            measures.route_length += 1 + static_cast<int>(netlist.net(id).sinks.size());
        ++(is_stream(route.transport) ? measures.stream_nets : measures.shared_nets);
        if (route.transport == Transport::Packet) ++measures.packet_nets;
    }
    for (const BufferSet& buffers : buffers_of(netlist, array, solution))
        measures.buffers += buffers.size();
    return measures;
}

}  // namespace xdnasim::placement
