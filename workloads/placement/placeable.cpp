#include <algorithm>
#include <functional>
#include <map>
#include <numeric>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/number_format.hpp"
#include "workloads/placement/legality.hpp"
#include "workloads/placement/net_ends.hpp"

namespace xdnasim::placement {
namespace {

using arch::TileKind;

[[noreturn]] void fail(const base::Place& place, const std::string& message) {
    if (place.source) base::fail_at(place, message);
    throw base::InputError{message};
}

/// Checks the number of tiles of a kind. Cores that stay where they are, possibly on shims without
/// a DMA, have their tiles already.
void require_tiles(const Netlist& netlist, const Array& array, TileKind kind) {
    std::vector<const netlist::Core*> cores;
    std::vector<arch::TileId> free = array.tiles(kind);
    for (const netlist::Core& core : netlist.cores) {
        if (core.kind != kind) continue;
        if (core.kept_tile)
            std::erase(free, *core.kept_tile);
        else
            cores.push_back(&core);
    }
    const std::size_t tiles = free.size();
    const std::size_t most = array.is_exclusive(kind) || tiles == 0 ? tiles : cores.size();
    if (cores.size() > most)
        fail(cores[most]->place,
             fmt::format(
                 "the netlist '{}' has {} nodes of the type {}; allowed: up to {}, the tiles of {}",
                 netlist.name, cores.size(), netlist::type_name(kind), tiles, array.device_name()));
}

/// Nets of one direction at a core.
struct Ends {
    int all = 0;
    /// Number of nets that can be shared, by the core at the other end.
    std::map<CoreId, int> shareable{};

