#include "workloads/placed_design/design_netlist.hpp"

#include <memory>

#include <fmt/format.h>

#include "base/error.hpp"
#include "workloads/design/ir/fields.hpp"
#include "workloads/placed_design/tile_numbers.hpp"

namespace xdnasim::placed_design {

using arch::TileId;
using netlist::CoreId;

TileCores::TileCores(const ir::Text& text, const ir::Region& device, const arch::Device& array,
                     DesignNetlist& found)
    : found_{found}, source_{std::make_shared<const std::string>(text.file())} {
    std::vector<TileId> places;
    for (const ir::Operation& operation : device.operations()) {
        if (!operation.is("aie.tile")) continue;
        const ir::Fields fields = ir::Fields::read(text, operation);
        const TileId tile{fields.small("col", 0, array.columns - 1),
                          fields.small("row", 0, array.rows() - 1)};
        const std::string name{operation.results.empty() ? "" : operation.results.front()};
        if (by_tile_.emplace(tile, static_cast<CoreId>(places.size())).second) {
            found_.netlist.cores.push_back(
                {.kind = array.kind(tile), .name = name, .place = place(operation.at)});
            places.push_back(tile);
            // Place and route only knows shims with a DMA.
            if (!array.has_dma(tile)) found_.netlist.cores.back().kept_tile = tile;
        }
        for (const std::string_view result : operation.results)
            by_value_[result] = by_tile_.at(tile);
    }
    found_.present = placement::Placement{std::move(places)};
}

CoreId TileCores::of(const ir::Fields& fields, std::string_view name) const {
    const auto at = by_value_.find(fields.value(name));
    if (at == by_value_.end())
        fields.fail(name, fmt::format("is '%{}', not a tile of the design", fields.value(name)));
    return at->second;
}

namespace {

void require_free_routes(const ir::Text& text, const ir::Region& device) {
    for (const ir::Operation& operation : device.operations())
        if (operation.is("aie.switchbox") || operation.is("aie.shim_mux"))
            text.fail(
                operation.at,
                fmt::format("{}: this design is already routed, so its tiles cannot move. Use the "
                            "design before routing, such as aie.mlir or input_with_addresses.mlir",
                            operation.name));
}

void keep(const Kept& kept, const ir::Text& text, const TileCores& tiles, DesignNetlist& found) {
    for (const TileId tile : kept.tiles)
        if (!tiles.has(tile))
            throw base::InputError{
                fmt::format("{}: the design has no tile {} to keep", text.file(), to_string(tile))};
    for (CoreId core = 0; core < found.netlist.core_count(); ++core) {
        const TileId tile = tiles.tile_of(core);
        if (kept.tiles.contains(tile) || kept.kinds.contains(found.netlist.kind(core)))
            tiles.core(core).kept_tile = tile;
    }
}

}  // namespace

DesignNetlist read_netlist(const ir::Text& text, const ir::Module& module, const ir::Region& device,
                           const arch::Device& array, const Kept& kept) {
    require_free_routes(text, device);
    DesignNetlist found;
    found.netlist.name = text.file();
    found.netlist.device = array.name;
    const TileCores tiles{text, device, array, found};
    add_programs(text, module, device, array, tiles, found);
    add_flows(text, device, tiles, found);
    add_fifos(text, module, device, array, tiles, found);
    if (found.netlist.nets.empty())
        text.fail(device.blocks.front().operations.empty()
                      ? text[device.tokens.begin].at
                      : device.blocks.front().operations.front().at,
                  "the design has no object FIFOs or flows between tiles, so a new placement would "
                  "change nothing");
    Kept all = kept;
    for (const TileId tile : find_tile_numbers(text, device, array).kept)
        if (tiles.has(tile)) all.tiles.insert(tile);
    keep(all, text, tiles, found);
    return found;
}

}  // namespace xdnasim::placed_design
