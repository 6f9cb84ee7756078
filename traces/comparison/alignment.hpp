#pragma once
// Alignment of a simulated recording with a measured one, by moving it in time.

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "base/enumerators.hpp"
#include "traces/comparison/matching.hpp"

namespace xdnasim::comparison {

enum class AlignBy : std::uint8_t {
    Start,       ///< the traces start at the same time
    FirstEvent,  ///< the first event that both recordings have is at the same time
    Calls        ///< the kernel calls that agree best are at the same time
};

inline constexpr std::array kAlignments{AlignBy::Calls, AlignBy::FirstEvent, AlignBy::Start};
static_assert(base::lists_all<kAlignments>());
[[nodiscard]] std::string to_string(AlignBy by);  // "first-event"

/// Alignment of one unit.
struct UnitAlignment {
    std::int64_t offset = 0;    ///< cycles by which the simulated unit was moved
    std::int64_t origin = 0;    ///< the measured cycle at which both recordings are aligned
    bool at_own_event = false;  ///< whether an event of this unit is at `origin`
};

struct Alignment {
    AlignBy by{};
    /// Each unit is aligned by itself, since a recording lacks starts and its units have no common
    /// time.
    bool unit_by_unit = false;
    bool by_calls = false;               ///< the anchor is where calls agree best, not the first
    std::string anchor{};                ///< "INSTR_EVENT_0 of core (1,2)"; empty: none
    std::vector<UnitAlignment> units{};  ///< one for each pair of units
};

/// Moves `simulated` in time and returns how. The time that the host takes between the start of a
/// trace and the start of the work is not simulated, and FirstEvent leaves it out: it uses the
/// first beginning of a kernel (INSTR_EVENT_0) if both recordings have one, else the first event
/// that is not a stall. Start needs the starts of all units; without them, FirstEvent is used.
/// Calls uses the call at which match_phase() finds both recordings in the same phase, if there are
/// enough calls to be judged by medians; otherwise the event of FirstEvent.
[[nodiscard]] Alignment align(const Recorded& measured, Recorded& simulated,
                              const Matching& matching, AlignBy by);

}  // namespace xdnasim::comparison
