#include <algorithm>
#include <filesystem>
#include <set>
#include <string>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/map_reader.hpp"
#include "workloads/placement/solution_file.hpp"

namespace xdnasim::placement {
namespace {

using arch::TileId;
using base::MapReader;
using base::Node;

/// Does `device` name the array's device? It is a name, as in netlists, or a file in any folder.
bool is_named(const Array& array, const std::string& device) {
    return device_of(device) == array.device_name() ||
           std::filesystem::path{device}.stem().string() == array.device_name();
}

TileId read_tile(const Node& node, const Array& array) {
    const std::vector<Node>& numbers = node.as_sequence();
    if (numbers.size() != 2) node.fail("not a tile; allowed: [column, row]");
    const std::string of_what = "the tiles of " + array.device_name();
    return {static_cast<int>(numbers[0].as_int(0, array.columns() - 1, of_what)),
            static_cast<int>(numbers[1].as_int(0, array.rows() - 1, of_what))};
}

Placement read_tiles(const Node& list, const Netlist& netlist, const Array& array) {
    std::vector<TileId> tiles;
    for (const Node& node : list.as_sequence()) {
        const auto core = static_cast<CoreId>(tiles.size());
        if (core == netlist.core_count()) break;
        tiles.push_back(read_tile(node, array));
        const arch::TileKind kind = array.kind(tiles.back());
        if (kind != netlist.kind(core))
            node.fail(fmt::format("{} is a {}, and tile {} a {}; allowed: a tile of its type",
                                  core_text(netlist, core), netlist::type_name(netlist.kind(core)),
                                  arch::to_string(tiles.back()), netlist::type_name(kind)));
    }
    if (list.as_sequence().size() != netlist.cores.size())
        list.fail(fmt::format("{} tiles; allowed: {}, one for each node of the netlist",
                              list.as_sequence().size(), netlist.cores.size()));
    return Placement{std::move(tiles)};
}

/// Reads the transports and routes of the nets of a placed netlist.
class RouteReader {
 public:
    RouteReader(const Netlist& netlist, const Array& array, const Placement& placement)
        : netlist_{netlist}, array_{array}, placement_{placement} {}

    Routes read(const Node& list) const {
        Routes routes;
        for (const Node& node : list.as_sequence()) {
            if (routes.size() == netlist_.nets.size()) break;
            MapReader reader{node, fmt::format("nets.{}", routes.size())};
            const Node& id = reader.require("id");
            const auto expected = static_cast<std::int64_t>(routes.size());
            if (id.as_int(0, netlist_.net_count() - 1, "the ids of the nets") != expected)
                id.fail(fmt::format("out of order; allowed: {}", expected));
            NetRoute route;
            const Node& transport = reader.require("transport");
            route.transport = transport.as_one_of(kTransports);
            const auto net = static_cast<NetId>(expected);
            if (is_stream(route.transport)) {
                route.hops = read_hops(reader.require("hops"), net);
            } else {
                route.buffer = read_buffer(reader.require("buffer"), net);
                require_transport_of_tiles(transport, route.transport, net);
            }
            reader.finish();
            routes.push_back(std::move(route));
        }
        if (list.as_sequence().size() != netlist_.nets.size())
            list.fail(fmt::format("{} nets; allowed: {}, as the netlist has",
                                  list.as_sequence().size(), netlist_.nets.size()));
        return routes;
    }

 private:
    [[nodiscard]] TileId read_buffer(const Node& node, NetId id) const {
        const TileId tile = read_tile(node, array_);
        if (!netlist_.is_shareable(id))
            node.fail(
                fmt::format("{} cannot share a buffer. Only a net from one COMP to one other can",
                            net_text(netlist_, id)));
        const Net& net = netlist_.net(id);
        const std::vector<TileId> memories =
            array_.common_memories(placement_.of(net.source), placement_.of(net.sinks.front()));
        if (std::ranges::find(memories, tile) == memories.end())
            node.fail(fmt::format("the cores of {} do not both reach the memory of {}",
                                  net_text(netlist_, id), arch::to_string(tile)));
        return tile;
    }

    /// Throws unless a buffer is said to be that of neighbours, or of one tile, as the cores lie:
    /// the two cost differently.
    void require_transport_of_tiles(const Node& node, Transport transport, NetId id) const {
        const Net& net = netlist_.net(id);
        const bool on_one_tile = placement_.of(net.source) == placement_.of(net.sinks.front());
        const Transport allowed = on_one_tile ? Transport::OwnTile : Transport::Neighbour;
        if (transport != allowed)
            node.fail(fmt::format("the cores of {} lie on {}; allowed: {}", net_text(netlist_, id),
                                  on_one_tile ? "one tile" : "two tiles", to_string(allowed)));
    }

    [[nodiscard]] std::vector<Hop> read_hops(const Node& list, NetId id) const {
        const Net& net = netlist_.net(id);
        std::set<TileId> reached{placement_.of(net.source)};
        std::vector<Hop> hops;
        for (const Node& node : list.as_sequence()) {
            if (node.as_sequence().size() != 2) node.fail("not a hop; allowed: [tile, tile]");
            const Hop hop{read_tile(node.as_sequence()[0], array_),
                          read_tile(node.as_sequence()[1], array_)};
            if (distance(hop.from, hop.to) != 1) node.fail("these tiles are not side by side");
            if (!reached.contains(hop.from))
                node.fail("no hop before this one reaches the tile where it starts");
            if (!reached.insert(hop.to).second)
                node.fail("a hop to a tile that the net reaches already; allowed: a tree");
            hops.push_back(hop);
        }
        for (const CoreId sink : net.sinks)
            if (!reached.contains(placement_.of(sink)))
                list.fail(fmt::format("the hops of {} do not reach {} on {}",
                                      net_text(netlist_, id), core_text(netlist_, sink),
                                      arch::to_string(placement_.of(sink))));
        return hops;
    }

    const Netlist& netlist_;
    const Array& array_;
    const Placement& placement_;
};

void require_result(const Node& root) {
    if (!root.is_map() || root.find("tiles") != nullptr) return;
    root.fail(fmt::format("{}. Use a file written by `xdnasim place -o`, or its tiles and nets",
                          root.find("nodes") != nullptr ? "a netlist that is not placed"
                                                        : "no result of a placement: no tiles"));
}

}  // namespace

Solution read_solution(const Node& root, const Netlist& netlist, const Array& array) {
    require_result(root);
    MapReader reader{root};
    // Files written by hand may leave out the version.
    if (const Node* version = reader.optional("schema_version"))
        static_cast<void>(version->as_int(kSolutionVersion, kSolutionVersion));
    if (const Node* device = reader.optional("device");
        device != nullptr && !is_named(array, device->as_string()))
        device->fail(fmt::format("a result for another device; allowed: {}", array.device_name()));
    Solution solution;
    solution.placement = read_tiles(reader.require("tiles"), netlist, array);
    solution.routes = RouteReader{netlist, array, solution.placement}.read(reader.require("nets"));
    // Derived values, and the way in which the solution was found.
    for (const char* key :
         {"method", "streams", "choices", "seed", "max_moves", "moves", "ended", "cost", "measures",
          "buffers", "netlist", "history", "router", "solver"})
        static_cast<void>(reader.optional(key));
    reader.finish();
    return solution;
}

}  // namespace xdnasim::placement
