#pragma once
// The slots of a trace unit that watch one piece of hardware, by the signal that they watch.

#include <algorithm>
#include <utility>
#include <vector>

#include "arch/units.hpp"
#include "sim/trace_levels.hpp"
#include "traces/names/event_meaning.hpp"

namespace xdnasim::sim {

class TraceSlots {
 public:
    explicit TraceSlots(TraceLevels& levels) : levels_{&levels} {}

    void watch(names::Signal signal, int slot) { slots_.emplace_back(signal, slot); }

    [[nodiscard]] bool watches(names::Signal signal) const {
        return std::ranges::find(slots_, signal, &Slot::first) != slots_.end();
    }
    template <class Predicate>
    [[nodiscard]] bool watches_any(Predicate wanted) const {
        return std::ranges::any_of(slots_, wanted, &Slot::first);
    }
    void hold(names::Signal signal, arch::Cycles begin, arch::Cycles end) {
        for (const auto& [watched, slot] : slots_)
            if (watched == signal) levels_->hold(slot, begin, end);
    }
    void pulse(names::Signal signal, arch::Cycles cycle) {
        hold(signal, cycle, cycle + arch::Cycles{1});
    }

 private:
    using Slot = std::pair<names::Signal, int>;
    TraceLevels* levels_;
    std::vector<Slot> slots_;
};

}  // namespace xdnasim::sim
