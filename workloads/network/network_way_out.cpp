#include "workloads/network/network_way_out.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "workloads/kernels/dense_program.hpp"
#include "workloads/network/network_placement.hpp"

namespace xdnasim::network {
namespace {

/// Opens the layer's split, place and link, whatever the design asks for.
void open_choices(LayerDesign& layer) {
    layer.split = {};
    // With braces alone, these values would count as asked for.
    layer.link = Open<Link>{};
    layer.column = Open<int>{};
    layer.row = Open<int>{};
}

std::string described(const Stage& stage) {
    const auto [a, b, c] = stage.split;
    return fmt::format("with layers.{}.split {{a: {}, b: {}, c: {}}}", stage.layer, a, b, c);
}

/// Is there a split of the layer with which the cores have room for their parts, and the
/// programmable logic has enough ports for the data that come from it or go to it?
bool has_split(Stage stage, const NetworkDesign& design, const arch::Device& device) {
    const PortCounts have = ports_of(device);
    const bool is_last = stage.layer + 1 == design.layers.size();
    const bool gives_to_pl = is_last && !design.layers[stage.layer].aggregate;
    return std::ranges::any_of(splits_of(stage, design, device), [&](const Split& split) {
        stage.split = split;
        const PortCounts needed = ports_needed({stage});
        return (stage.layer > 0 || needed.inputs <= have.inputs) &&
               (!gives_to_pl || needed.outputs <= have.outputs);
    });
}

/// The largest size on one axis for which the layer has a split, in words; empty if there is none.
std::string smaller_size(const Stage& stage, const NetworkDesign& design,
                         const arch::Device& device) {
    struct Axis {
        int Stage::*size;
        int least;
        std::string key;
    };
    const auto& [a, b, c] = stage.split;
    const std::array axes{
        Axis{&Stage::m, a * kernels::kDenseRows, "input.m"},
        Axis{&Stage::k, b * kernels::kActivationTile,
             stage.layer == 0 ? "input.k" : fmt::format("layers.{}.width", stage.layer - 1)},
        Axis{&Stage::n, c * kernels::kDenseColumns, fmt::format("layers.{}.width", stage.layer)}};
    std::string text;
    int fewest_halvings = std::numeric_limits<int>::max();
    for (const Axis& axis : axes) {
        Stage less = stage;
        for (int halvings = 1; halvings < fewest_halvings; ++halvings) {
            less.*axis.size /= 2;
            if (less.*axis.size < axis.least) break;
            if (!has_split(less, design, device)) continue;
            fewest_halvings = halvings;
            text = fmt::format("; the layer fits with {} {} or less", axis.key, less.*axis.size);
        }
    }
    return text;
}

/// Precondition: the search found a network.
const Stage& stage_of(const SearchResult& found, std::size_t layer) {
    return *std::ranges::find_if(found.best.front().stages, [&](const Stage& one) {
        return one.layer == layer && !one.aggregates;
    });
}

class WayOutSearch {
 public:
    WayOutSearch(const NetworkDesign& design, std::size_t at_fault, const arch::Device& device,
                 const SearchLimits& limits)
        : design_{design},
          at_fault_{at_fault},
          device_{device},
          limits_{limits},
          allowance_{std::min(limits.max_in_vain, kStagesForWayOut)},
          left_{at_fault > 0 ? std::ssize(kLinks) : 0} {
        constexpr int kOfLayer = 2;
        constexpr int kOfAll = 1;
        left_ += kOfLayer * std::ssize(design.layers) + kOfAll;
    }

    [[nodiscard]] WayOut run() && {
        std::optional<std::string> text = by_link();
        if (!text) text = by_layer();
        return {text ? *std::move(text) : by_all(), placed_};
    }

 private:
    /// Searches a changed design. Each search may use an equal share of what the earlier ones left.
    [[nodiscard]] SearchResult searched(const NetworkDesign& changed) {
        SearchLimits limits = limits_;
        limits.max_in_vain = (allowance_ - placed_) / left_--;
        SearchResult found = search(changed, device_, limits);
        placed_ += found.stages_placed;
        return found;
    }

    [[nodiscard]] std::optional<std::string> by_link() {
        if (at_fault_ == 0) return std::nullopt;
        for (const Link link : kLinks) {
            NetworkDesign changed = design_;
            changed.layers[at_fault_].link = link;
            if (!searched(changed).best.empty())
                return fmt::format("; it fits with layers.{}.link {}", at_fault_, to_string(link));
        }
        return std::nullopt;
    }

    [[nodiscard]] std::optional<std::string> by_layer() {
        std::vector<std::size_t> order{at_fault_};
        for (std::size_t i = 0; i < design_.layers.size(); ++i)
            if (i != at_fault_) order.push_back(i);
        for (const std::size_t layer : order) {
            NetworkDesign changed = design_;
            changed.layers[layer].column = Open<int>{};
            changed.layers[layer].row = Open<int>{};
            const SearchResult moved = searched(changed);
            if (!moved.best.empty())
                return fmt::format("; it fits with layers.{} at {}", layer,
                                   to_string(stage_of(moved, layer).at));
            open_choices(changed.layers[layer]);
            const SearchResult found = searched(changed);
            if (!found.best.empty()) return "; it fits " + described(stage_of(found, layer));
        }
        return std::nullopt;
    }

    [[nodiscard]] std::string by_all() {
        NetworkDesign open = design_;
        open.link.reset();
        for (LayerDesign& layer : open.layers)
            open_choices(layer);
        const SearchResult found = searched(open);
        if (!found.complete && found.best.empty())
            return "; none of the splits, places and links that were tried fits, but others may";
        if (found.best.empty())
            return fmt::format("; no splits, places and links of its layers fit {} x {} cores",
                               device_.columns, device_.core_rows());
        return fmt::format(
            "; with splits, places and links left open in all layers it fits, on {} cores",
            cores_of(found.best.front().stages));
    }

    const NetworkDesign& design_;
    std::size_t at_fault_;
    const arch::Device& device_;
    const SearchLimits& limits_;
    std::int64_t allowance_;
    std::int64_t placed_ = 0;
    std::int64_t left_;  ///< number of searches left
};

}  // namespace

std::string way_into_core(const Stage& stage, const NetworkDesign& design,
                          const arch::Device& device) {
    NetworkDesign open = design;
    open_choices(open.layers[stage.layer]);
    const std::vector<Split> splits = splits_of(stage, open, device);
    if (splits.empty()) return smaller_size(stage, design, device);
    Stage fitting = stage;
    fitting.split = *std::ranges::min_element(splits, {}, &Split::cores);
    return "; the layer fits " + described(fitting);
}

WayOut way_out(const NetworkDesign& design, std::size_t at_fault, const arch::Device& device,
               const SearchLimits& limits) {
    return WayOutSearch{design, at_fault, device, limits}.run();
}

}  // namespace xdnasim::network
