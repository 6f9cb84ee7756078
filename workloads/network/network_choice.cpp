#include <algorithm>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "workloads/kernels/dense_program.hpp"
#include "workloads/network/network_memory.hpp"
#include "workloads/network/network_placement.hpp"
#include "workloads/network/network_search.hpp"
#include "workloads/network/network_way_out.hpp"
#include "workloads/network/network_workload.hpp"

namespace xdnasim::network {
namespace {

[[noreturn]] void refuse(const std::string& key, const std::string& message) {
    throw schedule::MappingError{key, key + ": " + message};
}

void check_device(const arch::Device& device) {
    if (!device.pl)
        refuse("network",
               fmt::format("{} has no programmable logic to send samples from; allowed: devices "
                           "with a section 'pl', such as versal-ve2802 and versal-ve2302",
                           device.name));
}

/// Refuses splits that are impossible whatever the neighbouring layers are.
void check_split(const Stage& stage, const NetworkDesign& design, const arch::Device& device) {
    const LayerDesign& layer = design.layers[stage.layer];
    const std::string key = layer_key(stage.layer) + ".split";
    const auto check = [&](const char* name, const Open<int>& parts, int size, int min,
                           const char* axis) {
        if (parts.asked() && size / *parts < min)
            refuse(key, fmt::format("{} is {}: {} of {} leaves {} per core; a tile has at least "
                                    "{}, so that {} is at most {}",
                                    name, *parts, axis, size, size / *parts, min, name,
                                    std::max(size / min, 1)));
    };
    check("a", layer.split.a, stage.m, kernels::kDenseRows, "M");
    check("b", layer.split.b, stage.k, kernels::kActivationTile, "K");
    check("c", layer.split.c, stage.n, kernels::kDenseColumns, "N");
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

/// Checks that the layer fits into the cores' memories. Precondition: check_split() accepts its
/// split.
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
               fmt::format("{} need {} bytes of a core, which has {} beside its stack{}",
                           to_string(least_memory_of(stage, design)), base::grouped(needed.count()),
                           base::grouped(room.count()), way));
    refuse_layer(
        stage.layer,
        fmt::format("its smallest split, {}x{}x{}, takes {} bytes of a core, {} more than there "
                    "are beside its stack{}",
                    smallest.split.a, smallest.split.b, smallest.split.c,
                    base::grouped(needed.count()), base::grouped((needed - room).count()), way));
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
        refuse_layer(
            found.misfit->layer,
            found.misfit->message + way_out(design, found.misfit->layer, device, limits).text);
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
