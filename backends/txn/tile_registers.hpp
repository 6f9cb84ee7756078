#pragma once
// What a command processor writes in a tile beside its DMA: locks and data memory.

#include <optional>

#include "arch/device.hpp"
#include "backends/txn/instructions.hpp"
#include "workloads/schedule/schedule.hpp"

namespace xdnasim::txn {

/// Lock*_value (AM025): 16 bytes for each lock, of which the lower six bits of the first word hold
/// the value.
[[nodiscard]] Register lock_register(const schedule::LockRef& lock, const arch::Device& device);

/// Number of the lock whose value the register holds; nullopt: of none.
[[nodiscard]] std::optional<int> lock_at(const Register& at, const arch::Device& device);

/// Is it of the DMA, the locks or what lies between them? Precondition: of a core or a mem tile.
[[nodiscard]] bool is_dma_or_lock(const Register& at, const arch::Device& device);

/// A tile's registers begin with its data memory. Precondition: the schedule has the buffer, and
/// one word alone is written under a mask.
[[nodiscard]] Operation operation_of(const schedule::WriteMemory& write,
                                     const schedule::Schedule& schedule);

}  // namespace xdnasim::txn
