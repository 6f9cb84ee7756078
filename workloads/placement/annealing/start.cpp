#include <cmath>
#include <cstdlib>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "workloads/placement/annealing/annealer.hpp"

namespace xdnasim::placement {
namespace {

using arch::TileId;
using arch::TileKind;

class Start {
 public:
    Start(const Netlist& netlist, const Array& array, Random& random)
        : netlist_{netlist}, array_{array}, random_{random}, neighbours_(netlist.cores.size()) {
        for (const Net& net : netlist.nets)
            for (const CoreId sink : net.sinks) {
                neighbours_[at(net.source)].insert(sink);
                neighbours_[at(sink)].insert(net.source);
            }
    }

    Placement run() && {
        for (CoreId core = 0; core < netlist_.core_count(); ++core)
            if (const auto tile = netlist_.core(core).kept_tile) put(core, *tile);
        place_cores();
        place_near(TileKind::MemTile);
        place_near(TileKind::Shim);
        std::vector<TileId> tiles;
        for (CoreId core = 0; core < netlist_.core_count(); ++core)
            tiles.push_back(tile_of_.at(core));
        return Placement{std::move(tiles)};
    }

 private:
    [[nodiscard]] static std::size_t at(CoreId core) { return static_cast<std::size_t>(core); }

    [[nodiscard]] std::vector<CoreId> unplaced(TileKind kind) const {
        std::vector<CoreId> cores;
        for (CoreId core = 0; core < netlist_.core_count(); ++core)
            if (netlist_.kind(core) == kind && !tile_of_.contains(core)) cores.push_back(core);
        return cores;
    }

    void put(CoreId core, TileId tile) {
        tile_of_[core] = tile;
        core_on_[tile] = core;
    }

    [[nodiscard]] std::vector<CoreId> with_net_to(std::vector<CoreId> cores, TileId tile) const {
        const auto on_tile = core_on_.find(tile);
        if (on_tile == core_on_.end()) return {};
        const std::set<CoreId>& connected = neighbours_[at(on_tile->second)];
        std::erase_if(cores, [&](CoreId core) { return !connected.contains(core); });
        return cores;
    }

    void place_cores() {
        for (const TileId tile : array_.tiles(TileKind::CompTile)) {
            const std::vector<CoreId> all = unplaced(TileKind::CompTile);
            if (all.empty()) return;
            if (core_on_.contains(tile)) continue;
            std::vector<CoreId> choice = with_net_to(all, {tile.column, tile.row - 1});
            if (choice.empty()) choice = with_net_to(all, {tile.column - 1, tile.row});
            if (choice.empty()) choice = all;
            put(choice[random_.below(choice.size())], tile);
        }
    }

    void place_near(TileKind kind) {
        for (const CoreId core : unplaced(kind)) {
            double columns = 0;
            int count = 0;
            for (const CoreId neighbour : neighbours_[at(core)])
                if (const auto placed = tile_of_.find(neighbour); placed != tile_of_.end()) {
                    columns += placed->second.column;
                    ++count;
                }
            const double mean = count == 0 ? 0 : columns / count;
            std::optional<TileId> nearest;
            const auto away = [&](TileId tile) { return std::abs(tile.column - mean); };
            const bool may_share = !array_.is_exclusive(kind);
            for (const TileId tile : array_.tiles(kind))
                if ((may_share || !core_on_.contains(tile)) &&
                    (!nearest || away(tile) < away(*nearest)))
                    nearest = tile;
            put(core, *nearest);
        }
    }

    const Netlist& netlist_;
    const Array& array_;
    Random& random_;
    std::vector<std::set<CoreId>> neighbours_;  ///< indexed by core
    std::map<CoreId, TileId> tile_of_;
    std::map<TileId, CoreId> core_on_;
};

}  // namespace

Placement connected_start(const Netlist& netlist, const Array& array, Random& random) {
    return Start{netlist, array, random}.run();
}

}  // namespace xdnasim::placement
