#include "workloads/network/network_model.hpp"

#include <algorithm>

#include "workloads/kernels/dense_program.hpp"
#include "workloads/network/links/transfers.hpp"
#include "workloads/schedule/estimate.hpp"

namespace xdnasim::network {

using arch::BytesPerCycle;
using schedule::cycles_to_move;

namespace {

constexpr int kStep = 8;  ///< step of K in a product: B_K
constexpr int kProductsOfStep = 4;
constexpr double kPortHops = 2;

double bytes(int rows, int columns) {
    return static_cast<double>(rows) * columns;
}

/// Rows of a stage's outputs; an aggregation produces a row of tiles.
int rows_given(const Stage& stage) {
    return stage.aggregates ? kernels::kActivationTile : stage.m_core();
}

/// Rounds of a core: n_j, with 8 x 16 outputs each.
double rounds(const Stage& stage) {
    return bytes(stage.m_core(), stage.n_core()) / (kernels::kDenseRows * kernels::kDenseColumns);
}

double share_of(const KernelShares& shares, std::size_t stage) {
    return shares.empty() ? 1 : shares[stage];
}

}  // namespace

double Forecast::cycles() const {
    double sum = out;
    for (const StageForecast& stage : stages)
        sum += stage.link + stage.compute;
    return sum;
}

double cycles_before_pace(double latency, double out, const Pace& pace) {
    return std::max(latency - out - pace.slowest(), 0.0);
}

double cycles_of_stream(double latency, double out, const Pace& pace, std::int64_t samples) {
    if (samples == 1) return latency;
    return cycles_before_pace(latency, out, pace) + pace.slowest() * static_cast<double>(samples) +
           out;
}

const LayerConstants& LatencyModel::constants(const Stage& stage) const {
    const bool is_behind = aggregated_ && stage.layer > *aggregated_;
    return is_behind ? kBehindAggregation : kBeforeAggregation;
}

double LatencyModel::round(const Stage& stage) const {
    const LayerConstants& of = constants(stage);
    const LayerDesign& layer = design_.layers[stage.layer];
    const double activation = layer.bias || layer.relu ? of.activation : 0;
    return static_cast<double>(kProductsOfStep) * stage.k_core() / kStep + of.epilogue +
           activation + of.cascade;
}

double LatencyModel::compute(const Stage& stage, double share) const {
    if (stage.aggregates) return aggregation(stage, share);
    return ((rounds(stage) + stage.split.b - 1) * round(stage) + constants(stage).outside) * share;
}

/// Cycles of an aggregation, for which the authors' model has a constant. They are those of the
/// operations that wait for each other: the lock from the layer before, a load, a product, the sums
/// down the column (get to product, product to put, and the cascade's latency), and the last
/// output.
double LatencyModel::aggregation(const Stage& stage, double share) const {
    constexpr double kWordsOfTile = 2;
    const kernels::ReduceLatencies latencies = kernels::reduce_latencies(device_.core.slots);
    const arch::Timing& timing = device_.timing;
    const auto locks =
        static_cast<double>((timing.core_return + timing.core_release + timing.core_acquire +
                             timing.core_lock_op + timing.core_call)
                                .count());
    const double tiles = static_cast<double>(stage.n) / kernels::kActivationTile;
    const double steps = static_cast<double>(stage.m_core()) / kernels::kActivationTile;
    const double cascades = stage.split.a - 1;
    const double work = latencies.load + latencies.product +
                        cascades * (latencies.get + latencies.product) + latencies.narrow +
                        tiles * std::max(steps, 2 * kWordsOfTile);
    return locks + cascades * schedule::as_double(device_.core.cascade.latency) + work * share;
}

double LatencyModel::way(double switches) const {
    return schedule::as_double(device_.timing.switch_hop) * switches;
}

double LatencyModel::way_of_port(const Stage& stage) const {
    return way(design_.link == Link::Dma ? stage.split.b : stage.height() + kPortHops);
}

BytesPerCycle LatencyModel::stream() const {
    return BytesPerCycle{schedule::as_double(device_.stream_width)};
}

BytesPerCycle LatencyModel::port_rate() const {
    return schedule::port_rate(device_, device_.pl->wide_port(), design_.pl_clock_ghz);
}

BytesPerCycle LatencyModel::word() const {
    constexpr double kPort = 16 * (0.3 / 1.25);
    const BytesPerCycle of_equations{schedule::as_double(arch::kWord)};
    return std::min(of_equations * (port_rate().count() / kPort), stream());
}

double LatencyModel::in(const Stage& stage) const {
    return constants(stage).dma + cycles_to_move(bytes(stage.m_core(), stage.k_core()), word()) +
           way_of_port(stage);
}

double LatencyModel::out(const Stage& stage) const {
    const Part part = part_leaving(holders_of(stage).front(), stage);
    return constants(stage).dma + cycles_to_move(bytes(part.rows, part.columns), word()) +
           way_of_port(stage);
}

double LatencyModel::between(const Stage& from, const Stage& to, Link link) const {
    const LayerConstants& of = constants(to);
    const BytesPerCycle rate = link == Link::Pl ? word() : stream();
    const double given =
        of.dma + cycles_to_move(bytes(rows_given(from), from.n_core()), rate) + way(from.split.b);
    const double taken =
        of.dma + cycles_to_move(bytes(to.m_core(), to.k_core()), rate) + way(to.split.b);
    switch (link) {
        case Link::Cascade:
            return of.handover;
        case Link::Dma:
            return std::max(given, taken);
        case Link::MemTile:
        case Link::Pl:
            break;
    }
    // The two transfers follow each other.
    return given + taken;
}

double LatencyModel::core(const std::vector<Stage>& stages, std::size_t i, double share) const {
    const Stage& stage = stages[i];
    const bool gets = takes_by(Link::Cascade, stages, i);
    const bool puts = gives_by(Link::Cascade, stages, i);
    return core(stage, (gets ? 0 : 1) + (puts ? 0 : 1), share);
}

/// Cycles of a core including those around the kernel, with the locks of each buffer that a stream
/// fills or empties. L_o includes the latter where it is not 0.
double LatencyModel::core(const Stage& stage, int buffers, double share) const {
    if (stage.aggregates) return aggregation(stage, share);
    const arch::Timing& timing = device_.timing;
    const arch::Cycles around = timing.core_call + timing.core_return +
                                timing.core_lock_op * (2 * buffers) +
                                (buffers > 0 ? timing.core_restore : arch::Cycles{});
    return rounds(stage) * round(stage) * share +
           std::max(constants(stage).outside * share, schedule::as_double(around));
}

double LatencyModel::least_pace(const Stage& stage) const {
    return core(stage, 0, 1);
}

double LatencyModel::held_back(const Stage& stage) const {
    constexpr double kWordsOfRound = 2;
    const double ahead = device_.core.cascade.words() / kWordsOfRound;
    return stage.aggregates ? 0 : std::max(rounds(stage) - ahead, 0.0) * round(stage);
}

double LatencyModel::stream_pace(int rows, int columns, BytesPerCycle rate) const {
    return cycles_to_move(bytes(rows, columns), rate) +
           schedule::as_double(device_.timing.bd_switch);
}

Pace LatencyModel::pace_of(const std::vector<Stage>& stages, std::size_t i,
                           const KernelShares& shares) const {
    const Stage& stage = stages[i];
    const bool gets = takes_by(Link::Cascade, stages, i);
    const double before = gets ? held_back(stages[i - 1]) * share_of(shares, i - 1) : 0;
    Pace pace{.cores = before + core(stages, i, share_of(shares, i))};
    const bool from_pl = i == 0 || stage.link == Link::Pl;
    if (!gets && !stage.aggregates)
        pace.streams =
            stream_pace(stage.m_core(), stage.k_core(), from_pl ? port_rate() : stream());
    return pace;
}

Pace LatencyModel::pace(const std::vector<Stage>& stages, const KernelShares& shares) const {
    const Part given = part_leaving(holders_of(stages.back()).front(), stages.back());
    Pace pace{.streams = stream_pace(given.rows, given.columns, port_rate())};
    for (std::size_t i = 0; i < stages.size(); ++i) {
        const Pace of_stage = pace_of(stages, i, shares);
        pace.cores = std::max(pace.cores, of_stage.cores);
        pace.streams = std::max(pace.streams, of_stage.streams);
    }
    return pace;
}

Forecast LatencyModel::forecast(const std::vector<Stage>& stages,
                                const KernelShares& shares) const {
    Forecast forecast;
    for (std::size_t i = 0; i < stages.size(); ++i) {
        const Stage& stage = stages[i];
        StageForecast part;
        part.compute = compute(stage, share_of(shares, i));
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
