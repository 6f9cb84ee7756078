#pragma once
// Holds the schedule of a loop or a block against the rules of the slots, independently of the
// schedulers.

#include <string>
#include <vector>

#include "workloads/kernels/vliw/slot_schedule.hpp"

namespace xdnasim::vliw {

/// Every breach of the model by the schedule, in words: a slot or unit used twice, excluded
/// slots together, an operand read too early, more registers alive than there are. Shares
/// nothing with the schedulers.
[[nodiscard]] std::vector<std::string> verify(const OperationGraph& graph,
                                              const SlotSchedule& schedule,
                                              const arch::SlotModel& model);

}  // namespace xdnasim::vliw
