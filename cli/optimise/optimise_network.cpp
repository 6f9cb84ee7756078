#include "cli/optimise/optimise_network.hpp"

// The search for the best splits of a network's layers: closed forms for all, simulations of the
// best.

#include <algorithm>
#include <iterator>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/json_text.hpp"
#include "base/number_format.hpp"
#include "cli/optimise/search_options.hpp"
#include "cli/text_layout.hpp"
#include "workloads/search/spaces.hpp"

namespace xdnasim::cli {
namespace {

using base::grouped;
using search::Trial;

constexpr std::size_t kShownNetworks = 10;
constexpr std::size_t kMaxCell = 90;

std::vector<std::string> row_of(const Trial& trial) {
    return {trial.design.name, grouped(trial.cost.time.count(), 1),
            grouped(trial.design.forecast.time.count(), 1),
            grouped(std::int64_t{trial.cost.cores})};
}

std::string table(std::span<const Trial> trials) {
    std::vector<Row> rows{{"splits a x b x c", "simulated ns", "forecast ns", "cores"}};
    for (const Trial& trial : trials)
        rows.push_back(row_of(trial));
    return aligned(rows, kMaxCell);
}

/// The Pareto front of time against cores, fewest cores first.
std::vector<Trial> front_among(std::vector<Trial> trials) {
    std::ranges::stable_sort(trials, {}, [](const Trial& trial) {
        return std::pair{trial.cost.cores, trial.cost.time.count()};
    });
    std::vector<Trial> front;
    for (const Trial& trial : trials)
        if (front.empty() || trial.cost.time < front.back().cost.time) front.push_back(trial);
    return front;
}

nlohmann::ordered_json json_of(std::span<const Trial> trials) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const Trial& trial : trials)
        list.push_back({{"name", trial.design.name},
                        {"simulated_ns", trial.cost.time.count()},
                        {"forecast_ns", trial.design.forecast.time.count()},
                        {"cores", trial.cost.cores}});
    return list;
}

}  // namespace

NetworkOptimisation optimise_network(const network::NetworkWorkload& workload,
                                     const arch::Device& device, const SearchOptions& options) {
    const bool fewest = options.objective == search::Objective::Cores;
    // One design more than may be simulated, so that the search can report whether it ended for
    // lack of designs or of trials.
    search::NetworkSpace by_time{
        workload.design(),
        device,
        {.count = options.max_trials + 1, .max_cores = options.constraints.max_cores}};
    search::FastestByCores fastest =
        search::fastest_by_cores(workload.design(), device, options.constraints);
    search::ListedSpace by_cores{std::move(fastest.designs)};
    NetworkOptimisation found;
    found.considered = by_time.considered();
    search::Bench bench = bench_of(device, options, options.max_trials);
    // Designs for the front do not count towards the trials that options allow.
    if (fewest) {
        bench.make_room(by_cores.size());
        found.decisions = search::make_exhaustive(by_cores)->search(bench);
    }
    // If no design for the front meets the constraints, simulations of the others decide whether
    // any does, whatever their forecasts are.
    if (!fewest || bench.trials().empty())
        std::ranges::move(search::make_exhaustive(by_time)->search(bench),
                          std::back_inserter(found.decisions));
    found.decisions.push_back(
        fmt::format("for fewer cores, up to {} more for each number of cores, with forecasts "
                    "within {} of the fastest",
                    search::kCloseForecasts, base::percent(search::kForecastMargin)));
    if (!by_time.is_complete() || !fastest.complete)
        found.decisions.emplace_back(
            "the search by closed forms reached its limit: networks that it did not try may be "
            "faster, or as fast on fewer cores");
    if (bench.trials().empty()) throw nothing_found(bench, options);
    if (!fewest) bench.make_room(by_cores.size());
    static_cast<void>(bench.measure(by_cores.designs()));
    found.trials = bench.trials();
    found.front = front_among(found.trials);
    return found;
}

std::string network_report(const NetworkOptimisation& found, const arch::Device& device) {
    std::string text = labelled("device", device.name);
    text += labelled("closed forms", "of " + base::counted(found.considered, "partial network"));
    for (const std::string& decision : found.decisions)
        text += labelled("exhaustive", decision);
    const std::span<const Trial> trials{found.trials};
    text += "\n" + table(trials.first(std::min(kShownNetworks, trials.size())));
    return text + "\nfewer cores: the fastest networks that were simulated\n" + table(found.front);
}

std::string network_json(const NetworkOptimisation& found, const arch::Device& device) {
    const nlohmann::ordered_json json{{"version", 1},
                                      {"device", device.name},
                                      {"considered", found.considered},
                                      {"decisions", found.decisions},
                                      {"trials", json_of(found.trials)},
                                      {"front", json_of(found.front)}};
    return base::json_text(json, 2) + "\n";
}

}  // namespace xdnasim::cli
