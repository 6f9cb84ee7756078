#pragma once
// A Schedule as MLIR in mlir-aie's dialects, with nothing left to be chosen: tiles, locks, buffers
// with addresses, DMA programs, switch connections, core programs and the runtime sequence.

#include <string>

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

}  // namespace xdnasim::mlir
