#pragma once
// What a port costs a route: exchangeable, so that placement and routing studies can
// bring their own.

#include "arch/tile.hpp"

namespace xdnasim::routing {

/// How contended a port is while routes are negotiated.
struct Congestion {
    int overuse = 0;     ///< flows over capacity if one more took the port now
    double history = 0;  ///< overuse summed over earlier rounds
    int round = 0;       ///< of the negotiation, from 0
};

class RoutingCost {
 public:
    virtual ~RoutingCost() = default;

    /// Of taking `port`: not negative, and at least lower_bound_per_hop() for a port that
    /// enters a tile. Infinity bars the port from every route, so it must not depend on
    /// the congestion.
    [[nodiscard]] virtual double of(const arch::Port& port, const Congestion& congestion) const = 0;

    /// Least cost of a step to a neighbouring tile: what guides the search.
    [[nodiscard]] virtual double lower_bound_per_hop() const = 0;
};

/// One per wire to the next tile, times PathFinder's present and historical congestion.
class HopCost final : public RoutingCost {
 public:
    [[nodiscard]] double of(const arch::Port& port, const Congestion& congestion) const override;
    [[nodiscard]] double lower_bound_per_hop() const override;
};

}  // namespace xdnasim::routing
