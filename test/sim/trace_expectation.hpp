#pragma once
// What the slots of a run's trace units should have seen, from what its modules told a listener.
// Where in a stretch of time the simulator puts single cycles is not worked out again here, as that
// would repeat its formulas: how many there are, and between which events, is what modules tell.

#include <cstdint>
#include <optional>
#include <vector>

#include "test/sim/decoded_trace.hpp"
#include "test/sim/example_run.hpp"
#include "traces/names/event_meaning.hpp"

namespace xdnasim::sim::test {

/// So many cycles of a slot before cycle `end`.
struct Mark {
    std::int64_t end = 0;
    std::int64_t cycles = 0;
};

/// What is told of cycles that have no event each, such as the beats of a stream.
struct Counted {
    std::vector<Mark> marks;          ///< in order of time
    Intervals full;                   ///< asserted in all of their cycles
    std::optional<Intervals> within;  ///< asserted nowhere else
    std::int64_t behind = 0;          ///< cycles that may be missing at a mark, but for the last
    std::int64_t unseen = 0;          ///< cycles that may be missing at the last mark
    int slow = 0;                     ///< marks at whose stretches not every cycle is asserted
};

/// What a slot should have seen: exactly the intervals, or what is told of their number.
struct Expected {
    Intervals intervals;
    std::optional<Counted> counted;
};

class Expectation {
 public:
    /// All must outlive this.
    Expectation(const schedule::Schedule& schedule, const arch::Device& device,
                const Recorder& recorder)
        : schedule_{schedule}, device_{device}, recorder_{recorder} {}

    [[nodiscard]] Expected of(const schedule::TraceUnit& unit,
                              const names::EventMeaning& meaning) const;

 private:
    /// The flow that ends at a port, with the number of its stream, and how far behind.
    struct At {
        int stream = -1;
        int flow = 0;
        arch::Cycles delay{};
        /// Beats that switches hold before it while its sink is not ready. They pass when it is,
        /// and what comes behind them as much later.
        std::int64_t held = 0;
        bool broadcast = false;  ///< of its flow
    };

    [[nodiscard]] Expected of_core(arch::TileId tile, names::Signal signal) const;
    void add_kernel(Expected& expected, const events::CoreInterval& event,
                    names::Signal signal) const;
    [[nodiscard]] Expected memory_stalls_of(arch::TileId tile) const;
    [[nodiscard]] At at(const arch::Port& port) const;
    [[nodiscard]] Expected of_port(const arch::Port& port, names::Signal signal) const;
    [[nodiscard]] std::int64_t beats_of(const events::StreamSegment& segment) const;
    /// More than one a cycle in the stream's segments: those pass in the cycles behind them.
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
