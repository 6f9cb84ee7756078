#pragma once
// Time that a recorded core spends in each of its kernels.

#include <algorithm>
#include <map>
#include <optional>

#include "traces/events/events.hpp"

namespace xdnasim::validation {

class KernelTimes {
 public:
    /// Adds an interval of the core; only those of kernels count.
    void add(const events::CoreInterval& interval) {
        if (interval.action == events::CoreAction::Kernel)
            cycles_[interval.object] += interval.end - interval.begin;
    }

    /// Returns the number of the kernel that takes most of the time; nullopt if none was called.
    [[nodiscard]] std::optional<int> longest() const {
        if (cycles_.empty()) return std::nullopt;
        return std::ranges::max_element(cycles_, {}, [](const auto& of) { return of.second; })
            ->first;
    }

 private:
    std::map<int, arch::Cycles> cycles_;  ///< key: number of the kernel
};

}  // namespace xdnasim::validation
