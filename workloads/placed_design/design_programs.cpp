// What a design contains for its tiles: buffers, locks, BDs and cascades.

#include <set>
#include <utility>

#include "workloads/design/ir/fields.hpp"
#include "workloads/design/memref.hpp"
#include "workloads/netlist/ties.hpp"
#include "workloads/placed_design/design_netlist.hpp"

namespace xdnasim::placed_design {
namespace {

using arch::TileId;
using netlist::CoreId;
using netlist::Offset;
using netlist::RoomUse;

class Programs {
 public:
    Programs(const ir::Text& text, const ir::Module& module, const arch::Device& array,
             const TileCores& tiles, DesignNetlist& found)
        : text_{text}, module_{module}, array_{array}, tiles_{tiles}, found_{found} {}

    void read(const ir::Region& device) {
        // Buffers and locks may be declared within the DMA that uses them.
        ir::for_each_within(device, [&](const ir::Operation& operation) {
            if (operation.is("aie.buffer") || operation.is("aie.lock")) read_object(operation);
        });
        for (const ir::Operation& operation : device.operations()) {
            if (operation.is("aie.core") || operation.is("aie.mem") ||
                operation.is("aie.memtile_dma"))
                read_program(operation);
            else if (operation.is("aie.cascade_flow"))
                read_cascade(operation);
            else if (operation.is("aie.configure_cascade"))
                read_directions(operation);
        }
    }

 private:
    void read_object(const ir::Operation& operation) {
        const ir::Fields fields = ir::Fields::read(text_, operation);
        const CoreId core = tiles_.of(fields, "tile");
        for (const std::string_view result : operation.results)
            owners_[result] = core;
        RoomUse& own = tiles_.core(core).own;
        if (operation.is("aie.lock"))
            ++own.locks;
        else
            own.memory += design::read_memref(text_, fields.range("type"), module_.aliases).size();
    }

    void read_program(const ir::Operation& operation) {
        const ir::Fields fields = ir::Fields::read(text_, operation);
        const CoreId core = tiles_.of(fields, "tile");
        for (const ir::Region& region : operation.regions) {
            read_dma(region, tiles_.core(core).own);
            for (std::uint32_t i = region.tokens.begin; i < region.tokens.end; ++i) {
                if (text_[i].kind != ir::Kind::Value) continue;
                const auto owner = owners_.find(text_[i].text);
                if (owner != owners_.end() && owner->second != core) tie_once(core, owner->second);
            }
        }
        constexpr std::int64_t kMaxStack = std::int64_t{1} << 30;
        const arch::Bytes usual = array_.core_stack;
        if (operation.is("aie.core"))
            tiles_.core(core).own.memory +=
                arch::Bytes{fields.integer_or("stack_size", usual.count(), 0, kMaxStack)} - usual;
    }

    void read_dma(const ir::Region& region, RoomUse& own) const {
        std::set<std::pair<bool, int>> channels;
        ir::for_each_within(region, [&](const ir::Operation& operation) {
            if (operation.is("aie.dma_bd")) ++own.bds;
            if (!operation.is("aie.dma_start") && !operation.is("aie.dma")) return;
            const ir::Fields fields = ir::Fields::read(text_, operation);
            const ir::Token& direction = fields.token("channel_dir");
            const bool in = direction.text == "S2MM" || direction.text == "0";
            const int channel = fields.small("channel_index", 0, ir::kMaxChannel);
            if (channels.emplace(in, channel).second) ++(in ? own.s2mm : own.mm2s);
        });
    }

    void tie_once(CoreId from, CoreId to) {
        if (tied_.emplace(from, to).second)
            found_.netlist.ties.push_back(netlist::memory_tie(tiles_.core(from).kind, from, to));
    }

    void read_cascade(const ir::Operation& operation) {
        const ir::Fields fields = ir::Fields::read(text_, operation);
        found_.netlist.ties.push_back(
            netlist::cascade_tie(tiles_.of(fields, "source"), tiles_.of(fields, "dest")));
    }

    /// Ties a core to the one that its cascade leads to, since the text gives the direction.
    void read_directions(const ir::Operation& operation) {
        const ir::Fields fields = ir::Fields::read(text_, operation);
        const CoreId core = tiles_.of(fields, "tile");
        const TileId tile = tiles_.tile_of(core);
        const bool east = fields.token("outputDir").text == "East";
        const Offset to = east ? Offset{1, 0} : Offset{0, -1};
        const TileId next{tile.column + to.columns, tile.row + to.rows};
        if (tiles_.has(next) && array_.kind(next) == arch::TileKind::CompTile)
            found_.netlist.ties.push_back({core, tiles_.at(next), {to}});
    }

    const ir::Text& text_;
    const ir::Module& module_;
    const arch::Device& array_;
    const TileCores& tiles_;
    DesignNetlist& found_;
    std::map<std::string_view, CoreId> owners_;  ///< tile of each buffer and lock, by value name
    std::set<std::pair<CoreId, CoreId>> tied_;
};

}  // namespace

void add_programs(const ir::Text& text, const ir::Module& module, const ir::Region& device,
                  const arch::Device& array, const TileCores& tiles, DesignNetlist& found) {
    Programs{text, module, array, tiles, found}.read(device);
}

}  // namespace xdnasim::placed_design
