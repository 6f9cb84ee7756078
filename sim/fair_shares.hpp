#pragma once
// How consumers share what is limited, when each wants as much as it can get.

#include <array>
#include <cstddef>
#include <vector>

namespace xdnasim::sim {

/// One consumer of bandwidth: at most `limit`, in one of two groups; each unit that it gets
/// takes `group_cost` of what its group has, and `cost` of what all have in common.
struct BandwidthDemand {
    double limit = 0;
    std::size_t group = 0;  ///< 0 or 1
    double cost = 0;
    double group_cost = 1;
};

/// Max-min fair rates: nobody can have more without taking from one that has less, under each
/// demand's own limit, a limit on the sum of each group's rates times their costs in the group,
/// and one on the sum of all rates times their costs.
[[nodiscard]] std::vector<double> fair_shares(const std::vector<BandwidthDemand>& demands,
                                              const std::array<double, 2>& group_limits,
                                              double common_limit);

}  // namespace xdnasim::sim
