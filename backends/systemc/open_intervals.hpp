#pragma once
// The latest intervals of a core, some of which may end after the current cycle: a core reports
// its lock operations ahead of time where no other module can change their outcome.

#include <array>
#include <cstddef>
#include <vector>

#include "arch/units.hpp"
#include "traces/events/events.hpp"

namespace xdnasim::backends {

class OpenIntervals {
 public:
    /// Whether the next add() may overwrite an interval that is not over. Rare, since a core
    /// reports nothing behind a kernel before the kernel has ended.
    [[nodiscard]] bool may_be_full() const { return ahead_ >= recent_.size(); }
    /// Saves the interval that the next add() overwrites, unless it is over at `now`.
    void make_room(arch::Cycles now);
    void add(const events::CoreInterval& interval) {
        ahead_ = interval.action == events::CoreAction::Kernel ? 0 : ahead_ + 1;
        recent_[next_] = interval;
        next_ = (next_ + 1) % recent_.size();
    }
    /// Returns the intervals that end after `now`, in the order in which they were added.
    [[nodiscard]] std::vector<events::CoreInterval> after(arch::Cycles now) const;
    /// Replaces all intervals with `open`.
    void assign(std::vector<events::CoreInterval> open);

 private:
    std::vector<events::CoreInterval> before_;      ///< open ones that left `recent_`; mostly empty
    std::array<events::CoreInterval, 8> recent_{};  ///< ring buffer; an empty entry counts as over
    std::size_t next_ = 0;                          ///< index of the oldest entry of `recent_`
    std::size_t ahead_ = 0;  ///< number of intervals added since the last one of a kernel
};

}  // namespace xdnasim::backends
