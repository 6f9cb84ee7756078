#pragma once
// Trace units that a design or its sequence sets up.

#include <span>

#include "traces/names/event_names.hpp"
#include "workloads/design/draft.hpp"

namespace xdnasim::design {

/// Notes the slots of a unit whose events are not simulated.
void leave_out_events(Draft& draft, base::Position at, const words::Unit& unit,
                      std::span<const int> events, const names::EventNames& names);
/// Finds where the words of the trace units go. Units whose words reach no host buffer are left out
/// as a Loss. Precondition: sequence and flows have been read.
void finish_trace(Draft& draft);
/// Notes short bursts: BDs for the words of trace units are simulated with them; for other data
/// they are a Loss. Precondition: finish_trace() has been called.
void note_short_bursts(Draft& draft);

}  // namespace xdnasim::design
