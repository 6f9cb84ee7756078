#include <algorithm>
#include <limits>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "base/json.hpp"
#include "base/map_reader.hpp"
#include "workloads/netlist/liveness.hpp"
#include "workloads/netlist/netlist_file.hpp"

namespace xdnasim::netlist {
namespace {

using arch::TileKind;
using base::MapReader;
using base::Node;

constexpr int kMaxDepth = 1024;
constexpr std::int64_t kMaxObject = std::int64_t{1} << 30;

/// Checks that the ids of a list count from 0 in its order.
void read_id(MapReader& reader, std::size_t position, const char* of_what) {
    const Node& id = reader.require("id");
    const std::int64_t value = id.as_int(0, std::numeric_limits<int>::max());
    const auto expected = static_cast<std::int64_t>(position);
    if (value < expected)
        id.fail(
            fmt::format("{} is the id of another {}; allowed: {}, ids count from 0 in the "
                        "order of the list",
                        value, of_what, expected));
    if (value > expected)
        id.fail(
            fmt::format("{} is out of order; allowed: {}, ids count from 0 in the order of "
                        "the list",
                        value, expected));
}

Core read_core(const Node& node, std::size_t position) {
    MapReader reader{node, fmt::format("nodes.{}", position)};
    read_id(reader, position, "node");
    Core core;
    core.kind = reader.require("type").as_choice<TileKind>(
        {{type_name(TileKind::CompTile), TileKind::CompTile},
         {type_name(TileKind::MemTile), TileKind::MemTile},
         {type_name(TileKind::Shim), TileKind::Shim}});
    core.name = reader.require("name").as_name();
    core.place = node.place();
    reader.finish();
    return core;
}

CoreId read_core_id(const Node& node, const Netlist& netlist) {
    return static_cast<CoreId>(node.as_int(0, netlist.core_count() - 1, "the ids of the nodes"));
}

std::vector<CoreId> read_sinks(const Node& node, const Net& net, const Netlist& netlist) {
    std::vector<CoreId> sinks;
    for (const Node& item : node.as_sequence()) {
        const CoreId sink = read_core_id(item, netlist);
        if (sink == net.source) item.fail("a net cannot lead from a node to itself");
        if (std::ranges::find(sinks, sink) != sinks.end())
            item.fail(fmt::format("{} is already a sink of this net. List each node once",
                                  core_text(netlist, sink)));
        sinks.push_back(sink);
    }
    if (sinks.empty()) node.fail("a net needs at least one sink");
    const auto is_shim = [&](CoreId core) { return netlist.kind(core) == TileKind::Shim; };
    if (is_shim(net.source) && std::ranges::any_of(sinks, is_shim))
        node.fail("a net cannot lead from a SHIM to a SHIM. It must begin or end in the array");
    return sinks;
}

std::vector<int> read_depths(const Node& node, const Net& net) {
    std::vector<int> depths;
    for (const Node& item : node.as_sequence())
        depths.push_back(static_cast<int>(item.as_int(1, kMaxDepth)));
    if (depths.size() != net.sinks.size() + 1)
        node.fail(fmt::format("{} depths; allowed: {}, of the source and of each sink",
                              depths.size(), net.sinks.size() + 1));
    return depths;
}

Net read_net(const Node& node, std::size_t position, const Netlist& netlist) {
    MapReader reader{node, fmt::format("nets.{}", position)};
    read_id(reader, position, "net");
    Net net;
    net.source = read_core_id(reader.require("src_id"), netlist);
    net.sinks = read_sinks(reader.require("dst_ids"), net, netlist);
    net.depths = read_depths(reader.require("depths"), net);
    net.object = arch::Bytes{reader.require("byte_size_per_depth").as_int(1, kMaxObject)};
    net.place = node.place();
    net.initial_tokens = static_cast<int>(
        reader.require("initial_tokens")
            .as_int(0, *std::ranges::min_element(net.depths), "the depths of the net"));
    reader.finish();
    return net;
}

/// An end of a net in a mem tile: its source (nullopt), or the sink of that number.
using MemEnd = std::pair<NetId, std::optional<std::size_t>>;

/// Records the ends of nets in mem tiles that links pass on.
class LinkedEnds {
 public:
    explicit LinkedEnds(const Netlist& netlist) : netlist_{netlist} {}

    std::vector<NetId> read_in(const Node& list, CoreId mem) {
        return read(list, "end", [&](const Net& net) -> std::optional<MemEnd> {
            const auto at = std::ranges::find(net.sinks, mem);
            if (at == net.sinks.end()) return {};
            return MemEnd{{}, static_cast<std::size_t>(at - net.sinks.begin())};
        });
    }
    std::vector<NetId> read_out(const Node& list, CoreId mem) {
        return read(list, "begin", [&](const Net& net) -> std::optional<MemEnd> {
            if (net.source != mem) return {};
            return MemEnd{};
        });
    }
    /// Requires that every end in a mem tile belongs to a link; otherwise its objects would stay
    /// there.
    void require_all(const Node& nets) const {
        for (NetId id = 0; id < netlist_.net_count(); ++id) {
            const Net& net = netlist_.net(id);
            const Node& node = nets.as_sequence()[static_cast<std::size_t>(id)];
            require(node, net.source, {id, std::nullopt}, "begins at");
            for (std::size_t i = 0; i < net.sinks.size(); ++i)
                require(node, net.sinks[i], {id, i}, "ends at");
        }
    }

