#pragma once
// What is simulated without a part of it, as the summary of a workload says it.

#include <string>
#include <string_view>
#include <vector>

#include "workloads/schedule/workload.hpp"

namespace xdnasim::schedule {

/// A line of what is left out, and what ends it where that changes the result.
inline constexpr const char* kLeftOut = "left out";
inline constexpr std::string_view kChangesResult = "; this changes the result";

/// What is left out and changes the result.
[[nodiscard]] inline std::vector<std::string> losses_of(const Workload& workload) {
    std::vector<std::string> losses;
    for (const Line& line : workload.summary())
        if (line.label == kLeftOut && line.text.ends_with(kChangesResult))
            losses.push_back(line.text.substr(0, line.text.size() - kChangesResult.size()));
    return losses;
}

}  // namespace xdnasim::schedule
