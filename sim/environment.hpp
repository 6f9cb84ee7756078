#pragma once
// What every module of one run shares.

#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <systemc>

#include "arch/device.hpp"
#include "arch/units.hpp"
#include "base/place.hpp"
#include "sim/calendar.hpp"
#include "sim/clock_domain.hpp"
#include "sim/leads/leads.hpp"
#include "sim/repeats/outside_log.hpp"
#include "traces/events/events.hpp"
#include "workloads/schedule/data_run.hpp"

namespace xdnasim::sim {

/// Of a run: its figures are added up as doubles, which hold all whole numbers up to here.
inline constexpr arch::Cycles kMostCycles{std::int64_t{1} << 53};

// Where a module reports that the program it runs is wrong: the run stops with the first one.

class Fault {
 public:
    /// `origin`: of what was at work, in the schedule's source.
    void raise(std::string message, base::Position origin) {
        if (!message_) {
            message_ = std::move(message);
            origin_ = origin;
        }
        sc_core::sc_stop();
    }
    /// The run takes longer than SystemC can tell the time.
    void raise_too_long();
    /// The run takes more than kMostCycles.
    void raise_too_many_cycles();
    /// Ends the run with an exception that was caught within it.
    void raise(std::exception_ptr exception) {
        if (!exception_) exception_ = std::move(exception);
        sc_core::sc_stop();
    }
    [[nodiscard]] const std::optional<std::string>& message() const { return message_; }
    [[nodiscard]] base::Position origin() const { return origin_; }
    [[nodiscard]] const std::exception_ptr& exception() const { return exception_; }

 private:
    std::optional<std::string> message_;
    base::Position origin_;
    std::exception_ptr exception_;
};

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

// Hands the modules' events on to all listeners.

class EventBus {
 public:
    void add(events::Listener& listener) { listeners_.push_back(&listener); }

    template <class Event>
    void emit(const Event& event) const {
        for (events::Listener* listener : listeners_)
            listener->on(event);
    }

 private:
    std::vector<events::Listener*> listeners_;
};

class MemoryMap;

struct Environment {
    const arch::Device& device;
    ClockDomain clock{device.clock_ghz};
    EventBus events{};
    Fault fault{};
    Progress progress{};
    MemoryMap* memory = nullptr;              ///< nullptr: a run for its time alone moves no bytes
    schedule::CallListener* calls = nullptr;  ///< of a run that moves bytes
    RelaxedDevices relaxed = relaxed_devices(device);
    Savings saved{device, relaxed};
    Calendar calendar{clock, fault};
    arch::Cycles skipped{0};        ///< that have passed beside those of the clock
    OutsideLog* outside = nullptr;  ///< of a stretch that is recorded; null: none is
};

// A SystemC kernel of its own for one run, so that a process can run many.

class SimulationContext {
 public:
    SimulationContext();
    ~SimulationContext();
    SimulationContext(const SimulationContext&) = delete;
    SimulationContext& operator=(const SimulationContext&) = delete;

 private:
    sc_core::sc_simcontext* previous_;
    std::unique_ptr<sc_core::sc_simcontext> context_;
};

}  // namespace xdnasim::sim
