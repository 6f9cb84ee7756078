#pragma once
// What the slots of a run's trace units should have seen, from what its modules told.

#include <cstdint>
#include <optional>
#include <vector>

#include "decoded_trace.hpp"
#include "example_run.hpp"
#include "xdnasim/traces/names/event_meaning.hpp"

namespace xdnasim::sim::test {

/// So many cycles of a slot before cycle `end`.
struct Mark {
    std::int64_t end = 0;
    std::int64_t cycles = 0;
};

/// What a slot should have seen: `intervals`, or, of a stream that the DRAM slows down, whose beats
/// have no cycles of their own, so many by the end of each of its segments.
struct Expected {
    Intervals intervals;
    std::vector<Mark> marks;
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
    };
    /// What a stream does: a segment of a flow, with its beats, or a stall.
    struct Step {
        arch::Cycles begin{};
        arch::Cycles end{};
        std::optional<int> flow;
        std::int64_t beats = 0;
        bool held_back = false;
    };

    [[nodiscard]] Expected of_core(arch::TileId tile, names::Signal signal) const;
    void add_kernel(Expected& expected, const events::CoreInterval& event,
                    names::Signal signal) const;
    [[nodiscard]] At at(const arch::Port& port) const;
    [[nodiscard]] std::vector<Step> steps(int stream) const;  // in order
    [[nodiscard]] Expected of_port(const arch::Port& port, names::Signal signal) const;
    [[nodiscard]] Expected of_channel(const schedule::TraceUnit& unit,
                                      const names::EventMeaning& meaning) const;

    const schedule::Schedule& schedule_;
    const arch::Device& device_;
    const Recorder& recorder_;
};

}  // namespace xdnasim::sim::test
