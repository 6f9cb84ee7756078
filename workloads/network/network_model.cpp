#include "workloads/network/network_model.hpp"

#include <algorithm>

#include "workloads/kernels/dense_program.hpp"

namespace xdnasim::network {
namespace {

constexpr int kStep = 8;  ///< of K: B_K
constexpr int kProductsOfStep = 4;
constexpr double kWord = 4;  ///< bytes a cycle
constexpr double kHop = 4;   ///< cycles of a switch
constexpr double kPortHops = 2;

double bytes(int rows, int columns) {
    return static_cast<double>(rows) * columns;
}

/// What a stage gives is a row of tiles where it aggregates.
int rows_given(const Stage& stage) {
    return stage.aggregates ? kernels::kActivationTile : stage.m_core();
}

}  // namespace

double Forecast::cycles() const {
    double sum = out;
    for (const StageForecast& stage : stages)
        sum += stage.link + stage.compute;
    return sum;
}

const LayerConstants& LatencyModel::constants(const Stage& stage) const {
    const bool is_behind = aggregated_ && stage.layer > *aggregated_;
    return is_behind ? kBehindAggregation : kBeforeAggregation;
}

double LatencyModel::compute(const Stage& stage) const {
    if (stage.aggregates) return aggregation(stage);
    const LayerConstants& of = constants(stage);
    const LayerDesign& layer = design_.layers[stage.layer];
    const double rounds =
        bytes(stage.m_core(), stage.n_core()) / (kernels::kDenseRows * kernels::kDenseColumns);
    const double activation = layer.bias || layer.relu ? of.activation : 0;
    const double round = static_cast<double>(kProductsOfStep) * stage.k_core() / kStep +
                         of.epilogue + activation + of.cascade;
    return (rounds + stage.split.b - 1) * round + of.outside;
}

/// The authors' model has a constant here. Cycles of the operations that wait for each other: the
/// lock's way from the layer, a load, a product, the sums down the column (get to product, product
/// to put, and the cascade's latency), and the last one's outputs.
double LatencyModel::aggregation(const Stage& stage) const {
    constexpr double kLoad = 7;
    constexpr double kProduct = 5;
    constexpr double kGet = 5;
    constexpr double kNarrow = 4;
    constexpr double kWordsOfTile = 2;
    const arch::Timing& timing = device_.timing;
    const auto locks =
        static_cast<double>((timing.core_return + timing.core_release + timing.core_acquire +
                             timing.core_lock_op + timing.core_call)
                                .count());
    const double tiles = static_cast<double>(stage.n) / kernels::kActivationTile;
    const double steps = static_cast<double>(stage.m_core()) / kernels::kActivationTile;
    const double down = kGet + kProduct + static_cast<double>(device_.core.cascade.latency.count());
    return locks + kLoad + kProduct + (stage.split.a - 1) * down + kNarrow +
           tiles * std::max(steps, 2 * kWordsOfTile);
}

double LatencyModel::hops(const Stage& stage) const {
    return design_.link == Link::Dma ? stage.split.b : stage.height() + kPortHops;
}

double LatencyModel::in(const Stage& stage) const {
    return constants(stage).dma + bytes(stage.m_core(), stage.k_core()) / kWord +
           kHop * hops(stage);
}

double LatencyModel::out(const Stage& stage) const {
    return constants(stage).dma + bytes(rows_given(stage), stage.n_core()) / kWord +
           kHop * hops(stage);
}

double LatencyModel::between(const Stage& from, const Stage& to, Link link) const {
    const LayerConstants& of = constants(to);
    const double given =
        of.dma + bytes(rows_given(from), from.n_core()) / kWord + kHop * from.split.b;
    const double taken = of.dma + bytes(to.m_core(), to.k_core()) / kWord + kHop * to.split.b;
    switch (link) {
        case Link::Cascade:
            return of.handover;
        case Link::Dma:
            return std::max(given, taken);
        case Link::MemTile:
        case Link::Pl:
            break;
    }
    // One transfer behind the other.
    return given + taken;
}

Forecast LatencyModel::forecast(const std::vector<Stage>& stages) const {
    Forecast forecast;
    for (std::size_t i = 0; i < stages.size(); ++i) {
        const Stage& stage = stages[i];
        StageForecast part;
        part.compute = compute(stage);
        if (i == 0)
            part.link = in(stage);
        else if (!stage.aggregates)
            part.link = between(stages[i - 1], stage, stage.link);
        forecast.stages.push_back(part);
    }
    forecast.out = out(stages.back());
    return forecast;
}

}  // namespace xdnasim::network
