#pragma once
// When data that passes the source of a flow passes the ports on its way.

#include <map>

#include "arch/device.hpp"
#include "arch/tile.hpp"
#include "arch/units.hpp"
#include "workloads/schedule/schedule.hpp"

namespace xdnasim::sim {

/// Cycles behind the source, for every port of the route; those of a shim's DMA channels stand
/// for the South ports that they are joined to as well.
[[nodiscard]] std::map<arch::Port, arch::Cycles> port_delays(const schedule::Flow& flow,
                                                             const schedule::Route& route,
                                                             const arch::Device& device);

}  // namespace xdnasim::sim
