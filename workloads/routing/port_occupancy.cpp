#include "workloads/routing/port_occupancy.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>

namespace xdnasim::routing {

PortOccupancy::PortOccupancy(std::span<const schedule::Flow> flows, const arch::RoutingGraph& graph)
    : flows_{flows},
      graph_{graph},
      users_(boost::num_vertices(graph.graph())),
      history_(boost::num_vertices(graph.graph())) {}

void PortOccupancy::add(std::size_t flow, Vertex port) {
    users_[port].push_back(flow);
}

void PortOccupancy::remove(std::size_t flow, Vertex port) {
    std::erase(users_[port], flow);
}

bool PortOccupancy::close_round() {
    bool any = false;
    for (Vertex port = 0; port < users_.size(); ++port) {
        if (const int over = overuse(port); over > 0) {
            history_[port] += over;
            any = true;
        }
    }
    return any;
}

int PortOccupancy::overuse(Vertex port, std::optional<std::size_t> newcomer) const {
    int flows = 0;
    int circuits = 0;
    std::uint32_t packet_ids = 0;
    const auto count = [&](std::size_t index) {
        const schedule::Flow& flow = flows_[index];
        ++flows;
        if (flow.mode == schedule::FlowMode::Circuit) {
            ++circuits;
        } else {
            packet_ids |= std::uint32_t{1} << flow.packet_id;
        }
    };
    std::ranges::for_each(users_[port], count);
    if (newcomer) count(*newcomer);

    if (flows <= 1) return 0;
    if (circuits > 0) return flows - 1;
    return flows - std::min(std::popcount(packet_ids), packet_capacity(port));
}

int PortOccupancy::packet_capacity(Vertex vertex) const {
    const arch::Port& port = graph_.port(vertex);
    const arch::SwitchModel& model = graph_.device().model(port.tile).stream_switch;
    return port.side == arch::PortSide::Slave ? model.packet_slots : model.arbiters * model.msels;
}

}  // namespace xdnasim::routing
