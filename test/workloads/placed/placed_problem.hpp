#pragma once
// Workloads with netlists of the suite or with netlists placed by hand, and runs of them.

#include <memory>
#include <string>

#include <fmt/format.h>

#include "backends/systemc/systemc_backend.hpp"
#include "base/yaml.hpp"
#include "test/support/stock_device.hpp"
#include "workloads/mapping/mapping.hpp"
#include "workloads/netlist/suite/suite.hpp"
#include "workloads/placed/placed_workload.hpp"
#include "workloads/placement/legality.hpp"

namespace xdnasim::placed {

using xdnasim::test::strix;

/// The workload that `section`, the section `netlist` of a problem file, describes.
inline std::shared_ptr<const schedule::Workload> workload_of(const std::string& section) {
    return read_section(base::parse_yaml(section, "p.yaml"), strix());
}

/// Result of a simulated run of the workload on xdna2-strix.
inline backends::RunResult run(const std::shared_ptr<const schedule::Workload>& workload,
                               bool verify = true) {
    return backends::make_systemc_backend()->run(mapping::map_workload(workload, strix()), strix(),
                                                 {.verify = verify});
}

/// A netlist placed according to `placement`, and routed.
inline PlacedDesign design_of(netlist::Netlist netlist, const placement::Placement& placement) {
    const placement::Array array{strix()};
    PlacedDesign design;
    design.netlist = std::move(netlist);
    const auto router = placement::make_negotiating_router(array, placement::StreamMode::Mixed);
    design.solution = {placement, router->route(design.netlist, placement)};
    return design;
}

/// The netlist line_ps_01: two cores, one above the other, whose data come from a ShimTile and go
/// back to it through a MemTile.
inline PlacedDesign line() {
    const placement::Placement placement{{{0, 2}, {0, 3}, {0, 1}, {0, 0}}};
    return design_of(netlist::suite_netlist("line_ps_01"), placement);
}

}  // namespace xdnasim::placed
