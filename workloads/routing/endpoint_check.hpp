#pragma once
// What must hold of the ends of flows before any route is looked for.

#include <span>

#include "arch/device.hpp"
#include "workloads/schedule/flow.hpp"

namespace xdnasim::routing {

/// Throws InputError when an endpoint does not exist or faces the wrong way, when a
/// packet id is out of range, or when two flows that cannot share a port start or end at
/// the same one.
void check_endpoints(std::span<const schedule::Flow> flows, const arch::Device& device);

}  // namespace xdnasim::routing
