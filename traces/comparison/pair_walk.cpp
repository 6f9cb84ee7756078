#include "traces/comparison/pair_walk.hpp"

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
    judge(pair, "its length", difference, for_time(pair, setting_.tolerances.cycles));
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
        judge(pair, "the time from the one before", difference, for_time(step, tolerances.cycles));
        const Allowance gone_by =
            for_time(step, tolerances.drift * static_cast<double>(step.measured.length()));
        offset_ = {offset_.own + gone_by.own, offset_.waits + gone_by.waits};
    } else {
        offset_ = for_beginning(pair);
    }
    judge(pair, "its position", pair.offset(),
          {std::max(tolerances.cycles, offset_.own), offset_.waits});
}

PairWalk::Allowance PairWalk::for_beginning(const Pair& pair) const {
    const Tolerances& tolerances = setting_.tolerances;
    const Pair time{{setting_.origin, pair.measured.begin},
                    {setting_.origin, pair.simulated.begin}};
    const auto cycles = static_cast<double>(std::abs(time.measured.length()));
    if (!setting_.filled) return {0, tolerances.band * cycles};  // its data came from the DRAM
    return for_time(time, tolerances.drift * cycles);
}

/// The band is for the cycles that depend on others alone, however short they are.
PairWalk::Allowance PairWalk::for_time(const Pair& time, double own) const {
    const std::int64_t waited = judgement_ == Judgement::Band
                                    ? time.measured.length()
                                    : std::max(setting_.measured_waits.cycles_in(time.measured),
                                               setting_.simulated_waits.cycles_in(time.simulated));
    return {own, setting_.tolerances.band * static_cast<double>(std::max<std::int64_t>(0, waited))};
}

void PairWalk::judge(const Pair& pair, const char* what, std::int64_t difference,
                     const Allowance& allowed) {
    const auto apart = static_cast<double>(std::abs(difference));
    const double most = allowed.own + allowed.waits;
    if (apart > allowed.own && apart <= most) used_band_ = true;
    if (divergence_ || apart <= most) return;
    divergence_ = Divergence{.index = pairs_,
                             .measured = pair.measured,
                             .simulated = pair.simulated,
                             .what = fmt::format("{} differs by {:+} cycles, allowed {:.0f}", what,
                                                 difference, std::floor(most))};
}

}  // namespace xdnasim::comparison
