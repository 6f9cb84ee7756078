#pragma once
// Patterns of BDs, locks and loops that the mappings of several workloads are made of.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "arch/device.hpp"
#include "workloads/schedule/tile_program.hpp"

namespace xdnasim::schedule {

/// A ring of BDs over `buffers`, each passing from `acquire` to `release`; ids from `first`.
[[nodiscard]] std::vector<Bd> ring(int first, const std::vector<BufferRef>& buffers,
                                   arch::Bytes length, const std::vector<Dimension>& dimensions,
                                   LockRef acquire, LockRef release);

/// The ring becomes what `channel` of the tile runs, from its start on.
void run_ring(TileProgram& program, arch::Direction direction, int channel,
              const std::vector<Bd>& ring);

// How often things happen in a core's program: calls, and what is done to locks.

/// What is done to one lock.
struct LockUse {
    std::int64_t acquires = 0;  ///< operations
    std::int64_t releases = 0;
    std::int64_t acquired = 0;  ///< the sum of what they take
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

// Streams that a mem tile only passes on.

/// A relay has channel `number` of each direction, and the half of the mem tile's BDs that
/// channels of its number's parity can use.
inline constexpr int kMaxRelays = 2;

/// One stream, of which a mem tile holds `depth` objects.
struct Relay {
    std::string name;
    arch::Bytes object{};
    int depth = 0;
};

/// Objects come in and leave in turn, each stream under a pair of locks of its own.
/// Preconditions: at most kMaxRelays, of 1 to max_relay_depth() objects, that fit together.
[[nodiscard]] TileProgram relay_program(arch::TileId mem_tile, const std::vector<Relay>& relays,
                                        const arch::Device& device);

/// Objects of a stream that a mem tile has BDs and lock values for.
[[nodiscard]] int max_relay_depth(const arch::Device& device);

}  // namespace xdnasim::schedule
