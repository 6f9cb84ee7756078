#include <algorithm>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "workloads/network/network_model.hpp"
#include "workloads/network/network_placement.hpp"
#include "workloads/schedule/limit.hpp"
#include "workloads/search/spaces.hpp"

namespace xdnasim::search {
namespace {

std::string name_of(const std::vector<network::Stage>& stages) {
    std::string name;
    for (const network::Stage& stage : stages) {
        if (!name.empty()) name += stage.link == network::Link::Cascade ? " " : " | ";
        const auto [a, b, c] = stage.split;
        name += stage.aggregates ? fmt::format("+{}", a) : fmt::format("{}x{}x{}", a, b, c);
    }
    return name;
}

parameters::Values choices_of(const std::vector<network::Stage>& stages) {
    parameters::Values choices;
    for (const network::Stage& stage : stages) {
        if (stage.aggregates) continue;
        const auto add = [&](const char* key, int value) {
            choices.push_back(
                {fmt::format("layers.{}.split.{}", stage.layer, key), std::int64_t{value}});
        };
        add("a", stage.split.a);
        add("b", stage.split.b);
        add("c", stage.split.c);
    }
    return choices;
}

Design design_of(const network::NetworkDesign& design, const network::Found& found,
                 const arch::Device& device) {
    Design made;
    made.name = name_of(found.stages);
    made.choices = choices_of(found.stages);
    const auto workload = network::chosen(design, found.stages, device);
    made.runs = {{workload, 1}};
    made.forecast = {.time = device.time_of(found.cycles), .cores = cores_of(found.stages)};
    made.estimate.terms = {{schedule::Limit::Compute, found.cycles}};
    return made;
}

/// A design is judged by the time of all its samples.
network::SearchLimits for_all_samples(network::SearchLimits limits,
                                      const network::NetworkDesign& design) {
    limits.samples = design.samples;
    return limits;
}

}  // namespace

NetworkSpace::NetworkSpace(network::NetworkDesign design, const arch::Device& device,
                           const network::SearchLimits& limits)
    : design_{std::move(design)},
      device_{device},
      found_{network::search(design_, device, for_all_samples(limits, design_))} {
    if (found_.best.empty()) network::refuse_layer(found_.misfit->layer, found_.misfit->message);
}

Design NetworkSpace::design(std::size_t index) {
    return design_of(design_, found_.best.at(index), device_);
}

FastestByCores fastest_by_cores(const network::NetworkDesign& design, const arch::Device& device,
                                const Constraints& constraints, network::SearchLimits limits) {
    FastestByCores all;
    limits = for_all_samples(limits, design);
    limits.max_cores = constraints.max_cores;
    while (true) {
        const network::SearchResult found = network::search(design, device, limits);
        all.complete = all.complete && found.complete;
        if (found.best.empty()) break;
        const int cores = cores_of(found.best.front().stages);
        for (const network::Found& close : found.best)
            // Networks on fewer cores are found again in the search for their number of cores.
            if (cores_of(close.stages) >= cores)
                all.designs.push_back(design_of(design, close, device));
        limits.max_cores = cores - 1;
    }
    std::ranges::stable_sort(all.designs, {}, [](const Design& one) {
        return std::pair{one.forecast.cores, one.forecast.time.count()};
    });
    return all;
}

}  // namespace xdnasim::search
