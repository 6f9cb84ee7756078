#pragma once
// What is to happen, and when: the wake-ups of all modules of a run. Those of one cycle come in the
// order in which they were asked for, whatever came before, so that the same state goes on in the
// same way.

#include <cstdint>
#include <functional>
#include <vector>

#include <systemc>

#include "arch/units.hpp"
#include "sim/repeats/state.hpp"

namespace xdnasim::sim {

class ClockDomain;
class Fault;

/// An event that holds one pending notification: the earlier one wins.
class Alarm : public sc_core::sc_event {
 public:
    using sc_core::sc_event::sc_event;

 private:
    friend class Calendar;
    bool pending_ = false;  ///< at `cycle_`
    arch::Cycles cycle_{};
    std::uint64_t number_ = 0;  ///< of the notification
    std::uint64_t delta_ = 0;   ///< in which it was notified for the present instant
    bool at_once_ = false;      ///< that was its last notification
};

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
        std::uint64_t number;
        Alarm* alarm;
    };
    /// What is to come, in its order.
    [[nodiscard]] std::vector<Entry> pending() const;
    /// Precondition: all is done in the present cycle.
    void visit_state(StateVisitor& visitor);
    /// Of what is to come, relative to now; equal for equal futures.
    [[nodiscard]] std::uint64_t signature() const;

 private:
    void turn();
    [[nodiscard]] bool due(arch::Cycles now);
    static bool holds(const Entry& entry);

    const ClockDomain& clock_;
    Fault& fault_;
    arch::Cycles last_;
    std::vector<Entry> entries_;  ///< a heap, the next one first; some no longer hold
    std::uint64_t numbers_ = 0;
    bool look_wanted_ = false;
    std::function<void()> look_;
    sc_core::sc_event wake_;
};

}  // namespace xdnasim::sim
