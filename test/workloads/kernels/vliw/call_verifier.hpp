#pragma once
// Holds whole calls against the rules of the slots: all sections laid out in time, one behind the
// other, as often as they run.

#include <string>
#include <vector>

#include "workloads/kernels/vliw/call_schedule.hpp"

namespace xdnasim::vliw {

/// The nest with a label of its own for each instruction: "body 3: mac C00". Layouts do not depend
/// on labels.
[[nodiscard]] LoopNest labelled(LoopNest nest);

/// Every breach of the model by a call of blocks, in words: operations that issue more or less
/// often than the program says, a slot or unit used twice in a cycle, excluded slots together, more
/// registers alive than there are. Values are followed by their names in the order of the program,
/// whichever sections their writers and readers are in. Shares nothing with the schedulers.
/// Preconditions: `call` was made of `nest`, which is labelled and has no code laid out by hand and
/// no nests before or behind its blocks.
[[nodiscard]] std::vector<std::string> verify_call(const LoopNest& nest, const CallSchedule& call,
                                                   const arch::SlotModel& model);

}  // namespace xdnasim::vliw
