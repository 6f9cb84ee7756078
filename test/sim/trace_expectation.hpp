#pragma once
// The expected content of the slots of a run's trace units, derived from the events that the
// simulator's modules report to a listener. For events without a time of their own, such as the
// beats of a stream, modules report only how many there are in a stretch of time. Their exact
// cycles are not checked, since that would repeat the simulator's formulas.

#include <cstdint>
#include <optional>
#include <vector>

#include "test/sim/decoded_trace.hpp"
#include "test/sim/example_run.hpp"
#include "traces/names/event_meaning.hpp"

namespace xdnasim::sim::test {

/// A stretch of time: its end, and in how many of its cycles the slot is asserted.
struct Mark {
    std::int64_t end = 0;
    std::int64_t cycles = 0;
};

/// The expectation for a slot whose cycles modules report only as counts, such as the beats of a
/// stream.
struct Counted {
    std::vector<Mark> marks;          ///< stretches, in order of time
    Intervals full;                   ///< intervals in which all cycles are asserted
    std::optional<Intervals> within;  ///< outside these intervals, no cycle is asserted
    std::int64_t behind = 0;          ///< cycles that may be missing from the sum at a mark
    std::int64_t unseen = 0;  ///< cycles that may be missing from the sum at the end of the trace
    int slow = 0;             ///< number of stretches in which not all cycles are asserted
};

/// The expected content of a slot: exact intervals, or, if `counted` has a value, only counts.
struct Expected {
    Intervals intervals;
    std::optional<Counted> counted;
};

class Expectation {
 public:
    /// The arguments must outlive the object.
    Expectation(const schedule::Schedule& schedule, const arch::Device& device,
                const Recorder& recorder)
        : schedule_{schedule}, device_{device}, recorder_{recorder} {}

    [[nodiscard]] Expected of(const schedule::TraceUnit& unit,
                              const names::EventMeaning& meaning) const;

 private:
    /// The flow that begins or ends at a port.
    struct At {
        int stream = -1;       ///< number of the flow's stream
        int flow = 0;          ///< number of the flow in the stream
        arch::Cycles delay{};  ///< from the flow's source to the port
        /// Beats that the switches before the port hold while the sink is not ready. Once the sink
        /// is ready, these beats pass first and delay the beats behind them.
        std::int64_t held = 0;
        bool broadcast = false;  ///< the flow has several sinks
    };

    [[nodiscard]] Expected of_core(arch::TileId tile, names::Signal signal) const;
    void add_kernel(Expected& expected, const events::CoreInterval& event,
                    names::Signal signal) const;
    [[nodiscard]] Expected memory_stalls_of(arch::TileId tile) const;
    [[nodiscard]] At at(const arch::Port& port) const;
    [[nodiscard]] Expected of_port(const arch::Port& port, names::Signal signal) const;
    [[nodiscard]] std::int64_t beats_of(const events::StreamSegment& segment) const;
    /// Beats of the stream's segments in excess of one per cycle, which pass after their segments.
    [[nodiscard]] std::int64_t beats_without_a_cycle(int stream) const;
    [[nodiscard]] Counted beats_at(const At& place) const;
    [[nodiscard]] Counted stalls_at(const At& place) const;
    [[nodiscard]] Expected of_channel(const schedule::TraceUnit& unit,
                                      const names::EventMeaning& meaning) const;

    const schedule::Schedule& schedule_;
    const arch::Device& device_;
    const Recorder& recorder_;
};

}  // namespace xdnasim::sim::test
