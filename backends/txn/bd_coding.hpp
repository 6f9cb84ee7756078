#pragma once
// What the BDs of all DMAs have alike, in the words of their registers: all but the address of
// their buffer.

#include <cstdint>
#include <functional>
#include <span>
#include <string>

#include "backends/txn/bd_layout.hpp"
#include "backends/txn/fields.hpp"
#include "workloads/schedule/tile_program.hpp"

namespace xdnasim::txn {

/// The number by which the registers of a DMA know a lock.
using NumberOfLock = std::function<std::int64_t(const schedule::LockRef& lock)>;
/// The lock that has a number in them.
using LockOfNumber = std::function<schedule::LockRef(int number)>;

/// Throws InputError when a field cannot hold what the BD says.
void put_bd(FieldWriter& writer, const BdLayout& layout, const schedule::Bd& bd,
            const NumberOfLock& lock_number);

/// What the words mean, in its shortest form; its address, id and buffer are not set. A dimension
/// has no wrap register when it is the outermost: what the length leaves for it is its size.
/// Throws InputError, with `name`, for what the simulated DMA does not do.
[[nodiscard]] schedule::Bd get_bd(std::span<const std::uint32_t> words, const BdLayout& layout,
                                  const std::string& name, const LockOfNumber& lock_of);

}  // namespace xdnasim::txn
