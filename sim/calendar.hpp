#pragma once
// The wake-ups of all modules of a run, in order of time. Those of one cycle come in the order in
// which they were requested, whatever happened before, so that equal states go on in the same way.

#include <cstdint>
#include <functional>
#include <vector>

#include <systemc>

#include "arch/units.hpp"
#include "sim/alarm_wheel.hpp"
#include "sim/clock_domain.hpp"
#include "sim/repeats/state.hpp"

namespace xdnasim::sim {

class Fault;

class Calendar : public sc_core::sc_module {
 public:
    SC_HAS_PROCESS(Calendar);

    /// The arguments must outlive the calendar.
    Calendar(const ClockDomain& clock, Fault& fault);

    /// Notifies `alarm` at `cycle`. Precondition: `cycle` >= now. A cycle that SystemC's time
    /// cannot represent ends the run with a fault.
    void notify_at(Alarm& alarm, arch::Cycles cycle);
    void cancel(Alarm& alarm);

    /// Requests one call of the function given to on_look(): after everything of the present cycle
    /// is done, before the next cycle in which anything happens.
    void look_before_next_cycle() { look_wanted_ = true; }
    void on_look(std::function<void()> look) { look_ = std::move(look); }

    struct Entry {
        arch::Cycles cycle;
        Alarm* alarm;
    };
    /// All pending alarms, in the order in which they are due.
    [[nodiscard]] std::vector<Entry> pending() const;
    /// Shows all pending alarms. Precondition: everything of the present cycle is done.
    void visit_state(StateVisitor& visitor);
    /// A hash of all pending alarms with their cycles relative to now; equal for equal futures.
    [[nodiscard]] std::uint64_t signature() const;

 private:
    /// An entry for an alarm beyond the reach of the wheel.
    struct Far {
        arch::Cycles cycle;
        std::uint64_t number;  ///< order among entries of one cycle
        Alarm* alarm;
    };
    static bool is_later(const Far& a, const Far& b);
    static bool holds(const Far& entry);

    void turn();
    void turn_to(arch::Cycles now);
    void add(Alarm& alarm, arch::Cycles cycle);
    void forget(Alarm& alarm);
    void drop_outdated();
    /// The cycle of the next alarm; the largest cycle there is if none is pending.
    [[nodiscard]] arch::Cycles next_cycle();
    void wake_at(arch::Cycles cycle);

    const ClockDomain& clock_;
    Fault& fault_;
    arch::Cycles last_;
    AlarmWheel wheel_;
    std::vector<Far> far_;  ///< a heap with the next entry first; some entries are outdated
    std::uint64_t numbers_ = 0;
    bool look_wanted_ = false;
    std::function<void()> look_;
    sc_core::sc_event wake_;
    arch::Cycles woken_at_;  ///< when `wake_` is due; the largest cycle there is: not at all
};

}  // namespace xdnasim::sim
