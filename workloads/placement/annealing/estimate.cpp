#include "workloads/placement/annealing/estimate.hpp"

#include <algorithm>
#include <cstdlib>

namespace xdnasim::placement {

using arch::TileId;

namespace {

/// VPR's factor: the wires of a net with many sinks are longer than half the perimeter of its box.
double sink_factor(const Net& net) {
    constexpr std::size_t kExact = 3;
    constexpr double kGrowth = 2.0 / 48;
    if (net.sinks.size() <= kExact) return 1;
    return 1 + static_cast<double>(net.sinks.size() - kExact) * kGrowth;
}

}  // namespace

double box_cost(const Array& array, const Placement& placement, const Net& net) {
    constexpr double kScale = 4;
    const TileId source = placement.of(net.source);
    TileId low = source;
    TileId high = source;
    for (const CoreId core : net.sinks) {
        const TileId sink = placement.of(core);
        low = {std::min(low.column, sink.column), std::min(low.row, sink.row)};
        high = {std::max(high.column, sink.column), std::max(high.row, sink.row)};
    }
    const auto per_channel = [&](int reach, Heading heading) {
        return reach == 0 ? 0.0 : static_cast<double>(reach) / array.max_links(heading);
    };
    return kScale * sink_factor(net) *
           (per_channel(high.row - source.row, Heading::North) +
            per_channel(source.row - low.row, Heading::South) +
            per_channel(high.column - low.column, Heading::East));
}

Estimate::Estimate(const Netlist& netlist, const Array& array, CongestionModel model)
    : netlist_{in_whole_words(netlist)},
      array_{array},
      nets_of_(netlist.cores.size()),
      ties_of_(netlist.cores.size()),
      core_uses_{core_uses(netlist_, array)},
      is_affected_(netlist.nets.size()),
      congestion_{array, model} {
    for (NetId id = 0; id < netlist.net_count(); ++id) {
        const Net& net = netlist.net(id);
        nets_of_[at(net.source)].push_back(id);
        for (const CoreId sink : net.sinks)
            nets_of_[at(sink)].push_back(id);
        shareable_.push_back(netlist.is_shareable(id));
        ends_.push_back(stream_ends(netlist_, array, id));
    }
    for (std::size_t tie = 0; tie < netlist.ties.size(); ++tie) {
        ties_of_[at(netlist.ties[tie].from)].push_back(tie);
        ties_of_[at(netlist.ties[tie].to)].push_back(tie);
    }
}

void Estimate::reset(const Placement& placement) {
    placement_ = placement;
    cores_.assign(array_.size(), std::nullopt);
    uses_.assign(array_.size(), {});
    nets_ = 0;
    overuse_ = 0;
    away_ = 0;
    congestion_.clear();
    for (CoreId core = 0; core < netlist_.core_count(); ++core)
        drop(core, placement.of(core));
    for (NetId id = 0; id < netlist_.net_count(); ++id)
        apply(id, 1);
    for (const netlist::Tie& tie : netlist_.ties)
        away_ += away(tie, placement.of(tie.from), placement.of(tie.to));
}

std::optional<CoreId> Estimate::core_on(TileId tile) const {
    return cores_[array_.index(tile)];
}

void Estimate::drop(CoreId core, TileId tile) {
    placement_.set(core, tile);
    if (array_.is_exclusive(netlist_.kind(core))) cores_[array_.index(tile)] = core;
    add_use(tile, core_uses_[at(core)], 1);
}

bool Estimate::may_fit() const {
    if (away_ > 0) return false;
    std::vector<RoomUse> uses = uses_;
    for (NetId id = 0; id < netlist_.net_count(); ++id) {
        if (!shareable_[at(id)]) continue;
        const TileId source = placement_.of(netlist_.net(id).source);
        const TileId sink = placement_.of(netlist_.net(id).sinks.front());
        if (distance(source, sink) != 1 || source.row == sink.row) continue;
        RoomUse& here = uses[array_.index(source)];
        if (overuse(source, here) == 0) continue;
        const RoomUse buffers = shared_use(netlist_, array_, id);
        RoomUse there = uses[array_.index(sink)];
        there.add(buffers, 1);
        if (overuse(sink, there) > 0) continue;
        uses[array_.index(sink)] = there;
        here.add(buffers, -1);
    }
    for (Array::Index i = 0; i < uses.size(); ++i)
        if (overuse(array_.tile(i), uses[i]) > 0) return false;
    return true;
}

void Estimate::move(CoreId core, TileId tile) {
    const TileId from = placement_.of(core);
    const std::optional<CoreId> other = core_on(tile);
    affected_.clear();
    collect_affected(core);
    if (other) collect_affected(*other);
    for (const NetId net : affected_)
        apply(net, -1);
    add_ties(core, other, -1);
    lift(core);
    if (other) lift(*other);
    cores_[array_.index(from)] = std::nullopt;
    drop(core, tile);
    if (other) drop(*other, from);
    add_ties(core, other, 1);
    for (const NetId net : affected_) {
        apply(net, 1);
        is_affected_[at(net)] = false;
    }
}

/// Adds the ties of both cores; a tie between the two counts once.
void Estimate::add_ties(CoreId core, std::optional<CoreId> other, int times) {
    const auto add = [&](std::size_t id) {
        const netlist::Tie& tie = netlist_.ties[id];
        away_ += times * away(tie, placement_.of(tie.from), placement_.of(tie.to));
    };
    std::ranges::for_each(ties_of_[at(core)], add);
    if (!other) return;
    for (const std::size_t id : ties_of_[at(*other)]) {
        const netlist::Tie& tie = netlist_.ties[id];
        if (tie.from != core && tie.to != core) add(id);
    }
}

void Estimate::collect_affected(CoreId core) {
    for (const NetId net : nets_of_[at(core)]) {
        if (is_affected_[at(net)]) continue;
        is_affected_[at(net)] = true;
        affected_.push_back(net);
    }
}

void Estimate::apply(NetId id, int times) {
    const Net& net = netlist_.net(id);
    const TileId source = placement_.of(net.source);
    if (shareable_[at(id)]) {
        const TileId sink = placement_.of(net.sinks.front());
        if (distance(source, sink) == 1) {
            // The memory that both reach in a row; in a column the source's, since final routes
            // even out the memories of a column.
            const bool is_west = array_.choices().memory == MemorySide::West;
            const TileId memory = source.row != sink.row ? source
                                  : is_west              ? std::min(source, sink)
                                                         : std::max(source, sink);
            add_buffers(memory, shared_use(netlist_, array_, id), times);
            nets_ += times * array_.choices().weights.neighbour;
            return;
        }
    }
    for (const NetEnd& end : ends_[at(id)])
        add_buffers(placement_.of(end.core), end.use, times);
    nets_ += times * box_cost(array_, placement_, net);
    add_boxes(net, times);
}

/// Adds one box for each quadrant around the source that contains sinks, up to the farthest column
/// and row of these sinks.
void Estimate::add_boxes(const Net& net, int times) {
    if (congestion_.model() == CongestionModel::None) return;
    const TileId source = placement_.of(net.source);
    struct Reach {
        int columns = 0;
        int rows = 0;
        bool used = false;
    };
    std::array<Reach, 4> quadrants{};
    for (const CoreId core : net.sinks) {
        const TileId sink = placement_.of(core);
        const bool west = sink.column < source.column;
        const bool south = sink.row < source.row;
        Reach& reach = quadrants[(west ? 1U : 0U) + (south ? 2U : 0U)];
        reach.columns = std::max(reach.columns, std::abs(sink.column - source.column));
        reach.rows = std::max(reach.rows, std::abs(sink.row - source.row));
        reach.used = true;
    }
    for (unsigned i = 0; i < quadrants.size(); ++i) {
        const Reach& reach = quadrants[i];
        if (!reach.used) continue;
        const bool west = (i & 1U) != 0;
        const bool south = (i & 2U) != 0;
        const TileId corner{source.column + (west ? -reach.columns : reach.columns),
                            source.row + (south ? -reach.rows : reach.rows)};
        congestion_.add(source, corner, times * sink_factor(net));
    }
}

void Estimate::add_buffers(TileId tile, const RoomUse& use, int times) {
    add_use(tile, use, times);
    nets_ += times * array_.choices().weights.byte * static_cast<double>(use.memory.count());
}

void Estimate::add_use(TileId tile, const RoomUse& use, int times) {
    overuse_ -= overuse(tile);
    uses_[array_.index(tile)].add(use, times);
    overuse_ += overuse(tile);
}

std::int64_t Estimate::overuse(TileId tile, const RoomUse& use) const {
    const Room& room = array_.room(tile);
    return std::max(0, use.mm2s - room.mm2s) + std::max(0, use.s2mm - room.s2mm) +
           std::max(0, use.locks - room.locks) + std::max(0, use.bds - room.bds) +
           (use.memory > room.memory ? use.memory / room.memory : 0);
}

}  // namespace xdnasim::placement
