#pragma once
// Kernel calls of a recording as rounds, from one call to the next. Rounds can be compared wherever
// the recordings begin and end, and even if a recording contains several runs.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "traces/comparison/matching.hpp"

namespace xdnasim::comparison {

/// The time from the beginning of a call to the beginning of the next.
struct Round {
    Interval call{};    ///< from event 0 to the event 1 after it
    Interval period{};  ///< from event 0 to the next event 0
    std::size_t kernel = 0;
    std::size_t next = 0;  ///< kernel of the next call
    [[nodiscard]] Interval gap() const { return {call.end, period.end}; }
    /// The kind of the round. Only rounds of the same kind are compared.
    [[nodiscard]] std::pair<std::size_t, std::size_t> kind() const { return {kernel, next}; }
};

/// The rounds of a recording, without calls whose end or whose next call is not recorded.
[[nodiscard]] std::vector<Round> rounds_of(std::span<const Interval> event_0,
                                           std::span<const Interval> event_1);

/// Sets `kernel` and `next` in the rounds of both recordings; the shortest kernel is number 0.
/// Events do not name kernels, so kernels are distinguished by the length of their calls: among all
/// lengths in ascending order, a new kernel begins where a length exceeds the one before by more
/// than half of it plus 16 cycles.
void tell_kernels_apart(std::vector<Round>& measured, std::vector<Round>& simulated);

/// Removes the rounds that contain a pause between two runs, and returns their cycles. A pause is a
/// period of more than four times the usual length: the median of all rounds, or that of the rounds
/// of the same kind if it is longer and there are more than two of them.
std::vector<std::int64_t> remove_pauses(std::vector<Round>& rounds);

/// A part of `cycles`, the cycles of an event in each round, that consists of whole periods of the
/// event wherever a recording is cut: from the first round in which the event occurs again after a
/// round without it, up to (not including) the last such round. All of `cycles` if there are fewer
/// than two such rounds.
[[nodiscard]] Intervals whole_periods(const Intervals& cycles);

/// The median. Precondition: there is at least one number.
[[nodiscard]] double median(std::vector<std::int64_t> numbers);

/// One round of each recording, by index, at which both are in the same phase.
struct Phase {
    std::size_t measured = 0;
    std::size_t simulated = 0;
};

/// The phase at which kernels and periods of the two sequences agree best, over at least half of
/// the shorter sequence; nullopt: one of them is empty.
[[nodiscard]] std::optional<Phase> match_phase(std::span<const Round> measured,
                                               std::span<const Round> simulated);

/// The rounds of a unit in both recordings, with kernels distinguished and without pauses.
struct CallPair {
    std::vector<Round> measured{};
    std::vector<Round> simulated{};
    std::vector<std::string> notes{};  ///< notes on pauses that are left out
};

/// Fewest rounds in each recording for which medians are taken.
inline constexpr std::size_t kMinRounds = 8;

[[nodiscard]] CallPair pair_calls(std::vector<Round> measured, std::vector<Round> simulated);
[[nodiscard]] bool can_take_medians(const CallPair& calls);

/// The calls of a unit; nullopt: the unit does not watch the beginnings and ends of kernels in both
/// recordings.
[[nodiscard]] std::optional<CallPair> calls_of(const RecordedUnit& measured,
                                               const RecordedUnit& simulated, const UnitPair& pair);

}  // namespace xdnasim::comparison
