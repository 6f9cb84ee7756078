#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "workloads/kernels/vliw/call_schedule.hpp"

namespace xdnasim::vliw {
namespace {

class Runs {
 public:
    explicit Runs(const std::vector<int>& slots) : slots_{slots} {}

    /// Adds the issues of one run of `section` that begins in cycle `begin`.
    void add(const CodeSection& section, std::int64_t begin) {
        const auto [known, fresh] = cycles_.try_emplace(&section);
        if (fresh) known->second = cycles_of(section);
        for (const std::int64_t cycle : known->second)
            append(runs_, {begin + cycle, begin + cycle + 1});
    }
    /// Returns all runs of cycles, sorted and joined: a run of the code may issue beside the end of
    /// the run before.
    [[nodiscard]] std::vector<IssueRun> take() {
        std::ranges::sort(runs_, {}, &IssueRun::begin);
        std::vector<IssueRun> joined;
        for (const IssueRun& run : runs_)
            append(joined, run);
        return joined;
    }

 private:
    static void append(std::vector<IssueRun>& runs, const IssueRun& next) {
        if (!runs.empty() && runs.back().begin <= next.begin && runs.back().end >= next.begin)
            runs.back().end = std::max(runs.back().end, next.end);
        else
            runs.push_back(next);
    }

    [[nodiscard]] std::set<int> cycles_of(const CodeSection& section) const {
        std::set<int> cycles;
        for (const Issue& issue : own_issues(section))
            if (std::ranges::find(slots_, issue.slot) != slots_.end()) cycles.insert(issue.cycle);
        return cycles;
    }

    const std::vector<int>& slots_;
    std::map<const CodeSection*, std::set<int>> cycles_;
    std::vector<IssueRun> runs_;
};

}  // namespace

std::vector<IssueRun> issue_runs(const CallSchedule& call, const std::vector<int>& slots) {
    Runs runs{slots};
    for_each_run(call, [&](const SectionRun& run) { runs.add(run.section, run.begin); });
    return runs.take();
}

}  // namespace xdnasim::vliw
