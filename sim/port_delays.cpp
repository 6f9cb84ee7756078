#include "sim/port_delays.hpp"

#include <cstddef>

#include "arch/routing_graph.hpp"

namespace xdnasim::sim {

using arch::Cycles;

std::map<arch::Port, Cycles> port_delays(const schedule::Flow& flow, const schedule::Route& route,
                                         const arch::Device& device) {
    std::map<arch::Port, Cycles> delays;
    delays[flow.source] = Cycles{0};
    delays[arch::switch_port(device, flow.source)] = Cycles{0};
    for (const auto& [slave, master] : route.connections) {
        const Cycles delay = delays[slave] + device.timing.switch_hop;
        delays[master] = delay;
        if (const auto next = arch::wired_to(device, master)) delays[*next] = delay;
    }
    for (std::size_t i = 0; i < flow.sinks.size(); ++i)
        delays[flow.sinks[i]] = device.timing.latency_of(route.hops[i]);
    return delays;
}

}  // namespace xdnasim::sim
