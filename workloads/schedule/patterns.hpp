#pragma once
// Patterns of BDs, locks and loops that the mappings of several workloads share.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "arch/device.hpp"
#include "workloads/schedule/tile_program.hpp"

namespace xdnasim::schedule {

/// A ring of BDs, one for each of `buffers`, with ids from `first` on. Each BD acquires `acquire`
/// and releases `release`, by 1.
[[nodiscard]] std::vector<Bd> ring(int first, const std::vector<BufferRef>& buffers,
                                   arch::Bytes length, const std::vector<Dimension>& dimensions,
                                   LockRef acquire, LockRef release);

/// Adds the ring's BDs to the tile and makes the ring the task that `channel` starts with.
void run_ring(TileProgram& program, arch::Direction direction, int channel,
              const std::vector<Bd>& ring);

// Numbers of operations in a core's program: kernel calls and lock operations.

/// The operations on one lock.
struct LockUse {
    std::int64_t acquires = 0;  ///< number of acquires
    std::int64_t releases = 0;
    std::int64_t acquired = 0;  ///< sum of the values that the acquires subtract
    std::int64_t released = 0;
    [[nodiscard]] std::int64_t net() const { return released - acquired; }

    void add(const Acquire& acquire, std::int64_t times = 1);
    void add(const Release& release, std::int64_t times = 1);
};

using LockUses = std::map<LockRef, LockUse>;

/// The operations in one pass through a stretch of a core's program; every number saturates.
struct CoreRound {
    std::map<KernelRef, std::int64_t> calls;
    LockUses locks;

    /// Number of calls of all kernels.
    [[nodiscard]] std::int64_t all_calls() const;
    /// Number of acquires and releases of all locks. Each keeps the core busy for
    /// Timing::core_lock_op, whatever its value.
    [[nodiscard]] std::int64_t lock_operations() const;
};

/// Counts the operations of `body`. An endless loop counts as one round of itself.
[[nodiscard]] CoreRound count_operations(const CoreBody& body);

/// One round of the endless loop at the end of the core's program; nullopt: the program has none.
[[nodiscard]] std::optional<CoreRound> core_round(const TileProgram& program);

// Streams that a mem tile passes on unchanged.

/// Maximum number of relays in a mem tile: relay number i uses channel i of each direction, and the
/// half of the mem tile's BDs that channels of the parity of i can use.
inline constexpr int kMaxRelays = 2;

/// A stream through a mem tile that buffers `depth` of its objects.
struct Relay {
    std::string name;
    arch::Bytes object{};
    int depth = 0;
};

/// Program of a mem tile that passes on the objects of each relay in their order, with a pair of
/// locks for each relay. Preconditions: at most kMaxRelays relays, each of 1 to max_relay_depth()
/// objects, and enough memory for all objects.
[[nodiscard]] TileProgram relay_program(arch::TileId mem_tile, const std::vector<Relay>& relays,
                                        const arch::Device& device);

/// Maximum depth of a relay: what the BDs of half a mem tile and the values of a lock allow.
[[nodiscard]] int max_relay_depth(const arch::Device& device);

}  // namespace xdnasim::schedule
