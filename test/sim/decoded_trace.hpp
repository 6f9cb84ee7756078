#pragma once
// The decoded words of a run's trace units, as intervals of the run's cycles.

#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "test/sim/traced_run.hpp"
#include "traces/words/levels.hpp"

namespace xdnasim::sim::test {

using Intervals = std::vector<Asserted>;

/// The intervals sorted, with overlapping and adjacent ones joined and empty ones removed.
[[nodiscard]] Intervals joined(Intervals intervals);
/// The parts of the intervals before the cycle `end`.
[[nodiscard]] Intervals before(const Intervals& intervals, std::int64_t end);
/// The parts of the intervals from the cycle `begin` on.
[[nodiscard]] Intervals from(std::int64_t begin, Intervals intervals);

class DecodedTrace final : private words::LevelSink {
 public:
    explicit DecodedTrace(const std::vector<std::uint32_t>& words);

    /// The intervals in which the event in a slot of a unit was asserted.
    [[nodiscard]] Intervals of(const words::Unit& unit, int slot) const;
    /// The first cycle that the unit traced.
    [[nodiscard]] std::int64_t begin(const words::Unit& unit) const { return starts_.at(unit) + 1; }
    /// The first cycle after the last one that the unit traced.
    [[nodiscard]] std::int64_t end(const words::Unit& unit) const { return ends_.at(unit); }
    [[nodiscard]] int faults() const { return faults_; }

 private:
    void on_levels(int stream, std::span<const words::Level> levels) override;
    void on_fault(const words::Fault& /*fault*/) override { ++faults_; }

    std::map<std::pair<int, int>, Intervals> slots_;
    std::map<std::pair<words::Unit, int>, Intervals> units_;
    std::map<words::Unit, std::int64_t> starts_;
    std::map<words::Unit, std::int64_t> ends_;
    int faults_ = 0;
};

}  // namespace xdnasim::sim::test
