#pragma once
// A measured recording against a simulated one.

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/enumerators.hpp"
#include "traces/comparison/call_comparison.hpp"
#include "traces/comparison/interval_comparison.hpp"
#include "traces/comparison/recorded.hpp"

// Which units and events of two recordings belong together.

namespace xdnasim::comparison {

struct EventPair {
    std::string name{};                   ///< "LOCK_STALL"; "slot 3" where it is not known
    std::optional<std::size_t> measured;  ///< slot; nullopt: not watched
    std::optional<std::size_t> simulated;
};

struct UnitPair {
    std::size_t measured = 0;  ///< index of a recording's unit
    std::size_t simulated = 0;
    std::vector<EventPair> events{};  ///< that are asserted in one of the recordings
};

struct Matching {
    int column_shift = 0;  ///< from the measured columns to the simulated ones
    std::vector<UnitPair> units{};
    std::vector<words::Unit> only_measured{};
    std::vector<words::Unit> only_simulated{};
};

/// Units of the same module and row belong together, on columns that are moved all alike so that
/// most find a partner: a driver may place a design anywhere. Events go by name where both
/// recordings have names, by slot where not. Packet ids say nothing.
/// Throws InputError when no unit finds a partner.
[[nodiscard]] Matching match(const Recorded& measured, const Recorded& simulated);

// Moves a simulated recording in time so that it lies beside the measured one.

enum class AlignBy : std::uint8_t {
    Start,       ///< the trace began at the same time
    FirstEvent,  ///< the first event that both have was at the same time
    Calls        ///< the calls that agree best were at the same time
};

inline constexpr std::array kAlignments{AlignBy::Calls, AlignBy::FirstEvent, AlignBy::Start};
static_assert(base::lists_all<kAlignments>());
[[nodiscard]] std::string to_string(AlignBy by);  // "first-event"

/// How the calls of a core's kernels are judged.
enum class JudgeBy : std::uint8_t {
    Medians,  ///< where both recordings have kMinRounds of them; else pair by pair
    Pairs     ///< from the first on: for recordings that begin at the same time
};
inline constexpr std::array kJudgements{JudgeBy::Medians, JudgeBy::Pairs};
static_assert(base::lists_all<kJudgements>());
[[nodiscard]] std::string to_string(JudgeBy by);  // "medians"

/// How one unit was aligned.
struct UnitAlignment {
    std::int64_t offset = 0;    ///< cycles that the simulated unit was moved by
    std::int64_t origin = 0;    ///< the cycle that both recordings have in common
    bool at_own_event = false;  ///< an event of this unit is there, else one of another, or a start
};

struct Alignment {
    AlignBy by{};
    /// A recording lacks starts, so that its units have no common time: each is aligned by itself.
    bool unit_by_unit = false;
    bool by_calls = false;               ///< the event is where calls agree best, else the first
    std::string anchor{};                ///< "INSTR_EVENT_0 of core (1,2)"; empty: none
    std::vector<UnitAlignment> units{};  ///< for each pair
};

/// How long the host takes between the start of a trace and that of the work is not simulated:
/// FirstEvent leaves it out. Its event is a kernel's beginning (INSTR_EVENT_0) if both have one,
/// or else the first that is not a stall. Start needs all starts; without them FirstEvent is used.
/// Calls takes the event at which match_phase() finds the recordings in the same phase, where
/// there are calls enough to be judged by medians, and else the first.
[[nodiscard]] Alignment align(const Recorded& measured, Recorded& simulated,
                              const Matching& matching, AlignBy by);

struct Options {
    AlignBy align = AlignBy::FirstEvent;
    JudgeBy judge = JudgeBy::Pairs;
    Tolerances tolerances{};
};

struct UnitComparison {
    words::Unit measured{};
    words::Unit simulated{};
    std::int64_t offset = 0;  ///< cycles that the simulated unit was moved by
    /// The part that both have; cycles as in the measured recording.
    Interval compared{};
    std::vector<Result> kernels{};  ///< lengths, periods and gaps
    std::vector<Result> events{};
    std::optional<Divergence> first_divergence{};  ///< of all events
    std::string other_design{};  ///< what says that it is of one (other_design.hpp)
    std::vector<std::string> notes{};
};

enum class Outcome : std::uint8_t {
    Within,
    Outside,   ///< an event is
    NotJudged  ///< nothing could be compared
};

/// "within", "outside", "not judged"
[[nodiscard]] std::string_view to_string(Outcome outcome);

struct Comparison {
    Options options{};
    Matching matching{};
    Alignment alignment{};
    std::vector<UnitComparison> units{};
    std::vector<std::string> notes{};

    /// Of all events; what only one recording has is not judged.
    [[nodiscard]] Outcome outcome() const;
    [[nodiscard]] bool passed() const { return outcome() == Outcome::Within; }
    [[nodiscard]] std::size_t count(Verdict verdict) const;
    /// Why it is outside: of what is, the first in order of cause, a kernel's length before what
    /// waits for it. Empty: it is not.
    [[nodiscard]] std::string reason() const;
};

/// Moves the units of `simulated` to where the measured ones are.
/// Throws InputError when the recordings have no unit in common.
[[nodiscard]] Comparison compare(const Recorded& measured, Recorded& simulated,
                                 const Options& options);

/// Of a unit that has kernels in both recordings; nullopt: it has not.
[[nodiscard]] std::optional<CallPair> calls_of(const RecordedUnit& measured,
                                               const RecordedUnit& simulated, const UnitPair& pair);

// One unit in two recordings.

/// `simulated` has been moved to the time of `measured`.
class UnitComparer {
 public:
    UnitComparer(const RecordedUnit& measured, const RecordedUnit& simulated, const UnitPair& pair,
                 const Options& options, AlignBy aligned_by, const UnitAlignment& aligned);

    [[nodiscard]] UnitComparison compare() const;

 private:
    struct Part {
        std::int64_t from = 0;
        std::int64_t to = 0;
    };

    [[nodiscard]] Part part_of(const RecordedUnit& unit) const;
    [[nodiscard]] Selection select(const RecordedUnit& unit, std::optional<std::size_t> slot,
                                   const std::string& event) const;
    [[nodiscard]] Setting setting() const;
    [[nodiscard]] Interval time_of(const RecordedUnit& unit) const;
    [[nodiscard]] Waits waits_of(const RecordedUnit& unit,
                                 std::optional<std::size_t> EventPair::*slot) const;
    [[nodiscard]] Result compare_pair(const EventPair& event, const Setting& setting) const;
    [[nodiscard]] std::vector<Result> kernels(const Setting& setting) const;
    /// False: there are too few calls, or they are to be judged otherwise.
    [[nodiscard]] bool compare_by_calls(UnitComparison& unit) const;
    [[nodiscard]] std::vector<std::string> notes() const;

    const RecordedUnit& measured_;
    const RecordedUnit& simulated_;
    const UnitPair& pair_;
    const Options& options_;
    AlignBy aligned_by_;
    UnitAlignment aligned_;
};

}  // namespace xdnasim::comparison
