#pragma once
// Placers and a router that are based on integer programs.

#include <memory>

#include "workloads/placement/exact/oracle.hpp"
#include "workloads/placement/placer.hpp"
#include "workloads/placement/routes/router.hpp"

namespace xdnasim::placement {

/// A placer that solves placement and routes as one program, over all tiles. It begins with the
/// placements in order, if they are legal. It ends with the optimal solution, with a proof that
/// there is none, or with the best solution so far and a bound. Throws base::Error (Unavailable) if
/// there is no solver.
[[nodiscard]] std::unique_ptr<Placer> make_joint_placer();

/// LSMO of Yan et al. (FCCM 2026, section VI): starting from an annealed placement, it repeatedly
/// solves the joint program with each core restricted to its tile and the neighbouring tiles. The
/// search moves to the solution even if it is worse, and never returns to an earlier placement.
/// Throws as make_joint_placer() does.
[[nodiscard]] std::unique_ptr<Placer> make_local_search();

/// A router that solves the joint program with all cores fixed. Its routes never cost more than
/// those of negotiated congestion, which it returns if it finds no legal ones. Precondition:
/// `array` and `oracle` outlive the router. Throws as make_joint_placer() does.
[[nodiscard]] std::unique_ptr<Router> make_exact_router(const Array& array, StreamMode mode,
                                                        Oracle& oracle);
/// A router of the given kind.
[[nodiscard]] std::unique_ptr<Router> make_router(RouterKind kind, const Array& array,
                                                  StreamMode mode, Oracle& oracle);

}  // namespace xdnasim::placement
