#pragma once
// A design of mlir-aie as place and route sees it: each of its tiles is a core of a netlist, each
// object FIFO and each flow a net.

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

/// Tiles that are to stay where they are.
struct Kept {
    std::set<arch::TileId> tiles;
    std::set<arch::TileKind> kinds;
};

/// An object FIFO that needs no stream where its tiles have a common memory.
struct ShareableFifo {
    std::string name;
    ir::Range words;  ///< with which it is declared
    base::Position at;
};

struct DesignNetlist {
    netlist::Netlist netlist;
    placement::Placement present;  ///< as the text has it
    std::map<netlist::NetId, ShareableFifo> fifos;
};

/// The netlist of `device`, all of whose tiles have a place.
///
/// What a tile has of its own (buffers, locks, BDs, channels, the stack beyond the usual one) goes
/// with it; of an object FIFO between two cores that may share a memory, the net has it. A core
/// that uses buffers or locks of another tile is tied to it, and so are the two ends of a cascade.
///
/// Throws InputError, with the place, for a design without object FIFOs and flows, one whose routes
/// are written out, and a tile of `kept` that the design has not.
[[nodiscard]] DesignNetlist read_netlist(const ir::Text& text, const ir::Module& module,
                                         const ir::Region& device, const arch::Device& array,
                                         const Kept& kept);

// What it is made of: one reader each.

/// The tiles of a device, as cores of a netlist.
class TileCores {
 public:
    /// Adds a core to `found` for each place at which there is a tile.
    TileCores(const ir::Text& text, const ir::Region& device, const arch::Device& array,
              DesignNetlist& found);

    [[nodiscard]] netlist::CoreId at(arch::TileId tile) const { return by_tile_.at(tile); }
    [[nodiscard]] bool has(arch::TileId tile) const { return by_tile_.contains(tile); }
    [[nodiscard]] arch::TileId tile_of(netlist::CoreId core) const {
        return found_.present.of(core);
    }
    [[nodiscard]] netlist::CoreId of(const ir::Fields& fields, std::string_view name) const;
    /// In the text of the design.
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

/// Buffers, locks and BDs that are written out; ties to tiles whose buffers or locks a core or a
/// DMA uses, and ties of cascades.
void add_programs(const ir::Text& text, const ir::Module& module, const ir::Region& device,
                  const arch::Device& array, const TileCores& tiles, DesignNetlist& found);

/// Nets of flows. A flow from or to the programmable logic keeps its shim in place.
void add_flows(const ir::Text& text, const ir::Region& device, const TileCores& tiles,
               DesignNetlist& found);

/// Nets of object FIFOs.
void add_fifos(const ir::Text& text, const ir::Module& module, const ir::Region& device,
               const arch::Device& array, const TileCores& tiles, DesignNetlist& found);

}  // namespace xdnasim::placed_design
