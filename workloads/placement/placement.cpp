#include "workloads/placement/placement.hpp"

#include <algorithm>

namespace xdnasim::placement {

std::string to_string(Transport transport) {
    switch (transport) {
        case Transport::Circuit:
            return "circuit_switch";
        case Transport::Packet:
            return "packet_switch";
        case Transport::Neighbour:
            return "neighbor_sharing";
        case Transport::OwnTile:
            break;
    }
    return "intra_tile";
}

bool has_packets(const Routes& routes) {
    return std::ranges::find(routes, Transport::Packet, &NetRoute::transport) != routes.end();
}

}  // namespace xdnasim::placement
