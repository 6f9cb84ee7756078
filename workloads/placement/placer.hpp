#pragma once
// The interface of all methods that search for placements.

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
    /// Proposes placements to `search` until it has none better or the search must end.
    /// Deterministic for a given seed.
    virtual void place(Search& search) = 0;
};

enum class Method : std::uint8_t {
    Naive,             ///< cores in the order of the netlist, column by column from the south
    Snake,             ///< like Naive, but every other column from the north
    Annealing,         ///< simulated annealing of bounding boxes
    AnnealingPath,     ///< Annealing with expected congestion, all shortest paths equally likely
    AnnealingChannel,  ///< Annealing with expected congestion, all links of a box equally likely
    AnnealingRoutes,   ///< simulated annealing of the cost with routes
    /// A search from an annealed placement, by integer programs that move cores by one step.
    LocalSearch,
    Joint,  ///< placement and routes as one integer program
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
/// "naive", "snake", "sa-bb", "sa", "sa-channel", "sa-router", "lsmo" or "joint".
[[nodiscard]] std::string to_string(Method method);
/// Does the method draw random numbers? If not, the seed has no effect.
[[nodiscard]] bool is_random(Method method);
/// Does it have integer programs solved?
[[nodiscard]] constexpr bool solves_programs(Method method) {
    switch (method) {
        case Method::Naive:
        case Method::Snake:
        case Method::Annealing:
        case Method::AnnealingPath:
        case Method::AnnealingChannel:
        case Method::AnnealingRoutes:
            return false;
        case Method::LocalSearch:
        case Method::Joint:
            break;
    }
    return true;
}
/// Does it search, for as long as it may? Else it knows where it puts each core.
[[nodiscard]] bool takes_time(Method method);

[[nodiscard]] std::unique_ptr<Placer> make_placer(Method method);

/// Order of columns in placements that follow the order of cores in the netlist; other methods are
/// compared with these placements.
enum class ColumnOrder : std::uint8_t { FromTheSouth, Alternating };

/// Places cores in the order of the netlist. Precondition: require_placeable().
[[nodiscard]] Placement place_in_order(const Netlist& netlist, const Array& array,
                                       ColumnOrder order);
[[nodiscard]] std::unique_ptr<Placer> make_in_order(ColumnOrder order);

}  // namespace xdnasim::placement
