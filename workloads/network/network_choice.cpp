#include <algorithm>

#include <fmt/format.h>

#include "base/number_format.hpp"
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
        refuse("network", fmt::format("{} has no programmable logic, which samples come from; "
                                      "allowed: devices with a section 'pl', such as "
                                      "versal-ve2802 and versal-ve2302",
                                      device.name));
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
    if (layer.split.a.asked() && layer.split.c.asked() &&
        *layer.split.a * *layer.split.c > device.core_rows())
        refuse(key, fmt::format("a x c is {}; {} has {} rows of cores",
                                *layer.split.a * *layer.split.c, device.name, device.core_rows()));
    if (!splits_of(stage, design, device).empty()) return;
    const auto& [a, b, c] = layer.split;
    if (a.asked() && b.asked() && c.asked() && *b <= device.columns) {
        Stage split = stage;
        split.split = {*a, *b, *c};
        const arch::Bytes room = device.comp_tile.memory - device.core_stack;
        refuse(key, fmt::format("its weights and two buffers of inputs and of outputs each take {} "
                                "bytes of a core, which has {} beside its stack",
                                base::grouped(memory_of(split, layer).count()),
                                base::grouped(room.count())));
    }
    refuse(layer_key(stage.layer),
           fmt::format("no split of {} x {} x {} that is left open fits into {} rows of cores "
                       "of {} bytes",
                       stage.m, stage.k, stage.n, device.core_rows(),
                       device.comp_tile.memory.count()));
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
    check_device(device);
    for (const Stage& stage : stages_of(design))
        if (!stage.aggregates) check_split(stage, design, device);
    const SearchResult found = search(design, device);
    if (found.best.empty())
        refuse(layer_key(found.misfit->layer),
               found.misfit->message + way_out(design, found.misfit->layer, device));
    const auto workload = chosen(design, found.best.front().stages, device);
    design = workload->design();
    return workload->stages();
}

std::shared_ptr<const NetworkWorkload> chosen(NetworkDesign design, std::vector<Stage> stages,
                                              const arch::Device& device) {
    move_over_ports(stages, design, device);
    write_choice(design, stages);
    return std::make_shared<const NetworkWorkload>(std::move(design), std::move(stages), device);
}

}  // namespace xdnasim::network
