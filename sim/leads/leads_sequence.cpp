#include "sim/leads/leads_sequence.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace xdnasim::sim {

namespace {

using schedule::kLimits;

/// By how much each lead grows from `before` to `after`; 0 where both are infinite.
std::vector<Leads> growth_between(const std::vector<Leads>& before,
                                  const std::vector<Leads>& after) {
    std::vector<Leads> growth(after.size());
    for (std::size_t i = 0; i < after.size(); ++i)
        for (const schedule::Limit limit : kLimits)
            if (after[i][limit] != before[i][limit])
                growth[i][limit] = after[i][limit] - before[i][limit];
    return growth;
}

}  // namespace

void LeadsSequence::run(std::vector<Leads>& leads) {
    for (std::size_t at = 0; at < programs_.size();) {
        const Repeats repeats = repeats_at(at);
        run_repeats(at, repeats, leads);
        at += repeats.period * repeats.times;
    }
    programs_.clear();
}

/// Number of consecutive programs, from `begin` on, that equal the program a period later.
std::size_t LeadsSequence::alike(std::size_t begin, std::size_t period) const {
    std::size_t count = 0;
    while (begin + count + period < programs_.size() &&
           programs_[begin + count] == programs_[begin + count + period])
        ++count;
    return count;
}

/// Of all periods that begin with program `begin`, returns the one whose repeats cover the most
/// programs.
LeadsSequence::Repeats LeadsSequence::repeats_at(std::size_t begin) const {
    constexpr std::size_t kLongestPeriod = 1024;
    constexpr std::size_t kFewest = 3;  // repeats: the first two show by how much leads grow
    Repeats best;
    const std::size_t longest = std::min(kLongestPeriod, (programs_.size() - begin) / kFewest);
    for (std::size_t period = 1; period <= longest; ++period) {
        if (programs_[begin + period] != programs_[begin]) continue;
        const std::size_t times = alike(begin, period) / period + 1;
        if (times >= kFewest && times * period > best.times * best.period) best = {period, times};
        if (best.times * best.period + period > programs_.size() - begin) break;
    }
    return best;
}

void LeadsSequence::run_once(std::size_t begin, std::size_t period, std::vector<Leads>& leads) {
    for (std::size_t i = begin; i < begin + period; ++i)
        programs_[i]->run(leads, room_);
}

/// Runs some repeats plainly, then finds out for how many further ones the leads grow by the same.
/// If they do not, runs twice as many repeats plainly as before and tries again.
void LeadsSequence::run_repeats(std::size_t begin, Repeats repeats, std::vector<Leads>& leads) {
    std::size_t left = repeats.times;
    for (std::size_t plain = 1; left > 0; plain *= 2) {
        std::vector<Leads> before;
        for (std::size_t i = 0; i < plain && left > 0; ++i, --left) {
            before = leads;
            run_once(begin, repeats.period, leads);
        }
        if (left < 2) continue;
        const std::vector<Leads> growth = growth_between(before, leads);
        std::vector<Leads> next = leads;
        std::vector<Leads> next_growth = growth;
        std::int64_t more = 0;  // repeats behind the next one in which leads grow by the same
        for (std::size_t i = begin; i < begin + repeats.period; ++i) {
            const std::int64_t same = programs_[i]->run_growing(next, next_growth, room_);
            more = i == begin ? same : std::min(more, same);
        }
        --left;
        const bool steady = next_growth == growth && growth_between(leads, next) == growth;
        leads = std::move(next);
        if (!steady) continue;
        const std::int64_t passed = std::min(more, static_cast<std::int64_t>(left));
        for (std::size_t i = 0; i < leads.size(); ++i)
            for (const schedule::Limit limit : kLimits)
                leads[i][limit] += static_cast<double>(passed) * growth[i][limit];
        left -= static_cast<std::size_t>(passed);
        plain = 1;
    }
}

}  // namespace xdnasim::sim
