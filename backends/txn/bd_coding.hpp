#pragma once
// Encoding and decoding of BDs in the words of their registers, as far as the DMAs of all tiles
// have it in common: everything but the address of the buffer.

#include <cstdint>
#include <functional>
#include <span>
#include <string>

#include "backends/txn/bd_layout.hpp"
#include "backends/txn/fields.hpp"
#include "workloads/schedule/tile_program.hpp"

namespace xdnasim::txn {

/// Returns the number of a lock in the registers of a DMA.
using NumberOfLock = std::function<std::int64_t(const schedule::LockRef& lock)>;
/// Returns the lock with a number in the registers of a DMA.
using LockOfNumber = std::function<schedule::LockRef(int number)>;

/// Writes a BD without its address. Throws InputError when a field cannot hold a value of the BD.
void put_bd(FieldWriter& writer, const BdLayout& layout, const schedule::Bd& bd,
            const NumberOfLock& lock_number);

/// Returns the BD in the words, with as few dimensions as describe it; address, id and buffer are
/// not set. The outermost dimension has no wrap register: its size is the length divided by the
/// sizes of the others. Throws InputError, with `name`, for settings that the simulated DMA does
/// not support.
[[nodiscard]] schedule::Bd get_bd(std::span<const std::uint32_t> words, const BdLayout& layout,
                                  const std::string& name, const LockOfNumber& lock_of);

}  // namespace xdnasim::txn
