#pragma once
// Checks whole kernel calls against the slot model, with all runs of all sections one after the
// other.

#include <string>
#include <vector>

#include "workloads/kernels/vliw/call_schedule.hpp"

namespace xdnasim::vliw {

/// The nest with a unique label for each instruction, such as "body 3: mac C00". Schedules do not
/// depend on labels.
[[nodiscard]] LoopNest labelled(LoopNest nest);

/// Texts on all breaches of the model by a call: operations that issue more or less often than in
/// the program, a slot or unit used twice in a cycle, excluded slots used together, more live
/// values than registers. Values are tracked by name in the order of the program, whichever
/// sections their writers and readers are in. Shares no code with the schedulers. Preconditions:
/// `call` was scheduled from `nest`; `nest` is labelled, and has no code scheduled by hand and no
/// nests before or after its blocks.
[[nodiscard]] std::vector<std::string> verify_call(const LoopNest& nest, const CallSchedule& call,
                                                   const arch::SlotModel& model);

}  // namespace xdnasim::vliw
