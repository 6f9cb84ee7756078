#pragma once
// The least cost of a small netlist, found by trying all placements and routes. Tests compare
// solvers with it, so that it is written only from the description of the problem.

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <limits>
#include <map>
#include <vector>

#include "test/workloads/placement/strix.hpp"

namespace xdnasim::placement {

/// Tries all placements of a netlist on an array of `columns` columns, with all transports of its
/// nets. Precondition: links have room for all nets. Then the cost of a route depends only on its
/// number of hops, which is the size of the smallest connected set of tiles that contains all ends
/// of the net, minus one.
class BruteForce {
 public:
    BruteForce(const Netlist& netlist, int columns) : netlist_{netlist}, columns_{columns} {
        tiles_.resize(netlist.cores.size());
    }

    /// The least cost; infinite if no placement is legal.
    double least() {
        place(0);
        return best_;
    }
    /// Number of placements that least() has tried.
    [[nodiscard]] long tried() const { return tried_; }

 private:
    struct Tile {
        int mm2s = 0;
        int mm2s_packets = 0;
        int s2mm = 0;
        int s2mm_packets = 0;
        int bytes = 0;
        int locks = 0;
        int bds = 0;
    };
    static constexpr int kRows = 6;

    [[nodiscard]] static std::size_t at(int number) { return static_cast<std::size_t>(number); }
    [[nodiscard]] arch::TileId tile(CoreId core) const { return tiles_[at(core)]; }
    [[nodiscard]] int number(arch::TileId tile) const { return tile.column * kRows + tile.row; }
    [[nodiscard]] bool is_core(CoreId core) const {
        return netlist_.kind(core) == arch::TileKind::CompTile;
    }

    void place(CoreId core) {
        if (core == netlist_.core_count()) {
            ++tried_;
            use_.assign(at(columns_ * kRows), {});
            add_links();
            choose(0, cost_of_links());
            return;
        }
        const bool is_shim = netlist_.kind(core) == arch::TileKind::Shim;
        for (int column = 0; column < columns_; ++column)
            for (int row = is_core(core) ? 2
                           : is_shim     ? 0
                                         : 1;
                 row <= (is_core(core) ? 5
                         : is_shim     ? 0
                                       : 1);
                 ++row) {
                const arch::TileId here{column, row};
                const auto end = tiles_.begin() + core;
                if (std::find(tiles_.begin(), end, here) != end) continue;
                tiles_[at(core)] = here;
                place(core + 1);
            }
    }

    [[nodiscard]] bool is_linked(NetId net, CoreId core) const {
        for (const netlist::Link& link : netlist_.links)
            for (const auto& nets : {link.in, link.out})
                for (const NetId id : nets)
                    if (id == net && link.mem == core) return true;
        return false;
    }
    [[nodiscard]] int link_objects(const netlist::Link& link) const {
        int depth = 0;
        for (const NetId id : link.in)
            depth = std::max(depth, netlist_.net(id).depths.back());  // one sink, the mem tile
        for (const NetId id : link.out)
            depth = std::max(depth, netlist_.net(id).depths.front());
        return depth;
    }
    [[nodiscard]] static NetId whole(const netlist::Link& link) {
        return (link.in.size() == 1 ? link.in : link.out).front();
    }
    [[nodiscard]] int bytes(NetId id) const {
        return static_cast<int>(netlist_.net(id).object.count());
    }
    /// Bytes that a tile reserves for an object of the net: whole words of 4 bytes.
    [[nodiscard]] int room(NetId id) const { return (bytes(id) + 3) / 4 * 4; }
    void add_links() {
        for (const netlist::Link& link : netlist_.links) {
            Tile& use = use_[at(number(tile(link.mem)))];
            use.bytes += link_objects(link) * room(whole(link));
            use.locks += 2 * static_cast<int>(std::max(link.in.size(), link.out.size()));
        }
    }
    [[nodiscard]] double cost_of_links() const {
        double cost = 0;
        for (const netlist::Link& link : netlist_.links)
            cost += 0.0015 * link_objects(link) * bytes(whole(link));
        return cost;
    }

    /// Tries all transports for the nets from `id` on. `cost`: cost of all earlier nets and links.
    void choose(NetId id, double cost) {
        if (cost >= best_) return;
        if (id == netlist_.net_count()) {
            best_ = cost;
            return;
        }
        const Net& net = netlist_.net(id);
        const bool between_cores =
            net.sinks.size() == 1 && is_core(net.source) && is_core(net.sinks.front());
        stream(id, cost, 1.0, false);
        if (!between_cores) return;
        stream(id, cost, 1.5, true);
        const arch::TileId a = tile(net.source);
        const arch::TileId b = tile(net.sinks.front());
        const int columns = std::abs(a.column - b.column);
        const int rows = std::abs(a.row - b.row);
        if (columns + rows != 1) return;
        if (columns == 1) share(id, cost, a.column < b.column ? a : b);
        if (rows == 1) share(id, cost, a);
        if (rows == 1) share(id, cost, b);
    }

