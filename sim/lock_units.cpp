#include "sim/lock_units.hpp"

#include <algorithm>
#include <utility>

#include "workloads/schedule/relaxation.hpp"

namespace xdnasim::sim {

using schedule::Limit;

LockUnits::LockUnits(const schedule::Lock& lock)
    : put_{static_cast<std::size_t>(lock.initial)},
      initial_{put_},
      more_{static_cast<std::size_t>(relaxed_initial(lock, Limit::Buffers) - lock.initial)} {}

void LockUnits::grow() {
    constexpr std::size_t kFirst = 4;
    std::vector<Moment> old(std::max(kFirst, 2 * ring_.size()));
    std::swap(old, ring_);
    if (old.empty()) return;
    const std::size_t first = std::max(put_ - std::min(put_, old.size()), initial_);
    for (std::size_t unit = first; unit < put_; ++unit)
        at(unit) = old[unit & (old.size() - 1)];
}

void LockUnits::put(int count, const Moment& moment) {
    if (count < 0) static_cast<void>(take(-count));
    for (int i = 0; i < count; ++i) {
        if (put_ - taken_ + more_ >= ring_.size()) grow();
        at(put_++) = moment;
    }
}

Moment LockUnits::last() {
    return put_ > initial_ ? at(put_ - 1) : Moment{{}, never_waited_for()};
}

Moment LockUnits::take(int count) {
    taken_ += static_cast<std::size_t>(std::max(count, 0));
    taken_ = std::min(taken_, put_);
    // Units of the start were there before anything else, whatever is relaxed.
    const Moment always{{}, never_waited_for()};
    Moment last = always;
    if (taken_ > initial_) last = at(taken_ - 1);
    if (more_ == 0) return last;
    last.leads.take(Limit::Buffers, always.leads, 0);
    if (taken_ > initial_ + more_) {
        const Moment& earlier = at(taken_ - 1 - more_);
        last.leads.take(Limit::Buffers, earlier.leads,
                        static_cast<double>((last.cycle - earlier.cycle).count()));
    }
    return last;
}

}  // namespace xdnasim::sim
