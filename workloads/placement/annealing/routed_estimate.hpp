#pragma once
// What a placement costs with its routes, for annealing that looks at nothing else: exact, and
// thousands of times as slow as Estimate.

#include <optional>

#include "workloads/placement/placement.hpp"
#include "workloads/placement/search.hpp"

namespace xdnasim::placement {

/// Per channel, lock, BD or core too many, or memory that is full once over: more than any route
/// that avoids it.
inline constexpr double kBreachWeight = 100;

class RoutedEstimate {
 public:
    /// The search's router is asked, and each legal placement goes to it at once. `search` outlives
    /// this.
    explicit RoutedEstimate(Search& search);

    void reset(const Placement& placement);

    [[nodiscard]] const Placement& placement() const { return present_.placement; }
    [[nodiscard]] double cost() const { return present_.cost; }
    [[nodiscard]] bool fits() const { return present_.is_legal; }
    /// The routes say where buffers lie.
    [[nodiscard]] bool may_fit() const { return fits(); }

    /// Puts `core` onto `tile`, and what lies there onto the core's. The way back is not routed
    /// again.
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
