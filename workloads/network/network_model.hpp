#pragma once
// How long a sample takes by closed forms: equations (1) to (6) of Ji et al., "u-ORCA", 2026, with
// the constants of its authors' public performance model.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "arch/device.hpp"
#include "workloads/network/network_design.hpp"

namespace xdnasim::network {

/// In cycles of the array.
struct LayerConstants {
    double epilogue = 0;    ///< L_epi, of a round of accumulators
    double activation = 0;  ///< more of it with bias or ReLU
    double cascade = 0;     ///< L_cas, of partial sums, of a round
    double outside = 0;     ///< L_o, of what is not pipelined
    double handover = 0;    ///< O_cas, from a layer to the next over the cascade
    double dma = 0;         ///< L_init, of a transfer by streams
};
/// Of layers on all rows, and of those behind an aggregation.
inline constexpr LayerConstants kBeforeAggregation{2, 1, 14, 0, 0, 30};
inline constexpr LayerConstants kBehindAggregation{2, 2, 8, 59, 0, 30};

struct StageForecast {
    double link = 0;  ///< until it has what it needs, beyond the stage before
    double compute = 0;
};

struct Forecast {
    std::vector<StageForecast> stages;
    double out = 0;  ///< behind the last one

    [[nodiscard]] double cycles() const;
};

/// From sample to sample in a stream of them, in cycles: what its slowest core takes, and its
/// slowest stream.
struct Pace {
    double cores = 0;
    double streams = 0;

    [[nodiscard]] double slowest() const { return cores > streams ? cores : streams; }
};

/// Before the first sample of a stream has the pace, in cycles, where one alone takes `latency`,
/// and `out` of it behind the last stage.
[[nodiscard]] double cycles_before_pace(double latency, double out, const Pace& pace);
/// Of a stream of samples, from the first word to the last.
[[nodiscard]] double cycles_of_stream(double latency, double out, const Pace& pace,
                                      std::int64_t samples);

/// Index: stage. What a call takes, of what the slots of the core make of its kernel; empty: all of
/// it.
using KernelShares = std::vector<double>;

/// Cycles of the parts of a latency, each of which depends on neighbouring stages alone.
class LatencyModel {
 public:
    LatencyModel(const NetworkDesign& design, const arch::Device& device)
        : design_{design}, device_{device}, aggregated_{design.aggregated()} {}

    /// Where a call takes `share` of what the slots of the core make of its kernel.
    [[nodiscard]] double compute(const Stage& stage, double share = 1) const;
    /// Of the first stage.
    [[nodiscard]] double in(const Stage& stage) const;
    /// Of the last one.
    [[nodiscard]] double out(const Stage& stage) const;
    [[nodiscard]] double between(const Stage& from, const Stage& to, Link link) const;

    [[nodiscard]] Forecast forecast(const std::vector<Stage>& stages,
                                    const KernelShares& shares = {}) const;
    /// Stages work side by side, but for those that a cascade joins: the later one gets no sample
    /// while it works on the one before, and the cascade holds four words of it, those of two
    /// rounds. 128 x 128 x 128 on 8 x 8 cores, 16 rounds of 25 cycles, gives to another one like
    /// it: 14 rounds come while this gets, and then it works for as long as 16, with call and locks
    /// 54 cycles more: 804 cycles. Each alone would take 454.
    [[nodiscard]] Pace pace(const std::vector<Stage>& stages,
                            const KernelShares& shares = {}) const;
    /// What stage `i` takes for a sample, and the stream into it.
    [[nodiscard]] Pace pace_of(const std::vector<Stage>& stages, std::size_t i,
                               const KernelShares& shares = {}) const;
    /// The least that a core of the stage takes for a sample, whatever stands before and behind it.
    [[nodiscard]] double least_pace(const Stage& stage) const;

 private:
    [[nodiscard]] const LayerConstants& constants(const Stage& stage) const;
    [[nodiscard]] double aggregation(const Stage& stage, double share) const;
    /// (3), of a j loop.
    [[nodiscard]] double round(const Stage& stage) const;
    /// Of a core of a stage, from one sample to the next.
    [[nodiscard]] double core(const std::vector<Stage>& stages, std::size_t i, double share) const;
    /// The same, by the number of buffers that streams fill or empty.
    [[nodiscard]] double core(const Stage& stage, int buffers, double share) const;
    /// Of a stream that moves so many bytes for a sample.
    [[nodiscard]] double stream_pace(int rows, int columns, arch::BytesPerCycle rate) const;
    /// Rounds of a sample that a cascade has no room for before it is taken.
    [[nodiscard]] double held_back(const Stage& stage) const;
    /// Through so many stream switches.
    [[nodiscard]] double way(double switches) const;
    /// From the ports to the programmable logic, or to them.
    [[nodiscard]] double way_of_port(const Stage& stage) const;
    /// Of a stream.
    [[nodiscard]] arch::BytesPerCycle stream() const;
    /// Of a port to the programmable logic.
    [[nodiscard]] arch::BytesPerCycle port_rate() const;
    /// The same in the equations, which have a word a cycle for a port of 128 bit at 0.3 GHz beside
    /// an array at 1.25 GHz, and no more than a stream.
    [[nodiscard]] arch::BytesPerCycle word() const;

    const NetworkDesign& design_;
    const arch::Device& device_;
    std::optional<std::size_t> aggregated_;
};

}  // namespace xdnasim::network
