#include "sim/state.hpp"

#include <algorithm>
#include <limits>

namespace xdnasim::sim {

using arch::Cycles;
using schedule::kLimits;
using schedule::Limit;

namespace {

constexpr std::int64_t kEndless = std::numeric_limits<std::int64_t>::max();

bool alike(const Snapshot& begin, const Snapshot& end) {
    return begin.values == end.values && begin.times.size() == end.times.size() &&
           begin.moments.size() == end.moments.size() && begin.leads == end.leads &&
           begin.lefts.size() == end.lefts.size() && begin.totals.size() == end.totals.size();
}

bool add_times(Period& period, const Snapshot& begin, const Snapshot& end) {
    for (std::size_t i = 0; i < end.times.size(); ++i) {
        const Cycles moved = end.times[i] - begin.times[i];
        if (moved != period.length && moved != Cycles{0}) return false;
        period.times_pass.push_back(moved == Cycles{0});
    }
    for (std::size_t i = 0; i < end.moments.size(); ++i) {
        const Cycles moved = end.moments[i] - begin.moments[i];
        if (moved != period.length && moved != Cycles{0}) return false;
        period.moments_pass.push_back(moved == Cycles{0});
    }
    return true;
}

bool add_lefts(Period& period, const Snapshot& begin, const Snapshot& end) {
    for (std::size_t i = 0; i < end.lefts.size(); ++i) {
        const std::int64_t spent = begin.lefts[i].left - end.lefts[i].left;
        if (spent < 0 || (spent > 0 && begin.lefts[i].begun != end.lefts[i].begun)) return false;
        period.spent.push_back(spent);
    }
    return true;
}

}  // namespace

std::optional<Period> period_between(const Snapshot& begin, const Snapshot& end) {
    Period period{.length = end.now - begin.now};
    if (!alike(begin, end) || !add_times(period, begin, end) || !add_lefts(period, begin, end))
        return std::nullopt;
    for (std::size_t i = 0; i < end.totals.size(); ++i)
        period.added.push_back(end.totals[i] - begin.totals[i]);
    return period;
}

std::int64_t periods_left(const Period& period, const Snapshot& end) {
    std::int64_t periods = kEndless;
    for (std::size_t i = 0; i < end.lefts.size(); ++i)
        if (period.spent[i] > 0)
            periods = std::min(periods, end.lefts[i].left / period.spent[i] - 1);
    return periods == kEndless ? 0 : std::max<std::int64_t>(periods, 0);
}

void Mover::time(Cycles& cycle) {
    if (period_.times_pass[times_++]) cycle -= period_.length * periods_;
}

void Mover::moment(Cycles& cycle, Leads& leads) {
    if (period_.moments_pass[moments_++]) cycle -= period_.length * periods_;
    this->leads(leads);
}

void Mover::leads(Leads& leads) {
    leads = moved_leads_[leads_++];
}

void Mover::left(std::int64_t& left, std::int64_t /*begun*/) {
    left -= period_.spent[lefts_++] * periods_;
}

void Mover::sum(double& total) {
    total += period_.added[totals_++] * static_cast<double>(periods_);
}

}  // namespace xdnasim::sim
