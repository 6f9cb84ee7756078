#pragma once
// Adds up the events of a run: what every core did, what every stream carried, how long the
// DRAM held the array back.

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

struct StreamFigures {
    arch::Cycles moving{};
    arch::Cycles starved{};
    arch::Cycles backpressure{};
    arch::Bytes bytes{};
};

class RunStatistics final : public sim::AddingListener {
 public:
    /// What is passed must outlive this. `clock`: of the run.
    RunStatistics(const schedule::Schedule& schedule, const arch::Device& device,
                  const sim::ClockDomain& clock);

    void on(const events::CoreInterval& interval) override;
    void on(const events::StreamSegment& segment) override;
    void on(const events::StreamStall& stall) override;
    void on(const events::BdInterval& interval) override;
    void on(const events::DramInterval& interval) override;

    void visit_totals(sim::TotalsVisitor& visitor) override;
    /// The intervals that are not over.
    void visit_state(sim::StateVisitor& visitor) override;

    /// Call once, at the end: what reaches beyond `end` is cut off. `skipped`: cycles of the run
    /// beside those up to `end`, by the clock of its events. `trace`: bytes that the trace units
    /// sent to host memory.
    void finish(arch::Cycles end, arch::Cycles skipped = {}, arch::Bytes trace = {});

    /// The times of every core with a program, by tile; those of a core add up to `end`.
    [[nodiscard]] std::vector<CoreTimes> core_times() const;
    [[nodiscard]] std::int64_t calls(int kernel) const;
    /// Summed over all cores.
    [[nodiscard]] arch::Cycles kernel_time(int kernel) const;
    /// The same without call and return, with what memory and cascades held up.
    [[nodiscard]] arch::Cycles kernel_time_with_stalls(int kernel) const;
    /// The time that all cores together wait for locks of that role.
    [[nodiscard]] arch::Cycles lock_stall(schedule::LockRole role) const {
        return lock_stalls_[static_cast<std::size_t>(role)];
    }
    [[nodiscard]] const StreamFigures& stream(int number) const;
    [[nodiscard]] arch::Cycles dram_limited() const { return dram_limited_; }
    [[nodiscard]] arch::Bytes dram_read() const { return dram_read_; }
    [[nodiscard]] arch::Bytes dram_written() const { return dram_written_; }
    [[nodiscard]] arch::Cycles end() const { return end_; }

 private:
    struct Core {
        CoreTimes times;
        const schedule::TileProgram* program = nullptr;
        OpenIntervals open;  ///< they may reach beyond the end of the run
    };

    [[gnu::noinline]] void add_with_room(Core& core, const events::CoreInterval& interval);
    /// `times`: 1, or -1 to take it back.
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
    std::vector<std::vector<Core*>> core_at_;                       ///< the same by column and row
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

/// Is it of the BD that writes the trace's buffer? That one ends only when the buffer is full, if
/// at all: its length says nothing of what was written.
[[nodiscard]] bool is_of_trace(const events::BdInterval& interval,
                               const schedule::Schedule& schedule);

}  // namespace xdnasim::backends
