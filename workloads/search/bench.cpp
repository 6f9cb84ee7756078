#include <algorithm>
#include <utility>

#include "workloads/search/strategy.hpp"

namespace xdnasim::search {

Bench::Bench(Objective objective, Simulate simulate, Budget budget)
    : objective_{objective}, simulate_{std::move(simulate)}, budget_{std::move(budget)} {}

bool Bench::may_go_on() {
    if (tried_.size() < budget_.max_trials && budget_.may_go_on()) return true;
    cut_short_ = true;
    return false;
}

const Trial* Bench::measure(const Design& design) {
    const std::vector<const Trial*> trials = measure({&design, 1});
    return trials.empty() ? nullptr : trials.front();
}

std::vector<const Trial*> Bench::measure(std::span<const Design> designs) {
    std::vector<const Design*> open;
    std::size_t taken = 0;
    for (const Design& design : designs) {
        if (!tried_.contains(design.name)) {
            if (!may_go_on()) break;
            tried_.try_emplace(design.name);
            open.push_back(&design);
        }
        ++taken;
    }
    simulate(open);
    std::vector<const Trial*> trials;
    for (const Design& design : designs.first(taken)) {
        const std::optional<Trial>& trial = tried_.at(design.name);
        trials.push_back(trial ? &*trial : nullptr);
    }
    return trials;
}

void Bench::simulate(std::span<const Design* const> designs) {
    if (designs.empty()) return;
    std::vector<std::shared_ptr<const schedule::Workload>> workloads;
    for (const Design* const design : designs)
        for (const Run& run : design->runs)
            workloads.push_back(run.workload);
    const std::vector<Outcome> calls = simulate_(workloads);
    auto call = calls.begin();
    for (const Design* const design : designs) {
        Cost cost{.cores = design->forecast.cores};
        bool runs = true;
        for (const Run& run : design->runs) {
            const Outcome& outcome = *call++;
            const Cost* const one = std::get_if<Cost>(&outcome);
            if (one == nullptr) {
                if (first_refusal_.empty()) first_refusal_ = std::get<std::string>(outcome);
                runs = false;
                continue;
            }
            cost.time += one->time * static_cast<double>(run.calls);
            cost.dispatch += one->dispatch * static_cast<double>(run.calls);
            cost.add_dram(one->dram, run.calls);
        }
        cost.time = cost.time * design->weight;
        cost.dispatch = cost.dispatch * design->weight;
        // Otherwise there are no routes, or more tasks than queues hold, which closed forms do not
        // show.
        if (runs) tried_.at(design->name) = Trial{*design, cost};
    }
    budget_.on_trial(tried_.size());
}

std::size_t Bench::unmapped() const {
    return static_cast<std::size_t>(
        std::ranges::count_if(tried_, [](const auto& tried) { return !tried.second; }));
}

std::optional<Trial> Bench::fastest() const {
    std::optional<Trial> best;
    for (const auto& [name, trial] : tried_)
        if (trial && trial->design.is_answer && (!best || trial->cost.time < best->cost.time))
            best = trial;
    return best;
}

std::vector<Trial> Bench::trials() const {
    std::vector<Trial> all;
    for (const auto& [name, trial] : tried_)
        if (trial && trial->design.is_answer && allows(trial->cost)) all.push_back(*trial);
    std::ranges::stable_sort(
        all, [this](const Trial& a, const Trial& b) { return better(objective_, a.cost, b.cost); });
    return all;
}

}  // namespace xdnasim::search
