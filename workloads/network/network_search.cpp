#include "workloads/network/network_search.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "workloads/kernels/dense_program.hpp"
#include "workloads/network/network_model.hpp"
#include "workloads/network/network_relays.hpp"
#include "workloads/network/network_transfers.hpp"

namespace xdnasim::network {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();

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
        return memory_of(with(stage, split), design.layers[stage.layer]) > room_of_core(device);
    });
    return splits;
}

arch::Bytes room_of_core(const arch::Device& device) {
    return device.comp_tile.memory - device.core_stack;
}

arch::Bytes memory_of(const Stage& stage, const LayerDesign& layer) {
    constexpr int kBuffers = 2;
    const auto matrix = [](int rows, int columns) {
        return arch::Bytes{std::int64_t{rows} * columns};
    };
    arch::Bytes bytes = matrix(stage.k_core(), stage.n_core()) +
                        matrix(stage.m_core(), stage.k_core()) * std::int64_t{kBuffers} +
                        matrix(stage.m_core(), stage.n_core()) * std::int64_t{kBuffers};
    if (layer.bias)
        bytes += kernels::size_of(kernels::DataType::Int32) * std::int64_t{stage.n_core()};
    return bytes;
}

namespace {

class Search {
 public:
    Search(const NetworkDesign& design, const arch::Device& device, const SearchLimits& limits)
        : design_{design},
          device_{device},
          count_{limits.count},
          model_{design, device},
          stages_{stages_of(design)},
          cores_{std::min(device.columns * device.core_rows(),
                          limits.max_cores.value_or(std::numeric_limits<int>::max()))} {
        for (const Stage& stage : stages_)
            choices_.push_back(stage.aggregates ? std::vector<Split>{}
                                                : splits_of(stage, design, device));
    }

    [[nodiscard]] SearchResult run() && {
        std::vector<Stage> none;
        go_on(none, 0, cores_);
        if (result_.best.empty() && !result_.misfit) result_.misfit = too_many_cores();
        return std::move(result_);
    }

 private:
    /// Not even the smallest splits leave any.
    [[nodiscard]] Misfit too_many_cores() const {
        int taken = 0;
        int of_last = 0;
        for (std::size_t i = 0; i < stages_.size(); ++i) {
            if (!stages_[i].aggregates)
                of_last = std::ranges::min_element(choices_[i], {}, &Split::cores)->cores();
            taken += stages_[i].aggregates ? 1 : of_last;
            if (taken > cores_)
                return {stages_[i].layer,
                        fmt::format("this layer and those before it take {} cores at least, and "
                                    "{} may be used",
                                    taken, cores_)};
        }
        return {0, fmt::format("its layers do not fit {} cores", cores_)};
    }

    /// A stage, the split of the one before it, and the cores that are left.
    using Key = std::pair<std::size_t, std::pair<int, int>>;

    [[nodiscard]] std::vector<Split> choices(std::size_t i, const Stage* before) const {
        if (stages_[i].aggregates) return {{before->split.a, 1, 1}};
        return choices_[i];
    }
    [[nodiscard]] static int index_of(const Split& split) {
        constexpr int kBase = 128;
        return (split.a * kBase + split.b) * kBase + split.c;
    }

    /// As if the cascade led wherever splits allow it; never, where it has to and they do not.
    [[nodiscard]] double least_between(const Stage& from, const Stage& to) const {
        if (to.aggregates) return 0;
        const bool may_cascade = splits_allow_cascade(from, to);
        const Link link = link_to(to, design_, may_cascade);
        if (link == Link::Cascade && !may_cascade) return kNever;
        return model_.between(from, to, link);
    }

    /// The least that the stages from i on take, and the cores of those that take it.
    struct Rest {
        double cycles = kNever;
        int cores = 0;
    };

