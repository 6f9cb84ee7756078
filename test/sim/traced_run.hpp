#pragma once
// A run with trace units, and their decoded words.

#include <cstdint>
#include <map>
#include <string_view>
#include <vector>

#include "test/sim/example_run.hpp"
#include "traces/words/levels.hpp"
#include "workloads/tracing/add_trace.hpp"

namespace xdnasim::sim::test {

/// An interval of cycles of the run, from `begin` to before `end`.
struct Asserted {
    std::int64_t begin = 0;
    std::int64_t end = 0;
    bool operator==(const Asserted&) const = default;
};
void PrintTo(const Asserted& asserted, std::ostream* out);

[[nodiscard]] std::int64_t cycles_in(const std::vector<Asserted>& intervals);

/// A trace unit that watches `events`, which are named as in the hardware manuals.
[[nodiscard]] tracing::UnitRequest unit_watching(const arch::Device& device, words::Module module,
                                                 arch::TileId tile,
                                                 const std::vector<std::string_view>& events);

class TracedRun final : private words::LevelSink {
 public:
    /// By default, the words are collected without streams (Route::Ideal).
    TracedRun(schedule::Schedule schedule, std::vector<tracing::UnitRequest> units,
              const arch::Device& device, tracing::Route route = tracing::Route::Ideal);

    [[nodiscard]] const Timed& timed() const { return timed_; }
    /// The intervals in which the event in a slot of the unit with the number `unit` was asserted.
    [[nodiscard]] std::vector<Asserted> slot(std::size_t unit, int slot) const;
    /// The cycle of the run in which the unit started.
    [[nodiscard]] std::int64_t start(std::size_t unit) const {
        return runs_.at(units_[unit]).start;
    }
    /// The cycle of the run in which the unit stopped.
    [[nodiscard]] std::int64_t stop(std::size_t unit) const { return runs_.at(units_[unit]).stop; }

 private:
    struct UnitRun {
        std::int64_t start = 0;
        std::int64_t stop = 0;
        std::array<std::vector<Asserted>, words::kSlots> slots;
    };
    void on_levels(int stream, std::span<const words::Level> levels) override;
    void on_fault(const words::Fault& fault) override;

    std::vector<words::Unit> units_;
    Timed timed_;
    std::map<int, std::array<std::vector<Asserted>, words::kSlots>> streams_;
    std::map<words::Unit, UnitRun> runs_;
};

}  // namespace xdnasim::sim::test
