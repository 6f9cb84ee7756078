#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "workloads/routing/tree_search.hpp"

namespace xdnasim::routing {

namespace {

using arch::Port;
using arch::RoutingGraph;
using schedule::Flow;

struct Leftover {
    std::set<std::size_t> flows;
    std::set<Port> ports;  ///< ports that these flows need and other flows hold
};

/// Takes flows out of `occupancy`, starting with the last, until no port is overused. What remains
/// is a legal assignment of ports to flows.
Leftover take_out_leftover(std::span<const Tree> trees, PortOccupancy& occupancy,
                           const RoutingGraph& graph) {
    Leftover leftover;
    for (std::size_t flow = trees.size(); flow-- > 0;) {
        bool left = false;
        for (const TreePort& at : trees[flow]) {
            if (occupancy.overuse(at.vertex) == 0) continue;
            left = true;
            // If both ends of a wire are exhausted, only the far one is reported.
            const Port& port = graph.port(at.vertex);
            const auto far = arch::wired_to(graph.device(), port);
            if (!far || occupancy.overuse(*graph.vertex(*far)) == 0) leftover.ports.insert(port);
        }
        if (!left) continue;
        leftover.flows.insert(flow);
        for (const TreePort& at : trees[flow])
            occupancy.remove(flow, at.vertex);
    }
    return leftover;
}

template <class Flows>
std::string names(const Flows& indices, std::span<const Flow> flows) {
    std::vector<std::string> quoted;
    for (const std::size_t flow : indices)
        quoted.push_back(fmt::format("'{}'", flows[flow].name));
    return fmt::format("{}", fmt::join(quoted, ", "));
}

/// The resources of the switch for packets, as a suffix to a port that packet flows use.
std::string of_packets(const Port& port, std::span<const Flow> flows,
                       const PortOccupancy& occupancy, const RoutingGraph& graph) {
    const auto vertex = *graph.vertex(port);
    const bool circuits = std::ranges::any_of(occupancy.users(vertex), [&](std::size_t flow) {
        return flows[flow].mode == schedule::FlowMode::Circuit;
    });
    if (circuits) return {};
    const arch::SwitchModel& model = graph.device().model(port.tile).stream_switch;
    return port.side == arch::PortSide::Slave
               ? fmt::format("; match slots that tell its packet flows apart: {}",
                             model.packet_slots)
               : fmt::format("; arbiters of its switch: {}", model.arbiters);
}

/// "(2,1) slave North: 4 of 4 taken by ..." if all ports of the bundle are taken; otherwise the
/// port alone, since connections may restrict which channels can be used.
std::string describe_port(const Port& port, std::span<const Flow> flows,
                          const PortOccupancy& occupancy, const RoutingGraph& graph) {
    const int count = arch::port_count(graph.device(), port.tile, port.side, port.bundle);
    int taken = 0;
    std::set<std::size_t> all;
    for (int channel = 0; channel < count; ++channel) {
        const auto users =
            occupancy.users(*graph.vertex({port.tile, port.side, port.bundle, channel}));
        taken += users.empty() ? 0 : 1;
        all.insert(users.begin(), users.end());
    }
    const std::string packets = of_packets(port, flows, occupancy, graph);
    if (taken < count) {
        const auto users = occupancy.users(*graph.vertex(port));
        const std::string holders =
            users.empty() ? "" : fmt::format(" taken by {}", names(users, flows));
        return fmt::format("{}{}{}", to_string(port), holders, packets);
    }
    return fmt::format("{} {} {}: {} of {} taken by {}{}", to_string(port.tile),
                       port.side == arch::PortSide::Slave ? "slave" : "master",
                       to_string(port.bundle), taken, count, names(all, flows), packets);
}

}  // namespace

std::string describe_shortage(std::span<const Flow> flows, std::span<const Tree> trees,
                              PortOccupancy occupancy, const RoutingGraph& graph) {
    const Leftover leftover = take_out_leftover(trees, occupancy, graph);
    std::set<std::string> lines;
    for (const Port& port : leftover.ports) {
        lines.insert(describe_port(port, flows, occupancy, graph));
    }
    return fmt::format("{} of {} flows cannot be routed beside the others: {}; out of ports:\n  {}",
                       leftover.flows.size(), flows.size(), names(leftover.flows, flows),
                       fmt::join(lines, "\n  "));
}

}  // namespace xdnasim::routing
