#include <algorithm>
#include <cmath>
#include <set>

#include <fmt/format.h>

#include "workloads/design/ir/fields.hpp"
#include "workloads/design/lowering/lower.hpp"

namespace xdnasim::design::lowering {
namespace {

using arch::TileId;
using arch::TileKind;

/// An aie.logical_tile, which has a kind and may have a column and a row.
struct LogicalTile {
    std::string_view value;
    const ir::Operation* operation = nullptr;
    TileKind kind{};
    std::optional<int> column;
    std::optional<int> row;
    std::optional<TileId> place;
    std::string attributes;  ///< attributes that the placed tile keeps
};

/// A stream or an object FIFO, by the values of its tiles.
struct Connection {
    std::string_view from;
    std::vector<std::string_view> to;
};

TileKind kind_of(const ir::Fields& fields) {
    const ir::Token& token = fields.token("tile_type");
    // A name, or a number in the generic form.
    const auto is_one_of = [&](auto... names) { return ((token.text == names) || ...); };
    if (is_one_of("CoreTile", "0")) return TileKind::CompTile;
    if (is_one_of("MemTile", "1")) return TileKind::MemTile;
    if (is_one_of("ShimNOCTile", "2", "ShimPLTile", "3")) return TileKind::Shim;
    fields.fail("tile_type",
                fmt::format("is {}; allowed: CoreTile, MemTile, ShimNOCTile, ShimPLTile",
                            to_string(token)));
}

class SequentialPlacer {
 public:
    SequentialPlacer(const ir::Text& text, const ir::Region& device, const arch::Device& array)
        : text_{text}, array_{array} {
        for (const ir::Operation& operation : device.operations()) {
            if (operation.is("aie.tile")) read_tile(operation);
            if (operation.is("aie.logical_tile")) read_logical(operation);
            if (operation.is("aie.objectfifo")) read_fifo(operation);
            if (operation.is("aie.flow")) read_flow(operation);
        }
    }

    std::unique_ptr<ir::Text> run() {
        for (LogicalTile& tile : logical_)
            if (tile.column && tile.row) take(tile, {*tile.column, *tile.row});
        // Tiles further from the cores are placed after their neighbours.
        for (const TileKind kind : {TileKind::CompTile, TileKind::MemTile, TileKind::Shim})
            for (LogicalTile& tile : logical_)
                if (!tile.place && tile.kind == kind) place(tile);
        std::vector<ir::Edit> edits;
        for (const LogicalTile& tile : logical_) {
            const ir::Range words{tile.operation->rest.begin - 1, tile.operation->rest.end};
            const char* const line_end = text_[words.end].first ? "" : "\n    ";
            edits.push_back({words,
                             fmt::format("aie.tile({}, {}){}{}", tile.place->column,
                                         tile.place->row, tile.attributes, line_end),
                             tile.operation->at});
        }
        return text_.edited(std::move(edits));
    }

 private:
    void read_tile(const ir::Operation& operation) {
        const ir::Fields fields = ir::Fields::read(text_, operation);
        const TileId tile{fields.small("col", 0, array_.columns - 1),
                          fields.small("row", 0, array_.rows() - 1)};
        for (const std::string_view result : operation.results)
            placed_[result] = tile;
        if (array_.kind(tile) == TileKind::CompTile) taken_.insert(tile);
    }

    [[nodiscard]] std::optional<int> coordinate(const ir::Fields& fields, std::string_view name,
                                                int count) const {
        if (!fields.has(name) || fields.token(name).is("?")) return std::nullopt;
        return fields.small(name, 0, count - 1);
    }

    void read_logical(const ir::Operation& operation) {
        const ir::Fields fields = ir::Fields::read(text_, operation);
        LogicalTile tile;
        tile.operation = &operation;
        if (!operation.results.empty()) tile.value = operation.results.front();
        tile.kind = kind_of(fields);
        tile.column = coordinate(fields, "col", array_.columns);
        tile.row = coordinate(fields, "row", array_.rows());
        if (const auto scheme = fields.find("allocation_scheme"))
            tile.attributes = fmt::format(" {{allocation_scheme = {}}}", text_.written(*scheme));
        logical_.push_back(std::move(tile));
    }

