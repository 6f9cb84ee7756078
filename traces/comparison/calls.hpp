#pragma once
// The kernel calls of a recording, from one to the next: what of them is the same in a recording
// that begins or ends anywhere, and in one of several runs.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "traces/comparison/matching.hpp"

namespace xdnasim::comparison {

/// From the beginning of a call to that of the next.
struct Round {
    Interval call{};    ///< from event 0 to the event 1 behind it
    Interval period{};  ///< from event 0 to event 0
    std::size_t kernel = 0;
    std::size_t next = 0;  ///< kernel of the next call
    [[nodiscard]] Interval gap() const { return {call.end, period.end}; }
    /// Rounds of one kind are compared with each other.
    [[nodiscard]] std::pair<std::size_t, std::size_t> kind() const { return {kernel, next}; }
};

/// Without calls whose end or next call is not recorded.
[[nodiscard]] std::vector<Round> rounds_of(std::span<const Interval> event_0,
                                           std::span<const Interval> event_1);

/// Kernels do not tell their names: they are told apart by how long their calls take. Sets `kernel`
/// and `next` of both recordings' rounds; the shortest kernel is 0. Lengths that are more than half
/// of the shorter one apart are of different kernels.
void tell_kernels_apart(std::vector<Round>& measured, std::vector<Round>& simulated);

/// Rounds that are more than four times as long as their kind's: between two runs. Removes them,
/// and returns their cycles.
std::vector<std::int64_t> remove_pauses(std::vector<Round>& rounds);

/// `cycles` of an event in each round, from the round where it first begins to occur up to where it
/// last does: whole periods of it, wherever a recording is cut. All of them where it does so once.
[[nodiscard]] Intervals whole_periods(const Intervals& cycles);

/// The median of numbers, of which there is one at least.
[[nodiscard]] double median(std::vector<std::int64_t> numbers);

/// A round of each recording, by index, at which both are in the same phase.
struct Phase {
    std::size_t measured = 0;
    std::size_t simulated = 0;
};

/// Where the kernels and the periods of the two sequences agree best, over half of the shorter one
/// at least. nullopt: one of them is empty.
[[nodiscard]] std::optional<Phase> match_phase(std::span<const Round> measured,
                                               std::span<const Round> simulated);

/// The rounds of a unit in both recordings, kernels told apart and without pauses.
struct CallPair {
    std::vector<Round> measured{};
    std::vector<Round> simulated{};
    std::vector<std::string> notes{};  ///< on what is left out
};

/// Below so many rounds in one of the recordings there is nothing to take medians of.
inline constexpr std::size_t kMinRounds = 8;

[[nodiscard]] CallPair pair_calls(std::vector<Round> measured, std::vector<Round> simulated);
[[nodiscard]] bool can_take_medians(const CallPair& calls);

/// Of a unit that has kernels in both recordings; nullopt: it has not.
[[nodiscard]] std::optional<CallPair> calls_of(const RecordedUnit& measured,
                                               const RecordedUnit& simulated, const UnitPair& pair);

}  // namespace xdnasim::comparison
