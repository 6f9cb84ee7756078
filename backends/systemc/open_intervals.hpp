#pragma once
// The intervals of a core that may not be over yet. A core tells of its lock operations before
// their time, where nobody else can change what comes of them.

#include <array>
#include <cstddef>
#include <vector>

#include "arch/units.hpp"
#include "traces/events/events.hpp"

namespace xdnasim::backends {

class OpenIntervals {
 public:
    /// Might the next one take the place of one that is not over? Seldom: nobody tells what comes
    /// behind a kernel before the kernel has ended.
    [[nodiscard]] bool may_be_full() const { return ahead_ >= recent_.size(); }
    /// Keeps what is not over.
    void make_room(arch::Cycles now);
    void add(const events::CoreInterval& interval) {
        ahead_ = interval.action == events::CoreAction::Kernel ? 0 : ahead_ + 1;
        recent_[next_] = interval;
        next_ = (next_ + 1) % recent_.size();
    }
    /// Those that are not over, in their order.
    [[nodiscard]] std::vector<events::CoreInterval> after(arch::Cycles now) const;
    void assign(std::vector<events::CoreInterval> open);

 private:
    std::vector<events::CoreInterval> before_;  ///< the recent ones; mostly none
    std::array<events::CoreInterval, 8> recent_{};
    std::size_t next_ = 0;   ///< the oldest of them; empty ones are over
    std::size_t ahead_ = 0;  ///< behind the last one of a kernel
};

}  // namespace xdnasim::backends
