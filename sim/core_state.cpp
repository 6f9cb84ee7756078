// What the future of a core depends on, in runs that move no bytes.

#include "sim/mixed_bits.hpp"
#include "sim/vliw_core.hpp"

namespace xdnasim::sim {

void VliwCore::visit_state(StateVisitor& visitor) {
    visitor.fixed(ended_ != nullptr);
    visitor.value(pc_);
    visitor.progress(calls_of_round_);
    visitor.size(loop_left_);
    for (std::size_t loop = 0; loop < loop_left_.size(); ++loop) {
        std::optional<std::int64_t>& left = loop_left_[loop];
        bool is_for_ever = is_endless(left);
        visitor.value(is_for_ever);
        if (is_for_ever) {
            if (!is_endless(left)) left.reset();
            continue;
        }
        if (!left) left = 0;
        if (loop == 0)
            visitor.rounds(*left, loop_ranges_[loop]);
        else
            visitor.count(*left, loop_ranges_[loop]);
    }
    visitor.value(waiting_for_);
    visitor.value(in_call_);
    visitor.value(to_restore_);
    if (waiting_for_ != nullptr) visitor.time(stalled_since_);
    visit_parts(visitor);
    if (pc_ < code_.size() || in_call_ != nullptr || parts_ || ended_) visitor.leads(leads_);
}

void VliwCore::visit_parts(StateVisitor& visitor) {
    // Everything but the position in the call follows from the called kernel.
    bool in_parts = parts_.has_value();
    visitor.value(in_parts);
    if (!in_parts) parts_.reset();
    if (in_parts) {
        if (!parts_) parts_.emplace(CallInParts{});
        visitor.value(parts_->call);
        const auto kernel = static_cast<std::size_t>(parts_->call->kernel.index);
        parts_->accesses = kernels_.cascade_accesses[kernel];
        visitor.value(parts_->next);
        visitor.time(parts_->begin);
        visitor.value(parts_->overhead);
        visitor.value(parts_->done);
        visitor.value(parts_->resumes);
        visitor.value(parts_->led);
    }
    bool is_held_up = held_up_.has_value();
    visitor.value(is_held_up);
    if (!is_held_up) return held_up_.reset();
    if (!held_up_) held_up_.emplace(HeldUp{});
    visitor.value(held_up_->use);
    visitor.time(held_up_->since);
}

std::uint64_t VliwCore::signature() const {
    return combined(pc_, loop_left_.size());
}

}  // namespace xdnasim::sim
