#include <algorithm>
#include <array>

#include "workloads/placement/placer.hpp"

namespace xdnasim::placement {

using arch::TileId;
using arch::TileKind;

namespace {

/// The tiles of a kind column by column; with alternating order, every other column is reversed.
std::vector<TileId> tiles_in_order(const Array& array, TileKind kind, ColumnOrder order) {
    std::vector<TileId> tiles = array.tiles(kind);
    if (order == ColumnOrder::FromTheSouth) return tiles;
    for (auto begin = tiles.begin(); begin != tiles.end();) {
        const int column = begin->column;
        const auto end =
            std::find_if(begin, tiles.end(), [&](TileId tile) { return tile.column != column; });
        if (column % 2 == 1) std::reverse(begin, end);
        begin = end;
    }
    return tiles;
}

class InOrder final : public Placer {
 public:
    explicit InOrder(ColumnOrder order) : order_{order} {}

    void place(Search& search) override {
        search.consider(place_in_order(search.netlist(), search.array(), order_));
    }

 private:
    ColumnOrder order_;
};

}  // namespace

Placement place_in_order(const Netlist& netlist, const Array& array, ColumnOrder order) {
    std::array<std::vector<TileId>, arch::kTileKinds.size()> free;
    for (const TileKind kind : arch::kTileKinds) {
        auto& tiles = free[static_cast<std::size_t>(kind)];
        tiles = tiles_in_order(array, kind, order);
        for (const netlist::Core& core : netlist.cores)
            if (core.kept_tile) std::erase(tiles, *core.kept_tile);
    }
    std::array<std::size_t, arch::kTileKinds.size()> next{};
    std::vector<TileId> tiles;
    for (const netlist::Core& core : netlist.cores) {
        if (core.kept_tile) {
            tiles.push_back(*core.kept_tile);
            continue;
        }
        const auto kind = static_cast<std::size_t>(core.kind);
        tiles.push_back(free[kind][next[kind]++ % free[kind].size()]);
    }
    return Placement{std::move(tiles)};
}

std::unique_ptr<Placer> make_in_order(ColumnOrder order) {
    return std::make_unique<InOrder>(order);
}

}  // namespace xdnasim::placement
