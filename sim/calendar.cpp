#include "sim/calendar.hpp"

#include <algorithm>
#include <iterator>

#include "sim/environment.hpp"

namespace xdnasim::sim {

using arch::Cycles;

namespace {

/// Of a heap whose first is the next.
constexpr auto is_later = [](const Calendar::Entry& a, const Calendar::Entry& b) {
    return a.cycle != b.cycle ? a.cycle > b.cycle : a.number > b.number;
};

/// Spreads what differs in a few bits over all of them (Steele et al. 2014, SplitMix64).
std::uint64_t mixed(std::uint64_t value) {
    value += 0x9e3779b97f4a7c15U;
    value = (value ^ (value >> 30U)) * 0xbf58476d1ce4e5b9U;
    value = (value ^ (value >> 27U)) * 0x94d049bb133111ebU;
    return value ^ (value >> 31U);
}

}  // namespace

Calendar::Calendar(const ClockDomain& clock, Fault& fault)
    : sc_module{sc_core::sc_module_name{"calendar"}},
      clock_{clock},
      fault_{fault},
      last_{clock.last()} {
    SC_METHOD(turn);
    sensitive << wake_;
    dont_initialize();
}

bool Calendar::holds(const Entry& entry) {
    return entry.alarm->pending_ && entry.alarm->number_ == entry.number;
}

void Calendar::notify_at(Alarm& alarm, Cycles cycle) {
    if (alarm.at_once_ && alarm.delta_ == sc_core::sc_delta_count()) return;
    if (cycle <= clock_.now()) {
        alarm.pending_ = false;
        alarm.at_once_ = true;
        alarm.delta_ = sc_core::sc_delta_count();
        alarm.notify(sc_core::SC_ZERO_TIME);
        return;
    }
    if (alarm.pending_ && alarm.cycle_ <= cycle) return;
    if (cycle > last_) return fault_.raise_too_long();
    alarm.pending_ = true;
    alarm.cycle_ = cycle;
    alarm.number_ = numbers_++;
    entries_.push_back({cycle, alarm.number_, &alarm});
    std::ranges::push_heap(entries_, is_later);
    if (entries_.front().number == alarm.number_) clock_.notify_at(wake_, cycle);
}

void Calendar::cancel(Alarm& alarm) {
    alarm.pending_ = false;
    alarm.at_once_ = false;
    alarm.cancel();
}

/// Leaves out what no longer holds.
bool Calendar::due(Cycles now) {
    while (!entries_.empty() && !holds(entries_.front())) {
        std::ranges::pop_heap(entries_, is_later);
        entries_.pop_back();
    }
    return !entries_.empty() && entries_.front().cycle <= now;
}

void Calendar::turn() {
    const Cycles now = clock_.now();
    if (look_wanted_ && due(now)) {
        look_wanted_ = false;
        look_();
    }
    while (!entries_.empty()) {
        const Entry next = entries_.front();
        const bool is_held = holds(next);
        if (is_held && next.cycle > now) break;
        std::ranges::pop_heap(entries_, is_later);
        entries_.pop_back();
        if (!is_held) continue;
        next.alarm->pending_ = false;
        next.alarm->notify();
    }
    if (!entries_.empty()) clock_.notify_at(wake_, entries_.front().cycle);
}

std::vector<Calendar::Entry> Calendar::pending() const {
    std::vector<Entry> all;
    std::ranges::copy_if(entries_, std::back_inserter(all), holds);
    std::ranges::sort(all, [](const Entry& a, const Entry& b) { return is_later(b, a); });
    return all;
}

void Calendar::visit_state(StateVisitor& visitor) {
    std::vector<Entry> entries = visitor.loads() ? std::vector<Entry>{} : pending();
    visitor.size(entries);
    if (visitor.loads()) {
        for (const Entry& entry : entries_)
            entry.alarm->pending_ = false;
        entries_.clear();
    }
    for (Entry& entry : entries) {
        visitor.value(entry.alarm);
        visitor.time(entry.cycle);
        if (!visitor.loads()) continue;
        entry.number = numbers_++;
        entry.alarm->pending_ = true;
        entry.alarm->cycle_ = entry.cycle;
        entry.alarm->number_ = entry.number;
        entries_.push_back(entry);  // in their order, as a heap is
    }
}

std::uint64_t Calendar::signature() const {
    const Cycles now = clock_.now();
    std::uint64_t sum = 0;
    for (const Entry& entry : entries_)
        if (holds(entry))
            sum += mixed(reinterpret_cast<std::uintptr_t>(entry.alarm) +
                         mixed(static_cast<std::uint64_t>((entry.cycle - now).count())));
    return sum;
}

}  // namespace xdnasim::sim
