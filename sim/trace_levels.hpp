#pragma once
// When the events in the slots of a trace unit are asserted, as the run makes it known.

#include <array>
#include <cstdint>
#include <deque>

#include "arch/units.hpp"
#include "traces/words/packet.hpp"

namespace xdnasim::sim {

class TraceLevels {
 public:
    /// Asserts the event of `slot` from `begin` up to `end`. Intervals of a slot come in order of
    /// their beginnings; they may overlap or repeat each other. What take_until() has passed is
    /// ignored.
    void hold(int slot, arch::Cycles begin, arch::Cycles end);

    /// Calls `take(begin, end, mask)` for each interval before `until` in which the slots of
    /// `mask`, at least one, are asserted and no others.
    template <typename Take>
    void take_until(arch::Cycles until, Take take) {
        while (taken_ < until) {
            arch::Cycles next = until;
            const std::uint8_t mask = level(next);
            if (mask != 0) take(taken_, next, mask);
            taken_ = next;
        }
    }
    [[nodiscard]] arch::Cycles taken() const { return taken_; }

 private:
    struct Interval {
        arch::Cycles begin;
        arch::Cycles end;
    };
    /// The mask of the slots asserted at `taken_`; lowers `next` to the cycle at which it changes.
    std::uint8_t level(arch::Cycles& next);

    arch::Cycles taken_{0};
    std::array<std::deque<Interval>, words::kSlots> slots_;
};

}  // namespace xdnasim::sim
