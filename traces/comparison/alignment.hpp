#pragma once
// Moves a simulated recording in time so that it lies beside the measured one.

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "base/enumerators.hpp"
#include "traces/comparison/matching.hpp"

namespace xdnasim::comparison {

enum class AlignBy : std::uint8_t {
    Start,       ///< the trace began at the same time
    FirstEvent,  ///< the first event that both have was at the same time
    Calls        ///< the calls that agree best were at the same time
};

inline constexpr std::array kAlignments{AlignBy::Calls, AlignBy::FirstEvent, AlignBy::Start};
static_assert(base::lists_all<kAlignments>());
[[nodiscard]] std::string to_string(AlignBy by);  // "first-event"

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

}  // namespace xdnasim::comparison
