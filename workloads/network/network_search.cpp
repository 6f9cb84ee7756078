#include "workloads/network/network_search.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "workloads/kernels/dense_program.hpp"
#include "workloads/network/links/relays.hpp"
#include "workloads/network/network_bound.hpp"
#include "workloads/network/network_memory.hpp"
#include "workloads/network/network_model.hpp"
#include "workloads/network/network_pace_bound.hpp"

namespace xdnasim::network {
namespace {

std::vector<int> powers_up_to(int max, const Open<int>& asked) {
    if (asked.asked()) return {*asked};
    std::vector<int> powers;
    for (int power = 1; power <= max; power *= 2)
        powers.push_back(power);
    return powers;
}

Stage with(const Stage& stage, const Split& split) {
    Stage changed = stage;
    changed.split = split;
    return changed;
}

}  // namespace

std::vector<Split> splits_on_cores(const Stage& stage, const NetworkDesign& design,
                                   const arch::Device& device) {
    const LayerDesign& layer = design.layers[stage.layer];
    std::vector<Split> splits;
    for (const int a : powers_up_to(stage.m / kernels::kDenseRows, layer.split.a))
        for (const int b : powers_up_to(stage.k / kernels::kActivationTile, layer.split.b))
            for (const int c : powers_up_to(layer.aggregate ? 1 : stage.n / kernels::kDenseColumns,
                                            layer.split.c))
                if (a * c <= device.core_rows() && b <= device.columns) splits.push_back({a, b, c});
    return splits;
}

std::vector<Split> splits_of(const Stage& stage, const NetworkDesign& design,
                             const arch::Device& device) {
    std::vector<Split> splits = splits_on_cores(stage, design, device);
    std::erase_if(splits, [&](const Split& split) {
        return least_memory_of(with(stage, split), design).all() > room_of_core(device);
    });
    return splits;
}

namespace {

Choices choices_of(const NetworkDesign& design, const arch::Device& device) {
    Choices choices;
    for (const Stage& stage : stages_of(design)) {
        std::vector<Stage> all;
        if (!stage.aggregates)
            for (const Split& split : splits_of(stage, design, device))
                all.push_back(with(stage, split));
        else
            for (const Stage& layer : choices.back())
                if (all.empty() || all.back().split.a != layer.split.a)
                    all.push_back(with(stage, {layer.split.a, 1, 1}));
        choices.push_back(std::move(all));
    }
    return choices;
}

std::optional<Misfit> no_room_in_core(const Choices& choices, const std::vector<Stage>& stages) {
    for (std::size_t i = 0; i < choices.size(); ++i)
        if (choices[i].empty()) return Misfit{stages[i].layer, "no split of it fits into a core"};
    return std::nullopt;
}

/// Reports if even the smallest splits need too many cores. Precondition: each stage has a choice.
std::optional<Misfit> too_many_cores(const Choices& choices, int cores) {
    int taken = 0;
    for (const std::vector<Stage>& of_stage : choices) {
        const auto cores_in = [](const Stage& stage) { return stage.split.cores(); };
        taken += cores_in(*std::ranges::min_element(of_stage, {}, cores_in));
        if (taken > cores)
            return Misfit{
                of_stage.front().layer,
                fmt::format(
                    "this layer and those before it need at least {} cores, but {} may be used",
                    taken, cores)};
    }
    return std::nullopt;
}

class Search {
 public:
    Search(const NetworkDesign& design, const arch::Device& device, const Choices& choices,
           int cores, const SearchLimits& limits)
        : design_{design},
          device_{device},
          limits_{limits},
          model_{design, device},
          choices_{choices},
          cores_{cores},
          order_{design, model_, choices, cores, std::nullopt},
          bound_{design, model_, choices, cores, device.columns},
          pace_bound_{model_, choices} {}

    [[nodiscard]] SearchResult run() && {
        go_on({}, {}, cores_);
        if (result_.best.empty() && !result_.misfit)
            result_.misfit = {0, fmt::format("its layers do not fit {} cores", cores_)};
        return std::move(result_);
    }

 private:
    /// Cycles from which on a network is not among the results.
    [[nodiscard]] double worst_kept() const {
        return result_.best.size() < limits_.count
                   ? longest()
                   : std::min(longest(), result_.best.back().cycles);
    }
    /// Cycles of the slowest network that the margin allows.
    [[nodiscard]] double longest() const {
        return !limits_.margin || result_.best.empty()
                   ? kNever
                   : result_.best.front().cycles * (1 + *limits_.margin);
    }

    /// Lower bounds that follow from the placed stages.
    struct Taken {
        double latency = 0;
        double pace = 0;
    };

    /// Cycles of all samples after the first, at the given pace.
    [[nodiscard]] double behind_first(double pace) const {
        return limits_.samples == 1 ? 0 : static_cast<double>(limits_.samples - 1) * pace;
    }

    /// A choice of the next stage. Children are tried in the order of a bound for unlimited
    /// columns, so that the first of several equally fast networks stays the first, however tight
    /// the other bound is.
    struct Child {
        double order;
        double bound;
        std::size_t number;
    };

