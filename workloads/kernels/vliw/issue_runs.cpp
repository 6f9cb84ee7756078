#include <algorithm>
#include <set>

#include "workloads/kernels/vliw/call_schedule.hpp"

namespace xdnasim::vliw {
namespace {

class Runs {
 public:
    explicit Runs(const std::vector<int>& slots) : slots_{slots} {}

    /// The code of `section` runs once more, after all before.
    void add(const CodeSection& section) { add(section, cycles_of(section)); }
    void add(const CodeSection& section, std::int64_t times) {
        const std::set<std::int64_t> cycles = cycles_of(section);
        for (std::int64_t i = 0; i < times; ++i)
            add(section, cycles);
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
    void add(const CodeSection& section, const std::set<std::int64_t>& cycles) {
        for (const std::int64_t cycle : cycles) {
            const std::int64_t at = now_ + cycle;
            if (!runs_.empty() && runs_.back().end >= at)
                runs_.back().end = std::max(runs_.back().end, at + 1);
            else
                runs_.push_back({at, at + 1});
        }
        now_ += section.cycles;
    }

    const std::vector<int>& slots_;
    std::int64_t now_ = 0;
    std::vector<IssueRun> runs_;
};

}  // namespace

std::vector<IssueRun> issue_runs(const CallSchedule& call, const std::vector<int>& slots) {
    Runs runs{slots};
    if (call.ii == 0) {
        for (const CodeSection& section : call.sections)
            runs.add(section, section.runs);
        return runs.take();
    }
    const CodeSection& loop = call.sections[1];
    const CodeSection& between = call.sections[call.sections.size() - 2];
    const std::int64_t blocks = call.sections.size() > 3 ? between.runs + 1 : 1;
    runs.add(call.sections.front());
    for (std::int64_t block = 0; block < blocks; ++block) {
        if (block > 0) runs.add(between);
        runs.add(loop, loop.runs / blocks);
    }
    runs.add(call.sections.back());
    return runs.take();
}

}  // namespace xdnasim::vliw
