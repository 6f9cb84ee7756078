#pragma once
// How long data takes from the source of a flow to the ports on its route.

#include <map>

#include "arch/device.hpp"
#include "arch/tile.hpp"
#include "arch/units.hpp"
#include "workloads/schedule/schedule.hpp"

namespace xdnasim::sim {

/// Returns the delay behind the source, in cycles, of every port of the route. The port of a shim's
/// DMA channel also stands for the South port that it is connected to.
[[nodiscard]] std::map<arch::Port, arch::Cycles> port_delays(const schedule::Flow& flow,
                                                             const schedule::Route& route,
                                                             const arch::Device& device);

}  // namespace xdnasim::sim