    [[nodiscard]] std::vector<Child> children(const std::vector<Stage>& placed, const Taken& taken,
                                              int cores) const {
        std::vector<Child> all;
        const std::size_t i = placed.size();
        for (std::size_t number = 0; number < choices_[i].size(); ++number) {
            const Stage& stage = choices_[i][number];
            if (stage.split.cores() > cores) continue;
            if (stage.aggregates && stage.split.a != placed.back().split.a) continue;
            const int left = cores - stage.split.cores();
            const auto least = [&](const LatencyBound& bound) {
                if (i == 0)
                    return model_.in(stage) + model_.compute(stage) +
                           bound.behind(0, number, stage.width(), left);
                const Stage& before = placed.back();
                return bound.with(taken.latency, before, before.at.column + before.width(), i,
                                  number, cores);
            };
            const double others = behind_first(
                std::max({taken.pace, model_.least_pace(stage), pace_bound_.from(i + 1, left)}));
            all.push_back({least(order_) + others, least(bound_) + others, number});
        }
        std::ranges::stable_sort(all, {}, &Child::order);
        return all;
    }

    void go_on(const std::vector<Stage>& placed, const Taken& taken, int cores) {
        if (placed.size() == choices_.size()) return keep(placed, taken.latency);
        for (const Child& child : children(placed, taken, cores)) {
            // An impossible choice is only tried to find the reason, if nothing else has been
            // tried.
            const bool says_why = child.bound == kNever && !result_.misfit && result_.best.empty();
            if (child.bound >= worst_kept() && !says_why) continue;
            if (in_vain_ >= limits_.max_in_vain) {
                result_.complete = false;
                return;
            }
            try_child(placed, taken, cores, choices_[placed.size()][child.number]);
        }
    }

    void try_child(const std::vector<Stage>& placed, const Taken& taken, int cores,
                   const Stage& stage) {
        ++result_.considered;
        std::vector<Stage> longer = placed;
        longer.push_back(stage);
        in_vain_ += std::ssize(longer);
        result_.stages_placed += std::ssize(longer);
        if (const auto misfit = misfit_of(longer)) {
            if (!result_.misfit || longer.size() > furthest_) {
                furthest_ = longer.size();
                result_.misfit = misfit;
            }
            return;
        }
        const Stage& last = longer.back();
        double link = 0;
        if (longer.size() == 1)
            link = model_.in(last);
        else if (!last.aggregates)
            link = model_.between(placed.back(), last, last.link);
        const double latency = taken.latency + link + model_.compute(last);
        go_on(longer, {latency, std::max(taken.pace, pace_until(longer))},
              cores - last.split.cores());
    }

    /// Pace of the last two stages; that of the last one is only bounded, since it depends on the
    /// next stage.
    [[nodiscard]] double pace_until(const std::vector<Stage>& placed) const {
        const double last = model_.least_pace(placed.back());
        if (placed.size() == 1) return last;
        return std::max(last, model_.pace_of(placed, placed.size() - 2).slowest());
    }

    [[nodiscard]] std::optional<Misfit> misfit_of(std::vector<Stage>& stages) const {
        if (auto misfit = place(stages, design_, device_)) return misfit;
        if (auto misfit = misfit_of_streams(stages, device_)) return misfit;
        return misfit_of_memory(stages, design_, device_);
    }

    /// Reports if the whole network, moved to its final place, lacks mem tiles.
    [[nodiscard]] std::optional<Misfit> misfit_of_relays(std::vector<Stage> stages) const {
        if (std::ranges::find(stages, Link::MemTile, &Stage::link) == stages.end()) return {};
        move_over_ports(stages, design_, device_);
        const auto relays = relays_of(stages, device_, streams_beside_ports(stages, device_));
        const auto* const misfit = std::get_if<Misfit>(&relays);
        return misfit == nullptr ? std::nullopt : std::optional{*misfit};
    }

    void keep(const std::vector<Stage>& placed, double latency) {
        if (const auto misfit = misfit_of_relays(placed)) {
            result_.misfit = misfit;
            return;
        }
        const double out = model_.out(placed.back());
        const double cycles =
            cycles_of_stream(latency + out, out, model_.pace(placed), limits_.samples);
        if (cycles >= worst_kept()) return;
        in_vain_ = 0;
        const auto at = std::ranges::upper_bound(result_.best, cycles, {}, &Found::cycles);
        result_.best.insert(at, {placed, cycles});
        if (result_.best.size() > limits_.count) result_.best.pop_back();
        while (result_.best.back().cycles > longest())
            result_.best.pop_back();
    }

    const NetworkDesign& design_;
    const arch::Device& device_;
    const SearchLimits& limits_;
    LatencyModel model_;
    const Choices& choices_;
    int cores_;
    LatencyBound order_;
    LatencyBound bound_;
    PaceBound pace_bound_;
    std::int64_t in_vain_ = 0;  ///< stages placed since a network was last kept
    std::size_t furthest_ = 0;
    SearchResult result_;
};

}  // namespace

SearchResult search(const NetworkDesign& design, const arch::Device& device,
                    const SearchLimits& limits) {
    const Choices choices = choices_of(design, device);
    const int of_device = device.columns * device.core_rows();
    const int cores = std::min(of_device, limits.max_cores.value_or(of_device));
    auto misfit = no_room_in_core(choices, stages_of(design));
    if (!misfit) misfit = too_many_cores(choices, cores);
    if (misfit) {
        SearchResult nothing;
        nothing.misfit = std::move(misfit);
        return nothing;
    }
    return Search{design, device, choices, cores, limits}.run();
}

}  // namespace xdnasim::network
