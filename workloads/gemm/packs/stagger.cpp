#include <algorithm>
#include <map>
#include <set>

#include "arch/routing_graph.hpp"
#include "workloads/gemm/packs/array_shape.hpp"
#include "workloads/gemm/packs/core_places.hpp"
#include "workloads/routing/router.hpp"

namespace xdnasim::gemm::packs {

namespace {

bool leads_to_a_neighbour(const arch::Device& device, const arch::Port& master) {
    return arch::wired_to(device, master).has_value();
}

/// Counts the links in use. A broadcast leaves a port once, however many connections lead to the
/// port.
void count_links(const std::vector<schedule::Route>& routes, const arch::Device& device,
                 StaggerFigures& figures) {
    std::map<arch::TileId, int> south;
    std::set<arch::Port> wanted;
    for (const schedule::Route& route : routes) {
        std::vector<arch::Port> masters;
        for (const schedule::Connection& connection : route.connections)
            masters.push_back(connection.master);
        std::ranges::sort(masters);
        masters.erase(std::unique(masters.begin(), masters.end()), masters.end());
        for (const arch::Port& master : masters) {
            if (!leads_to_a_neighbour(device, master)) continue;
            wanted.insert(master);
            if (master.bundle == arch::Bundle::South) ++south[master.tile];
        }
    }
    figures.links = static_cast<int>(wanted.size());
    for (const auto& [tile, streams] : south) {
        const int links =
            arch::port_count(device, tile, arch::PortSide::Master, arch::Bundle::South);
        if (streams >= links) ++figures.south_full;
        if (streams <= figures.max_south) continue;
        figures.max_south = streams;
        figures.south_links = links;
    }
}

}  // namespace

StaggerFigures stagger_figures(PackDesign design, const arch::Device& device, int stagger) {
    design.stagger = stagger;
    StaggerFigures figures;
    figures.stagger = stagger;
    const std::vector<schedule::Flow> all = flows(design, device, place_ports(design, device));
    std::map<int, int> sources;
    for (const schedule::Flow& flow : all) {
        if (flow.source.bundle != arch::Bundle::Dma) continue;
        figures.cores += design.size;
        ++sources[flow.source.tile.column];
    }
    figures.c_columns = static_cast<int>(sources.size());
    for (const auto& [column, streams] : sources)
        figures.max_c = std::max(figures.max_c, streams);
    const arch::RoutingGraph graph{device};
    const routing::Negotiated negotiated = routing::negotiate(all, graph);
    figures.rounds = negotiated.rounds;
    figures.overuse = negotiated.overuse;
    figures.obstacle = negotiated.shortage;
    count_links(negotiated.routes, device, figures);
    return figures;
}

}  // namespace xdnasim::gemm::packs
