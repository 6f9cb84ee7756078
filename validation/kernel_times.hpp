#pragma once
// Which kernel of a recorded core takes most of its time.

#include <algorithm>
#include <map>
#include <optional>

#include "traces/events/events.hpp"

namespace xdnasim::validation {

class KernelTimes {
 public:
    /// Of the core; what is not of a kernel does not count.
    void add(const events::CoreInterval& interval) {
        if (interval.action == events::CoreAction::Kernel)
            cycles_[interval.object] += interval.end - interval.begin;
    }

    /// nullopt: none was called.
    [[nodiscard]] std::optional<int> longest() const {
        if (cycles_.empty()) return std::nullopt;
        return std::ranges::max_element(cycles_, {}, [](const auto& of) { return of.second; })
            ->first;
    }

 private:
    std::map<int, arch::Cycles> cycles_;  ///< by kernel
};

}  // namespace xdnasim::validation
