#pragma once
// A schedule as text in MLIR, and back.

#include <string>
#include <string_view>

#include "arch/device.hpp"
#include "workloads/schedule/schedule.hpp"

namespace xdnasim::mlir {

/// Precondition: `schedule` is valid on `device` (schedule::validate).
/// Throws InputError, which names the object, for what mlir-aie has no device or no operation for.
[[nodiscard]] std::string write(const schedule::Schedule& schedule, const arch::Device& device);

/// mlir-aie's name of the smallest device that has the tiles of the schedule: "npu1_2col".
/// Throws InputError when it has none.
[[nodiscard]] std::string device_kind(const schedule::Schedule& schedule,
                                      const arch::Device& device);

// The text that write() makes, back to a Schedule.

/// The schedule without what it computes (its descriptions), which the text does not say, its
/// runtime sequence without loops. What no stream passes and has no program is left out.
/// It is not validated: schedule::validate does that.
/// Throws InputError "file:line:column: ..." for what is not in the text that write() makes for
/// `device`; `file` is what the text is called.
[[nodiscard]] schedule::Schedule parse(std::string_view text, const std::string& file,
                                       const arch::Device& device);

}  // namespace xdnasim::mlir
