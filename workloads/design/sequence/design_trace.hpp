#pragma once
// Trace units that a design or its sequence sets up.

#include <span>

#include "traces/names/event_names.hpp"
#include "workloads/design/draft.hpp"

namespace xdnasim::design {

/// Names the slots of a unit whose events do not happen here.
void leave_out_events(Draft& draft, base::Position at, const words::Unit& unit,
                      std::span<const int> events, const names::EventNames& names);
/// Where the words of the trace units go; units whose words go elsewhere are a Loss.
/// Precondition: sequence and flows have been read.
void finish_trace(Draft& draft);
/// The words of trace units go in the shortest bursts; asked for other data, they are a Loss.
/// Precondition: finish_trace.
void note_short_bursts(Draft& draft);

}  // namespace xdnasim::design
