#pragma once
// Checks the schedule of a loop or a block against the slot model, independently of the schedulers.

#include <string>
#include <vector>

#include "workloads/kernels/vliw/slot_schedule.hpp"

namespace xdnasim::vliw {

/// Texts on all breaches of the model by the schedule: a slot or unit used twice, excluded slots
/// used together, an operand read too early, more live values than registers. Shares no code with
/// the schedulers.
[[nodiscard]] std::vector<std::string> verify(const OperationGraph& graph,
                                              const SlotSchedule& schedule,
                                              const arch::SlotModel& model);

}  // namespace xdnasim::vliw
