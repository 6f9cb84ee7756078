#include <cstdlib>

#include "workloads/network/links/relays.hpp"
#include "workloads/network/network_parts.hpp"

namespace xdnasim::network {

std::optional<arch::Port> FreePlPorts::near(int column, bool is_input) {
    if (!device_.pl) return std::nullopt;
    std::map<int, int>& taken = is_input ? inputs_ : outputs_;
    const int pairs = (is_input ? device_.pl->inputs : device_.pl->outputs) / 2;
    std::optional<int> nearest;
    for (int shim = 0; shim < device_.columns; ++shim) {
        if (!device_.pl->columns[static_cast<std::size_t>(shim)] || taken[shim] == pairs) continue;
        if (!nearest || std::abs(shim - column) < std::abs(*nearest - column)) nearest = shim;
    }
    if (!nearest) return std::nullopt;
    const int pair = taken[*nearest]++;
    streams_.take(*nearest, is_input ? StreamCounts{1, 0} : StreamCounts{0, 1});
    return arch::Port{{*nearest, 0},
                      is_input ? arch::PortSide::Slave : arch::PortSide::Master,
                      arch::Bundle::Plio,
                      2 * pair};
}

FreeStreams streams_beside_ports(const std::vector<Stage>& stages, const arch::Device& device) {
    FreeStreams streams{device};
    FreePlPorts ports{device, streams};
    for (const NetworkPort& port : ports_of(stages))
        static_cast<void>(ports.near(port.tile.column, port.is_input));
    return streams;
}

}  // namespace xdnasim::network
