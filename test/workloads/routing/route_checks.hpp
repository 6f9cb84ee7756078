#pragma once
// What must hold of every set of routes, whatever the router prefers.

#include <span>

#include "arch/device.hpp"
#include "workloads/schedule/schedule.hpp"

namespace xdnasim::routing {

/// Fails the running test unless each route is a tree of legal connections from its flow's
/// source to exactly its sinks, and no port carries more than it can.
void expect_legal(std::span<const schedule::Flow> flows, std::span<const schedule::Route> routes,
                  const arch::Device& device);

}  // namespace xdnasim::routing
