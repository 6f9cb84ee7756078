// What the future of locks depends on.

#include <algorithm>

#include "sim/lock_bank.hpp"

namespace xdnasim::sim {

/// The future does not depend on units that were taken long ago, nor, once the units of the start
/// are gone, on the number of units so far.
void LockUnits::visit_state(StateVisitor& visitor) {
    std::size_t left = put_ - taken_;
    std::size_t taken = std::min(taken_, initial_ + more_ + 1);
    const std::size_t back = std::min(taken_, more_ + 1);
    const std::size_t held = std::min(put_, ring_.size());
    std::size_t shown = put_ - std::min(put_, std::max({initial_, taken_ - back, put_ - held}));
    visitor.value(left);
    visitor.value(taken);
    visitor.value(shown);
    if (visitor.loads()) {
        taken_ = taken;
        put_ = taken + left;
    }
    for (std::size_t unit = put_ - shown; unit < put_; ++unit)
        visitor.moment(at(unit));
}

void LockBank::visit_state(StateVisitor& visitor, Change& change) {
    visitor.value(change.value);
    visitor.value(change.origin.line);
    visitor.value(change.origin.column);
    visitor.time(change.cycle);
    visitor.leads(change.leads);
}

void LockBank::visit_state(StateVisitor& visitor) {
    for (State& lock : locks_) {
        if (!lock.declared) continue;
        // Nobody notices when a due change is applied if no client waits for the lock.
        if (!visitor.loads() && lock.waiting.empty()) apply_due_changes(lock);
        visitor.value(lock.value);
        visitor.size(lock.waiting);
        for (Pending& waiting : lock.waiting) {
            waiting.request.lock = {tile_, static_cast<int>(&lock - locks_.data())};
            visitor.value(waiting.client);
            visitor.value(waiting.request.value);
            visitor.value(waiting.request.condition);
        }
        visitor.size(lock.changes);
        for (Change& change : lock.changes)
            visit_state(visitor, change);
        lock.units.visit_state(visitor);
    }
    visitor.size(waited_for_);
    for (int& lock : waited_for_)
        visitor.value(lock);
}

}  // namespace xdnasim::sim
