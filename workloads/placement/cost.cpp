#include "workloads/placement/cost.hpp"

namespace xdnasim::placement {

Cost cost_of(const Netlist& netlist, const Array& array, const Solution& solution) {
    Cost cost;
    for (NetId id = 0; id < netlist.net_count(); ++id) {
        const NetRoute& route = solution.routes[static_cast<std::size_t>(id)];
        const auto stretches =
            static_cast<double>(route.hops.size() + 1 + netlist.net(id).sinks.size());
        switch (route.transport) {
            case Transport::Circuit:
                cost.circuits += kCircuitCost * stretches;
                break;
            case Transport::Packet:
                cost.packets += kPacketCost * stretches;
                break;
            case Transport::Neighbour:
                cost.neighbours += kNeighbourCost;
                break;
            case Transport::OwnTile:
                cost.own_tile += kOwnTileCost;
                break;
        }
    }
    for (const BufferSet& buffers : buffers_of(netlist, array, solution))
        cost.memory += kByteCost * static_cast<double>(buffers.size().count());
    return cost;
}

Measures measures_of(const Netlist& netlist, const Array& array, const Solution& solution) {
    Measures measures;
    for (const NetRoute& route : solution.routes) {
        measures.route_length += static_cast<int>(route.hops.size());
        ++(is_stream(route.transport) ? measures.stream_nets : measures.shared_nets);
        if (route.transport == Transport::Packet) ++measures.packet_nets;
    }
    for (const BufferSet& buffers : buffers_of(netlist, array, solution))
        measures.buffers += buffers.size();
    return measures;
}

}  // namespace xdnasim::placement
