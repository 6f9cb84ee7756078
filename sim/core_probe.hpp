#pragma once
// What a trace unit sees of a core: its kernel calls, issued instructions, lock operations, cascade
// words and stalls.

#include <optional>
#include <vector>

#include "arch/device.hpp"
#include "sim/trace_slots.hpp"
#include "sim/vliw_core.hpp"
#include "traces/events/events.hpp"
#include "workloads/calls/kernel_table.hpp"
#include "workloads/kernels/vliw/call_schedule.hpp"

namespace xdnasim::sim {

class CoreProbe {
 public:
    CoreProbe(TraceSlots slots, const VliwCore& core, const calls::KernelTable& kernels,
              const arch::Device& device);

    void on(const events::CoreInterval& interval);
    void on(const events::CoreEvent& told);
    /// Marks what has begun and not ended, up to `now`.
    void look(arch::Cycles now);

 private:
    /// The cycles of a kernel in which a signal is asserted.
    struct Pattern {
        names::Signal signal;
        std::vector<vliw::IssueRun> runs;
    };

    void see_action(const events::CoreInterval& interval);
    void see_kernel(const events::CoreInterval& interval);
    void see_issues(const events::CoreInterval& interval);
    void see_words(const events::CoreInterval& interval);
    void see_lock(names::Signal request, arch::Cycles asked, arch::Cycles goes_on);
    void see_stall(events::CoreState stall, arch::Cycles begin, arch::Cycles end);
    [[nodiscard]] const std::vector<Pattern>& patterns(int kernel);

    TraceSlots slots_;
    const VliwCore& core_;
    bool kernels_tell_;  ///< kernels report events 0 and 1; false: the core's own program does
    const calls::KernelTable& kernels_;
    const arch::Device& device_;
    std::vector<std::optional<std::vector<Pattern>>> patterns_;  ///< by kernel, once called
    arch::Cycles stall_end_{-1};                                 ///< end of the last lock stall
};

}  // namespace xdnasim::sim
