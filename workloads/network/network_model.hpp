#pragma once
// The latency and the pace of samples by closed forms: equations (1) to (6) of Ji et al., "u-ORCA",
// 2026, with the constants of the authors' public performance model.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "arch/device.hpp"
#include "workloads/network/network_design.hpp"

namespace xdnasim::network {

/// Constants of the closed forms, in array cycles.
struct LayerConstants {
    double epilogue = 0;    ///< L_epi, in each round of accumulators
    double activation = 0;  ///< added to `epilogue` with bias or ReLU
    double cascade = 0;     ///< L_cas, for the partial sums of a round
    double outside = 0;     ///< L_o, for what is not pipelined
    double handover = 0;    ///< O_cas, from one layer to the next over the cascade
    double dma = 0;         ///< L_init, of a transfer by streams
};
/// Constants of layers that work on all rows, and of layers after an aggregation.
inline constexpr LayerConstants kBeforeAggregation{2, 1, 14, 0, 0, 30};
inline constexpr LayerConstants kBehindAggregation{2, 2, 8, 59, 0, 30};

struct StageForecast {
    /// Cycles until the stage has its inputs, counted from the end of the stage before.
    double link = 0;
    double compute = 0;
};

struct Forecast {
    std::vector<StageForecast> stages;
    double out = 0;  ///< cycles of the output after the last stage

    [[nodiscard]] double cycles() const;
};

/// Cycles from sample to sample in a stream of samples: those of the slowest core, and of the
/// slowest stream.
struct Pace {
    double cores = 0;
    double streams = 0;

    [[nodiscard]] double slowest() const { return cores > streams ? cores : streams; }
};

/// Cycles before the first sample of a stream advances at the pace. `latency` is that of a single
/// sample, and `out` the part of it after the last stage.
[[nodiscard]] double cycles_before_pace(double latency, double out, const Pace& pace);
/// Cycles of a stream of samples, from the first word to the last.
[[nodiscard]] double cycles_of_stream(double latency, double out, const Pace& pace,
                                      std::int64_t samples);

/// For each stage, the cycles of a kernel call as a share of those of the scheduled kernel; empty:
/// 1 for all stages.
using KernelShares = std::vector<double>;

/// The parts of a latency in cycles, each of which depends on neighbouring stages only.
class LatencyModel {
 public:
    LatencyModel(const NetworkDesign& design, const arch::Device& device)
        : design_{design}, device_{device}, aggregated_{design.aggregated()} {}

    /// Cycles of a stage, if a kernel call takes `share` of the cycles of the scheduled kernel.
    [[nodiscard]] double compute(const Stage& stage, double share = 1) const;
    /// Cycles of the input of the first stage.
    [[nodiscard]] double in(const Stage& stage) const;
    /// Cycles of the output of the last stage.
    [[nodiscard]] double out(const Stage& stage) const;
    [[nodiscard]] double between(const Stage& from, const Stage& to, Link link) const;

    [[nodiscard]] Forecast forecast(const std::vector<Stage>& stages,
                                    const KernelShares& shares = {}) const;
    /// Pace of a network. Stages work concurrently, except for those that are joined by a cascade:
    /// the later stage receives no sample while it works on the one before, and the cascade holds
    /// four words of the next sample, which are the words of two rounds. Example: 128 x 128 x 128
    /// on 8 x 8 cores, 16 rounds of 25 cycles, passes its activations to another layer like it. The
    /// later layer receives during 14 rounds, and then works for 16 rounds; with call and locks, 54
    /// cycles, this makes 804 cycles. Each layer alone would take 454.
    [[nodiscard]] Pace pace(const std::vector<Stage>& stages,
                            const KernelShares& shares = {}) const;
    /// Pace of stage `i` and of the stream into it.
    [[nodiscard]] Pace pace_of(const std::vector<Stage>& stages, std::size_t i,
                               const KernelShares& shares = {}) const;
    /// Least cycles of a core of the stage for a sample, whatever the neighbouring stages are.
    [[nodiscard]] double least_pace(const Stage& stage) const;

 private:
    [[nodiscard]] const LayerConstants& constants(const Stage& stage) const;
    [[nodiscard]] double aggregation(const Stage& stage, double share) const;
    /// Cycles of a round, the j loop: equation (3).
    [[nodiscard]] double round(const Stage& stage) const;
    /// Cycles of a core of stage `i` from one sample to the next.
    [[nodiscard]] double core(const std::vector<Stage>& stages, std::size_t i, double share) const;
    /// The same, by the number of buffers that streams fill or empty.
    [[nodiscard]] double core(const Stage& stage, int buffers, double share) const;
    /// Cycles of a stream that moves rows x columns bytes for a sample.
    [[nodiscard]] double stream_pace(int rows, int columns, arch::BytesPerCycle rate) const;
    /// Cycles of the rounds of a sample that the cascade cannot hold before the next stage takes
    /// them.
    [[nodiscard]] double held_back(const Stage& stage) const;
    /// Cycles through `switches` stream switches.
    [[nodiscard]] double way(double switches) const;
    /// Cycles of the way from or to the ports to the programmable logic.
    [[nodiscard]] double way_of_port(const Stage& stage) const;
    /// Rate of a stream.
    [[nodiscard]] arch::BytesPerCycle stream() const;
    /// Rate of a port to the programmable logic.
    [[nodiscard]] arch::BytesPerCycle port_rate() const;
    /// Rate of such a port in the equations, at most that of a stream. They assume a word per cycle
    /// for a port of 128 bit at 0.3 GHz beside an array at 1.25 GHz.
    [[nodiscard]] arch::BytesPerCycle word() const;

    const NetworkDesign& design_;
    const arch::Device& device_;
    std::optional<std::size_t> aggregated_;
};

}  // namespace xdnasim::network
