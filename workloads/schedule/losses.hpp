#pragma once
// What is simulated without a part of it, as the summary of a workload says it.

#include <string>
#include <vector>

#include "workloads/schedule/workload.hpp"

namespace xdnasim::schedule {

/// What is left out and changes the result.
[[nodiscard]] inline std::vector<std::string> losses_of(const Workload& workload) {
    std::vector<std::string> losses;
    for (const Line& line : workload.summary())
        if (line.changes_result) losses.push_back(line.text);
    return losses;
}

}  // namespace xdnasim::schedule
