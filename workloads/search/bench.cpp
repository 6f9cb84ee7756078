#include <algorithm>
#include <utility>

#include "base/error.hpp"
#include "workloads/search/strategy.hpp"

namespace xdnasim::search {

Bench::Bench(Objective objective, Simulate simulate, Budget budget)
    : objective_{objective}, simulate_{std::move(simulate)}, budget_{std::move(budget)} {}

bool Bench::may_go_on() const {
    if (tried_.size() < budget_.max_trials && budget_.may_go_on()) return true;
    cut_short_ = true;
    return false;
}

const Trial* Bench::measure(const Design& design) {
    const auto [known, is_new] = tried_.try_emplace(design.name);
    std::optional<Trial>& trial = known->second;
    if (is_new) {
        try {
            Cost cost;
            for (const Run& run : design.runs) {
                const Cost call = simulate_(run.workload);
                cost.time += call.time * static_cast<double>(run.calls);
                cost.dispatch += call.dispatch * static_cast<double>(run.calls);
                cost.dram += call.dram * run.calls;
            }
            cost.cores = design.forecast.cores;
            trial = Trial{design, cost};
        } catch (const base::InputError&) {
            // No routes, or more tasks than queues hold: what no closed form knows.
        }
        budget_.on_trial(tried_.size());
    }
    return trial ? &*trial : nullptr;
}

std::vector<Trial> Bench::trials() const {
    std::vector<Trial> all;
    for (const auto& [name, trial] : tried_)
        if (trial && trial->design.is_answer) all.push_back(*trial);
    std::ranges::stable_sort(
        all, [this](const Trial& a, const Trial& b) { return better(objective_, a.cost, b.cost); });
    return all;
}

}  // namespace xdnasim::search
