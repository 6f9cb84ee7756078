#pragma once
// Conditions that every set of routes must meet, whatever the router's choices are.

#include <span>

#include "arch/device.hpp"
#include "workloads/schedule/schedule.hpp"

namespace xdnasim::routing {

/// Fails the running test unless each route is a tree of legal connections from its flow's source
/// to exactly its sinks, and no port exceeds its capacity.
void expect_legal(std::span<const schedule::Flow> flows, std::span<const schedule::Route> routes,
                  const arch::Device& device);

}  // namespace xdnasim::routing
