#pragma once
// Leads: how many cycles earlier each thing in a run would have happened if one limit had been
// relaxed (workloads/schedule/relaxation.hpp). Modules pass leads to each other along with what
// they signal: a cost that belongs to a limit adds what relaxing the limit saves, and a module that
// waits for several things goes on when the last of them would have come. At the run's end, leads
// say what each limit costs along the critical path, whichever path is critical once that limit is
// relaxed. They change nothing in the run.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "arch/device.hpp"
#include "workloads/schedule/limit.hpp"

namespace xdnasim::sim {

/// Rounds to a 65,536th of a cycle. Sums and differences of such figures are exact below 10^11
/// cycles, in whatever order they are taken, so that a stretch of a run that repeats adds the same
/// each time. Precondition: `cycles` is below 10^10.
[[nodiscard]] inline double rounded(double cycles) {
    // The last bit of a double of this size is worth 2^-16: adding it rounds, subtracting is exact.
    constexpr double kLastBit = 1.5 * (std::int64_t{1} << 36);
    return cycles + kLastBit - kLastBit;
}

class LeadsTape;
class LeadsProgram;

/// The leads of one thing, in array cycles, by limit.
class Leads {
 public:
    using Values = std::array<double, schedule::kLimits.size()>;

    [[nodiscard]] double operator[](schedule::Limit limit) const {
        return cycles_[schedule::index(limit)];
    }
    /// Precondition: no tape records these leads.
    [[nodiscard]] double& operator[](schedule::Limit limit) {
        return cycles_[schedule::index(limit)];
    }
    /// Adds a cost's savings. At least one of the two is a constant: leads of two things are never
    /// added up.
    Leads& operator+=(const Leads& other) {
        if (tape_ != nullptr) record_sum(other);
        for (std::size_t i = 0; i < cycles_.size(); ++i)
            cycles_[i] += other.cycles_[i];
        return *this;
    }
    friend Leads operator+(Leads a, const Leads& b) { return a += b; }
    friend Leads operator*(Leads leads, double factor) {
        if (tape_ != nullptr) leads.record_product();
        for (double& cycles : leads.cycles_)
            cycles = rounded(cycles * factor);
        return leads;
    }
    bool operator==(const Leads& other) const { return cycles_ == other.cycles_; }
    /// Adds `cycles` to all leads: the thing was ready so much earlier, and waits.
    void wait(double cycles) {
        if (tape_ != nullptr) record_wait(cycles);
        for (double& lead : cycles_)
            lead += cycles;
    }
    /// Makes these leads those of something that also waits for `other`, which came `before` cycles
    /// earlier.
    void follow(const Leads& other, double before) {
        if (tape_ != nullptr) record_follow(other, before);
        for (std::size_t i = 0; i < cycles_.size(); ++i)
            cycles_[i] = std::min(cycles_[i], other.cycles_[i] + before);
    }
    /// Replaces the lead of `limit` by that of `other`, which came `before` cycles earlier.
    void take(schedule::Limit limit, const Leads& other, double before) {
        if (tape_ != nullptr) record_take(limit, other, before);
        cycles_[schedule::index(limit)] = other[limit] + before;
    }

 private:
    friend class LeadsTape;
    friend class LeadsProgram;
    void record_sum(const Leads& other);
    void record_product() const;
    void record_wait(double cycles);
    void record_follow(const Leads& other, double before);
    void record_take(schedule::Limit limit, const Leads& other, double before);

    static inline LeadsTape* tape_ = nullptr;  ///< the tape that records; nullptr: none does

    Values cycles_{};
    std::uint64_t slot_ = 0;  ///< number on the tape; 0: a constant
};

/// The leads, infinite, of something that nobody ever waits for, whatever is relaxed.
[[nodiscard]] Leads never_waited_for();

/// When something happened, and how much earlier it would have happened with each limit relaxed.
struct Moment {
    arch::Cycles cycle{};
    Leads leads{};

    /// Moves the moment to `now`, as the end of a wait that began at the moment.
    void wait_until(arch::Cycles now) {
        leads.wait(static_cast<double>((now - cycle).count()));
        cycle = now;
    }
    /// Makes the moment that of something that also waits for `other`.
    void follow(const Moment& other) {
        if (other.cycle > cycle) wait_until(other.cycle);
        leads.follow(other.leads, static_cast<double>((cycle - other.cycle).count()));
    }
    /// The moment `cycles` later. `saved`: what relaxing each limit saves of those cycles.
    [[nodiscard]] Moment after(arch::Cycles cycles, const Leads& saved) const {
        return {cycle + cycles, leads + saved};
    }
};

/// The device with one limit relaxed, by limit.
using RelaxedDevices = std::array<arch::Device, schedule::kLimits.size()>;

[[nodiscard]] RelaxedDevices relaxed_devices(const arch::Device& device);

/// What relaxing each limit saves of each time of the device.
struct Savings {
    Savings(const arch::Device& device, const RelaxedDevices& relaxed);

    Leads bd_switch, s2mm_start, mm2s_start, dma_release;
    Leads core_release, core_acquire, core_lock_op;
    Leads core_call, core_return, core_restore;
    Leads switch_hop;
    Leads cascade;  ///< of the cascade's latency
    Leads read_latency, write_latency;
    Leads bd_write, push, token;
    Leads stream_cycle;  ///< of a cycle in which a stream moves at its full width
};

/// What relaxing each limit saves of the crossing from or to programmable logic with that clock.
[[nodiscard]] Leads saved_of_crossing(const arch::Device& device, const RelaxedDevices& relaxed,
                                      double pl_clock_ghz);

/// What relaxing each limit saves of a kernel call, without what its return adds to the operation
/// that follows.
struct SavedOfCall {
    SavedOfCall() = default;
    /// `cycles`: of the kernel; `memory_stall`: cycles that the call loses in the memory banks on
    /// top; `inlined`: nothing is called, so that call and return cost nothing.
    SavedOfCall(arch::Cycles cycles, arch::Cycles memory_stall, bool inlined, const Savings& saved);

    Leads before;  ///< of what comes before the kernel's first cycle
    Leads kernel;  ///< of the kernel's cycles
    Leads behind;  ///< of what follows the kernel's last cycle
    Leads all;     ///< sum of the three
};

}  // namespace xdnasim::sim
