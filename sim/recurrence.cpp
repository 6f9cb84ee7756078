#include "sim/recurrence.hpp"

#include <algorithm>
#include <utility>

namespace xdnasim::sim {
namespace {

/// Looks that are remembered: a period has no more rounds than that.
constexpr std::size_t kLooks = 64;
/// States that are compared before a run is left alone for a while: at first, and at most.
constexpr int kFirstAttempts = 4;
constexpr int kMostAttempts = 16;
constexpr std::int64_t kFirstRest = 2;
/// Fewer periods are not worth what it takes to skip them.
constexpr std::int64_t kFewestPeriods = 4;
constexpr std::int64_t kLongestRest = 1024;

}  // namespace

Recurrence::Recurrence(Environment& environment, std::function<void(StateVisitor&)> visit)
    : environment_{environment},
      visit_{std::move(visit)},
      rest_{kFirstRest},
      most_attempts_{kFirstAttempts} {
    signatures_.reserve(kLooks);
    environment_.calendar.on_look([this] { look(); });
}

bool Recurrence::seen(std::uint64_t signature) const {
    return periodic_.contains(signature) ||
           std::ranges::find(signatures_, signature) != signatures_.end();
}

Snapshot Recurrence::snapshot() {
    Snapshot taken{.now = environment_.clock.now()};
    Recorder recorder{taken};
    visit_(recorder);
    return taken;
}

/// The wake-ups to come tell most states apart, and cost little. Only where they recur the whole
/// state is looked at.
void Recurrence::look() {
    const std::uint64_t signature = environment_.calendar.signature();
    if (begin_) {
        if (signature == begin_signature_) return compare();
        if (rounds_ - begin_round_ > static_cast<std::int64_t>(kLooks)) give_up();
        return;
    }
    if (seen(signature)) return begin(signature);
    if (signatures_.size() < kLooks)
        signatures_.push_back(signature);
    else
        signatures_[next_signature_++ % kLooks] = signature;
}

void Recurrence::begin(std::uint64_t signature) {
    begin_ = snapshot();
    begin_signature_ = signature;
    begin_round_ = rounds_;
    attempts_ = 0;
}

/// Two periods in a row are wanted that change the same by the same. Each time is the latest of
/// some that go on with the state and some that stay behind it: had one that stays behind decided
/// in the first of the two, the second would be another.
void Recurrence::compare() {
    Snapshot end = snapshot();
    std::optional<Period> period = period_between(*begin_, end);
    if (!period) {
        if (++attempts_ >= most_attempts_) give_up();
        return;
    }
    const std::int64_t periods = periods_left(*period, end);
    if (periods < kFewestPeriods) return give_up();
    if (period_ && *period == *period_) {
        tell_leads(&*period);
        return tape_.complete() ? skip(*period, periods) : give_up();
    }
    tape_.stop();
    period_ = std::move(period);
    begin_ = std::move(end);
    begin_round_ = rounds_;
    tape_.start();
    tell_leads(nullptr);
}

void Recurrence::tell_leads(const Period* period) {
    LeadsTeller teller{tape_, period};
    visit_(teller);
}

void Recurrence::skip(const Period& period, std::int64_t periods) {
    tape_.stop();
    Mover mover{period, periods, tape_.repeat(periods, period.length)};
    visit_(mover);
    environment_.skipped += period.length * periods;
    rest_ = kFirstRest;
    most_attempts_ = kFirstAttempts;
    periodic_.insert(begin_signature_);
    stop_comparing();
}

void Recurrence::stop_comparing() {
    tape_.stop();
    period_.reset();
    begin_.reset();
    signatures_.clear();
    next_signature_ = 0;
}

void Recurrence::give_up() {
    stop_comparing();
    resting_until_ = rounds_ + rest_;
    rest_ = std::min(2 * rest_, kLongestRest);
    most_attempts_ = std::min(2 * most_attempts_, kMostAttempts);
}

}  // namespace xdnasim::sim
