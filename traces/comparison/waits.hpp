#pragma once
// How long a core waited in any stretch of time.

#include <cstdint>
#include <vector>

#include "traces/comparison/recorded.hpp"

namespace xdnasim::comparison {

class Waits {
 public:
    Waits() = default;
    /// `parts` may overlap each other.
    explicit Waits(const std::vector<const Intervals*>& parts);

    [[nodiscard]] std::int64_t cycles_in(const Interval& time) const {
        return cycles_before(time.end) - cycles_before(time.begin);
    }

 private:
    [[nodiscard]] std::int64_t cycles_before(std::int64_t cycle) const;

    Intervals waits_;                   ///< apart from each other
    std::vector<std::int64_t> before_;  ///< cycles waited before each
};

}  // namespace xdnasim::comparison
