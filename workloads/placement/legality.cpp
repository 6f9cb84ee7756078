#include "workloads/placement/legality.hpp"

#include <map>

#include <fmt/format.h>

#include "base/number_format.hpp"

namespace xdnasim::placement {

using arch::TileId;
using arch::TileKind;

std::string to_string(Resource resource) {
    switch (resource) {
        case Resource::Cores:
            return "core";
        case Resource::Mm2s:
            return "MM2S channel";
        case Resource::S2mm:
            return "S2MM channel";
        case Resource::Memory:
            return "byte";
        case Resource::Locks:
            return "lock";
        case Resource::Bds:
            return "BD";
        case Resource::Links:
            return "channel";
        case Resource::Reach:
            break;
    }
    return "tile";
}

std::string Breach::text() const {
    if (resource == Resource::Reach)
        return fmt::format("tile {}: {} must be beside it, but is {} too far away",
                           arch::to_string(tile), arch::to_string(*towards),
                           base::counted(used, "tile"));
    const std::string where =
        towards ? fmt::format("link {} to {}", arch::to_string(tile), arch::to_string(*towards))
                : fmt::format("tile {}", arch::to_string(tile));
    const std::string needed = base::counted(used, to_string(resource));
    if (available == 0) return fmt::format("{}: {}, and there are none", where, needed);
    return fmt::format("{}: {}, {} more than the {} there are", where, needed,
                       base::grouped(excess()), base::grouped(available));
}

namespace {

struct TileUse {
    int cores = 0;
    Streams out;
    Streams in;
    int bds = 0;
    int locks = 0;
    arch::Bytes memory{};
};

class Usage {
 public:
    Usage(const Netlist& netlist, const Array& array, const Solution& solution)
        : netlist_{netlist}, array_{array}, solution_{solution} {
        for (CoreId core = 0; core < netlist.core_count(); ++core)
            add_core(core);
        for (NetId id = 0; id < netlist.net_count(); ++id)
            add_net(netlist.net(id), solution.routes[static_cast<std::size_t>(id)]);
        const std::vector<arch::Bytes> held = held_objects(netlist);
        for (const BufferSet& buffers : buffers_of(netlist, array, solution)) {
            tiles_[buffers.tile].memory +=
                held[static_cast<std::size_t>(buffers.net)] * std::int64_t{buffers.objects};
            tiles_[buffers.tile].locks += buffers.locks;
        }
    }

    [[nodiscard]] std::vector<Breach> breaches() const {
        std::vector<Breach> found;
        for (const auto& [tile, use] : tiles_)
            add_breaches(tile, use, found);
        for (const auto& [hop, streams] : links_) {
            const Breach breach{hop.from, hop.to, Resource::Links,
                                streams.channels(array_.packets_per_channel()), capacity(hop)};
            if (breach.excess() > 0) found.push_back(breach);
        }
        for (const netlist::Tie& tie : netlist_.ties) {
            const TileId from = solution_.placement.of(tie.from);
            const TileId to = solution_.placement.of(tie.to);
            const int tiles = away(tie, from, to);
            if (tiles > 0) found.push_back({from, to, Resource::Reach, tiles, 0});
        }
        return found;
    }

 private:
    TileUse& at(CoreId core) { return tiles_[solution_.placement.of(core)]; }

    void add_core(CoreId core) {
        const netlist::RoomUse& own = netlist_.core(core).own;
        TileUse& use = at(core);
        ++use.cores;
        use.out.circuits += own.mm2s;
        use.in.circuits += own.s2mm;
        use.bds += own.bds;
        use.locks += own.locks;
        use.memory += own.memory;
    }

    [[nodiscard]] int bds_of_end(CoreId core, int depth) const {
        return netlist_.kind(core) == TileKind::Shim ? 1 : depth;
    }

    void add_net(const Net& net, const NetRoute& route) {
        if (!is_stream(route.transport)) return;
        for (const Hop& hop : route.hops)
            links_[hop].add(route.transport);
        if (net.carrier != netlist::Carrier::Any) return;
        at(net.source).out.add(route.transport);
        at(net.source).bds += bds_of_end(net.source, net.depths.front());
        for (std::size_t i = 0; i < net.sinks.size(); ++i) {
            at(net.sinks[i]).in.add(route.transport);
            at(net.sinks[i]).bds += bds_of_end(net.sinks[i], net.sink_depth(i));
        }
    }

    [[nodiscard]] int capacity(const Hop& hop) const {
        for (const Heading heading : kHeadings)
            if (array_.beside(hop.from, heading) == hop.to) return array_.links(hop.from, heading);
        return 0;
    }

    void add_breaches(TileId tile, const TileUse& use, std::vector<Breach>& found) const {
        const Room& room = array_.room(tile);
        const auto compare = [&](Resource resource, std::int64_t used, std::int64_t available) {
            if (used > available) found.push_back({tile, {}, resource, used, available});
        };
        const int packets = array_.packets_per_channel();
        if (array_.is_exclusive(array_.kind(tile))) compare(Resource::Cores, use.cores, 1);
        compare(Resource::Mm2s, use.out.channels(packets), room.mm2s);
        compare(Resource::S2mm, use.in.channels(packets), room.s2mm);
        compare(Resource::Memory, use.memory.count(), room.memory.count());
        compare(Resource::Locks, use.locks, room.locks);
        compare(Resource::Bds, use.bds, room.bds);
    }

    const Netlist& netlist_;
    const Array& array_;
    const Solution& solution_;
    std::map<TileId, TileUse> tiles_;
    std::map<Hop, Streams> links_;
};

}  // namespace

std::vector<Breach> breaches(const Netlist& netlist, const Array& array, const Solution& solution) {
    return Usage{netlist, array, solution}.breaches();
}

}  // namespace xdnasim::placement
