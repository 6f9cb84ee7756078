#include "xdnasim/traces/comparison/pair_walk.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace xdnasim::comparison {
namespace {

void keep_larger(std::int64_t& largest, std::int64_t difference) {
    if (std::abs(difference) > std::abs(largest)) largest = difference;
}

}  // namespace

void PairWalk::take(const Interval& measured, const Interval& simulated, bool only_lengths) {
    const Pair pair{measured, simulated};
    if (!only_lengths) take_place(pair);
    const std::int64_t difference = simulated.length() - measured.length();
    keep_larger(largest_.length, difference);
    judge(pair, "its length", difference, allowed_length(pair));
    before_ = pair;
    ++pairs_;
}

/// Positions drift: how far they may be apart grows with the time gone by.
void PairWalk::take_place(const Pair& pair) {
    const Tolerances& tolerances = setting_.tolerances;
    keep_larger(largest_.offset, pair.offset());
    if (before_) {
        const Pair step{{before_->measured.begin, pair.measured.begin},
                        {before_->simulated.begin, pair.simulated.begin}};
        const std::int64_t difference = step.simulated.length() - step.measured.length();
        keep_larger(largest_.step, difference);
        judge(pair, "the time from the one before", difference, allowed_length(step));
        allowed_offset_ += static_cast<double>(step.measured.length()) *
                           (waits(step) ? tolerances.band : tolerances.drift);
    } else {
        allow_for_beginning(pair);
    }
    judge(pair, "its position", pair.offset(), std::max(tolerances.cycles, allowed_offset_));
}

void PairWalk::allow_for_beginning(const Pair& pair) {
    const Tolerances& tolerances = setting_.tolerances;
    const Pair time{{setting_.origin, pair.measured.begin},
                    {setting_.origin, pair.simulated.begin}};
    const bool from_dram = !setting_.filled || waits(time);
    allowed_offset_ = (from_dram ? tolerances.band : tolerances.drift) *
                      static_cast<double>(std::abs(time.measured.length()));
}

bool PairWalk::waits(const Pair& time) const {
    return judgement_ == Judgement::Band ||
           static_cast<double>(std::max(setting_.measured_waits.cycles_in(time.measured),
                                        setting_.simulated_waits.cycles_in(time.simulated))) >
               setting_.tolerances.cycles;
}

double PairWalk::allowed_length(const Pair& time) const {
    const Tolerances& tolerances = setting_.tolerances;
    if (!waits(time)) return tolerances.cycles;
    return std::max(tolerances.cycles,
                    tolerances.band * static_cast<double>(time.measured.length()));
}

void PairWalk::judge(const Pair& pair, const char* what, std::int64_t difference, double allowed) {
    if (divergence_ || static_cast<double>(std::abs(difference)) <= allowed) return;
    divergence_ = Divergence{.index = pairs_,
                             .measured = pair.measured,
                             .simulated = pair.simulated,
                             .what = fmt::format("{} differs by {:+} cycles, allowed {:.0f}", what,
                                                 difference, std::floor(allowed))};
}

}  // namespace xdnasim::comparison
