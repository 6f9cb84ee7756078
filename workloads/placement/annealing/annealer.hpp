#pragma once
// Simulated annealing of a placement (Yan et al., FCCM 2026, after VPR).

#include <memory>

#include "workloads/placement/annealing/congestion.hpp"
#include "workloads/placement/annealing/random.hpp"
#include "workloads/placement/array.hpp"
#include "workloads/placement/placement.hpp"
#include "workloads/placement/placer.hpp"

namespace xdnasim::placement {

/// Anneals again and again, each time from another start, until all moves are made.
[[nodiscard]] std::unique_ptr<Placer> make_annealer(CongestionModel model);

/// Tiles of cores are filled column by column from the south. Each takes a core that has a net to
/// the one on the tile below, or else on the tile to the left, or else any; of several `random`
/// takes one. Mem tiles and shims then go next to the mean column of what they have nets with.
/// Precondition: require_placeable().
[[nodiscard]] Placement connected_start(const Netlist& netlist, const Array& array, Random& random);

}  // namespace xdnasim::placement
