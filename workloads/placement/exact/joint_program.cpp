#include "workloads/placement/exact/joint_program.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/number_format.hpp"

namespace xdnasim::placement {

using arch::TileId;
using integer::ColumnId;
using integer::kUnlimited;
using integer::Term;

Regions everywhere(const Netlist& netlist, const Array& array) {
    Regions regions;
    for (const netlist::Core& core : netlist.cores)
        regions.push_back(array.tiles(core.kind));
    return regions;
}

Regions only_at(const Placement& placement) {
    Regions regions;
    for (const TileId tile : placement.tiles())
        regions.push_back({tile});
    return regions;
}

JointProgram::JointProgram(const Netlist& netlist, const Array& array, StreamMode mode,
                           Regions regions, std::optional<int> margin)
    : netlist_{netlist},
      words_{in_whole_words(netlist)},
      array_{array},
      mode_{mode},
      regions_{std::move(regions)},
      margin_{margin},
      graph_{array, mode == StreamMode::Packet ? PacketArea::Array : PacketArea::Cores},
      ways_(netlist.nets.size()),
      segments_(graph_.segments()),
      tiles_(array.size()),
      out_segments_(array.size()),
      in_segments_(array.size()) {
    const auto& graph = graph_.graph();
    for (auto [edge, end] = boost::edges(graph); edge != end; ++edge) {
        const Edge made{boost::source(*edge, graph), boost::target(*edge, graph), graph[*edge]};
        if (made.way.transport == Transport::OwnTile) continue;  // no tile takes two cores
        edges_.push_back(made);
        if (!made.way.segment) continue;
        if (graph_.kind(made.from) == NodeKind::Source)
            out_segments_[array.index(graph_.tile(made.from))] = made.way.segment;
        if (graph_.kind(made.to) == NodeKind::Sink)
            in_segments_[array.index(graph_.tile(made.to))] = made.way.segment;
    }
    require_size();
    add_cores();
    add_nets();
    add_segments();
    add_tiles();
}

void JointProgram::require_size() const {
    constexpr std::size_t kMaxColumns = 1'000'000;
    std::size_t columns = 0;
    for (NetId id = 0; id < netlist_.net_count(); ++id) {
        const Net& net = netlist_.net(id);
        const auto open =
            std::ranges::count_if(edges_, [&](const Edge& edge) { return is_open(net, edge); });
        columns += static_cast<std::size_t>(open) * (net.is_multicast() ? net.sinks.size() + 1 : 1);
    }
    if (columns <= kMaxColumns) return;
    throw base::InputError{fmt::format(
        "the integer program of the netlist '{}' on {} would have {} columns; allowed: up to {}. "
        "Use another method, such as sa",
        netlist_.name, array_.device_name(), base::grouped(static_cast<std::int64_t>(columns)),
        base::grouped(static_cast<std::int64_t>(kMaxColumns)))};
}

void JointProgram::add_cores() {
    const std::vector<RoomUse> uses = core_uses(words_, array_);
    const std::vector<RoomUse> paid = core_uses(netlist_, array_);
    for (CoreId core = 0; core < netlist_.core_count(); ++core) {
        auto& columns = cores_.emplace_back();
        Terms one;
        for (const TileId tile : regions_[index_of(core)]) {
            columns[tile] = program_.add_column({});
            one.push_back({columns[tile], 1});
            tiles_[array_.index(tile)].cores.push_back({columns[tile], 1});
        }
        program_.add_row(1, one, 1);
        use_core(core, uses[index_of(core)]);
        program_.add_cost(
            array_.choices().weights.byte *
            static_cast<double>(
                (paid[index_of(core)].memory - netlist_.core(core).own.memory).count()));
    }
}

std::optional<ColumnId> JointProgram::core_column(CoreId core, TileId at) const {
    const auto& columns = cores_[index_of(core)];
    const auto found = columns.find(at);
    return found == columns.end() ? std::nullopt : std::optional{found->second};
}

void JointProgram::use_core(CoreId core, const RoomUse& use) {
    for (const auto& [tile, column] : cores_[index_of(core)])
        use_tile(tile, column, use);
}

/// Adds the resources of `use` to the rows of the tile, except for channels, which segments count.
void JointProgram::use_tile(TileId tile, ColumnId column, const RoomUse& use) {
    TileTerms& terms = tiles_[array_.index(tile)];
    const auto add = [&](Terms& to, std::int64_t amount) {
        if (amount > 0) to.push_back({column, static_cast<double>(amount)});
    };
    add(terms.memory, use.memory.count());
    add(terms.locks, use.locks);
    add(terms.bds, use.bds);
}

void JointProgram::add_segments() {
    for (std::size_t i = 0; i < segments_.size(); ++i) {
        const SegmentUse& use = segments_[i];
        const auto channels = static_cast<double>(graph_.capacity(i));
        // No row is needed if all nets together fit.
        if (static_cast<double>(use.circuits.size() + use.packets.size()) <= channels) continue;
        Terms taken = use.circuits;
        if (!use.packets.empty()) {
            const ColumnId shared = program_.add_column({.upper = channels});
            packet_channels_[i] = shared;
            taken.push_back({shared, 1});
            Terms packets = use.packets;
            packets.push_back({shared, -static_cast<double>(graph_.packets_per_channel())});
            program_.add_row(-kUnlimited, packets, 0);
        }
        program_.add_row(-kUnlimited, taken, channels);
    }
}

void JointProgram::add_tiles() {
    const auto add = [&](const Terms& terms, std::int64_t room) {
        double most = 0;
        for (const Term& term : terms)
            most += term.factor;
        if (most <= static_cast<double>(room)) return;
        program_.add_row(-kUnlimited, terms, static_cast<double>(room));
    };
    for (Array::Index i = 0; i < tiles_.size(); ++i) {
        const TileId tile = array_.tile(i);
        const Room& room = array_.room(tile);
        if (array_.is_exclusive(array_.kind(tile))) add(tiles_[i].cores, 1);
        add(tiles_[i].memory, room.memory.count());
        add(tiles_[i].locks, room.locks);
        add(tiles_[i].bds, room.bds);
    }
}

void JointProgram::forbid(const Placement& placement) {
    Terms terms;
    for (CoreId core = 0; core < netlist_.core_count(); ++core) {
        const auto column = core_column(core, placement.of(core));
        if (!column) return;  // the solution does not exist
        terms.push_back({*column, 1});
    }
    program_.add_row(-kUnlimited, terms, static_cast<double>(terms.size()) - 1);
}

}  // namespace xdnasim::placement
