#pragma once
// A clock as SystemC time: every edge is computed from its absolute cycle number, so that
// a clock whose period is not a whole number of femtoseconds does not drift.

#include <cstdint>
#include <limits>

#include <systemc>

#include "arch/units.hpp"

namespace xdnasim::sim {

inline constexpr std::uint64_t kFemtosecondsPerSecond = 1'000'000'000'000'000;
/// The last time that SystemC can represent, in femtoseconds.
inline constexpr std::uint64_t kLastTime = std::numeric_limits<std::uint64_t>::max();

/// `CyclesOf`: the unit of the clock's cycles, arch::Cycles or arch::PlCycles.
template <class CyclesOf>
class Clock {
 public:
    explicit Clock(double ghz);

    /// Time of the rising edge that begins `cycle`, in femtoseconds (SystemC's resolution).
    [[nodiscard]] std::uint64_t edge(CyclesOf cycle) const;

    /// The last cycle whose time SystemC can represent, after some five hours.
    [[nodiscard]] CyclesOf last() const;
    /// The first cycle that begins at or after that time.
    [[nodiscard]] CyclesOf at(std::uint64_t femtoseconds) const;
    /// The first cycle that begins at or after the current simulation time. Precondition: all calls
    /// come from the same SystemC context.
    [[nodiscard]] CyclesOf now() const {
        if (time_ == nullptr) time_ = &sc_core::sc_time_stamp();
        if (time_->value() != seen_time_) {
            seen_time_ = time_->value();
            seen_cycle_ = at(seen_time_);
        }
        return seen_cycle_;
    }

    /// Notifies `event` at the edge of `cycle`. Precondition: `cycle` >= now().
    /// An event holds one pending notification: the earlier one wins.
    void notify_at(sc_core::sc_event& event, CyclesOf cycle) const;

 private:
    std::uint64_t femtoseconds_ = 0;  ///< duration of `cycles_` cycles, in lowest terms
    std::uint64_t cycles_ = 0;
    mutable const sc_core::sc_time* time_ = nullptr;  ///< SystemC's current time
    mutable std::uint64_t seen_time_ = 0;             ///< the time that now() converted last
    mutable CyclesOf seen_cycle_{0};                  ///< the cycle at `seen_time_`
};

extern template class Clock<arch::Cycles>;
extern template class Clock<arch::PlCycles>;

using ClockDomain = Clock<arch::Cycles>;
using PlClock = Clock<arch::PlCycles>;

}  // namespace xdnasim::sim
