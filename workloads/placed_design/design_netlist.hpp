#pragma once
// A design of mlir-aie as a netlist for place and route: each tile is a core of the netlist, and
// each object FIFO and each flow is a net.

#include <map>
#include <set>
#include <string>
#include <string_view>

#include "arch/device.hpp"
#include "base/place.hpp"
#include "workloads/design/ir/fields.hpp"
#include "workloads/design/ir/operation.hpp"
#include "workloads/netlist/netlist.hpp"
#include "workloads/placement/placement.hpp"

namespace xdnasim::placed_design {

/// Tiles that must stay where they are.
struct Kept {
    std::set<arch::TileId> tiles;
    std::set<arch::TileKind> kinds;
};

/// An object FIFO that needs no stream if its tiles have a common memory.
struct ShareableFifo {
    std::string name;
    ir::Range words;  ///< words of the text that declare it
    base::Position at;
};

struct DesignNetlist {
    netlist::Netlist netlist;
    placement::Placement present;  ///< placement of the tiles in the text
    std::map<netlist::NetId, ShareableFifo> fifos;
};

/// Reads the netlist of `device`, all of whose tiles have a place.
///
/// The resources of a tile itself (buffers, locks, BDs, channels, stack beyond the default) move
/// with the tile. Those of an object FIFO between two cores that can share a memory belong to the
/// net. A core that uses buffers or locks of another tile is tied to that tile, and the two ends of
/// a cascade are tied.
///
/// Throws InputError with the position for a design without object FIFOs and flows, for one that
/// already contains its routes, and for a tile of `kept` that the design does not have.
[[nodiscard]] DesignNetlist read_netlist(const ir::Text& text, const ir::Module& module,
                                         const ir::Region& device, const arch::Device& array,
                                         const Kept& kept);

// The readers that read_netlist() consists of.

/// The tiles of a device as cores of a netlist.
class TileCores {
 public:
    /// Adds a core to `found` for each position with a tile.
    TileCores(const ir::Text& text, const ir::Region& device, const arch::Device& array,
              DesignNetlist& found);

    [[nodiscard]] netlist::CoreId at(arch::TileId tile) const { return by_tile_.at(tile); }
    [[nodiscard]] bool has(arch::TileId tile) const { return by_tile_.contains(tile); }
    [[nodiscard]] arch::TileId tile_of(netlist::CoreId core) const {
        return found_.present.of(core);
    }
    [[nodiscard]] netlist::CoreId of(const ir::Fields& fields, std::string_view name) const;
    /// A position in the text of the design.
    [[nodiscard]] base::Place place(base::Position at) const {
        return {source_, at.line, at.column};
    }
    [[nodiscard]] netlist::Core& core(netlist::CoreId id) const {
        return found_.netlist.cores[static_cast<std::size_t>(id)];
    }

 private:
    DesignNetlist& found_;
    base::Source source_;
    std::map<arch::TileId, netlist::CoreId> by_tile_;
    std::map<std::string_view, netlist::CoreId> by_value_;
};

/// Adds the buffers, locks and BDs that the text contains, ties to tiles whose buffers or locks a
/// core or a DMA uses, and ties of cascades.
void add_programs(const ir::Text& text, const ir::Module& module, const ir::Region& device,
                  const arch::Device& array, const TileCores& tiles, DesignNetlist& found);

/// Adds nets for flows. The shim of a flow from or to the programmable logic stays where it is.
void add_flows(const ir::Text& text, const ir::Region& device, const TileCores& tiles,
               DesignNetlist& found);

/// Adds nets for object FIFOs.
void add_fifos(const ir::Text& text, const ir::Module& module, const ir::Region& device,
               const arch::Device& array, const TileCores& tiles, DesignNetlist& found);

}  // namespace xdnasim::placed_design
