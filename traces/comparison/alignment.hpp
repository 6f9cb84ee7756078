#pragma once
// Moves a simulated recording in time so that it lies beside the measured one.

#include <cstdint>
#include <string>
#include <vector>

#include "traces/comparison/matching.hpp"

namespace xdnasim::comparison {

enum class AlignBy : std::uint8_t {
    Start,      ///< the trace began at the same time
    FirstEvent  ///< the first event that both have was at the same time
};

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
    std::string anchor{};                ///< "INSTR_EVENT_0 of core (1,2)"; empty: none
    std::vector<UnitAlignment> units{};  ///< for each pair
};

/// How long the host takes between the start of a trace and that of the work is not simulated:
/// FirstEvent leaves it out. Its event is a kernel's beginning (INSTR_EVENT_0) if both have one,
/// or else the first that is no stall. Start needs all starts; without them FirstEvent is used.
[[nodiscard]] Alignment align(const Recorded& measured, Recorded& simulated,
                              const Matching& matching, AlignBy by);

}  // namespace xdnasim::comparison
