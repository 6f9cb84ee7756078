#pragma once
// What a trace unit sees of a core.

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
    /// What goes on until `now` without having ended.
    void look(arch::Cycles now);

 private:
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
    bool kernels_tell_;  ///< events 0 and 1; false: the core's own program does
    const calls::KernelTable& kernels_;
    const arch::Device& device_;
    std::vector<std::optional<std::vector<Pattern>>> patterns_;  ///< by kernel, when it was called
    arch::Cycles stall_end_{-1};                                 ///< of the last lock stall
};

}  // namespace xdnasim::sim
