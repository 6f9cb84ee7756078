#include "workloads/placed_design/placed_text.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "workloads/design/ir/fields.hpp"
#include "workloads/design/ir/symbols.hpp"
#include "workloads/placed_design/tile_numbers.hpp"
#include "workloads/placement/legality.hpp"

namespace xdnasim::placed_design {
namespace {

using arch::TileId;
using netlist::NetId;
using placement::NetRoute;
using placement::Solution;
using placement::Transport;

/// Nets whose buffers must lie elsewhere than where mlir-aie puts them, which is in the producer's
/// memory if the consumer reaches it. Empty if mlir-aie's choice is legal.
std::vector<NetId> moved_buffers(const netlist::Netlist& netlist, const placement::Array& array,
                                 const Solution& solution) {
    Solution usual = solution;
    std::vector<NetId> moved;
    for (NetId id = 0; id < netlist.net_count(); ++id) {
        NetRoute& route = usual.routes[static_cast<std::size_t>(id)];
        if (route.transport != Transport::Neighbour) continue;
        const netlist::Net& net = netlist.net(id);
        const TileId source = solution.placement.of(net.source);
        const auto memories =
            array.common_memories(source, solution.placement.of(net.sinks.front()));
        if (std::ranges::find(memories, source) == memories.end() || route.buffer == source)
            continue;
        route.buffer = source;
        moved.push_back(id);
    }
    if (breaches(netlist, array, usual).empty()) moved.clear();
    return moved;
}

/// Suffix of a tile's name, such as "_0_2".
std::string suffix_of(TileId tile) {
    return fmt::format("_{}_{}", tile.column, tile.row);
}

class PlacedText {
 public:
    PlacedText(const DeviceText& written, const DesignNetlist& found, const Solution& solution)
        : text_{written.text}, device_{written.device}, array_{written.array}, found_{found} {
        for (netlist::CoreId core = 0; core < found.netlist.core_count(); ++core)
            tiles_[found.present.of(core)] = solution.placement.of(core);
    }

    std::string write(const std::vector<NetId>& moved, const Solution& solution) {
        find_names();
        rename();
        for (const ir::Operation& operation : device_.operations())
            if (operation.is("aie.tile")) write_tile(operation);
        for (const TileNumber& number : find_tile_numbers(text_, device_, array_).words)
            if (const auto tile = moved_to(number.tile))
                replace(number.word, number_for(text_, number, *tile));
        for (const NetId net : moved)
            allocate(found_.fifos.at(net), solution.routes[static_cast<std::size_t>(net)].buffer);
        return text_.edited(std::move(edits_))->content();
    }

 private:
    /// New place of a tile; nullopt if it stays.
    [[nodiscard]] std::optional<TileId> moved_to(TileId tile) const {
        const auto at = tiles_.find(tile);
        if (at == tiles_.end() || at->second == tile) return std::nullopt;
        return at->second;
    }

    void replace(std::uint32_t word, std::string words) {
        edits_.push_back({{word, word + 1}, std::move(words), text_[word].at});
    }

    void write_tile(const ir::Operation& operation) {
        const ir::Fields fields = ir::Fields::read(text_, operation);
        const TileId tile = tile_of(operation);
        const auto next = moved_to(tile);
        for (const std::string_view result : operation.results)
            values_[next.value_or(tile)] = renamed(result);
        if (!next) return;
        replace(fields.range("col").begin, std::to_string(next->column));
        replace(fields.range("row").begin, std::to_string(next->row));
    }

    [[nodiscard]] std::string renamed(std::string_view value) const {
        const auto at = names_.find(value);
        return std::string{at == names_.end() ? value : at->second};
    }

    /// Finds names with a position: %tile_0_2 of a tile that goes to (1,3) becomes %tile_1_3, and
    /// likewise %core_0_2, %mem_0_2 and so on; none of them if a new name is taken by another
    /// value.
    void find_names() {
        std::set<std::string_view> values;
        for (std::uint32_t i = device_.tokens.begin; i < device_.tokens.end; ++i)
            if (text_[i].kind == ir::Kind::Value) values.insert(text_[i].text);
        std::map<std::string_view, TileId> tiles;
        for (const ir::Operation& operation : device_.operations()) {
            if (operation.is("aie.tile"))
                for (const std::string_view result : operation.results)
                    tiles[result] = tile_of(operation);
            const auto place = place_of(operation, tiles);
            const auto next = place ? moved_to(*place) : std::nullopt;
            if (!next) continue;
            const std::string end = suffix_of(*place);
            for (const std::string_view result : operation.results)
                if (result.ends_with(end))
                    names_[result] = std::string{result.substr(0, result.size() - end.size())} +
                                     suffix_of(*next);
        }
        const bool clash = std::ranges::any_of(names_, [&](const auto& name) {
            return values.contains(name.second) && !names_.contains(name.second);
        });
        if (clash) names_.clear();
    }

    [[nodiscard]] TileId tile_of(const ir::Operation& operation) const {
        const ir::Fields fields = ir::Fields::read(text_, operation);
        return {fields.small("col", 0, array_.columns - 1),
                fields.small("row", 0, array_.rows() - 1)};
    }

    /// The tile that an operation declares, or whose program it contains.
    [[nodiscard]] std::optional<TileId> place_of(
        const ir::Operation& operation, const std::map<std::string_view, TileId>& tiles) const {
        if (operation.is("aie.tile")) return tile_of(operation);
        if (!operation.is("aie.core") && !operation.is("aie.mem") &&
            !operation.is("aie.memtile_dma"))
            return std::nullopt;
        const auto at = tiles.find(ir::Fields::read(text_, operation).value("tile"));
        return at == tiles.end() ? std::nullopt : std::optional{at->second};
    }

    void rename() {
        for (std::uint32_t i = device_.tokens.begin; i < device_.tokens.end; ++i) {
            if (text_[i].kind != ir::Kind::Value) continue;
            const auto at = names_.find(text_[i].text);
            if (at != names_.end() && at->first != at->second) replace(i, "%" + at->second);
        }
    }

    void allocate(const ShareableFifo& fifo, TileId memory) {
        edits_.push_back({{fifo.words.end, fifo.words.end},
                          fmt::format("aie.objectfifo.allocate {}(%{})\n    ",
                                      ir::written_symbol(fifo.name), values_.at(memory)),
                          fifo.at});
    }

    const ir::Text& text_;
    const ir::Region& device_;
    const arch::Device& array_;
    const DesignNetlist& found_;
    std::map<TileId, TileId> tiles_;
    std::map<std::string_view, std::string, std::less<>> names_;
    std::map<TileId, std::string> values_;  ///< names of tile values, by the tiles' new places
    std::vector<ir::Edit> edits_;
};

}  // namespace

std::string placed_text(const DeviceText& written, const DesignNetlist& found,
                        const Solution& solution, const placement::Array& array) {
    return PlacedText{written, found, solution}.write(moved_buffers(found.netlist, array, solution),
                                                      solution);
}

}  // namespace xdnasim::placed_design
