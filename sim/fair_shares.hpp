#pragma once
// How consumers share limited bandwidth when each takes as much as it can get.

#include <array>
#include <cstddef>
#include <vector>

namespace xdnasim::sim {

/// One consumer of bandwidth, in one of two groups. Its rate is at most `limit`; each unit of it
/// uses `group_cost` of its group's limit, and `cost` of the limit that all have in common.
struct BandwidthDemand {
    double limit = 0;
    std::size_t group = 0;  ///< 0 or 1
    double cost = 0;
    double group_cost = 1;
};

/// Returns the max-min fair rates: no rate can grow unless one that is no larger shrinks. Limits
/// are each demand's own, one for each group on the sum of its rates times their `group_cost`, and
/// one on the sum of all rates times their `cost`.
[[nodiscard]] std::vector<double> fair_shares(const std::vector<BandwidthDemand>& demands,
                                              const std::array<double, 2>& group_limits,
                                              double common_limit);

}  // namespace xdnasim::sim
