#include "sim/fair_shares.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace xdnasim::sim {

namespace {

/// A limit that some demands share. Demands whose rates are not set yet are open.
struct Pool {
    double left = 0;    ///< the part of the limit that is left
    double weight = 0;  ///< sum of the costs of open demands
    /// Number of open demands with a cost: when it is 0, `weight` is only a rest of rounding.
    int open = 0;

    void add(double cost) {
        weight += cost;
        if (cost > 0) ++open;
    }
    /// The rate that each open demand gets if all share what is left.
    [[nodiscard]] double level() const {
        return open > 0 && weight > 0 ? std::max(left / weight, 0.0)
                                      : std::numeric_limits<double>::infinity();
    }
    void close(double share, double cost) {
        left -= share * cost;
        weight -= cost;
        if (cost > 0) --open;
    }
};

/// Whether all demands can have their own limits, with enough room left that rounding cannot
/// matter.
bool leaves_room(const std::vector<BandwidthDemand>& demands,
                 const std::array<double, 2>& group_limits, double common_limit) {
    constexpr double kNearlyAll = 1 - 1e-9;
    std::array<double, 2> groups{};
    double common = 0;
    for (const BandwidthDemand& demand : demands) {
        groups[demand.group] += demand.limit * demand.group_cost;
        common += demand.limit * demand.cost;
    }
    return groups[0] < group_limits[0] * kNearlyAll && groups[1] < group_limits[1] * kNearlyAll &&
           common < common_limit * kNearlyAll;
}

}  // namespace

std::vector<double> fair_shares(const std::vector<BandwidthDemand>& demands,
                                const std::array<double, 2>& group_limits, double common_limit) {
    std::vector<double> shares(demands.size());
    if (leaves_room(demands, group_limits, common_limit)) {
        std::ranges::transform(demands, shares.begin(), &BandwidthDemand::limit);
        return shares;
    }
    std::vector<std::size_t> open(demands.size());
    std::iota(open.begin(), open.end(), std::size_t{0});
    std::array<Pool, 2> groups{Pool{group_limits[0]}, Pool{group_limits[1]}};
    Pool common{common_limit};
    for (const BandwidthDemand& demand : demands) {
        groups[demand.group].add(demand.group_cost);
        common.add(demand.cost);
    }

    while (!open.empty()) {
        // The rates of all open demands rise together to the level at which the next limit is
        // reached; the demands that it binds stay there.
        double level = std::min(groups[0].level(), groups[1].level());
        const double common_level = common.level();
        level = std::min(level, common_level);
        for (const std::size_t i : open)
            level = std::min(level, demands[i].limit);
        const std::array<bool, 2> bound{groups[0].level() <= level, groups[1].level() <= level};
        std::erase_if(open, [&](std::size_t i) {
            const BandwidthDemand& demand = demands[i];
            const bool common_bound = common_level <= level && demand.cost > 0;
            if (!common_bound && !bound[demand.group] && demand.limit > level) return false;
            shares[i] = level;
            groups[demand.group].close(level, demand.group_cost);
            common.close(level, demand.cost);
            return true;
        });
    }
    return shares;
}

}  // namespace xdnasim::sim
