#pragma once
// Sums of the events of a run: the times of each core and stream, kernel calls, lock stalls, and
// the traffic and limiting times of the DRAM.

#include <array>
#include <map>
#include <vector>

#include "backends/backend.hpp"
#include "backends/systemc/open_intervals.hpp"
#include "sim/clock_domain.hpp"
#include "sim/npu_array.hpp"
#include "sim/repeats/state.hpp"
#include "traces/events/events.hpp"

namespace xdnasim::backends {

/// Sums of one stream, in array cycles and bytes.
struct StreamFigures {
    arch::Cycles moving{};
    arch::Cycles starved{};
    arch::Cycles backpressure{};
    arch::Bytes bytes{};
};

class RunStatistics final : public sim::AddingListener {
 public:
    /// The arguments must outlive this object. `clock`: the clock of the run.
    RunStatistics(const schedule::Schedule& schedule, const arch::Device& device,
                  const sim::ClockDomain& clock);

    void on(const events::CoreInterval& interval) override;
    void on(const events::StreamSegment& segment) override;
    void on(const events::StreamStall& stall) override;
    void on(const events::BdInterval& interval) override;
    void on(const events::DramInterval& interval) override;

    void visit_totals(sim::TotalsVisitor& visitor) override;
    /// Visits the intervals that are not over.
    void visit_state(sim::StateVisitor& visitor) override;

    /// Ends the sums; call once, at the end of the run. Intervals are cut off at `end`, by the
    /// clock of the events. `skipped`: cycles of the run that come on top of `end`, since they were
    /// not simulated. `trace`: bytes that the trace units sent to host memory.
    void finish(arch::Cycles end, arch::Cycles skipped = {}, arch::Bytes trace = {});

    /// Returns the times of every core with a program, in the order of tiles; those of one core add
    /// up to end().
    [[nodiscard]] std::vector<CoreTimes> core_times() const;
    /// Number of calls of a kernel, on all cores.
    [[nodiscard]] std::int64_t calls(int kernel) const;
    /// Busy cycles in a kernel, summed over all cores: call and return included, stalls excluded.
    [[nodiscard]] arch::Cycles kernel_time(int kernel) const;
    /// Cycles in a kernel, summed over all cores: memory and cascade stalls included, call and
    /// return excluded.
    [[nodiscard]] arch::Cycles kernel_time_with_stalls(int kernel) const;
    /// Lock stall cycles, summed over all cores, at locks of this role.
    [[nodiscard]] arch::Cycles lock_stall(schedule::LockRole role) const {
        return lock_stalls_[static_cast<std::size_t>(role)];
    }
    [[nodiscard]] const StreamFigures& stream(int number) const;
    /// Cycles during which the DRAM or the fabric limits the rates of shim channels.
    [[nodiscard]] arch::Cycles dram_limited() const { return dram_limited_; }
    [[nodiscard]] arch::Bytes dram_read() const { return dram_read_; }
    [[nodiscard]] arch::Bytes dram_written() const { return dram_written_; }
    /// Array cycles of the whole run, skipped ones included; 0 before finish().
    [[nodiscard]] arch::Cycles end() const { return end_; }

 private:
    struct Core {
        CoreTimes times;
        const schedule::TileProgram* program = nullptr;
        OpenIntervals open;  ///< intervals that may reach beyond the end of the run
    };

    [[gnu::noinline]] void add_with_room(Core& core, const events::CoreInterval& interval);
    /// Adds `interval` to the sums. `times`: 1, or -1 to subtract it.
    void count(Core& core, const events::CoreInterval& interval, int times);
    [[nodiscard]] static CoreTimes times_up_to(const Core& core,
                                               const sim::TotalsVisitor::UpTo& up_to);
    void count_action(const events::CoreInterval& interval, arch::Cycles length, int times);
    [[nodiscard]] schedule::LockRole role_of_lock(const Core& core,
                                                  const events::CoreInterval& interval) const;

    const schedule::Schedule& schedule_;
    const arch::Device& device_;
    const sim::ClockDomain& clock_;
    std::map<arch::TileId, Core> cores_;
    std::vector<std::vector<Core*>> core_at_;                       ///< cores by column and row
    std::vector<std::int64_t> calls_;                               ///< index: kernel
    std::vector<arch::Cycles> kernel_time_;                         ///< index: kernel
    std::vector<arch::Cycles> kernel_with_stalls_;                  ///< index: kernel
    std::array<arch::Cycles, schedule::kLockRoles> lock_stalls_{};  ///< index: LockRole
    std::vector<StreamFigures> streams_;
    arch::Cycles dram_limited_{};
    arch::Bytes dram_read_{};
    arch::Bytes dram_written_{};
    arch::Cycles end_{};
};

/// Whether the interval is of a BD that writes a trace buffer. Such a BD ends only when the buffer
/// is full, if at all, so its length does not say how many bytes were written.
[[nodiscard]] bool is_of_trace(const events::BdInterval& interval,
                               const schedule::Schedule& schedule);

}  // namespace xdnasim::backends
