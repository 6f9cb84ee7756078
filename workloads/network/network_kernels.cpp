#include <algorithm>

#include "workloads/network/network_parts.hpp"

namespace xdnasim::network {
kernels::Dense dense_of(const NetworkDesign& design, const std::vector<Stage>& stages,
                        std::size_t stage, int b, const kernels::ActivationSlice& a) {
    const Stage& layer = stages[stage];
    const LayerDesign& asked = design.layers[layer.layer];
    kernels::Dense dense;
    dense.m = layer.m_core();
    dense.k = layer.k_core();
    dense.n = layer.n_core();
    dense.part = kernels::part_of(b, layer.split.b);
    dense.receives = takes_by(Link::Cascade, stages, stage);
    dense.passes = dense.receives && b + 1 < layer.split.b;
    dense.a = dense.receives ? kernels::ActivationSlice{dense.m, layer.k, 0, b * dense.k} : a;
    dense.gives = !dense.puts_sums() && gives_by(Link::Cascade, stages, stage);
    dense.bias = asked.bias;
    dense.relu = asked.relu;
    dense.shift = shift_of(design, layer.layer);
    dense.rounding = design.rounding;
    return dense;
}

kernels::Reduce reduce_of(const NetworkDesign& design, const std::vector<Stage>& stages,
                          std::size_t stage, int a) {
    const Stage& sum = stages[stage];
    kernels::Reduce reduce;
    reduce.m = sum.m_core();
    reduce.n = sum.n;
    reduce.rows = std::clamp(sum.rows - a * sum.m_core(), 0, sum.m_core());
    reduce.gets = a + 1 < sum.split.a;
    reduce.puts = a > 0;
    reduce.gives = !reduce.puts && gives_by(Link::Cascade, stages, stage);
    reduce.shift = shift_of_aggregation(design, sum);
    reduce.rounding = design.rounding;
    reduce.method = design.aggregate_by;
    return reduce;
}

}  // namespace xdnasim::network
