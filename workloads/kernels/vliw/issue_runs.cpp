#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "workloads/kernels/vliw/call_schedule.hpp"

namespace xdnasim::vliw {
namespace {

class Runs {
 public:
    explicit Runs(const std::vector<int>& slots) : slots_{slots} {}

    /// The code of `section` runs from `begin` on, after all before.
    void add(const CodeSection& section, std::int64_t begin) {
        const auto [known, fresh] = cycles_.try_emplace(&section);
        if (fresh) known->second = cycles_of(section);
        for (const std::int64_t cycle : known->second) {
            const std::int64_t at = begin + cycle;
            if (!runs_.empty() && runs_.back().end >= at)
                runs_.back().end = std::max(runs_.back().end, at + 1);
            else
                runs_.push_back({at, at + 1});
        }
    }
    [[nodiscard]] std::vector<IssueRun> take() { return std::move(runs_); }

 private:
    /// Of a loop in the steady state, all stages together. What a section issues beyond its end
    /// belongs to the one that follows.
    [[nodiscard]] std::set<std::int64_t> cycles_of(const CodeSection& section) const {
        std::set<std::int64_t> cycles;
        const SlotSchedule& schedule = section.schedule;
        for (const Placement& placement : schedule.placements) {
            if (std::ranges::find(slots_, placement.slot) == slots_.end()) continue;
            const std::int64_t cycle = placement.cycle - section.own_begin();
            if (schedule.ii > 0) cycles.insert(cycle % schedule.ii);
            if (schedule.ii == 0 && cycle >= 0) cycles.insert(cycle);
        }
        return cycles;
    }

    const std::vector<int>& slots_;
    std::map<const CodeSection*, std::set<std::int64_t>> cycles_;
    std::vector<IssueRun> runs_;
};

}  // namespace

std::vector<IssueRun> issue_runs(const CallSchedule& call, const std::vector<int>& slots) {
    Runs runs{slots};
    for_each_run(call, [&](const SectionRun& run) { runs.add(run.section, run.begin); });
    return runs.take();
}

}  // namespace xdnasim::vliw
