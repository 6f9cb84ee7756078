#pragma once
// Switches and shim muxes: the connections that flows are made of.

#include "backends/mlir/flow_drafts.hpp"
#include "backends/mlir/reading.hpp"

namespace xdnasim::mlir {

/// Switch by switch; the flows come at the end.
class RouteReader {
 public:
    explicit RouteReader(Reading& reading) : reading_{reading}, drafts_{reading.cursor} {}

    // What follows aie.switchbox and aie.shim_mux.
    void read_switchbox();
    void read_shim_mux();

    /// Puts flows and routes into the schedule.
    void finish() { drafts_.finish(reading_.schedule); }

 private:
    struct Switch;
    struct MasterSet;

    [[nodiscard]] arch::Port port(arch::TileId tile, arch::PortSide side);
    [[nodiscard]] Membership membership();

    void read_circuit(arch::TileId tile);
    void read_masters(Switch& box);
    void read_rules(Switch& box);
    void read_rule(Switch& box, const arch::Port& slave);
    void add_packets(const Switch& box);

    Reading& reading_;
    FlowDrafts drafts_;
};

}  // namespace xdnasim::mlir
