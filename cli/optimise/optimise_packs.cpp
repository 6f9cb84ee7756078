// The best tile, size of packs and placement of buffers: closed forms of all, simulations of the
// best.

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "base/number_format.hpp"
#include "cli/optimise/optimisation.hpp"
#include "cli/text_layout.hpp"
#include "workloads/search/spaces.hpp"

namespace xdnasim::cli {
namespace {

using search::Trial;

/// In the steady state; of the whole run where iterations are too few for that.
double tops_in(const Trial& trial, arch::Nanoseconds time) {
    constexpr double kPerNanosecondToTera = 1e-3;
    return search::operations_of(trial.design) / time.count() * kPerNanosecondToTera;
}

}  // namespace

PackOptimisation optimise_packs(const gemm::packs::PackDesign& open, const arch::Device& device,
                                SearchOptions options) {
    options.by_steady = true;
    search::PackSpace space{open, device};
    PackOptimisation found;
    found.considered = static_cast<std::int64_t>(space.size());
    search::Bench bench = bench_of(device, options, options.max_trials);
    found.decisions = search::make_exhaustive(space)->search(bench);
    found.trials = bench.trials();
    std::erase_if(found.trials,
                  [&](const Trial& trial) { return !options.constraints.allow(trial.cost); });
    if (found.trials.empty())
        throw base::InputError{"no design that was simulated has " + options.constraints.text()};
    return found;
}

std::string packs_report(const PackOptimisation& found, const arch::Device& device) {
    constexpr std::size_t kMostShown = 10;
    constexpr std::size_t kCell = 90;
    std::string text = labelled("device", device.name);
    text += labelled("closed forms", "of " + base::counted(found.considered, "design"));
    for (const std::string& decision : found.decisions)
        text += labelled("exhaustive", decision);
    std::vector<Row> rows{
        {"tile, rows x cores x packs, placement", "simulated TOPS", "forecast TOPS", "cores"}};
    for (std::size_t i = 0; i < std::min(kMostShown, found.trials.size()); ++i) {
        const Trial& trial = found.trials[i];
        rows.push_back({trial.design.name, fmt::format("{:.1f}", tops_in(trial, trial.cost.time)),
                        fmt::format("{:.1f}", tops_in(trial, trial.design.forecast.time)),
                        base::grouped(std::int64_t{trial.cost.cores})});
    }
    return text + "\n" + aligned(rows, kCell);
}

std::string packs_json(const PackOptimisation& found, const arch::Device& device) {
    nlohmann::ordered_json trials = nlohmann::ordered_json::array();
    for (const Trial& trial : found.trials)
        trials.push_back({{"name", trial.design.name},
                          {"simulated_tops", tops_in(trial, trial.cost.time)},
                          {"forecast_tops", tops_in(trial, trial.design.forecast.time)},
                          {"cores", trial.cost.cores}});
    const nlohmann::ordered_json json{{"version", 1},
                                      {"device", device.name},
                                      {"considered", found.considered},
                                      {"decisions", found.decisions},
                                      {"trials", trials}};
    return json.dump(2) + "\n";
}

}  // namespace xdnasim::cli
