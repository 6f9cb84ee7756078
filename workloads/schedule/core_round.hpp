#pragma once
// How often things happen in a core's program: calls, and what is done to locks.

#include <cstdint>
#include <map>
#include <optional>

#include "workloads/schedule/tile_program.hpp"

namespace xdnasim::schedule {

/// What is done to one lock.
struct LockUse {
    std::int64_t acquires = 0;  ///< operations
    std::int64_t releases = 0;
    std::int64_t acquired = 0;  ///< the sum of their values
    std::int64_t released = 0;
    [[nodiscard]] std::int64_t net() const { return released - acquired; }

    void add(const Acquire& acquire, std::int64_t times = 1);
    void add(const Release& release, std::int64_t times = 1);
};

using LockUses = std::map<LockRef, LockUse>;

/// In one pass through a stretch of a core's program; every number saturates.
struct CoreRound {
    std::map<KernelRef, std::int64_t> calls;
    LockUses locks;

    /// Calls of all kernels.
    [[nodiscard]] std::int64_t all_calls() const;
    /// Acquires and releases of all locks. The core is busy with each of them for
    /// Timing::core_lock_op, whatever its value.
    [[nodiscard]] std::int64_t lock_operations() const;
};

/// A loop without end counts as one round of it.
[[nodiscard]] CoreRound count_operations(const CoreBody& body);

/// One round of the loop without end with which the core's program closes; nullopt: it has none.
[[nodiscard]] std::optional<CoreRound> core_round(const TileProgram& program);

}  // namespace xdnasim::schedule
