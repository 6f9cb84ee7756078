#pragma once
// The construction of the array's program from a placed netlist: buffers of nets (net_buffers.cpp),
// programs of cores (core_streams.cpp), DMA channels (channel_streams.cpp), host and routes
// (placed_mapping.cpp).

#include <algorithm>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "workloads/placed/host_tasks.hpp"
#include "workloads/placed/placed_parts.hpp"

namespace xdnasim::placed {

using NetEnd = std::pair<NetId, CoreId>;

/// "k0_0 -> k0_1"
[[nodiscard]] std::string name_of(const Netlist& netlist, NetId id);

/// A BD that acquires 1 of lock `from` and releases 1 to lock `to`.
[[nodiscard]] schedule::Bd handover(schedule::BufferRef buffer, arch::Bytes offset,
                                    arch::Bytes length, schedule::LockRef from,
                                    schedule::LockRef to);

/// The transfers of a net at one of its ends, for a DMA channel.
struct Stream {
    NetId net = 0;
    CoreId core = 0;
    int objects = 0;  ///< number of objects buffered there, after which their BDs repeat
    std::function<std::vector<schedule::Bd>(int object)> bds;
};

class Mapping {
 public:
    /// `apart`: packet nets that should share no port, as far as there are channels at their ends.
    Mapping(const PlacedDesign& design, const arch::Device& device, const NetPairs& apart)
        : design_{design},
          netlist_{design.netlist},
          device_{device},
          apart_{apart},
          nets_{nets_by_core(design.netlist)},
          ends_{host_ends(design.netlist)} {
        for (CoreId core = 0; core < netlist_.core_count(); ++core)
            tiles_.try_emplace(tile_of(core), device, tile_of(core));
    }

    schedule::Schedule run() && {
        number_packets();
        hold_nets();
        for (CoreId core = 0; core < netlist_.core_count(); ++core)
            if (netlist_.kind(core) == arch::TileKind::CompTile) program(core);
        for (const Link& link : netlist_.links)
            pass(link);
        for (const auto& [tile, streams] : mem_takes_)
            take(tile, streams);
        add_host();
        add_flows();
        for (auto& [tile, builder] : tiles_)
            schedule_.tiles.push_back(std::move(builder).finish());
        route();
        return std::move(schedule_);
    }

 private:
    [[nodiscard]] arch::TileId tile_of(CoreId core) const {
        return design_.solution.placement.of(core);
    }
    [[nodiscard]] TileBuilder& tile(CoreId core) { return tiles_.at(tile_of(core)); }
    [[nodiscard]] const placement::NetRoute& route_of(NetId net) const {
        return design_.solution.routes[static_cast<std::size_t>(net)];
    }
    [[nodiscard]] placement::Transport transport(NetId net) const {
        return route_of(net).transport;
    }

    // Buffers of nets.

    void number_packets();
    void hold_nets();
    void pass(const Link& link);
    void distribute(const Link& link, const std::vector<LinkPart>& parts,
                    const std::vector<ObjectBuffers>& held);
    void join(const Link& link, const std::vector<LinkPart>& parts,
              const std::vector<ObjectBuffers>& held);

    /// `bd` with the packet header of the net, if it is a packet net. `object`: number of the
    /// object that the BD sends.
    [[nodiscard]] schedule::Bd sent(NetId net, int object, schedule::Bd bd) const;
    /// The BDs at the sink that packets of the net name; empty: the sink takes them in order.
    [[nodiscard]] std::vector<int> names_of(NetId net) const;

    // The program of a core, and its streams.

    void program(CoreId core);
    [[nodiscard]] schedule::CoreBody body_of(CoreId core, schedule::KernelRef kernel) const;
    [[nodiscard]] Stream stream_into(CoreId core, NetId id) const;
    [[nodiscard]] Stream stream_out_of(CoreId core, NetId id) const;
    void send_from(CoreId core);

    // The DMA channels of cores and mem tiles. The BDs that packets name must be known for all
    // sinks before any packet is sent.

    void take(arch::TileId at, const std::vector<Stream>& streams);
    void take_in_order(arch::TileId tile, const Stream& stream);
    void take_by_name(arch::TileId tile, const std::vector<Stream>& streams);
    void send(arch::TileId at, const std::vector<Stream>& streams);
    void send_in_turn(arch::TileId tile, std::vector<Stream> streams);
    [[nodiscard]] bool needs_channel(NetId id) const;
    [[nodiscard]] bool are_apart(NetId one, NetId other) const {
        return apart_.contains(std::minmax(one, other));
    }
    /// Distributes packet streams over the channels that circuits leave free: as few pairs as
    /// possible that should be apart share a channel, and then all channels have similar numbers of
    /// streams.
    [[nodiscard]] std::vector<std::vector<Stream>> dealt(const std::vector<Stream>& streams,
                                                         int channels) const;

    // The host and the flows.

    void add_host();
    [[nodiscard]] PacketTask in_turn(const std::vector<Stream>& hand);
    void add_flows();
    void route();
    /// Do the nets share a channel at one of their ends?
    [[nodiscard]] bool share_channel(NetId one, NetId other) const;

    const PlacedDesign& design_;
    const Netlist& netlist_;
    const arch::Device& device_;
    const NetPairs& apart_;
    std::vector<CoreNets> nets_;
    std::vector<HostEnd> ends_;
    std::map<arch::TileId, TileBuilder> tiles_;
    /// By net and core; for a shared net, both ends have the same buffers.
    std::map<NetEnd, ObjectBuffers> held_;
    /// The MM2S channel at a net's source, the S2MM channels at its sinks.
    std::map<NetEnd, int> channels_;
    std::map<NetEnd, std::vector<int>> named_;  ///< BDs at a sink that packets of the net name
    std::map<NetId, int> packet_ids_;
    std::map<arch::TileId, std::vector<Stream>> mem_takes_;
    std::map<arch::TileId, std::vector<Stream>> mem_sends_;
    schedule::Schedule schedule_;
};

}  // namespace xdnasim::placed
