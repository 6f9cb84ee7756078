#pragma once
// What every module of one run shares.

#include "arch/device.hpp"
#include "arch/units.hpp"
#include "sim/calendar.hpp"
#include "sim/clock_domain.hpp"
#include "sim/event_bus.hpp"
#include "sim/fault.hpp"
#include "sim/leads/leads.hpp"
#include "sim/progress.hpp"
#include "sim/repeats/outside_log.hpp"
#include "workloads/schedule/data_run.hpp"

namespace xdnasim::sim {

class MemoryMap;

class Environment {
 public:
    explicit Environment(const arch::Device& of) : Environment{of, of.clock_ghz} {}
    /// For tests: with another clock than the device's.
    Environment(const arch::Device& of, double clock_ghz) : device{of}, clock{clock_ghz} {}

    const arch::Device& device;
    ClockDomain clock;
    EventBus events{};
    Fault fault{};
    Progress progress{};
    MemoryMap* memory = nullptr;              ///< nullptr: the run moves no bytes
    schedule::CallListener* calls = nullptr;  ///< listener of a run that moves bytes, if any
    RelaxedDevices relaxed = relaxed_devices(device);
    Savings saved{device, relaxed};
    Calendar calendar{clock, fault};
    OutsideLog* outside = nullptr;  ///< log of the stretch being recorded; nullptr: none is

    // The clock counts the cycles that are simulated; the run's cycles include skipped ones.

    [[nodiscard]] arch::Cycles skipped() const { return skipped_; }
    void skip(arch::Cycles cycles) { skipped_ += cycles; }
    /// The cycle of the run that is `cycle` of the clock, unless more is skipped before it.
    [[nodiscard]] arch::Cycles of_run(arch::Cycles cycle) const { return cycle + skipped_; }
    /// The cycle of the clock that is `cycle` of the run, unless more is skipped before it.
    [[nodiscard]] arch::Cycles of_clock(arch::Cycles cycle) const { return cycle - skipped_; }
    /// Cycles of the run so far.
    [[nodiscard]] arch::Cycles run_time() const { return of_run(clock.now()); }

 private:
    arch::Cycles skipped_{0};
};

}  // namespace xdnasim::sim
