#include "backends/systemc/open_intervals.hpp"

#include <utility>

namespace xdnasim::backends {

void OpenIntervals::make_room(arch::Cycles now) {
    if (!before_.empty() && before_.back().end <= now) before_.clear();
    if (recent_[next_].end > now) before_.push_back(recent_[next_]);
}

std::vector<events::CoreInterval> OpenIntervals::after(arch::Cycles now) const {
    std::vector<events::CoreInterval> open;
    const auto take = [&](const events::CoreInterval& interval) {
        if (interval.end > now) open.push_back(interval);
    };
    for (const events::CoreInterval& interval : before_)
        take(interval);
    for (std::size_t i = 0; i < recent_.size(); ++i)
        take(recent_[(next_ + i) % recent_.size()]);
    return open;
}

void OpenIntervals::assign(std::vector<events::CoreInterval> open) {
    recent_.fill({});
    before_ = std::move(open);
}

}  // namespace xdnasim::backends