 private:
    /// Reads the nets of a link. `end_of` returns the end of a net that lies in the link's mem
    /// tile.
    template <class EndOf>
    std::vector<NetId> read(const Node& list, const char* verb, EndOf end_of) {
        std::vector<NetId> nets;
        for (const Node& item : list.as_sequence()) {
            if (netlist_.net_count() == 0) item.fail("the netlist has no nets");
            const auto id =
                static_cast<NetId>(item.as_int(0, netlist_.net_count() - 1, "the ids of the nets"));
            const std::optional<MemEnd> end = end_of(netlist_.net(id));
            if (!end) item.fail(fmt::format("net {} does not {} at the MEM of the link", id, verb));
            if (!ends_.insert({id, end->second}).second)
                item.fail(fmt::format("net {} is already in another link", id));
            nets.push_back(id);
        }
        return nets;
    }
    void require(const Node& node, CoreId core, const MemEnd& end, const char* verb) const {
        if (netlist_.kind(core) == TileKind::MemTile && !ends_.contains(end))
            node.fail(fmt::format("net {} {} MEM {}, but is in no link there", end.first, verb,
                                  core_text(netlist_, core)));
    }

    const Netlist& netlist_;
    std::set<MemEnd> ends_;
};

void require_shape(const Node& node, const Link& link) {
    const std::size_t in = link.in.size();
    const std::size_t out = link.out.size();
    const auto fail = [&](const char* allowed) {
        node.fail(fmt::format("a {} of {} to {} nets; allowed: {}", to_string(link.kind), in, out,
                              allowed));
    };
    switch (link.kind) {
        case LinkKind::Copy:
            if (in != 1 || out != 1) fail("one to one");
            break;
        case LinkKind::Distribute:
            if (in != 1 || out < 1) fail("one to one or more");
            break;
        case LinkKind::Join:
            if (in < 1 || out != 1) fail("one or more to one");
            break;
    }
}

void require_parts(const Node& node, const Link& link, const Netlist& netlist) {
    arch::Bytes parts{};
    for (const NetId id : link.parts())
        parts += netlist.net(id).object;
    const arch::Bytes whole = netlist.net(link.whole()).object;
    if (parts > whole)
        node.fail(fmt::format("the parts of a {} have {} bytes; allowed: at most the {} of net {}",
                              to_string(link.kind), parts.count(), whole.count(), link.whole()));
}

Link read_link(const Node& node, std::size_t position, const Netlist& netlist, LinkedEnds& ends) {
    MapReader reader{node, fmt::format("links.{}", position)};
    Link link;
    link.kind = reader.require_one_of("type", kLinkKinds);
    const Node& mem = reader.require("mem");
    link.mem = read_core_id(mem, netlist);
    if (netlist.kind(link.mem) != TileKind::MemTile)
        mem.fail(fmt::format("{} is a {}; allowed: a MEM", core_text(netlist, link.mem),
                             type_name(netlist.kind(link.mem))));
    link.in = ends.read_in(reader.require("in"), link.mem);
    link.out = ends.read_out(reader.require("out"), link.mem);
    reader.finish();
    require_shape(node, link);
    require_parts(node, link, netlist);
    return link;
}

}  // namespace

Netlist read_netlist(const Node& map, const std::string& path) {
    MapReader reader{map, path};
    Netlist netlist;
    netlist.name = reader.require("name").as_name();
    const Node& device = reader.require("device");
    netlist.device = device.as_string();
    netlist.device_place = device.place();
    for (const Node& node : reader.require("nodes").as_sequence())
        netlist.cores.push_back(read_core(node, netlist.cores.size()));
    if (netlist.cores.empty()) map.fail("a netlist needs at least one node");
    const Node& nets = reader.require("nets");
    for (const Node& node : nets.as_sequence())
        netlist.nets.push_back(read_net(node, netlist.nets.size(), netlist));
    LinkedEnds ends{netlist};
    for (const Node& node : reader.require("links").as_sequence())
        netlist.links.push_back(read_link(node, netlist.links.size(), netlist, ends));
    reader.finish();
    ends.require_all(nets);
    if (const std::optional<Deadlock> deadlock = find_deadlock(netlist))
        nets.as_sequence()[static_cast<std::size_t>(deadlock->nets.front())].fail(
            deadlock->text(netlist));
    return netlist;
}

Netlist load_netlist(const std::filesystem::path& file) {
    return read_netlist(base::load_json(file));
}

}  // namespace xdnasim::netlist
