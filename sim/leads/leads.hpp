#pragma once
// How much earlier each thing in a run would have happened, had one limit been relaxed
// (workloads/schedule/relaxation.hpp). Every module passes it on with what it tells another: a
// cost of a limit adds what relaxing it saves, and whoever waits for several goes on when the last
// of them would have come. At the run's end it says what each limit costs along the critical path,
// whatever path is critical once that limit is relaxed. It changes nothing in the run.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "arch/device.hpp"
#include "workloads/schedule/limit.hpp"

namespace xdnasim::sim {

/// To a 65,536th of a cycle. Sums and differences of such figures have no rounding of their own
/// below 10^11 cycles, in whatever order they are taken: a stretch of a run that repeats adds the
/// same each time. Precondition: below 10^10.
[[nodiscard]] inline double rounded(double cycles) {
    // The last bit of a double of that size is worth as much: adding rounds, subtracting is exact.
    constexpr double kLastBit = 1.5 * (std::int64_t{1} << 36);
    return cycles + kLastBit - kLastBit;
}

class LeadsTape;
class LeadsProgram;

/// In array cycles, by limit.
class Leads {
 public:
    using Values = std::array<double, schedule::kLimits.size()>;

    [[nodiscard]] double operator[](schedule::Limit limit) const {
        return cycles_[schedule::index(limit)];
    }
    /// Precondition: no tape records what they become.
    [[nodiscard]] double& operator[](schedule::Limit limit) {
        return cycles_[schedule::index(limit)];
    }
    /// Of the two, one at least is a constant: nothing adds up two leads.
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
    void wait(double cycles) {
        if (tape_ != nullptr) record_wait(cycles);
        for (double& lead : cycles_)
            lead += cycles;
    }
    /// What comes after `other`, too, which came `before` cycles earlier.
    void follow(const Leads& other, double before) {
        if (tape_ != nullptr) record_follow(other, before);
        for (std::size_t i = 0; i < cycles_.size(); ++i)
            cycles_[i] = std::min(cycles_[i], other.cycles_[i] + before);
    }
    /// What `limit` saves is as of `other`, which came `before` cycles earlier.
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

    static inline LeadsTape* tape_ = nullptr;  ///< that records what becomes of leads

    Values cycles_{};
    std::uint64_t slot_ = 0;  ///< on the tape; 0: a constant
};

/// The leads of what holds up nobody, whatever is relaxed.
[[nodiscard]] Leads never_waited_for();

/// When something happened, and how much earlier it would have.
struct Moment {
    arch::Cycles cycle{};
    Leads leads{};

    /// At `now`, after waiting since this moment.
    void wait_until(arch::Cycles now) {
        leads.wait(static_cast<double>((now - cycle).count()));
        cycle = now;
    }
    /// After `other` as well.
    void follow(const Moment& other) {
        if (other.cycle > cycle) wait_until(other.cycle);
        leads.follow(other.leads, static_cast<double>((cycle - other.cycle).count()));
    }
    [[nodiscard]] Moment after(arch::Cycles cycles, const Leads& saved) const {
        return {cycle + cycles, leads + saved};
    }
};

/// A device with each of its limits relaxed.
using RelaxedDevices = std::array<arch::Device, schedule::kLimits.size()>;

[[nodiscard]] RelaxedDevices relaxed_devices(const arch::Device& device);

/// What relaxing saves of each time of the device.
struct Savings {
    Savings(const arch::Device& device, const RelaxedDevices& relaxed);

    Leads bd_switch, s2mm_start, mm2s_start, dma_release;
    Leads core_release, core_acquire, core_lock_op;
    Leads core_call, core_return, core_restore;
    Leads switch_hop;
    Leads cascade;  ///< of its latency
    Leads read_latency, write_latency;
    Leads bd_write, push, token;
    Leads stream_cycle;  ///< of a cycle in which a stream moves at its own rate
};

/// What relaxing saves of the way from and to programmable logic with that clock.
[[nodiscard]] Leads saved_of_crossing(const arch::Device& device, const RelaxedDevices& relaxed,
                                      double pl_clock_ghz);

/// What relaxing saves of a call, but for what its return adds to the operation that follows.
struct SavedOfCall {
    SavedOfCall() = default;
    /// For a call of a kernel that takes `cycles`, and loses `memory_stall` beside them; one that
    /// is inlined is not called.
    SavedOfCall(arch::Cycles cycles, arch::Cycles memory_stall, bool inlined, const Savings& saved);

    Leads before;  ///< of what comes before the kernel's first cycle
    Leads kernel;  ///< of its cycles
    Leads behind;  ///< of what follows them
    Leads all;
};

}  // namespace xdnasim::sim
