#pragma once
// The alarms of the next cycles, in a ring with one slot for each cycle. Adding an alarm, removing
// one and finding the next one each take a few instructions, however many alarms there are.
//
// Example, with 4 slots in place of 8,192: at cycle 6, slots 0 to 3 stand for cycles 8, 9, 6 and 7.
// An alarm of cycle 9 is added to slot 1. Once the ring has turned to cycle 8, slots 2 and 3 stand
// for cycles 10 and 11.

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>

#include <systemc>

#include "arch/units.hpp"

namespace xdnasim::sim {

/// An event that holds one pending notification: of two, the earlier one is kept.
class Alarm : public sc_core::sc_event {
 public:
    using sc_core::sc_event::sc_event;

 private:
    friend class AlarmWheel;
    friend class Calendar;
    bool pending_ = false;  ///< a notification is pending, at `cycle_`
    bool far_ = false;      ///< a notification is pending, beyond the reach of the wheel
    bool at_once_ = false;  ///< was notified for the present instant, in delta cycle `delta_`
    arch::Cycles cycle_{};
    std::uint64_t far_number_ = 0;  ///< number of its latest entry in the calendar's heap
    std::uint64_t delta_ = 0;       ///< SystemC's delta count at that notification
    Alarm* before_ = nullptr;       ///< previous alarm in the ring of its slot
    Alarm* behind_ = nullptr;       ///< next alarm in the ring of its slot
};

/// Which slots of a ring are taken: a bit for each slot, and a bit for each word of 64 slots that
/// has a taken one.
template <std::size_t kSlots>
class TakenSlots {
 public:
    static constexpr std::size_t kNone = kSlots;

    void take(std::size_t slot) {
        slots_[slot / kBits] |= bit(slot);
        words_[slot / kBits / kBits] |= bit(slot / kBits);
    }
    void free(std::size_t slot) {
        const std::size_t word = slot / kBits;
        slots_[word] &= ~bit(slot);
        if (slots_[word] == 0) words_[word / kBits] &= ~bit(word);
    }
    /// Returns the first taken slot from `slot` on, round the ring; kNone if no slot is taken.
    [[nodiscard]] std::size_t next(std::size_t slot) const {
        if (const std::uint64_t rest = slots_[slot / kBits] >> slot % kBits; rest != 0)
            return slot + zeros(rest);
        const std::size_t word = next_word((slot / kBits + 1) % slots_.size());
        return word == kNone ? kNone : word * kBits + zeros(slots_[word]);
    }

 private:
    static constexpr std::size_t kBits = 64;  ///< bits of a word
    static_assert(kSlots % (kBits * kBits) == 0);

    static constexpr std::uint64_t bit(std::size_t number) {
        return std::uint64_t{1} << number % kBits;
    }
    static std::size_t zeros(std::uint64_t word) {
        return static_cast<std::size_t>(std::countr_zero(word));
    }
    [[nodiscard]] std::size_t next_word(std::size_t word) const {
        std::size_t group = word / kBits;
        if (const std::uint64_t rest = words_[group] >> word % kBits; rest != 0)
            return word + zeros(rest);
        for (std::size_t i = 0; i < words_.size(); ++i) {
            group = (group + 1) % words_.size();
            if (words_[group] != 0) return group * kBits + zeros(words_[group]);
        }
        return kNone;
    }

    std::array<std::uint64_t, kSlots / kBits> slots_{};
    std::array<std::uint64_t, kSlots / kBits / kBits> words_{};
};

class AlarmWheel {
 public:
    static constexpr std::size_t kSlots =
        8192;  ///< number of cycles: more than most kernel calls take

    /// Whether there is a slot for `cycle`. Precondition: `cycle` is not before the present one.
    [[nodiscard]] bool reaches(arch::Cycles cycle) const {
        return static_cast<std::size_t>((cycle - begin_).count()) < kSlots;
    }
    /// Makes `cycle` the first one of the ring. Precondition: no alarm is left before it.
    void turn_to(arch::Cycles cycle) { begin_ = cycle; }

    /// Adds `alarm` behind those of the same cycle, `alarm.cycle_`. Precondition: the wheel reaches
    /// that cycle.
    void add(Alarm& alarm);
    void remove(Alarm& alarm);

    /// The next alarm; nullptr if there is none.
    [[nodiscard]] Alarm* first() const;
    /// Calls `visit` with each alarm, in the order in which they are due.
    template <class Visit>
    void for_each(Visit visit) const;

 private:
    static std::size_t slot_of(arch::Cycles cycle) {
        return static_cast<std::size_t>(cycle.count()) % kSlots;
    }

    using Slots = std::array<Alarm*, kSlots>;
    using Taken = TakenSlots<kSlots>;
    /// The last alarm of each slot, whose `behind_` is the slot's first one; nullptr: the slot is
    /// empty.
    std::unique_ptr<Slots> last_ = std::make_unique<Slots>();
    Taken taken_;
    arch::Cycles begin_{0};
};

inline void AlarmWheel::add(Alarm& alarm) {
    const std::size_t slot = slot_of(alarm.cycle_);
    Alarm*& last = (*last_)[slot];
    if (last == nullptr) {
        alarm.before_ = alarm.behind_ = &alarm;
        taken_.take(slot);
    } else {
        alarm.before_ = last;
        alarm.behind_ = last->behind_;
        last->behind_->before_ = &alarm;
        last->behind_ = &alarm;
    }
    last = &alarm;
}

inline void AlarmWheel::remove(Alarm& alarm) {
    const std::size_t slot = slot_of(alarm.cycle_);
    Alarm*& last = (*last_)[slot];
    if (alarm.behind_ == &alarm) {
        last = nullptr;
        taken_.free(slot);
        return;
    }
    alarm.before_->behind_ = alarm.behind_;
    alarm.behind_->before_ = alarm.before_;
    if (last == &alarm) last = alarm.before_;
}

inline Alarm* AlarmWheel::first() const {
    const std::size_t slot = taken_.next(slot_of(begin_));
    return slot == Taken::kNone ? nullptr : (*last_)[slot]->behind_;
}

template <class Visit>
void AlarmWheel::for_each(Visit visit) const {
    const std::size_t begin = slot_of(begin_);
    for (std::size_t passed = 0; passed < kSlots; ++passed) {
        const std::size_t slot = taken_.next((begin + passed) % kSlots);
        if (slot == Taken::kNone) return;
        const std::size_t place = (slot + kSlots - begin) % kSlots;
        if (place < passed) return;  // The search has gone round the ring.
        passed = place;
        Alarm* const last = (*last_)[slot];
        Alarm* alarm = last;
        do {
            alarm = alarm->behind_;
            visit(*alarm);
        } while (alarm != last);
    }
}

}  // namespace xdnasim::sim
