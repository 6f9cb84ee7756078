// The loops of a core's program, and the detection of livelocks.

#include <algorithm>

#include <fmt/format.h>

#include "sim/vliw_core.hpp"

namespace xdnasim::sim {

using arch::Cycles;

bool VliwCore::is_endless(const std::optional<std::int64_t>& rounds) {
    constexpr std::int64_t kMostOfARun = 1'000'000'000;
    return !rounds || *rounds > kMostOfARun;
}

bool VliwCore::run(const BeginLoop& loop, Cycles& /*cycle*/) {
    if (loop.count == 0) {
        pc_ = loop.end + 1;
        return true;
    }
    loop_left_.push_back(loop.count);
    loop_ranges_[loop_left_.size() - 1].restart(0);
    ++pc_;
    return true;
}

bool VliwCore::run(const EndLoop& loop, Cycles& cycle) {
    std::optional<std::int64_t>& left = loop_left_.back();
    CountRange& range = loop_ranges_[loop_left_.size() - 1];
    if (left) {
        range.take(1);
        if (range.ended(--*left)) {
            loop_left_.pop_back();
            ++pc_;
            return true;
        }
    }
    if (loop_left_.size() == 1) last_call_of_round_ = true;
    if (!count_round(is_endless(left))) return false;
    if (round_) tell_of_round(loop);
    pc_ = loop.begin + 1;
    if (cycle == environment_.clock.now()) return true;
    wake_at(cycle);
    return false;
}

void VliwCore::tell_of_round(const EndLoop& loop) const {
    constexpr std::int64_t kTimes = 8;
    if (loop_left_.size() == 1) return round_(Round::Outermost);
    const auto& count = std::get<BeginLoop>(code_[loop.begin].instruction).count;
    const std::optional<std::int64_t>& left = loop_left_.back();
    // An endless loop has no eighths: each of its rounds counts as one.
    const bool is_eighth =
        !count || (left && *left % std::max<std::int64_t>(*count / kTimes, 1) == 0);
    round_(is_eighth ? Round::Eighth : Round::Other);
}

bool VliwCore::is_in_endless_loop() const {
    return std::ranges::any_of(loop_left_, is_endless);
}

bool VliwCore::count_round(bool of_endless_loop) {
    if (!is_in_endless_loop() || environment_.progress.core_went_round(of_endless_loop))
        return true;
    environment_.fault.raise(
        fmt::format("livelock: no stream has moved while cores, {} among them, called kernels and "
                    "went round their loops {} times",
                    to_string(tile_), environment_.progress.rounds()),
        code_[pc_].origin);
    return false;
}

}  // namespace xdnasim::sim
