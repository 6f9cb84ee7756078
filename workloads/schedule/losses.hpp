#pragma once
// What is simulated without a part of it, or in another way, as the summary of a workload says it.

#include <algorithm>
#include <iterator>
#include <vector>

#include "workloads/schedule/workload.hpp"

namespace xdnasim::schedule {

/// The lines on what changes the result.
[[nodiscard]] inline std::vector<Line> losses_of(const Workload& workload) {
    std::vector<Line> losses;
    std::ranges::copy_if(workload.summary(), std::back_inserter(losses), &Line::changes_result);
    return losses;
}

}  // namespace xdnasim::schedule
