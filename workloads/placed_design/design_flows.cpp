// Flows of a design as nets.

#include <algorithm>
#include <string>

#include "workloads/design/ir/fields.hpp"
#include "workloads/placed_design/design_netlist.hpp"

namespace xdnasim::placed_design {
namespace {

using netlist::Carrier;
using netlist::CoreId;
using netlist::Net;
using netlist::NetId;

class Flows {
 public:
    Flows(const ir::Text& text, const TileCores& tiles, DesignNetlist& found)
        : text_{text}, tiles_{tiles}, found_{found} {}

    void read(const ir::Region& device) {
        for (const ir::Operation& operation : device.operations()) {
            if (operation.is("aie.flow"))
                read_flow(operation);
            else if (operation.is("aie.packet_flow"))
                read_packets(operation);
        }
    }

 private:
    /// A port where a net begins or ends.
    struct End {
        CoreId core = 0;
        std::string bundle;
        int channel = 0;
        auto operator<=>(const End&) const = default;
    };

    End end(const ir::Fields& fields, std::string_view tile, std::string_view bundle,
            std::string_view channel) const {
        const End made{tiles_.of(fields, tile), std::string{fields.token(bundle).text},
                       fields.small(channel, 0, ir::kMaxChannel)};
        // A shim at ports to the programmable logic cannot move.
        if (made.bundle == "PLIO") tiles_.core(made.core).kept_tile = tiles_.tile_of(made.core);
        return made;
    }

    void read_flow(const ir::Operation& operation) {
        const ir::Fields fields = ir::Fields::read(text_, operation);
        const End from = end(fields, "source", "source_bundle", "source_channel");
        const End to = end(fields, "dest", "dest_bundle", "dest_channel");
        add_sink(circuits_, from, to, Carrier::Circuit, operation.at);
    }

    void read_packets(const ir::Operation& operation) {
        std::vector<End> sources;
        std::vector<End> sinks;
        for (const ir::Region& region : operation.regions)
            for (const ir::Operation& side : region.operations()) {
                if (!side.is("aie.packet_source") && !side.is("aie.packet_dest")) continue;
                const ir::Fields fields = ir::Fields::read(text_, side);
                (side.is("aie.packet_source") ? sources : sinks)
                    .push_back(end(fields, "tile", "bundle", "channel"));
            }
        // Packets of different flows differ in their ids, so each flow has nets of its own.
        for (const End& from : sources) {
            std::map<End, NetId> nets;
            for (const End& to : sinks)
                add_sink(nets, from, to, Carrier::Packet, operation.at);
        }
    }

    /// Adds a sink to the net of `from`: flows from one port are one stream.
    void add_sink(std::map<End, NetId>& nets, const End& from, const End& to, Carrier carrier,
                  base::Position at) {
        netlist::Netlist& netlist = found_.netlist;
        const auto [known, is_new] = nets.try_emplace(from, netlist.net_count());
        if (is_new) {
            Net net;
            net.source = from.core;
            net.depths = {1};
            net.carrier = carrier;
            net.place = tiles_.place(at);
            netlist.nets.push_back(std::move(net));
        }
        Net& net = netlist.nets[static_cast<std::size_t>(known->second)];
        if (std::ranges::find(net.sinks, to.core) != net.sinks.end()) return;
        net.sinks.push_back(to.core);
        net.depths.push_back(1);
    }

    const ir::Text& text_;
    const TileCores& tiles_;
    DesignNetlist& found_;
    std::map<End, NetId> circuits_;
};

}  // namespace

void add_flows(const ir::Text& text, const ir::Region& device, const TileCores& tiles,
               DesignNetlist& found) {
    Flows{text, tiles, found}.read(device);
}

}  // namespace xdnasim::placed_design
