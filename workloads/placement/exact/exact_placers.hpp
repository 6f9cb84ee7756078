#pragma once
// Placers and a router that have integer programs solved.

#include <memory>

#include "workloads/placement/exact/oracle.hpp"
#include "workloads/placement/placer.hpp"
#include "workloads/placement/routes/router.hpp"

namespace xdnasim::placement {

/// Placement and routes as one program, over all tiles. Begins with the placements in order, where
/// they are legal; ends with the best solution there is, with the proof that there is none, or with
/// the best so far and a bound. Throws base::Error (Unavailable) without a solver.
[[nodiscard]] std::unique_ptr<Placer> make_joint_placer();

/// LSMO of Yan et al. (FCCM 2026, section VI): from an annealed placement, the joint program with
/// each core kept to its tile and those beside it, again and again. Each time the search goes to
/// the solution even if that is worse, and no placement comes up twice. Throws like
/// make_joint_placer().
[[nodiscard]] std::unique_ptr<Placer> make_local_search();

/// The routes of a placement by the joint program with all cores where they are. Never worse than
/// those of negotiated congestion, and these where no legal ones are found. `array` and `oracle`
/// outlive the router. Throws like make_joint_placer().
[[nodiscard]] std::unique_ptr<Router> make_exact_router(const Array& array, StreamMode mode,
                                                        Oracle& oracle);
/// Of either kind.
[[nodiscard]] std::unique_ptr<Router> make_router(RouterKind kind, const Array& array,
                                                  StreamMode mode, Oracle& oracle);

}  // namespace xdnasim::placement
