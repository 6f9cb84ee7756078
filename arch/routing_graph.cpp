#include "arch/routing_graph.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "base/enumerators.hpp"

namespace xdnasim::arch {

namespace {

using Vertex = RoutingGraph::Vertex;
using Edge = std::pair<Vertex, Vertex>;

constexpr std::array kSides{PortSide::Slave, PortSide::Master};
static_assert(base::lists_all<kSides>());

/// South channels that the shim mux joins to the shim's DMA; index: DMA channel.
const std::vector<int>& mux_channels(const ShimMux& mux, PortSide side) {
    return side == PortSide::Slave ? mux.mm2s_to_south : mux.south_to_s2mm;
}

/// Does a shim mux lie between `port` and the switch?
bool is_behind_mux(const Device& device, const Port& port) {
    return port.bundle == Bundle::Plio ||
           (port.bundle == Bundle::Dma && device.kind(port.tile) == TileKind::Shim);
}

bool leads_over_the_edge(const Device& device, TileId tile, Bundle bundle) {
    switch (bundle) {
        case Bundle::North:
            return tile.row + 1 == device.rows();
        case Bundle::West:
            return tile.column == 0;
        case Bundle::East:
            return tile.column + 1 == device.columns;
        case Bundle::Core:
        case Bundle::Dma:
        case Bundle::Fifo:
        case Bundle::South:
        case Bundle::TileControl:
        case Bundle::Trace:
        case Bundle::Plio:
            break;
    }
    return false;
}

bool allows(const ConnectionRule& rule, const Port& slave, const Port& master) {
    const auto has = [](const std::vector<Bundle>& bundles, Bundle bundle) {
        return std::ranges::find(bundles, bundle) != bundles.end();
    };
    if (!has(rule.from, slave.bundle) || !has(rule.to, master.bundle)) return false;
    if (rule.only_to_channel && master.channel != *rule.only_to_channel) return false;
    const bool same_channel = slave.channel == master.channel;
    switch (rule.channels) {
        case ConnectionRule::Channels::Any:
            return true;
        case ConnectionRule::Channels::SameIfSameBundle:
            return slave.bundle != master.bundle || same_channel;
        case ConnectionRule::Channels::Same:
            break;
    }
    return same_channel;
}

bool any_rule_allows(const SwitchModel& model, const Port& slave, const Port& master) {
    return std::ranges::any_of(
        model.rules, [&](const ConnectionRule& rule) { return allows(rule, slave, master); });
}

/// All ports of the device, in ascending order.
std::vector<Port> all_ports(const Device& device) {
    std::vector<Port> ports;
    for (int column = 0; column < device.columns; ++column) {
        for (int row = 0; row < device.rows(); ++row) {
            for (const PortSide side : kSides) {
                for (int index = 0; index < kBundles; ++index) {
                    const auto bundle = static_cast<Bundle>(index);
                    const int count = port_count(device, {column, row}, side, bundle);
                    for (int channel = 0; channel < count; ++channel) {
                        ports.push_back({{column, row}, side, bundle, channel});
                    }
                }
            }
        }
    }
    return ports;
}

std::optional<Vertex> find(const std::vector<Port>& ports, const Port& port) {
    const auto at = std::ranges::lower_bound(ports, port);
    if (at == ports.end() || *at != port) return std::nullopt;
    return static_cast<Vertex>(at - ports.begin());
}

/// The ports that the shim mux can feed from the port `south`: an S2MM channel, an output to the
/// programmable logic, both or neither.
std::vector<Port> fed_by_mux(const Device& device, const Port& south) {
    std::vector<Port> fed;
    if (south.bundle != Bundle::South || device.kind(south.tile) != TileKind::Shim) return fed;
    const auto& channels = device.shim_mux.south_to_s2mm;
    const auto at = std::ranges::find(channels, south.channel);
    const Port dma = dma_port(south.tile, Direction::S2MM, static_cast<int>(at - channels.begin()));
    if (at != channels.end() && has_port(device, dma)) fed.push_back(dma);
    const Port plio{south.tile, PortSide::Master, Bundle::Plio, south.channel};
    if (has_port(device, plio)) fed.push_back(plio);
    return fed;
}

void connect_slave(const Device& device, const std::vector<Port>& ports, Vertex slave,
                   std::vector<Edge>& edges) {
    const Port& from = ports[slave];
    if (is_behind_mux(device, from)) {
        if (const auto south = find(ports, switch_port(device, from))) {
            edges.emplace_back(slave, *south);
        }
        return;
    }
    const SwitchModel& model = device.model(from.tile).stream_switch;
    for (Vertex to = slave + 1; to < ports.size() && ports[to].tile == from.tile; ++to) {
        const Port& master = ports[to];
        if (master.side == PortSide::Slave || is_behind_mux(device, master)) continue;
        if (any_rule_allows(model, from, master)) edges.emplace_back(slave, to);
    }
}

void connect_master(const Device& device, const std::vector<Port>& ports, Vertex master,
                    std::vector<Edge>& edges) {
    if (const auto next = wired_to(device, ports[master])) {
        edges.emplace_back(master, *find(ports, *next));
        return;
    }
    for (const Port& next : fed_by_mux(device, ports[master]))
        edges.emplace_back(master, *find(ports, next));
}

RoutingGraph::Graph connect(const Device& device, const std::vector<Port>& ports) {
    std::vector<Edge> edges;
    for (Vertex vertex = 0; vertex < ports.size(); ++vertex) {
        if (ports[vertex].side == PortSide::Slave) {
            connect_slave(device, ports, vertex, edges);
        } else {
            connect_master(device, ports, vertex, edges);
        }
    }
    return {boost::edges_are_sorted, edges.begin(), edges.end(), ports.size()};
}

}  // namespace

RoutingGraph::RoutingGraph(const Device& device)
    : device_{device}, ports_{all_ports(device)}, graph_{connect(device, ports_)} {}

std::optional<RoutingGraph::Vertex> RoutingGraph::vertex(const Port& port) const {
    return find(ports_, port);
}

int port_count(const Device& device, TileId tile, PortSide side, Bundle bundle) {
    if (!device.contains(tile) || leads_over_the_edge(device, tile, bundle)) return 0;
    if (bundle == Bundle::Plio) {
        if (!device.has_plio(tile)) return 0;
        return side == PortSide::Slave ? device.pl->inputs : device.pl->outputs;
    }
    if (bundle == Bundle::Dma && device.kind(tile) == TileKind::Shim) {
        if (!device.has_dma(tile)) return 0;
        return static_cast<int>(mux_channels(device.shim_mux, side).size());
    }
    const PortCount count = device.model(tile).stream_switch.count(bundle);
    return side == PortSide::Slave ? count.slaves : count.masters;
}

bool has_port(const Device& device, const Port& port) {
    return port.channel >= 0 &&
           port.channel < port_count(device, port.tile, port.side, port.bundle);
}

Port switch_port(const Device& device, const Port& port) {
    if (!is_behind_mux(device, port)) return port;
    if (port.bundle == Bundle::Plio) return {port.tile, port.side, Bundle::South, port.channel};
    const auto& channels = mux_channels(device.shim_mux, port.side);
    return {port.tile, port.side, Bundle::South, channels[static_cast<std::size_t>(port.channel)]};
}

bool can_connect(const Device& device, const Port& slave, const Port& master) {
    if (slave.tile != master.tile || slave.side != PortSide::Slave ||
        master.side != PortSide::Master) {
        return false;
    }
    if (!has_port(device, slave) || !has_port(device, master)) return false;
    if (is_behind_mux(device, slave) || is_behind_mux(device, master)) return false;
    return any_rule_allows(device.model(slave.tile).stream_switch, slave, master);
}

std::optional<Port> wired_to(const Device& device, const Port& master) {
    if (master.side != PortSide::Master || !has_port(device, master)) return {};
    const auto facing = [&](int east, int north, Bundle bundle) -> std::optional<Port> {
        const TileId tile{master.tile.column + east, master.tile.row + north};
        const Port slave{tile, PortSide::Slave, bundle, master.channel};
        return has_port(device, slave) ? std::optional{slave} : std::nullopt;
    };
    switch (master.bundle) {
        case Bundle::North:
            return facing(0, 1, Bundle::South);
        case Bundle::South:
            return facing(0, -1, Bundle::North);
        case Bundle::West:
            return facing(-1, 0, Bundle::East);
        case Bundle::East:
            return facing(1, 0, Bundle::West);
        case Bundle::Core:
        case Bundle::Dma:
        case Bundle::Fifo:
        case Bundle::TileControl:
        case Bundle::Trace:
        case Bundle::Plio:
            break;
    }
    return {};
}

}  // namespace xdnasim::arch