    void share(NetId id, double cost, arch::TileId memory) {
        const auto& depths = netlist_.net(id).depths;
        const int objects = *std::max_element(depths.begin(), depths.end());
        const std::vector<Tile> before = use_;
        Tile& use = use_[at(number(memory))];
        use.bytes += objects * room(id);
        use.locks += 2;
        if (fits()) choose(id + 1, cost + 0.1 + 0.0015 * objects * bytes(id));
        use_ = before;
    }

    void stream(NetId id, double cost, double weight, bool packets) {
        const Net& net = netlist_.net(id);
        const std::vector<Tile> before = use_;
        std::vector<int> ends{number(tile(net.source))};
        Tile& source = use_[at(ends.front())];
        ++(packets ? source.mm2s_packets : source.mm2s);
        cost += buffer(id, net.source, net.depths.front());
        for (std::size_t i = 0; i < net.sinks.size(); ++i) {
            ends.push_back(number(tile(net.sinks[i])));
            Tile& sink = use_[at(ends.back())];
            ++(packets ? sink.s2mm_packets : sink.s2mm);
            cost += buffer(id, net.sinks[i], net.depths[i + 1]);
        }
        const int hops = fewest_tiles(ends, packets) - 1;
        cost += weight * (hops + 1 + static_cast<double>(net.sinks.size()));
        if (fits()) choose(id + 1, cost);
        use_ = before;
    }

    /// Adds what the end of a stream uses in its tile, and returns its cost.
    double buffer(NetId id, CoreId core, int depth) {
        Tile& use = use_[at(number(tile(core)))];
        if (netlist_.kind(core) == arch::TileKind::Shim) {
            ++use.bds;
            return 0;
        }
        use.bds += depth;
        if (is_linked(id, core)) return 0;
        use.locks += 2;
        use.bytes += depth * room(id);
        return 0.0015 * depth * bytes(id);
    }

    [[nodiscard]] bool fits() const {
        for (int i = 0; i < columns_ * kRows; ++i) {
            const Tile& use = use_[at(i)];
            const int row = i % kRows;
            const int channels = row == 1 ? 6 : 2;
            if (use.mm2s + (use.mm2s_packets + 3) / 4 > channels) return false;
            if (use.s2mm + (use.s2mm_packets + 3) / 4 > channels) return false;
            if (row > 0 && use.bytes > (row == 1 ? 524288 : 65536 - 1024)) return false;
            if (use.locks > (row == 1 ? 64 : 16)) return false;
            if (use.bds > (row == 1 ? 48 : 16)) return false;
        }
        return true;
    }

    [[nodiscard]] bool are_joined(int a, int b) const {
        const int rows = std::abs(a % kRows - b % kRows);
        const int columns = std::abs(a / kRows - b / kRows);
        // MemTiles have no connections to the east and west.
        return rows + columns == 1 && !(columns == 1 && a % kRows == 1);
    }

    int fewest_tiles(const std::vector<int>& ends, bool packets) {
        unsigned wanted = packets ? 1U << 31U : 0;
        for (const int end : ends)
            wanted |= 1U << static_cast<unsigned>(end);
        const auto known = fewest_.find(wanted);
        if (known != fewest_.end()) return known->second;
        int fewest = std::numeric_limits<int>::max();
        const unsigned ends_only = wanted & ~(1U << 31U);
        for (unsigned set = 0; set < 1U << static_cast<unsigned>(columns_ * kRows); ++set) {
            if ((set & ends_only) != ends_only) continue;
            if (std::popcount(set) >= fewest || (packets && !is_all_cores(set))) continue;
            if (hangs_together(set, ends.front())) fewest = std::popcount(set);
        }
        return fewest_[wanted] = fewest;
    }
    [[nodiscard]] static bool is_all_cores(unsigned set) {
        for (int i = 0; i < 30; ++i)
            if ((set >> static_cast<unsigned>(i) & 1U) != 0 && i % kRows < 2) return false;
        return true;
    }
    [[nodiscard]] bool hangs_together(unsigned set, int first) const {
        unsigned reached = 1U << static_cast<unsigned>(first);
        for (unsigned before = 0; before != reached;) {
            before = reached;
            for (int a = 0; a < columns_ * kRows; ++a)
                for (int b = 0; b < columns_ * kRows; ++b) {
                    const unsigned bit = 1U << static_cast<unsigned>(b);
                    if ((reached >> static_cast<unsigned>(a) & 1U) != 0 && (set & bit) != 0 &&
                        are_joined(a, b))
                        reached |= bit;
                }
        }
        return reached == set;
    }

    const Netlist& netlist_;
    int columns_;
    std::vector<arch::TileId> tiles_;
    std::vector<Tile> use_;
    std::map<unsigned, int> fewest_;  ///< cached results of fewest_tiles(), by the set of ends
    double best_ = std::numeric_limits<double>::infinity();
    long tried_ = 0;
};

}  // namespace xdnasim::placement
