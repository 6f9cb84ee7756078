#pragma once
// What is to happen, and when: the wake-ups of all modules of a run. Those of one cycle come in the
// order in which they were asked for, whatever came before, so that the same state goes on in the
// same way.

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

    /// What is passed must outlive this.
    Calendar(const ClockDomain& clock, Fault& fault);

    /// Precondition: `cycle` >= now. Beyond the last cycle of the clock it ends the run.
    void notify_at(Alarm& alarm, arch::Cycles cycle);
    void cancel(Alarm& alarm);

    /// Before the next cycle in which anything happens, when all is done in the present one,
    /// `look` is called, once.
    void look_before_next_cycle() { look_wanted_ = true; }
    void on_look(std::function<void()> look) { look_ = std::move(look); }

    struct Entry {
        arch::Cycles cycle;
        Alarm* alarm;
    };
    /// What is to come, in its order.
    [[nodiscard]] std::vector<Entry> pending() const;
    /// Precondition: all is done in the present cycle.
    void visit_state(StateVisitor& visitor);
    /// A hash of what is to come, relative to now; equal for equal futures.
    [[nodiscard]] std::uint64_t signature() const;

 private:
    /// The place of an alarm that is too late for the wheel.
    struct Far {
        arch::Cycles cycle;
        std::uint64_t number;  ///< of those of one cycle, the lowest comes first
        Alarm* alarm;
    };
    static bool is_later(const Far& a, const Far& b);
    static bool holds(const Far& entry);

    void turn();
    void turn_to(arch::Cycles now);
    void add(Alarm& alarm, arch::Cycles cycle);
    void forget(Alarm& alarm);
    void drop_outdated();
    /// The cycle of what comes next; later than any: nothing does.
    [[nodiscard]] arch::Cycles next_cycle();
    void wake_at(arch::Cycles cycle);

    const ClockDomain& clock_;
    Fault& fault_;
    arch::Cycles last_;
    AlarmWheel wheel_;
    std::vector<Far> far_;  ///< a heap, the next one first; some no longer hold
    std::uint64_t numbers_ = 0;
    bool look_wanted_ = false;
    std::function<void()> look_;
    sc_core::sc_event wake_;
    arch::Cycles woken_at_;  ///< the next time; later than any: none
};

}  // namespace xdnasim::sim
