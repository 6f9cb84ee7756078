#include "workloads/network/network_design.hpp"

#include <algorithm>
#include <bit>

#include "workloads/kernels/dense_program.hpp"
#include "workloads/kernels/matmul_program.hpp"

namespace xdnasim::network {

std::string to_string(Link link) {
    switch (link) {
        case Link::Cascade:
            return "cascade";
        case Link::Dma:
            return "dma";
        case Link::MemTile:
            return "mem-tile";
        case Link::Pl:
            break;
    }
    return "pl";
}

std::string to_string(Aggregation aggregation) {
    switch (aggregation) {
        case Aggregation::Sum:
            return "sum";
        case Aggregation::Mean:
            break;
    }
    return "mean";
}

std::optional<std::size_t> NetworkDesign::aggregated() const {
    const auto found = std::ranges::find_if(
        layers, [](const LayerDesign& layer) { return layer.aggregate.has_value(); });
    if (found == layers.end()) return std::nullopt;
    return static_cast<std::size_t>(found - layers.begin());
}

int cores_of(const std::vector<Stage>& stages) {
    int cores = 0;
    for (const Stage& stage : stages)
        cores += stage.split.cores();
    return cores;
}

bool takes_by(Link link, const std::vector<Stage>& stages, std::size_t stage) {
    return stage > 0 && !stages[stage].aggregates && stages[stage].link == link;
}

bool gives_by(Link link, const std::vector<Stage>& stages, std::size_t stage) {
    return stage + 1 < stages.size() && takes_by(link, stages, stage + 1);
}

int padded(int size, int min) {
    return static_cast<int>(std::bit_ceil(static_cast<unsigned>(std::max(size, min))));
}

std::vector<Stage> stages_of(const NetworkDesign& design) {
    std::vector<Stage> stages;
    int rows = design.rows;
    int k = padded(design.columns, kernels::kActivationTile);
    for (std::size_t i = 0; i < design.layers.size(); ++i) {
        const LayerDesign& layer = design.layers[i];
        Stage stage;
        stage.layer = i;
        stage.rows = rows;
        stage.m = padded(rows, kernels::kDenseRows);
        stage.k = k;
        stage.n = k = padded(layer.width, kernels::kDenseColumns);
        stage.split = {layer.split.a.asked() ? *layer.split.a : 1,
                       layer.split.b.asked() ? *layer.split.b : 1,
                       layer.split.c.asked() ? *layer.split.c : 1};
        stages.push_back(stage);
        if (!layer.aggregate) continue;
        Stage sum = stage;
        sum.aggregates = true;
        sum.k = stage.n;
        sum.split = {stage.split.a, 1, 1};
        stages.push_back(sum);
        rows = 1;
    }
    return stages;
}

int shift_of(const NetworkDesign& design, std::size_t layer) {
    using kernels::DataType;
    if (design.layers[layer].shift.asked()) return design.layers[layer].shift;
    const int k = layer == 0 ? design.columns : design.layers[layer - 1].width;
    return kernels::default_shift(DataType::Int8, DataType::Int8, DataType::Int8, k);
}

int shift_of_aggregation(const NetworkDesign& design, const Stage& stage) {
    const bool is_mean = design.layers[stage.layer].aggregate == Aggregation::Mean;
    return is_mean ? std::countr_zero(static_cast<unsigned>(stage.rows)) : 0;
}

}  // namespace xdnasim::network