    /// With so many cores left. Where the best of all does with them, it is what is looked for.
    Rest rest(std::size_t i, const Stage& before, int cores) {
        if (i == stages_.size()) return {model_.out(before), 0};
        const Rest& best = best_rest(i, before);
        if (best.cores <= cores) return best;
        const Key key{i, {index_of(before.split), cores}};
        if (const auto known = rests_.find(key); known != rests_.end()) return known->second;
        return rests_[key] = least_rest(i, before, cores);
    }
    const Rest& best_rest(std::size_t i, const Stage& before) {
        constexpr int kAny = std::numeric_limits<int>::max() / 2;
        const Key key{i, {index_of(before.split), kAny}};
        const auto known = rests_.find(key);
        return known != rests_.end() ? known->second : rests_[key] = least_rest(i, before, kAny);
    }
    Rest least_rest(std::size_t i, const Stage& before, int cores) {
        Rest least;
        for (const Split& split : choices(i, &before)) {
            if (split.cores() > cores) continue;
            const Stage stage = with(stages_[i], split);
            const Rest behind = rest(i + 1, stage, cores - split.cores());
            const double cycles =
                least_between(before, stage) + model_.compute(stage) + behind.cycles;
            if (cycles < least.cycles) least = {cycles, split.cores() + behind.cores};
        }
        return least;
    }

    [[nodiscard]] double worst_kept() const {
        return result_.best.size() < count_ ? kNever : result_.best.back().cycles;
    }

    struct Child {
        double bound;
        Split split;
    };

    void go_on(std::vector<Stage>& placed, double taken, int cores) {
        const std::size_t i = placed.size();
        if (i == stages_.size()) return keep(placed, taken);
        std::vector<Child> children;
        for (const Split& split : choices(i, i == 0 ? nullptr : &placed.back())) {
            if (split.cores() > cores) continue;
            const Stage stage = with(stages_[i], split);
            const double before = i == 0 ? model_.in(stage) : least_between(placed.back(), stage);
            children.push_back({taken + before + model_.compute(stage) +
                                    rest(i + 1, stage, cores - split.cores()).cycles,
                                split});
        }
        std::ranges::stable_sort(children, {}, &Child::bound);
        for (const Child& child : children) {
            // What can never be is tried where nothing else is: to say why.
            if (child.bound >= worst_kept() && (child.bound < kNever || result_.misfit)) return;
            try_child(placed, taken, cores, child.split);
        }
    }

    void try_child(std::vector<Stage>& placed, double taken, int cores, const Split& split) {
        ++result_.considered;
        std::vector<Stage> longer = placed;
        longer.push_back(with(stages_[placed.size()], split));
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
        go_on(longer, taken + link + model_.compute(last), cores - split.cores());
    }

    [[nodiscard]] std::optional<Misfit> misfit_of(std::vector<Stage>& stages) const {
        if (auto misfit = place(stages, design_, device_)) return misfit;
        return misfit_of_streams(stages, device_);
    }

    /// Of the whole network, where it will stand.
    [[nodiscard]] std::optional<Misfit> misfit_of_relays(std::vector<Stage> stages) const {
        if (std::ranges::find(stages, Link::MemTile, &Stage::link) == stages.end()) return {};
        move_over_ports(stages, design_, device_);
        const auto relays = relays_of(stages, device_, streams_beside_ports(stages, device_));
        const auto* const misfit = std::get_if<Misfit>(&relays);
        return misfit == nullptr ? std::nullopt : std::optional{*misfit};
    }

    void keep(const std::vector<Stage>& placed, double taken) {
        if (const auto misfit = misfit_of_relays(placed)) {
            result_.misfit = misfit;
            return;
        }
        const double cycles = taken + model_.out(placed.back());
        const auto at = std::ranges::upper_bound(result_.best, cycles, {}, &Found::cycles);
        result_.best.insert(at, {placed, cycles});
        if (result_.best.size() > count_) result_.best.pop_back();
    }

    const NetworkDesign& design_;
    const arch::Device& device_;
    std::size_t count_;
    LatencyModel model_;
    std::vector<Stage> stages_;
    int cores_;
    std::vector<std::vector<Split>> choices_;
    std::map<Key, Rest> rests_;
    std::size_t furthest_ = 0;
    SearchResult result_;
};

}  // namespace

SearchResult search(const NetworkDesign& design, const arch::Device& device,
                    const SearchLimits& limits) {
    return Search{design, device, limits}.run();
}

}  // namespace xdnasim::network
