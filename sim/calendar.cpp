#include "sim/calendar.hpp"

#include <algorithm>
#include <iterator>
#include <limits>

#include "sim/fault.hpp"
#include "sim/mixed_bits.hpp"

namespace xdnasim::sim {

using arch::Cycles;

namespace {

constexpr Cycles kNoCycle{std::numeric_limits<std::int64_t>::max()};

}  // namespace

Calendar::Calendar(const ClockDomain& clock, Fault& fault)
    : sc_module{sc_core::sc_module_name{"calendar"}},
      clock_{clock},
      fault_{fault},
      last_{clock.last()},
      woken_at_{kNoCycle} {
    SC_METHOD(turn);
    sensitive << wake_;
    dont_initialize();
}

/// The order of `far_`, a heap whose first entry is the next one.
bool Calendar::is_later(const Far& a, const Far& b) {
    return a.cycle != b.cycle ? a.cycle > b.cycle : a.number > b.number;
}

/// Whether the entry is up to date: the latest one of an alarm that is still pending in `far_`.
bool Calendar::holds(const Far& entry) {
    return entry.alarm->far_ && entry.alarm->far_number_ == entry.number;
}

void Calendar::notify_at(Alarm& alarm, Cycles cycle) {
    if (alarm.at_once_ && alarm.delta_ == sc_core::sc_delta_count()) return;
    if (cycle <= clock_.now()) {
        forget(alarm);
        alarm.at_once_ = true;
        alarm.delta_ = sc_core::sc_delta_count();
        alarm.notify(sc_core::SC_ZERO_TIME);
        return;
    }
    if (alarm.pending_ && alarm.cycle_ <= cycle) return;
    if (cycle > last_) return fault_.raise_too_long();
    forget(alarm);
    add(alarm, cycle);
    if (cycle < woken_at_) wake_at(cycle);
}

void Calendar::cancel(Alarm& alarm) {
    forget(alarm);
    alarm.at_once_ = false;
    alarm.cancel();
}

void Calendar::add(Alarm& alarm, Cycles cycle) {
    alarm.pending_ = true;
    alarm.cycle_ = cycle;
    if (wheel_.reaches(cycle)) return wheel_.add(alarm);
    alarm.far_ = true;
    alarm.far_number_ = numbers_++;
    far_.push_back({cycle, alarm.far_number_, &alarm});
    std::ranges::push_heap(far_, is_later);
}

void Calendar::forget(Alarm& alarm) {
    if (!alarm.pending_) return;
    if (!alarm.far_) wheel_.remove(alarm);
    alarm.pending_ = alarm.far_ = false;
}

void Calendar::drop_outdated() {
    while (!far_.empty() && !holds(far_.front())) {
        std::ranges::pop_heap(far_, is_later);
        far_.pop_back();
    }
}

/// Moves far alarms that the wheel now reaches to it. They come before all that will be added to
/// the wheel for their cycles, since they were requested earlier.
void Calendar::turn_to(Cycles now) {
    wheel_.turn_to(now);
    for (drop_outdated(); !far_.empty() && wheel_.reaches(far_.front().cycle); drop_outdated()) {
        Alarm& alarm = *far_.front().alarm;
        alarm.far_ = false;
        wheel_.add(alarm);
    }
}

Cycles Calendar::next_cycle() {
    if (const Alarm* const first = wheel_.first()) return first->cycle_;
    drop_outdated();
    return far_.empty() ? kNoCycle : far_.front().cycle;
}

void Calendar::wake_at(Cycles cycle) {
    woken_at_ = cycle;
    clock_.notify_at(wake_, cycle);
}

void Calendar::turn() {
    const Cycles now = clock_.now();
    woken_at_ = kNoCycle;
    turn_to(now);
    if (look_wanted_ && next_cycle() <= now) {
        look_wanted_ = false;
        look_();
    }
    for (Alarm* next = wheel_.first(); next != nullptr && next->cycle_ <= now;
         next = wheel_.first()) {
        forget(*next);
        next->notify();
    }
    if (const Cycles next = next_cycle(); next != kNoCycle) wake_at(next);
}

std::vector<Calendar::Entry> Calendar::pending() const {
    std::vector<Entry> all;
    wheel_.for_each([&](Alarm& alarm) { all.push_back({alarm.cycle_, &alarm}); });
    std::vector<Far> far;
    std::ranges::copy_if(far_, std::back_inserter(far), holds);
    std::ranges::sort(far, [](const Far& a, const Far& b) { return is_later(b, a); });
    for (const Far& entry : far)
        all.push_back({entry.cycle, entry.alarm});
    return all;
}

void Calendar::visit_state(StateVisitor& visitor) {
    std::vector<Entry> entries = visitor.loads() ? std::vector<Entry>{} : pending();
    visitor.size(entries);
    if (visitor.loads()) {
        for (const Entry& entry : pending())
            forget(*entry.alarm);
        turn_to(clock_.now());
    }
    for (Entry& entry : entries) {
        visitor.value(entry.alarm);
        visitor.time(entry.cycle);
        if (visitor.loads()) add(*entry.alarm, entry.cycle);
    }
}

std::uint64_t Calendar::signature() const {
    const Cycles now = clock_.now();
    std::uint64_t sum = 0;
    const auto count = [&](const Alarm& alarm) {
        sum += combined(reinterpret_cast<std::uintptr_t>(&alarm),
                        static_cast<std::uint64_t>((alarm.cycle_ - now).count()));
    };
    wheel_.for_each(count);
    for (const Far& entry : far_)
        if (holds(entry)) count(*entry.alarm);
    return sum;
}

}  // namespace xdnasim::sim
