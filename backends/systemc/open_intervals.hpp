#pragma once
// The intervals of a core that may not be over yet. A core tells of its lock operations before
// their time, where nobody else can change what comes of them.

#include <array>
#include <cstddef>
#include <vector>

#include "arch/units.hpp"
#include "sim/environment.hpp"
#include "traces/events/events.hpp"

namespace xdnasim::backends {

class OpenIntervals {
 public:
    /// Forgets only what is over. This is on the path of every interval: it seldom asks for the
    /// time.
    void add(const events::CoreInterval& interval, const sim::ClockDomain& clock) {
        if (recent_[next_].end > over_) make_room(clock);
        recent_[next_] = interval;
        next_ = (next_ + 1) % recent_.size();
    }
    /// Those that are not over, in their order.
    [[nodiscard]] std::vector<events::CoreInterval> after(arch::Cycles now) const;
    void assign(std::vector<events::CoreInterval> open);

 private:
    void make_room(const sim::ClockDomain& clock);

    std::vector<events::CoreInterval> before_;  ///< the recent ones; mostly none
    std::array<events::CoreInterval, 8> recent_{};
    std::size_t next_ = 0;  ///< the oldest of them; empty ones are over
    arch::Cycles over_{0};  ///< no later than now
};

}  // namespace xdnasim::backends
