#include "cli/optimise/optimise_packs.hpp"

// The search for the best design on packs: closed forms for all, simulations of the best, and of
// its variations with another value of one key.

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "base/json_text.hpp"
#include "base/number_format.hpp"
#include "cli/optimise/search_options.hpp"
#include "cli/options/option_values.hpp"
#include "cli/text_layout.hpp"
#include "workloads/search/spaces.hpp"

namespace xdnasim::cli {
namespace {

using search::Trial;

/// TOPS of a design that takes `time` for search::kPackOperations: in the steady state, or over the
/// whole run if it has too few iterations for a steady state.
double tops_in(arch::Nanoseconds time) {
    return arch::tops(search::kPackOperations, time);
}

/// The name of the design that the rules choose, and its TOPS or why it cannot run.
std::string by_rule(search::PackSpace& space, search::Bench& bench) {
    const search::Design rule = space.by_rule();
    const Trial* const trial = bench.measure(rule);
    return trial == nullptr ? rule.name + ": it could not run: no routes or no room"
                            : fmt::format("{}: {:.1f} TOPS", rule.name, tops_in(trial->cost.time));
}

std::vector<PackChoice> pack_choices(search::PackSpace& space, const Trial& best,
                                     const SearchOptions& options, const arch::Device& device) {
    const std::vector<search::PackVariation> variations = space.variations(best.design);
    std::vector<search::Design> designs;
    for (const search::PackVariation& variation : variations)
        designs.push_back(variation.design);
    search::Bench bench = bench_of(device, options, designs.size());
    const std::vector<const Trial*> trials = bench.measure(designs);
    std::vector<PackChoice> choices;
    for (std::size_t i = 0; i < trials.size(); ++i) {
        PackChoice& choice = choices.emplace_back(PackChoice{variations[i]});
        if (trials[i] != nullptr) choice.trial = *trials[i];
    }
    return choices;
}

}  // namespace

PackOptimisation optimise_packs(const gemm::packs::PackDesign& open, const arch::Device& device,
                                SearchOptions options) {
    options.by_steady = true;
    search::PackSpace space{open, device, options.objective, options.constraints.max_cores};
    PackOptimisation found;
    for (const search::PackKey key : search::kPackKeys)
        if (is_open(open, key)) found.open.push_back(to_string(key));
    if (found.open.empty())
        throw base::InputError{
            fmt::format("optimise: the problem leaves nothing open. Leave out some of {}",
                        fmt::join(names_of(search::kPackKeys), ", "))};
    found.considered = space.considered();
    search::Bench bench = bench_of(device, options, options.max_trials);
    found.by_rule = by_rule(space, bench);
    found.decisions = search::make_exhaustive(space)->search(bench);
    found.trials = bench.trials();
    if (found.trials.empty()) throw nothing_found(bench, options);
    if (options.may_go_on())
        found.choices = pack_choices(space, found.trials.front(), options, device);
    return found;
}

namespace {

/// A table of each key's chosen value and the best other values.
std::string choices_text(const PackOptimisation& found, std::size_t cell) {
    if (found.choices.empty()) return "";
    const Trial& best = found.trials.front();
    const double most = tops_in(best.cost.time);
    std::vector<Row> rows{{"key", "chosen", "other", "TOPS", "of the best", "design"}};
    for (const auto& [other, trial] : found.choices) {
        const double tops = trial ? tops_in(trial->cost.time) : 0;
        rows.push_back({to_string(other.key), other.chosen, other.other,
                        trial ? fmt::format("{:.1f}", tops) : "-",
                        trial ? fmt::format("{:.1f} %", 100 * tops / most) : "no routes or no room",
                        other.design.name});
    }
    return "\nWhat each choice is worth. Another mmul is tried with a tile that suits it, another "
           "placement\n"
           "with rows that suit it, and other rows, sizes and staggers with as many packs as "
           "fit:\n" +
           aligned(rows, cell);
}

}  // namespace

std::string packs_report(const PackOptimisation& found, const arch::Device& device) {
    constexpr std::size_t kMostShown = 10;
    constexpr std::size_t kCell = 90;
    std::string text = labelled("device", device.name);
    text += labelled("open", fmt::format("{}", fmt::join(found.open, ", ")));
    text += labelled("by rule", found.by_rule);
    text += labelled("closed forms", "of " + base::counted(found.considered, "design"));
    for (const std::string& decision : found.decisions)
        text += labelled("exhaustive", decision);
    std::vector<Row> rows{{"tile in mmul, rows x cores x packs by stagger, placement",
                           "simulated TOPS", "forecast TOPS", "cores"}};
    for (std::size_t i = 0; i < std::min(kMostShown, found.trials.size()); ++i) {
        const Trial& trial = found.trials[i];
        rows.push_back({trial.design.name, fmt::format("{:.1f}", tops_in(trial.cost.time)),
                        fmt::format("{:.1f}", tops_in(trial.design.forecast.time)),
                        base::grouped(std::int64_t{trial.cost.cores})});
    }
    return text + "\n" + aligned(rows, kCell) + choices_text(found, kCell);
}

std::string packs_json(const PackOptimisation& found, const arch::Device& device) {
    nlohmann::ordered_json trials = nlohmann::ordered_json::array();
    for (const Trial& trial : found.trials)
        trials.push_back({{"name", trial.design.name},
                          {"simulated_tops", tops_in(trial.cost.time)},
                          {"forecast_tops", tops_in(trial.design.forecast.time)},
                          {"cores", trial.cost.cores}});
    nlohmann::ordered_json choices = nlohmann::ordered_json::array();
    for (const auto& [other, trial] : found.choices)
        choices.push_back(
            {{"key", to_string(other.key)},
             {"chosen", other.chosen},
             {"other", other.other},
             {"name", other.design.name},
             {"simulated_tops", trial ? nlohmann::ordered_json(tops_in(trial->cost.time))
                                      : nlohmann::ordered_json(nullptr)}});
    const nlohmann::ordered_json json{{"version", 1},
                                      {"device", device.name},
                                      {"open", found.open},
                                      {"by_rule", found.by_rule},
                                      {"considered", found.considered},
                                      {"decisions", found.decisions},
                                      {"trials", trials},
                                      {"choices", choices}};
    return base::json_text(json, 2) + "\n";
}

}  // namespace xdnasim::cli
