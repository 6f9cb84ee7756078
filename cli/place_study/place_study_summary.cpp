#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "cli/place_study/place_study.hpp"
#include "workloads/netlist/suite/suite.hpp"
#include "workloads/placement/cost.hpp"

namespace xdnasim::cli {
namespace {

using Cases = std::vector<const PlaceCase*>;

/// The cases of all seeds, by netlist and contestant.
using ByPlace = std::map<std::pair<std::string, std::string>, Cases>;

ByPlace by_place(const PlaceStudy& study) {
    ByPlace places;
    for (const PlaceCase& each : study.cases)
        places[{each.netlist, each.contestant}].push_back(&each);
    return places;
}

bool is_solved(const Cases& cases) {
    const auto legal = std::ranges::count_if(cases, &PlaceCase::is_legal);
    return 2 * legal > std::ssize(cases);
}

bool is_stuck(const Cases& cases) {
    return is_solved(cases) && std::ranges::any_of(cases, [](const PlaceCase* each) {
               return each->is_legal && !each->refusal.empty();
           });
}

bool is_proven(const Cases& cases) {
    return std::ranges::any_of(cases, [](const PlaceCase* each) {
        return each->cost && each->bound && placement::gap_of(*each->bound, *each->cost) == 0;
    });
}

/// The median; for an even number of values, the mean of the two in the middle.
double median(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::ranges::nth_element(values, middle);
    if (values.size() % 2 == 1) return *middle;
    return (*std::max_element(values.begin(), middle) + *middle) / 2;
}

/// Figures of one contestant: medians over the seeds of each netlist, and their sum or geometric
/// mean over netlists.
class Figures {
 public:
    Figures(const ByPlace& places, const std::vector<std::string>& netlists,
            const std::string& contestant) {
        for (const std::string& netlist : netlists)
            cases_.push_back(&places.at({netlist, contestant}));
    }

    template <class Value>
    [[nodiscard]] std::vector<double> medians(Value value) const {
        std::vector<double> all;
        for (const Cases* const cases : cases_) {
            std::vector<double> seeds;
            for (const PlaceCase* const each : *cases)
                if (each->is_legal) seeds.push_back(value(*each));
            all.push_back(median(std::move(seeds)));
        }
        return all;
    }
    template <class Value>
    [[nodiscard]] double sum(Value value) const {
        double sum = 0;
        for (const double each : medians(value))
            sum += each;
        return sum;
    }
    /// The geometric mean; 0 if there are no netlists.
    template <class Value>
    [[nodiscard]] double mean(Value value) const {
        double sum = 0;
        const std::vector<double> all = medians(value);
        for (const double each : all)
            sum += std::log(each);
        return all.empty() ? 0 : std::exp(sum / static_cast<double>(all.size()));
    }

 private:
    std::vector<const Cases*> cases_;
};

ContestantSummary contestant_summary(const ByPlace& places, const PlaceStudyOptions& options,
                                     const std::vector<std::string>& common,
                                     const std::string& name) {
    ContestantSummary summary{.name = name};
    for (const std::string& netlist : options.netlists) {
        const Cases& cases = places.at({netlist, name});
        summary.solved += is_solved(cases) ? 1 : 0;
        summary.stuck += is_stuck(cases) ? 1 : 0;
        summary.proven += is_proven(cases) ? 1 : 0;
    }
    if (summary.solved == 0) return summary;
    const Figures figures{places, common, name};
    const auto value = [](std::optional<double> PlaceCase::*member) {
        return [member](const PlaceCase& each) { return (each.*member).value_or(0); };
    };
    summary.seconds = figures.mean([](const PlaceCase& each) { return each.seconds; });
    summary.processor_s = figures.mean([](const PlaceCase& each) { return each.processor_s; });
    summary.cost = figures.mean(value(&PlaceCase::cost));
    summary.run_us = figures.mean(value(&PlaceCase::run_us));
    summary.run_4_bytes_us = figures.mean(value(&PlaceCase::run_4_bytes_us));
    summary.route_length = figures.mean(value(&PlaceCase::route_length));
    summary.buffer_bytes = figures.mean(value(&PlaceCase::buffer_bytes));
    summary.shared_nets = figures.sum(value(&PlaceCase::shared_nets));
    summary.stream_nets = figures.sum(value(&PlaceCase::stream_nets));
    return summary;
}

}  // namespace

PlaceStudySummary summary_of(const PlaceStudyOptions& options, const PlaceStudy& study) {
    const ByPlace places = by_place(study);
    std::vector<std::string> names;
    for (const Contestant& contestant : options.contestants)
        names.push_back(contestant.name());
    // Contestants that solve no netlist are left out: with them no netlist would be common to all.
    std::vector<std::string> solvers;
    std::ranges::copy_if(names, std::back_inserter(solvers), [&](const std::string& name) {
        return std::ranges::any_of(options.netlists, [&](const std::string& netlist) {
            return is_solved(places.at({netlist, name}));
        });
    });
    PlaceStudySummary found;
    std::map<netlist::SuiteClass, ClassSummary> classes;
    for (const std::string& netlist : options.netlists) {
        const auto runs_with = [&](const std::string& name) {
            const Cases& cases = places.at({netlist, name});
            return is_solved(cases) && !is_stuck(cases);
        };
        if (std::ranges::all_of(solvers, runs_with)) found.common.push_back(netlist);
        const netlist::SuiteClass suite_class = netlist::class_of(netlist);
        ClassSummary& of_class = classes[suite_class];
        of_class.name = to_string(suite_class);
        of_class.solved.resize(names.size());
        ++of_class.netlists;
        for (std::size_t i = 0; i < names.size(); ++i)
            of_class.solved[i] += is_solved(places.at({netlist, names[i]})) ? 1 : 0;
    }
    for (const auto& [key, of_class] : classes)
        found.classes.push_back(of_class);
    for (const std::string& name : names)
        found.contestants.push_back(contestant_summary(places, options, found.common, name));
    return found;
}

}  // namespace xdnasim::cli
