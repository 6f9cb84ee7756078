#pragma once
// Registers of a tile that a command processor writes in addition to those of its DMA: locks and
// data memory.

#include <optional>

#include "arch/device.hpp"
#include "backends/txn/instructions.hpp"
#include "workloads/schedule/schedule.hpp"

namespace xdnasim::txn {

/// Returns the register Lock*_value (AM025). Each lock takes 16 bytes, and the lower six bits of
/// the first word hold its value.
[[nodiscard]] Register lock_register(const schedule::LockRef& lock, const arch::Device& device);

/// Returns the number of the lock whose value the register holds; nullopt if it is no such
/// register.
[[nodiscard]] std::optional<int> lock_at(const Register& at, const arch::Device& device);

/// Whether the register is one of the DMA or the locks, or lies between these. Precondition: the
/// tile is a core's or a mem tile.
[[nodiscard]] bool is_dma_or_lock(const Register& at, const arch::Device& device);

/// Returns the operation for a write to data memory, which a tile's register space begins with.
/// Preconditions: the schedule has the buffer, and a write under a mask is of one word.
[[nodiscard]] Operation operation_of(const schedule::WriteMemory& write,
                                     const schedule::Schedule& schedule);

}  // namespace xdnasim::txn
