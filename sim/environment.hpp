#pragma once
// What every module of one run shares.

#include <cstdint>

#include "arch/device.hpp"
#include "arch/units.hpp"
#include "sim/calendar.hpp"
#include "sim/clock_domain.hpp"
#include "sim/event_bus.hpp"
#include "sim/fault.hpp"
#include "sim/leads/leads.hpp"
#include "sim/repeats/outside_log.hpp"
#include "workloads/schedule/data_run.hpp"

namespace xdnasim::sim {

// Tells a run that goes on from one that only goes round: cores that compute for ever
// while no stream moves and the runtime sequence waits. Loops that end say nothing of that, however
// long they take.

class Progress {
 public:
    Progress() = default;
    /// For tests: with fewer kernel calls and rounds.
    explicit Progress(std::int64_t most) : most_{most} {}

    void stream_moved() { rounds_ = endless_rounds_ = 0; }
    void cascade_moved() { stream_moved(); }

    /// Of a core that is in a loop without end: one kernel call or one round of any loop more.
    /// False when the array has done nothing else for too long.
    [[nodiscard]] bool core_went_round(bool of_endless_loop) {
        endless_rounds_ += of_endless_loop ? 1 : 0;
        return ++rounds_ < most_ || endless_rounds_ < kEndlessRounds;
    }
    /// Calls and rounds since data moved last.
    [[nodiscard]] std::int64_t rounds() const { return rounds_; }

 private:
    // Far more than fit between two transfers of any schedule that communicates: each core
    // of an array of 304 would go round over 30,000 times.
    static constexpr std::int64_t kMost = 10'000'000;
    // A loop without end may have long loops in it: many of its own rounds belong to a livelock.
    static constexpr std::int64_t kEndlessRounds = 1'000;

    std::int64_t most_ = kMost;
    std::int64_t rounds_ = 0;
    std::int64_t endless_rounds_ = 0;
};

class MemoryMap;

class Environment {
 public:
    explicit Environment(const arch::Device& of) : Environment{of, of.clock_ghz} {}
    /// For tests: with a clock other than the device's.
    Environment(const arch::Device& of, double clock_ghz) : device{of}, clock{clock_ghz} {}

    const arch::Device& device;
    ClockDomain clock;
    EventBus events{};
    Fault fault{};
    Progress progress{};
    MemoryMap* memory = nullptr;              ///< nullptr: a run for its time alone moves no bytes
    schedule::CallListener* calls = nullptr;  ///< of a run that moves bytes
    RelaxedDevices relaxed = relaxed_devices(device);
    Savings saved{device, relaxed};
    Calendar calendar{clock, fault};
    OutsideLog* outside = nullptr;  ///< of a stretch that is recorded; null: none is

    // The clock counts the cycles that are simulated; those of the run are more, by what is
    // skipped.

    [[nodiscard]] arch::Cycles skipped() const { return skipped_; }
    void skip(arch::Cycles cycles) { skipped_ += cycles; }
    /// Which cycle of the run a cycle of the clock is, unless more is skipped before it.
    [[nodiscard]] arch::Cycles of_run(arch::Cycles cycle) const { return cycle + skipped_; }
    /// Which one of the clock a cycle of the run is, in the same way.
    [[nodiscard]] arch::Cycles of_clock(arch::Cycles cycle) const { return cycle - skipped_; }
    /// Cycles of the run so far.
    [[nodiscard]] arch::Cycles run_time() const { return of_run(clock.now()); }

 private:
    arch::Cycles skipped_{0};
};

}  // namespace xdnasim::sim
