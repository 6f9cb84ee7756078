#pragma once
// Simulated annealing of a placement (Yan et al., FCCM 2026, after VPR).

#include <memory>

#include "workloads/placement/annealing/congestion.hpp"
#include "workloads/placement/placer.hpp"

namespace xdnasim::placement {

/// Anneals again and again, each time from another start, until all moves are made.
[[nodiscard]] std::unique_ptr<Placer> make_annealer(CongestionModel model);

}  // namespace xdnasim::placement
