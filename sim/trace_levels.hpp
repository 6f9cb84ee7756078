#pragma once
// When the events in the slots of a trace unit are asserted, as it becomes known.

#include <array>
#include <cstdint>
#include <deque>

#include "arch/units.hpp"
#include "traces/words/packet.hpp"

namespace xdnasim::sim {

class TraceLevels {
 public:
    /// The event of `slot` is asserted from `begin` up to `end`. Those of a slot come in order;
    /// they may overlap and repeat each other, and what was taken already is passed over.
    void hold(int slot, arch::Cycles begin, arch::Cycles end);

    /// Calls `take(begin, end, mask)` for each stretch before `until` in which the slots of
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
    /// At `taken_`; brings `next` forward to when it changes.
    std::uint8_t level(arch::Cycles& next);

    arch::Cycles taken_{0};
    std::array<std::deque<Interval>, words::kSlots> slots_;
};

}  // namespace xdnasim::sim
