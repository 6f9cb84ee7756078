#include <algorithm>
#include <span>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "backends/bottleneck.hpp"
#include "base/json_text.hpp"
#include "base/number_format.hpp"
#include "base/parameters/value_json.hpp"
#include "cli/optimise/optimisation.hpp"
#include "cli/simulate/result_json.hpp"
#include "cli/text_layout.hpp"

namespace xdnasim::cli {
namespace {

using base::grouped;
using base::percent;
using search::Trial;
using Json = nlohmann::ordered_json;

constexpr int kVersion = 1;
constexpr std::size_t kDesignsShown = 10;
constexpr std::size_t kMaxTrialCell = 60;

/// A time in microseconds without the unit: "4,416.8".
std::string microseconds_alone(arch::Nanoseconds time) {
    return grouped(arch::in_microseconds(time), 1);
}

double tops(const Optimisation& all, arch::Nanoseconds time) {
    return arch::tops(all.operations(), time);
}

std::string text_of(const search::SizedCalls& sized) {
    return to_string(sized.size) + (sized.calls == 1 ? "" : fmt::format("*{}", sized.calls));
}

std::string what_was_asked(const Optimisation& all) {
    std::vector<std::string> open;
    for (const search::GemmKey key : all.question.open)
        open.push_back(to_string(key));
    std::string text = labelled("device", all.device->name);
    std::vector<std::string> sizes;
    for (const search::SizedCalls& sized : all.question.sizes)
        sizes.push_back(text_of(sized));
    text += labelled("sizes", fmt::format("{}", fmt::join(sizes, ", ")));
    text += labelled("open", fmt::format("{}", fmt::join(open, ", ")));
    const std::string constraints = all.options.constraints.text();
    text += labelled("objective", to_string(all.options.objective) +
                                      (constraints.empty() ? "" : " with " + constraints));
    if (all.found.considered > 0)
        text += labelled("closed forms", "of " + base::counted(all.found.considered, "design"));
    for (const std::string& decision : all.found.decisions)
        text += labelled(to_string(all.options.strategy), decision);
    return text;
}

/// A table of trials. `title`: the heading of the first column. `first`: function from a trial's
/// index to its text in the first column.
template <class First>
std::string trial_table(const Optimisation& all, std::span<const Trial> trials,
                        const std::string& title, First first) {
    std::vector<Row> rows{
        {title, "design", "simulated us", "forecast us", "TOPS", "DRAM MB", "cores"}};
    constexpr double kMega = 1e6;
    for (std::size_t i = 0; i < trials.size(); ++i) {
        const Trial& trial = trials[i];
        rows.push_back({first(i), trial.design.name, microseconds_alone(trial.cost.time),
                        microseconds_alone(trial.design.forecast.time),
                        base::figure(tops(all, trial.cost.time)),
                        base::figure(static_cast<double>(trial.cost.dram.count()) / kMega, 1),
                        fmt::format("{}", trial.cost.cores)});
    }
    return aligned(rows, kMaxTrialCell);
}

std::string best_designs(const Optimisation& all) {
    const std::span<const Trial> trials = all.found.trials;
    return trial_table(all, trials.first(std::min(kDesignsShown, trials.size())), "",
                       [](std::size_t i) { return fmt::to_string(i + 1); });
}

/// The table of designs with fewer cores. Its first column is the time relative to the fastest one.
std::string front(const Optimisation& all) {
    const bool says_nothing_new =
        all.front.size() == 1 && all.front.front().design.name == all.best().design.name;
    if (all.front.empty() || says_nothing_new) return "";
    const arch::Nanoseconds fastest = all.front.back().cost.time;
    return "\nWith fewer cores, for the tiles above:\n" +
           trial_table(all, all.front, "times as long", [&](std::size_t i) {
               return fmt::format("{:.2f}", all.front[i].cost.time / fastest);
           });
}

std::string limits(const Optimisation& all) {
    std::string text;
    if (all.question.sizes.size() > 1)
        text += labelled("limits",
                         fmt::format("of {}, which takes longest", text_of(all.longest_size())));
    if (all.winner.bottleneck)
        text += labelled("bottleneck", name_of(*all.winner.bottleneck) + ": " +
                                           backends::why(*all.winner.bottleneck));
    const auto gains = [](const auto& list) {
        std::vector<std::string> all_gains;
        for (const auto& item : list)
            all_gains.push_back(fmt::format("{} {}", name_of(item.limit), percent(item.gain)));
        return fmt::format("{}", fmt::join(all_gains, ", "));
    };
    text += labelled("a tenth more", "saves in another simulation: " + gains(all.sensitivity));
    text += labelled("twice as much", "saves in another simulation: " + gains(all.winner.what_if));
    return text;
}

/// Says which is faster, one design for all sizes or the best design for each, and from how many
/// calls in a row on the latter wins.
std::string verdict_on(const ManySizes& sizes, const search::Design& one) {
    const arch::Nanoseconds changes = sizes.reconfiguration * static_cast<double>(sizes.changes);
    const bool one_wins = sizes.one <= sizes.separate + changes;
    const std::string faster = one_wins ? "one design for all" : "the best for each";
    if (sizes.changes == 0)
        return sizes.each.front().best.design.name == one.name
                   ? "neither: the best for each is the same design"
                   : faster + "; a single other design is the best for each";
    if (const auto factor = sizes.break_even())
        return fmt::format(
            "{}; the best for each wins with at least {:.1f} times as many consecutive calls",
            faster, *factor);
    return faster + "; reconfiguration never pays";
}

std::string sizes_text(const ManySizes& sizes, const search::Design& one) {
    std::vector<Row> rows{{"size", "best for it alone", "us a call"}};
    for (const BestOfSize& each : sizes.each)
        rows.push_back({fmt::format("{}*{}", to_string(each.size.size), each.size.calls),
                        each.best.design.name,
                        microseconds_alone(each.best.cost.time *
                                           (1.0 / static_cast<double>(each.size.calls)))});
    std::string text = "\n" + aligned(rows, kMaxTrialCell);
    text += labelled("one design", microseconds_alone(sizes.one) + " us for all calls");
    text += labelled("the best each",
                     fmt::format("{} us and {} of {} us", microseconds_alone(sizes.separate),
                                 base::counted(sizes.changes, "reconfiguration"),
                                 microseconds_alone(sizes.reconfiguration)));
    return text + labelled("faster", verdict_on(sizes, one));
}

Json cost_json(const search::Cost& cost) {
    return {{"time_us", arch::in_microseconds(cost.time)},
            {"dram_bytes", cost.dram.count()},
            {"cores", cost.cores}};
}

Json design_json(const search::Design& design) {
    Json choices = Json::object();
    for (const parameters::NamedValue& choice : design.choices)
        choices[choice.path] = parameters::value_json<Json>(choice.value);
    return {{"name", design.name},
            {"choices", std::move(choices)},
            {"forecast", cost_json(design.forecast)}};
}

Json trial_json(const Optimisation& all, const Trial& trial) {
    Json json = design_json(trial.design);
    json["simulated"] = cost_json(trial.cost);
    json["tops"] = tops(all, trial.cost.time);
    json["operations_per_byte"] = all.operations() / static_cast<double>(trial.cost.dram.count());
    json["bound"] = name_of(trial.design.estimate.binding().limit);
    return json;
}

/// For each term of the closed forms, the TOPS of the best design at its longest size if only that
/// term took time.
Json bounds_json(const Optimisation& all) {
    const double operations = all.best().design.runs[all.longest].workload->work().operations;
    Json bounds = Json::array();
    for (const schedule::Term& term : all.estimate.terms)
        if (term.cycles > 0)
            bounds.push_back({{"name", term.name()},
                              {"limit", name_of(term.limit)},
                              {"tops", all.device->tops(operations / term.cycles)}});
    return bounds;
}

Json sizes_json(const ManySizes& sizes) {
    Json each = Json::array();
    for (const BestOfSize& best : sizes.each)
        each.push_back({{"size", to_string(best.size.size)},
                        {"calls", best.size.calls},
                        {"design", design_json(best.best.design)},
                        {"simulated", cost_json(best.best.cost)}});
    const auto factor = sizes.break_even();
    return {{"one_design_us", arch::in_microseconds(sizes.one)},
            {"best_each_us", arch::in_microseconds(sizes.separate)},
            {"reconfigurations", sizes.changes},
            {"reconfiguration_us", arch::in_microseconds(sizes.reconfiguration)},
            {"break_even", factor ? Json(*factor) : Json(nullptr)},
            {"each", std::move(each)}};
}

template <class List>
Json gains_json(const List& list) {
    Json gains = Json::array();
    for (const auto& item : list)
        gains.push_back({{"limit", name_of(item.limit)}, {"gain", item.gain}});
    return gains;
}

}  // namespace

std::string optimisation_report(const Optimisation& all) {
    std::string text =
        what_was_asked(all) + "\n" + best_designs(all) + front(all) + "\n" + limits(all);
    if (all.found.cut_short) text += "\nThe search was cut short; a better design may exist\n";
    if (all.sizes) text += sizes_text(*all.sizes, all.best().design);
    return text;
}

std::string optimisation_json(const Optimisation& all) {
    Json trials = Json::array();
    for (const Trial& trial : all.found.trials)
        trials.push_back(trial_json(all, trial));
    Json front = Json::array();
    for (const Trial& trial : all.front)
        front.push_back(trial_json(all, trial));
    Json depths = Json::array();
    for (const DepthPoint& point : all.depths)
        depths.push_back(
            {{"k_mt", point.k_mt},
             {"forecast_us", arch::in_microseconds(point.forecast)},
             {"simulated_us",
              point.simulated ? Json(arch::in_microseconds(*point.simulated)) : Json(nullptr)}});
    const schedule::Work work = all.best().design.runs[all.longest].workload->work();
    const Json json{{"version", kVersion},
                    {"problem", all.problem},
                    {"settings", all.settings},
                    {"device", all.device->name},
                    {"objective", to_string(all.options.objective)},
                    {"strategy", to_string(all.options.strategy)},
                    {"decisions", all.found.decisions},
                    {"considered", all.found.considered},
                    {"cut_short", all.found.cut_short},
                    {"peak_tops", all.device->tops(work.peak_operations_per_cycle)},
                    {"dram_gbps", all.device->dram.total.count()},
                    {"trials", std::move(trials)},
                    {"winner_size", to_string(all.longest_size().size)},
                    {"winner", Json::parse(result_json(all.winner))},
                    {"bounds", bounds_json(all)},
                    {"sensitivity", gains_json(all.sensitivity)},
                    {"what_if", gains_json(all.winner.what_if)},
                    {"depths", std::move(depths)},
                    {"front", std::move(front)},
                    {"sizes", all.sizes ? sizes_json(*all.sizes) : Json(nullptr)}};
    return base::json_text(json, 2) + "\n";
}

std::string problem_with(const base::Node& problem, const search::Design& best,
                         const std::string& section) {
    base::Node changed = problem;
    for (const parameters::NamedValue& choice : best.choices) {
        const std::string text = parameters::value_json<Json>(choice.value).is_string()
                                     ? std::get<std::string>(choice.value)
                                     : base::json_text(parameters::value_json<Json>(choice.value));
        changed =
            changed.with(section + "." + choice.path, base::Node::scalar(problem.place(), text));
    }
    std::string text = "# The best design that `xdnasim optimise` found.\n";
    for (const base::Entry& entry : changed.entries())
        text += fmt::format("{}: {}\n", entry.key, entry.value.to_flow());
    return text;
}

}  // namespace xdnasim::cli