    void read_fifo(const ir::Operation& operation) {
        const ir::Fields fields = ir::Fields::read(text_, operation);
        if (operation.generic) {
            Connection connection{fields.value("producerTile"), {}};
            if (const auto consumers = fields.find("consumerTiles"))
                connection.to = ir::values_in(text_, *consumers);
            connections_.push_back(std::move(connection));
            return;
        }
        const auto pieces = ir::split(text_, fields.range("arguments"));
        if (pieces.size() < 2 || text_[pieces[0].begin].kind != ir::Kind::Value) return;
        Connection connection{text_[pieces[0].begin].text, {}};
        for (const ir::Range& side : ir::split(text_, ir::inside(text_, pieces[1])))
            if (text_[side.begin].kind == ir::Kind::Value)
                connection.to.push_back(text_[side.begin].text);
        connections_.push_back(std::move(connection));
    }

    void read_flow(const ir::Operation& operation) {
        const ir::Fields fields = ir::Fields::read(text_, operation);
        connections_.push_back({fields.value("source"), {fields.value("dest")}});
    }

    /// Numbers of channels into `value` and out of it.
    [[nodiscard]] std::pair<int, int> channels(std::string_view value) const {
        std::pair<int, int> count{0, 0};
        for (const auto& [from, to] : connections_) {
            count.first += static_cast<int>(std::ranges::count(to, value));
            count.second += from == value ? 1 : 0;
        }
        return count;
    }

    /// The mean column of the placed tiles that `value` is connected with; 0 if none is placed.
    [[nodiscard]] int common_column(std::string_view value) const {
        std::int64_t sum = 0;
        std::int64_t count = 0;
        const auto add = [&](std::string_view other) {
            const auto at = placed_.find(other);
            if (at == placed_.end()) return;
            sum += at->second.column;
            ++count;
        };
        for (const auto& [from, to] : connections_) {
            if (from == value) std::ranges::for_each(to, add);
            if (std::ranges::find(to, value) != to.end()) add(from);
        }
        return count == 0 ? 0
                          : static_cast<int>(
                                std::lround(static_cast<double>(sum) / static_cast<double>(count)));
    }

    /// Returns whether `tile` can be placed there, together with the tiles already placed there.
    [[nodiscard]] bool fits(const LogicalTile& tile, TileId there) const {
        if (array_.kind(there) != tile.kind || (tile.column && *tile.column != there.column) ||
            (tile.row && *tile.row != there.row))
            return false;
        if (tile.kind == TileKind::CompTile) return !taken_.contains(there);
        if (!array_.has_dma(there)) return false;
        auto [in, out] = channels(tile.value);
        for (const auto& [value, place] : placed_) {
            if (place != there) continue;
            const auto [more_in, more_out] = channels(value);
            in += more_in;
            out += more_out;
        }
        const arch::DmaModel& dma = array_.model(there).dma;
        // This holds for a shim, too: a stream into the array leaves its DMA by MM2S.
        return in <= dma.s2mm_channels && out <= dma.mm2s_channels;
    }

    void take(LogicalTile& tile, TileId there) {
        if (!array_.contains(there) || !fits(tile, there))
            text_.fail(tile.operation->at,
                       fmt::format("{} cannot be placed at {}: that tile is of another kind, is "
                                   "taken, or has too few channels",
                                   to_string(tile.kind), to_string(there)));
        tile.place = there;
        placed_[tile.value] = there;
        taken_.insert(there);
    }

    /// Places cores one after the other, column by column, and other tiles in the column of their
    /// neighbours or in the next one with room.
    void place(LogicalTile& tile) {
        const int first = tile.kind == TileKind::CompTile ? 0 : common_column(tile.value);
        for (int i = 0; i < array_.columns; ++i)
            for (int row = 0; row < array_.rows(); ++row) {
                const TileId there{(first + i) % array_.columns, row};
                if (fits(tile, there)) return take(tile, there);
            }
        text_.fail(tile.operation->at, fmt::format("there is no {} left of {} for this tile",
                                                   to_string(tile.kind), array_.name));
    }

    const ir::Text& text_;
    const arch::Device& array_;
    std::vector<LogicalTile> logical_;
    std::vector<Connection> connections_;
    std::map<std::string_view, TileId> placed_;
    std::set<TileId> taken_;
};

}  // namespace

std::unique_ptr<ir::Text> with_placed_tiles(const ir::Text& text, const ir::Region& device,
                                            const arch::Device& array) {
    return SequentialPlacer{text, device, array}.run();
}

}  // namespace xdnasim::design::lowering
