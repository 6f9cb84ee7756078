#pragma once
// How placements are found: one interface for all methods.

#include <array>
#include <cstdint>
#include <memory>
#include <string>

#include "base/enumerators.hpp"
#include "workloads/placement/search.hpp"

namespace xdnasim::placement {

class Placer {
 public:
    virtual ~Placer() = default;
    /// Proposes placements to `search` until it has no better one or may not go on. Deterministic
    /// for a seed.
    virtual void place(Search& search) = 0;
};

enum class Method : std::uint8_t {
    Naive,             ///< cores in the order of the netlist, column by column from the south
    Snake,             ///< the same, every other column from the north
    Annealing,         ///< simulated annealing of bounding boxes
    AnnealingPath,     ///< the same with congestion: all shortest paths are taken alike
    AnnealingChannel,  ///< the same: all channels of a box are taken alike
    AnnealingRoutes,   ///< the same, of what a placement costs with its routes
    LocalSearch,       ///< from an annealed placement, integer programs that move all cores a step
    Joint,             ///< placement and routes as one integer program
};
inline constexpr std::array kMethods{Method::Naive,
                                     Method::Snake,
                                     Method::Annealing,
                                     Method::AnnealingPath,
                                     Method::AnnealingChannel,
                                     Method::AnnealingRoutes,
                                     Method::LocalSearch,
                                     Method::Joint};
static_assert(base::lists_all<kMethods>());
/// "naive", "snake", "sa-bb", "sa", "sa-channel", "sa-router", "lsmo" or "joint"
[[nodiscard]] std::string to_string(Method method);
/// Does it draw random numbers? Else a seed changes nothing.
[[nodiscard]] bool is_random(Method method);

[[nodiscard]] std::unique_ptr<Placer> make_placer(Method method);

/// Placements in the order in which the netlist has its cores are what all others are compared
/// with.
enum class ColumnOrder : std::uint8_t { FromTheSouth, Alternating };

/// Precondition of the result: require_placeable().
[[nodiscard]] Placement place_in_order(const Netlist& netlist, const Array& array,
                                       ColumnOrder order);
[[nodiscard]] std::unique_ptr<Placer> make_in_order(ColumnOrder order);

}  // namespace xdnasim::placement
