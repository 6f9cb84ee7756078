#pragma once
// Where an annealing begins.

#include "workloads/placement/annealing/random.hpp"
#include "workloads/placement/array.hpp"
#include "workloads/placement/placement.hpp"

namespace xdnasim::placement {

/// Tiles of cores are filled column by column from the south. Each takes a core that has a net to
/// the one on the tile below, or else on the tile to the left, or else any; of several `random`
/// takes one. Mem tiles and shims then go next to the mean column of what they have nets with.
/// Precondition: require_placeable().
[[nodiscard]] Placement connected_start(const Netlist& netlist, const Array& array, Random& random);

}  // namespace xdnasim::placement
