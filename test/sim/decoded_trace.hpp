#pragma once
// The words of a run's trace units as intervals of its cycles.

#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "test/sim/traced_run.hpp"
#include "traces/words/levels.hpp"

namespace xdnasim::sim::test {

using Intervals = std::vector<Asserted>;

/// In order, with what touches joined.
[[nodiscard]] Intervals joined(Intervals intervals);
/// What begins before `end`, up to there.
[[nodiscard]] Intervals before(const Intervals& intervals, std::int64_t end);
/// What ends behind `begin`, from there on.
[[nodiscard]] Intervals from(std::int64_t begin, Intervals intervals);

class DecodedTrace final : private words::LevelSink {
 public:
    explicit DecodedTrace(const std::vector<std::uint32_t>& words);

    /// When the event in a slot of a unit was asserted.
    [[nodiscard]] Intervals of(const words::Unit& unit, int slot) const;
    /// The first cycle that a unit could tell of.
    [[nodiscard]] std::int64_t begin(const words::Unit& unit) const { return starts_.at(unit) + 1; }
    /// The first one that it could not.
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
