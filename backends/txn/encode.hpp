#pragma once
// The runtime sequence of a schedule as the instruction stream that an NPU would be sent.

#include <cstdint>
#include <vector>

#include "arch/device.hpp"
#include "backends/txn/operations.hpp"
#include "workloads/schedule/schedule.hpp"

namespace xdnasim::txn {

/// The set-up of trace units, then the sequence's register writes, address patches and waits, its
/// loops unrolled.
/// Throws InputError, which names the object, for what the registers cannot say.
/// Precondition: `schedule` is valid on `device` (schedule::validate).
[[nodiscard]] std::vector<Operation> operations_of(const schedule::Schedule& schedule,
                                                   const arch::Device& device);

/// Likewise as the words of a stream of version 0.1.
[[nodiscard]] std::vector<std::uint32_t> encode(const schedule::Schedule& schedule,
                                                const arch::Device& device);

}  // namespace xdnasim::txn