    /// The streams that remain in every placement: of the nets that can be shared, all but those to
    /// the four cores with the most of them. In StreamMode::Mixed, only nets that can be shared may
    /// be packets.
    [[nodiscard]] Streams least_streams(StreamMode mode) const {
        constexpr std::ptrdiff_t kNeighbours = 4;
        std::vector<int> counts;
        for (const auto& [core, count] : shareable)
            counts.push_back(count);
        const int others = std::accumulate(counts.begin(), counts.end(), all, std::minus{});
        std::ranges::sort(counts, std::greater{});
        counts.erase(counts.begin(), counts.begin() + std::min(std::ssize(counts), kNeighbours));
        const int apart = std::accumulate(counts.begin(), counts.end(), 0);
        switch (mode) {
            case StreamMode::Mixed:
                return {.circuits = others, .packets = apart};
            case StreamMode::Circuit:
                return {.circuits = others + apart};
            case StreamMode::Packet:
                break;
        }
        return {.packets = others + apart};
    }
};

/// Channels of one direction of a core's DMA.
struct Channels {
    const char* direction;
    int count;
    int packets;  ///< maximum number of packet nets on one channel
};

/// How `streams` use channels if not all of them can share one, in words.
std::string taken_text(const Streams& streams) {
    if (streams.circuits == 0) return "";
    if (streams.packets == 0) return ", a channel each";
    return fmt::format(", {} a channel each and {} in packets", streams.circuits, streams.packets);
}

std::string allowed_text(const Streams& streams, const Channels& channels) {
    const std::string count = base::counted(channels.count, "channel");
    if (streams.packets == 0) return count;
    if (streams.circuits > 0)
        return fmt::format("{}, with {} in packets on one", count, channels.packets);
    return fmt::format("{}, {} in packets on each of {}", channels.count * channels.packets,
                       channels.packets, count);
}

void require_channels(const Netlist& netlist, CoreId core, int nets, const Streams& streams,
                      const Channels& channels) {
    if (streams.channels(channels.packets) <= channels.count) return;
    fail(netlist.core(core).place,
         fmt::format("{} has {} {} it, of which {} need streams wherever it is placed{}; allowed: "
                     "up to {}",
                     core_text(netlist, core), base::counted(nets, "net"), channels.direction,
                     streams.circuits + streams.packets, taken_text(streams),
                     allowed_text(streams, channels)));
}

std::string room_text(arch::Bytes memory, int locks, int bds) {
    return fmt::format("{} bytes, {} and {}", base::grouped(memory.count()),
                       base::counted(locks, "lock"), base::counted(bds, "BD"));
}

bool fits(const RoomUse& use, const Room& room) {
    return use.memory <= room.memory && use.locks <= room.locks && use.bds <= room.bds;
}

/// Checks that a core's own resources and the buffers of its links fit into an otherwise empty
/// tile.
void require_core(const Netlist& netlist, CoreId core, const RoomUse& use, const Room& room) {
    if (!fits(use, room))
        fail(netlist.core(core).place,
             fmt::format("{} needs {} with the buffers of its links; allowed: up to {}, those of a "
                         "tile",
                         core_text(netlist, core), room_text(use.memory, use.locks, use.bds),
                         room_text(room.memory, room.locks, room.bds)));
}

/// Checks that the buffers of a net, at its ends or in a memory that both cores reach, fit into
/// otherwise empty tiles.
void require_buffers(const Netlist& netlist, const Array& array, NetId id) {
    const auto room = [&](CoreId core) -> const Room& { return array.room(netlist.kind(core)); };
    const Net& net = netlist.net(id);
    if (netlist.is_shareable(id) && fits(shared_use(netlist, array, id), room(net.source))) return;
    for (const auto& [core, use] : stream_ends(netlist, array, id))
        if (!fits(use, room(core)))
            fail(net.place,
                 fmt::format("{} has {} at {}; allowed: up to {}, those of a tile",
                             net_text(netlist, id), room_text(use.memory, use.locks, use.bds),
                             core_text(netlist, core),
                             room_text(room(core).memory, room(core).locks, room(core).bds)));
}

/// Checks the BDs of a link: each of its nets uses a channel of the mem tile, with a BD for each
/// part of each object.
void require_link(const Netlist& netlist, const Array& array, const netlist::Link& link) {
    const int objects = netlist.link_depth(link);
    const auto parts = static_cast<int>(link.parts().size());
    const int most = array.room(TileKind::MemTile).channel_bds;
    if (objects * parts <= most) return;
    fail(netlist.net(link.whole()).place,
         fmt::format("{} takes {} of a channel at {}, for {}{}; allowed: up to {}",
                     net_text(netlist, link.whole()), base::counted(objects * parts, "BD"),
                     core_text(netlist, link.mem), base::counted(objects, "object"),
                     parts == 1 ? "" : fmt::format(" in {} parts", parts), most));
}

}  // namespace

void require_placeable(const Netlist& netlist, const Array& array, StreamMode mode) {
    const Netlist words = in_whole_words(netlist);
    for (const TileKind kind : {TileKind::CompTile, TileKind::MemTile, TileKind::Shim})
        require_tiles(netlist, array, kind);
    std::vector<Ends> out(netlist.cores.size());
    std::vector<Ends> in(netlist.cores.size());
    for (NetId id = 0; id < netlist.net_count(); ++id) {
        require_buffers(words, array, id);
        const Net& net = netlist.net(id);
        if (net.carrier != netlist::Carrier::Any) continue;
        Ends& source = out[static_cast<std::size_t>(net.source)];
        ++source.all;
        if (netlist.is_shareable(id)) ++source.shareable[net.sinks.front()];
        for (const CoreId core : net.sinks) {
            Ends& sink = in[static_cast<std::size_t>(core)];
            ++sink.all;
            if (netlist.is_shareable(id)) ++sink.shareable[net.source];
        }
    }
    for (const netlist::Link& link : netlist.links)
        require_link(netlist, array, link);
    const std::vector<RoomUse> uses = core_uses(words, array);
    for (CoreId core = 0; core < netlist.core_count(); ++core) {
        const Room& room = array.room(netlist.kind(core));
        require_core(netlist, core, uses[static_cast<std::size_t>(core)], room);
        const int packets = array.packets_per_channel();
        const auto require = [&](const Ends& ends, const Channels& channels) {
            require_channels(netlist, core, ends.all, ends.least_streams(mode), channels);
        };
        require(out[static_cast<std::size_t>(core)], {"out of", room.mm2s, packets});
        require(in[static_cast<std::size_t>(core)], {"into", room.s2mm, packets});
    }
}

}  // namespace xdnasim::placement
