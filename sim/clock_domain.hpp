#pragma once
// A clock as SystemC time: every edge is computed from its absolute cycle number, so that
// a clock whose period is not a whole number of femtoseconds does not drift.

#include <cstdint>

#include <systemc>

#include "arch/units.hpp"

namespace xdnasim::sim {

class ClockDomain {
 public:
    explicit ClockDomain(double ghz);

    /// Time of the rising edge that begins `cycle`, in femtoseconds (SystemC's resolution).
    [[nodiscard]] std::uint64_t edge(arch::Cycles cycle) const;

    /// The cycle that begins at or after the current simulation time.
    [[nodiscard]] arch::Cycles now() const;

    /// Notifies `event` at the edge of `cycle`. Precondition: `cycle` >= now().
    /// An event holds one pending notification: the earlier one wins.
    void notify_at(sc_core::sc_event& event, arch::Cycles cycle) const;

 private:
    std::uint64_t femtoseconds_ = 0;  ///< that `cycles_` cycles take, in lowest terms
    std::uint64_t cycles_ = 0;
    mutable std::uint64_t seen_time_ = 0;  ///< the last time asked for by now(), and its cycle
    mutable arch::Cycles seen_cycle_{0};
};

}  // namespace xdnasim::sim
