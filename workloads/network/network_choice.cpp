#include <algorithm>
#include <array>
#include <limits>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "workloads/kernels/dense_program.hpp"
#include "workloads/network/network_memory.hpp"
#include "workloads/network/network_placement.hpp"
#include "workloads/network/network_search.hpp"
#include "workloads/network/network_workload.hpp"

namespace xdnasim::network {
namespace {

[[noreturn]] void refuse(const std::string& key, const std::string& message) {
    throw schedule::MappingError{key, key + ": " + message};
}

std::string layer_key(std::size_t layer) {
    return fmt::format("network.layers.{}", layer);
}

void check_device(const arch::Device& device) {
    if (!device.pl)
        refuse("network",
               fmt::format("{} has no programmable logic to send samples from; allowed: devices "
                           "with a section 'pl', such as versal-ve2802 and versal-ve2302",
                           device.name));
}

/// What the design asks of a layer's split, place and link is left open.
void open_choices(LayerDesign& layer) {
    layer.split = {};
    // In braces alone, they would be asked for.
    layer.link = Open<Link>{};
    layer.column = Open<int>{};
    layer.row = Open<int>{};
}

std::string described(const Stage& stage) {
    const auto [a, b, c] = stage.split;
    return fmt::format("with layers.{}.split {{a: {}, b: {}, c: {}}}", stage.layer, a, b, c);
}

/// What splits cannot be, whatever stands around the layer.
void check_split(const Stage& stage, const NetworkDesign& design, const arch::Device& device) {
    const LayerDesign& layer = design.layers[stage.layer];
    const std::string key = layer_key(stage.layer) + ".split";
    const auto check = [&](const char* name, const Open<int>& parts, int size, int min,
                           const char* axis) {
        if (parts.asked() && size / *parts < min)
            refuse(key, fmt::format("{} is {}: {} of {} leaves {} a core; at least {} are a tile, "
                                    "so that {} is at most {}",
                                    name, *parts, axis, size, size / *parts, min, name,
                                    std::max(size / min, 1)));
    };
    check("a", layer.split.a, stage.m, kernels::kActivationTile, "M");
    check("b", layer.split.b, stage.k, kernels::kActivationTile, "K");
    check("c", layer.split.c, stage.n, 2 * kernels::kActivationTile, "N");
    if (layer.aggregate && layer.split.c.asked() && *layer.split.c != 1)
        refuse(key, fmt::format("c is {}; before an aggregation it must be 1", *layer.split.c));
    if (stage.height() > device.core_rows()) {
        std::string name = layer.split.a.asked() ? "a" : "c";
        if (layer.split.a.asked() && layer.split.c.asked()) name = "a x c";
        refuse(key, fmt::format("{} is {}; {} has {} rows of cores", name, stage.height(),
                                device.name, device.core_rows()));
    }
    if (stage.width() > device.columns)
        refuse(key, fmt::format("b is {}; {} has {} columns", stage.width(), device.name,
                                device.columns));
}

/// Whether the layer has a split with which cores have room for their parts, and the programmable
/// logic ports for the data where they come from there or go there.
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

/// The largest size on one axis with which the layer has a split; empty: there is none.
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

/// What makes a layer fit that takes too much of a core's memory.
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

/// Precondition: its split is one that check_split() lets pass.
void check_memory(const Stage& stage, const NetworkDesign& design, const arch::Device& device) {
    if (!splits_of(stage, design, device).empty()) return;
    Stage smallest = stage;
    arch::Bytes needed = least_memory_of(stage, design).all();
    for (const Split& split : splits_on_cores(stage, design, device)) {
        Stage tried = stage;
        tried.split = split;
        const arch::Bytes less = least_memory_of(tried, design).all();
        if (less >= needed) continue;
        smallest = tried;
        needed = less;
    }
    const arch::Bytes room = room_of_core(device);
    const std::string way = way_into_core(stage, design, device);
    const auto& [a, b, c] = design.layers[stage.layer].split;
    if (a.asked() && b.asked() && c.asked())
        refuse(layer_key(stage.layer) + ".split",
               fmt::format("{} take {} bytes of a core, which has {} beside its stack{}",
                           to_string(least_memory_of(stage, design)), base::grouped(needed.count()),
                           base::grouped(room.count()), way));
    refuse(layer_key(stage.layer),
           fmt::format("its smallest split, {}x{}x{}, takes {} bytes of a core, {} more than there "
                       "are beside its stack{}",
                       smallest.split.a, smallest.split.b, smallest.split.c,
                       base::grouped(needed.count()), base::grouped((needed - room).count()), way));
}

/// Precondition: something was found.
const Stage& stage_of(const SearchResult& found, std::size_t layer) {
    return *std::ranges::find_if(found.best.front().stages, [&](const Stage& one) {
        return one.layer == layer && !one.aggregates;
    });
}

/// The least change that makes the network fit: of the link to the layer at fault, of the place or
/// more of a layer,
/// that at fault first, or of all.
std::string way_out(const NetworkDesign& design, std::size_t at_fault, const arch::Device& device) {
    std::vector<std::size_t> order{at_fault};
    for (std::size_t i = 0; i < design.layers.size(); ++i)
        if (i != at_fault) order.push_back(i);
    for (const Link link : kLinks) {
        NetworkDesign changed = design;
        changed.layers[at_fault].link = link;
        if (at_fault > 0 && !search(changed, device).best.empty())
            return fmt::format("; it fits with layers.{}.link {}", at_fault, to_string(link));
    }
    for (const std::size_t layer : order) {
        NetworkDesign changed = design;
        changed.layers[layer].column = Open<int>{};
        changed.layers[layer].row = Open<int>{};
        const SearchResult moved = search(changed, device);
        if (!moved.best.empty())
            return fmt::format("; it fits with layers.{} at {}", layer,
                               to_string(stage_of(moved, layer).at));
        open_choices(changed.layers[layer]);
        const SearchResult found = search(changed, device);
        if (found.best.empty()) continue;
        return "; it fits " + described(stage_of(found, layer));
    }
    NetworkDesign open = design;
    open.link.reset();
    for (LayerDesign& layer : open.layers)
        open_choices(layer);
    const SearchResult found = search(open, device);
    if (!found.complete && found.best.empty())
        return "; none of the splits, places and links that were tried fits, but others may";
    if (found.best.empty())
        return fmt::format("; no splits, places and links of its layers fit {} x {} cores",
                           device.columns, device.core_rows());
    int cores = 0;
    for (const Stage& stage : found.best.front().stages)
        cores += stage.split.cores();
    return fmt::format(
        "; with splits, places and links left open in all layers it fits, on {} cores", cores);
}

void write_choice(NetworkDesign& design, const std::vector<Stage>& stages) {
    for (const Stage& stage : stages) {
        if (stage.aggregates) continue;
        LayerDesign& layer = design.layers[stage.layer];
        const auto choose = [](auto& open, auto value) {
            if (!open.asked()) open.choose(value);
        };
        choose(layer.split.a, stage.split.a);
        choose(layer.split.b, stage.split.b);
        choose(layer.split.c, stage.split.c);
        choose(layer.column, stage.at.column);
        choose(layer.row, stage.at.row);
        choose(layer.shift, shift_of(design, stage.layer));
        choose(layer.link, stage.link);
    }
}

}  // namespace

std::vector<Stage> choose(NetworkDesign& design, const arch::Device& device) {
    return choose(design, device, SearchLimits{});
}

std::vector<Stage> choose(NetworkDesign& design, const arch::Device& device,
                          const SearchLimits& limits) {
    check_device(device);
    for (const Stage& stage : stages_of(design))
        if (!stage.aggregates) {
            check_split(stage, design, device);
            check_memory(stage, design, device);
        }
    const SearchResult found = search(design, device, limits);
    if (found.best.empty())
        refuse(layer_key(found.misfit->layer),
               found.misfit->message + way_out(design, found.misfit->layer, device));
    const auto workload = chosen(design, found.best.front().stages, device);
    design = workload->design();
    design.search_was_cut_off = !found.complete;
    return workload->stages();
}

std::shared_ptr<const NetworkWorkload> chosen(NetworkDesign design, std::vector<Stage> stages,
                                              const arch::Device& device) {
    move_over_ports(stages, design, device);
    write_choice(design, stages);
    return std::make_shared<const NetworkWorkload>(std::move(design), std::move(stages), device);
}

}  // namespace xdnasim::network
