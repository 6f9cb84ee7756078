#include "cli/optimise/search_gemm.hpp"

#include <algorithm>
#include <map>
#include <tuple>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "backends/systemc/systemc_backend.hpp"
#include "base/error.hpp"
#include "base/json_text.hpp"
#include "base/number_format.hpp"
#include "base/side_by_side.hpp"
#include "cli/optimise/optimisation.hpp"
#include "cli/optimise/search_options.hpp"
#include "workloads/mapping/mapping.hpp"

namespace xdnasim::cli {

std::string to_string(StrategyName strategy) {
    switch (strategy) {
        case StrategyName::Exhaustive:
            return "exhaustive";
        case StrategyName::Taka:
            break;
    }
    return "taka";
}

backends::RunResult simulate(const std::shared_ptr<const schedule::Workload>& workload,
                             const arch::Device& device) {
    return backends::make_systemc_backend()->run(mapping::map_workload(workload, device), device,
                                                 {});
}

namespace {

/// The outcome of a run as one line of JSON: a list of its costs (time and dispatch in ns, bytes in
/// DRAM), or a string with the reason why the workload cannot be mapped.
std::string cost_line(const std::shared_ptr<const schedule::Workload>& workload,
                      const arch::Device& device, bool by_steady) {
    try {
        const backends::RunResult result = simulate(workload, device);
        if (by_steady && result.steady) {
            const auto iterations = static_cast<double>(workload->work().iterations);
            return nlohmann::json{result.steady->iteration.count() * iterations, 0.0, 0}.dump();
        }
        const arch::Nanoseconds dispatch = result.dispatch.value_or(arch::Nanoseconds{});
        const arch::Bytes dram = result.dram->read + result.dram->written;
        return nlohmann::json{result.time().count(), dispatch.count(), dram.count()}.dump();
    } catch (const base::InputError& error) {
        return base::json_text(nlohmann::json(error.what()));
    }
}

std::vector<search::Bench::Outcome> simulate_side_by_side(search::Bench::Workloads workloads,
                                                          const arch::Device& device,
                                                          const SearchOptions& options) {
    std::vector<base::Task> tasks;
    for (const auto& workload : workloads)
        tasks.push_back({fmt::format("{}", tasks.size()), [&workload, &device, &options] {
                             return cost_line(workload, device, options.by_steady);
                         }});
    std::vector<search::Bench::Outcome> outcomes;
    for (const std::string& text : base::run_side_by_side(tasks, options.processes, {}, {})) {
        const nlohmann::json line = nlohmann::json::parse(text);
        if (line.is_string())
            outcomes.emplace_back(line.get<std::string>());
        else
            outcomes.emplace_back(
                search::Cost{.time = arch::Nanoseconds{line.at(0).get<double>()},
                             .dram = arch::Bytes{line.at(2).get<std::int64_t>()},
                             .dispatch = arch::Nanoseconds{line.at(1).get<double>()}});
    }
    return outcomes;
}

}  // namespace

search::Bench bench_of(const arch::Device& device, const SearchOptions& options,
                       std::size_t max_trials) {
    return {options.objective,
            [&](search::Bench::Workloads workloads) {
                return simulate_side_by_side(workloads, device, options);
            },
            {.max_trials = max_trials,
             .constraints = options.constraints,
             .may_go_on = options.may_go_on,
             .on_trial = [&options, max_trials](std::size_t done) {
                 options.on_progress("designs simulated", done, max_trials);
             }}};
}

namespace {

base::InputError ended_early(const search::Bench& bench, const SearchOptions& options) {
    options.on_no_design();
    const bool all_refused = bench.unmapped() > 0 && !bench.fastest();
    if (all_refused)
        return base::InputError{
            fmt::format("the search ended before it had a design: {} tried, none can run. The "
                        "first: {}",
                        base::counted(static_cast<std::int64_t>(bench.unmapped()), "design"),
                        bench.first_refusal())};
    const std::string constraints = options.constraints.text();
    return base::InputError{
        fmt::format("the search ended before it had a design{}. Raise --max-trials or --time-limit",
                    constraints.empty() ? "" : " with " + constraints)};
}

}  // namespace

base::InputError nothing_found(const search::Bench& bench, const SearchOptions& options) {
    if (bench.was_cut_short() || (bench.unmapped() > 0 && !bench.fastest()))
        return ended_early(bench, options);
    const search::Constraints& asked = options.constraints;
    std::string text = "no design that was simulated has " + asked.text();
    const std::optional<search::Trial> fastest = bench.fastest();
    if (fastest && asked.min_tops)
        text += "; the fastest has " + asked.tops_text(fastest->cost);
    else if (fastest && asked.max_time)
        text += "; the fastest takes " + search::Constraints::time_text(fastest->cost);
    return base::InputError{text};
}

namespace {

/// Searches one space after the other until a design meets the constraints. A space holds only
/// designs near its target, such as the fewest cores; the next space holds designs beyond it, such
/// as those on more cores.
void search_spaces(search::GemmDesigns& designs, search::Bench& bench, const SearchOptions& options,
                   SearchResult& result) {
    search::GemmSpace::Limits limits{.constraints = options.constraints,
                                     .may_go_on = options.may_go_on,
                                     .on_array = [&](std::size_t done, std::size_t of) {
                                         options.on_progress("arrays", done, of);
                                     }};
    for (bool goes_on = true; goes_on;) {
        search::GemmSpace space{designs, options.objective, limits};
        result.considered += space.considered();
        const std::vector<std::string> decisions = search::make_exhaustive(space)->search(bench);
        if (space.size() > 0) result.decisions = decisions;
        result.cut_short = bench.was_cut_short() || !space.is_complete();
        limits.beyond = space.target();
        // For the objective time, designs with slower forecasts would not be faster when simulated.
        goes_on = options.objective != search::Objective::Time && limits.beyond &&
                  bench.trials().empty() && !result.cut_short;
    }
}

/// Searches with the strategy of `options`. Throws InputError if there are no trials, unless the
/// search ended early and `may_be_empty`.
SearchResult search_for(const search::GemmQuestion& question, const arch::Device& device,
                        const SearchOptions& options, bool may_be_empty) {
    search::GemmDesigns designs{question, device};
    search::Bench bench = bench_of(device, options, options.max_trials);
    SearchResult result;
    switch (options.strategy) {
        case StrategyName::Exhaustive:
            search_spaces(designs, bench, options, result);
            break;
        case StrategyName::Taka:
            result.decisions = search::make_taka(designs)->search(bench);
            break;
    }
    result.cut_short = result.cut_short || bench.was_cut_short();
    result.trials = bench.trials();
    if (result.trials.empty() && result.cut_short && !may_be_empty)
        throw ended_early(bench, options);
    if (result.trials.empty() && !result.cut_short) throw nothing_found(bench, options);
    return result;
}

}  // namespace

SearchResult search_gemm(const search::GemmQuestion& question, const arch::Device& device,
                         const SearchOptions& options) {
    return search_for(question, device, options, false);
}

std::optional<ManySizes> compare_sizes(const Optimisation& all) {
    ManySizes sizes;
    sizes.one = all.best().cost.time;
    sizes.reconfiguration = all.device->reconfiguration;
    for (const search::SizedCalls& sized : all.question.sizes) {
        search::GemmQuestion question = all.question;
        question.sizes = {sized};
        question.given.size = sized.size;
        SearchOptions options = all.options;
        // All other constraints apply to the calls of all sizes together.
        options.constraints = {.max_cores = all.options.constraints.max_cores};
        const SearchResult found = search_for(question, *all.device, options, true);
        if (found.trials.empty()) return std::nullopt;
        sizes.each.push_back({sized, found.trials.front()});
        sizes.separate += found.trials.front().cost.time;
    }
    for (std::size_t i = 0; i < sizes.each.size(); ++i) {
        const std::size_t next = (i + 1) % sizes.each.size();
        if (sizes.each[i].best.design.name != sizes.each[next].best.design.name) ++sizes.changes;
    }
    return sizes;
}

std::vector<DepthPoint> depths_of(const Optimisation& all) {
    search::GemmDesigns designs{all.question, *all.device};
    search::GemmChoice choice = search::choice_of(all.best().design);
    std::vector<DepthPoint> points;
    if (!designs.is_open(search::GemmKey::KMt)) return points;
    std::vector<search::Design> deep;
    for (const std::int64_t k_mt : designs.k_mts(choice.tile)) {
        choice.k_mt = k_mt;
        if (!designs.fits(choice)) continue;
        deep.push_back(designs.design(choice));
        points.push_back({k_mt, deep.back().forecast.time, {}});
    }
    search::Bench bench = bench_of(*all.device, all.options, deep.size());
    const std::vector<const search::Trial*> trials = bench.measure(deep);
    for (std::size_t i = 0; i < trials.size(); ++i)
        if (trials[i] != nullptr) points[i].simulated = trials[i]->cost.time;
    return points;
}

namespace {

/// The different choices of the best designs, ignoring the array and k_mt.
std::vector<search::GemmChoice> best_tiles(const std::vector<search::Trial>& trials) {
    constexpr std::size_t kMaxTiles = 8;
    const auto key = [](const search::GemmChoice& choice) {
        return std::tuple{choice.tile.m, choice.tile.k,    choice.tile.n,
                          choice.rho,    choice.c_buffers, choice.b_layout};
    };
    std::vector<search::GemmChoice> tiles;
    for (const search::Trial& trial : trials) {
        const search::GemmChoice choice = search::choice_of(trial.design);
        if (std::ranges::find(tiles, key(choice), key) == tiles.end()) tiles.push_back(choice);
        if (tiles.size() == kMaxTiles) break;
    }
    return tiles;
}

struct Forecast {
    search::GemmChoice choice;
    arch::Nanoseconds time{};
};

/// For each number of cores, the best choice by the closed forms.
std::map<int, Forecast> best_by_cores(search::GemmDesigns& designs,
                                      const std::vector<search::GemmChoice>& tiles,
                                      const search::Constraints& constraints) {
    std::map<int, Forecast> best;
    for (const auto& [rows, columns] : designs.arrays())
        for (search::GemmChoice choice : tiles) {
            choice.rows = rows;
            choice.columns = columns;
            for (const std::int64_t k_mt : designs.k_mts(choice.tile)) {
                choice.k_mt = k_mt;
                const search::Cost forecast = designs.forecast(choice).cost;
                if (!constraints.allow(forecast)) continue;
                const auto known = best.find(forecast.cores);
                if (known != best.end() && known->second.time <= forecast.time) continue;
                if (designs.fits(choice))
                    best.insert_or_assign(forecast.cores, Forecast{choice, forecast.time});
            }
        }
    return best;
}

}  // namespace

std::vector<search::Trial> front_of(const Optimisation& all) {
    search::GemmDesigns designs{all.question, *all.device};
    if (!designs.is_open(search::GemmKey::Array)) return {};
    const search::Constraints& constraints = all.options.constraints;
    std::vector<search::Design> candidates;
    for (const auto& [cores, best] :
         best_by_cores(designs, best_tiles(all.found.trials), constraints))
        candidates.push_back(designs.design(best.choice));
    search::Bench bench = bench_of(*all.device, all.options, candidates.size());
    std::vector<search::Trial> front{all.best()};
    for (const search::Trial* const trial : bench.measure(candidates))
        if (trial != nullptr && constraints.allow(trial->cost)) front.push_back(*trial);
    std::ranges::stable_sort(front, [](const search::Trial& a, const search::Trial& b) {
        return std::tuple{a.cost.cores, a.cost.time} < std::tuple{b.cost.cores, b.cost.time};
    });
    std::optional<arch::Nanoseconds> fastest;
    std::erase_if(front, [&](const search::Trial& trial) {
        if (fastest && trial.cost.time >= *fastest) return true;
        fastest = trial.cost.time;
        return false;
    });
    return front;
}

std::optional<double> ManySizes::break_even() const {
    if (changes == 0 || separate >= one) return std::nullopt;
    return static_cast<double>(changes) * (reconfiguration / (one - separate));
}

double Optimisation::operations() const {
    double sum = 0;
    for (const search::Run& run : best().design.runs)
        sum += run.workload->work().operations * static_cast<double>(run.calls);
    return sum;
}

}  // namespace xdnasim::cli
