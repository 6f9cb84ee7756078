#pragma once
// The exact cost of a placement with its routes, for annealing by routed cost. It takes thousands
// of times as long as Estimate.

#include <optional>

#include "workloads/placement/placement.hpp"
#include "workloads/placement/search.hpp"

namespace xdnasim::placement {

/// Cost of each channel, lock, BD or core beyond what a tile has, and of each further memory size
/// that buffers need: more than any route that avoids the breach.
inline constexpr double kBreachWeight = 100;

class RoutedEstimate {
 public:
    /// Routes placements with the search's router and passes each legal one to the search at once.
    /// Precondition: `search` outlives the estimate.
    explicit RoutedEstimate(Search& search);

    void reset(const Placement& placement);

    [[nodiscard]] const Placement& placement() const { return present_.placement; }
    [[nodiscard]] double cost() const { return present_.cost; }
    [[nodiscard]] bool fits() const { return present_.is_legal; }
    /// The same as fits(), since the routes determine where buffers lie.
    [[nodiscard]] bool may_fit() const { return fits(); }

    /// Puts `core` onto `tile`, and the core on that tile onto the tile that `core` leaves. The
    /// move back is not routed again.
    void move(CoreId core, arch::TileId tile);

 private:
    struct Routed {
        Placement placement;
        double cost = 0;
        bool is_legal = false;
    };

    [[nodiscard]] Routed routed(Placement placement);

    Search& search_;
    Routed present_;
    std::optional<Routed> before_;
};

}  // namespace xdnasim::placement
