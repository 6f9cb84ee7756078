#pragma once
// The program of one tile: its buffers, locks, BDs, DMA channels and core, and their look-up by
// number.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "arch/tile.hpp"
#include "arch/units.hpp"
#include "base/place.hpp"

// Objects that are identified by their index in a list.

namespace xdnasim::schedule {

/// Object number `index` of `list`; null when there is none.
template <class Object>
[[nodiscard]] const Object* numbered(const std::vector<Object>& list, int index) {
    const auto position = static_cast<std::size_t>(index);
    return index >= 0 && position < list.size() ? &list[position] : nullptr;
}

using Content = std::vector<std::byte>;

/// A range of a tile's data memory.
struct Buffer {
    std::string name;
    arch::Bytes address{};
    arch::Bytes size{};
    /// Position in Schedule::source, here and in the other structures of this file.
    base::Position origin{};
    /// Content when the run begins, such as weights; null: not specified.
    std::shared_ptr<const Content> content{};
};

/// Buffer number `index` in the program of `tile`.
struct BufferRef {
    arch::TileId tile;
    int index = 0;
    auto operator<=>(const BufferRef&) const = default;
};

/// Buffer number `index` in the schedule's host memory.
struct HostBufferRef {
    int index = 0;
    auto operator<=>(const HostBufferRef&) const = default;
};

/// Kernel number `index` of the schedule.
struct KernelRef {
    int index = 0;
    auto operator<=>(const KernelRef&) const = default;
};

/// What the value of a lock counts.
enum class LockRole : std::uint8_t {
    Other,   ///< unknown
    Filled,  ///< buffers with data that a consumer can take
    Free,    ///< buffers with room that a producer can fill
};
inline constexpr int kLockRoles = static_cast<int>(LockRole::Free) + 1;

struct Lock {
    int id = 0;
    std::string name;
    int initial = 0;
    LockRole role = LockRole::Other;
    base::Position origin{};
};

struct LockRef {
    arch::TileId tile;
    int id = 0;
    auto operator<=>(const LockRef&) const = default;
};

/// GreaterEqual: wait until the lock is at least the acquired value, then subtract that value.
/// Equal: wait until the lock has exactly that value, and leave the lock unchanged. Source: AI
/// Engine-ML Intrinsics User Guide 2024.1, "Locks" (acquire_equal "doesn't modify the value"). DMAs
/// are assumed to behave likewise, since their BDs have the same two forms (AM025).
enum class LockCondition : std::uint8_t { GreaterEqual, Equal };

struct Acquire {
    LockRef lock;
    int value = 1;
    LockCondition condition = LockCondition::GreaterEqual;

    /// Amount that the acquire subtracts from the lock.
    [[nodiscard]] int takes() const { return condition == LockCondition::GreaterEqual ? value : 0; }
};

/// Adds `value` to the lock.
struct Release {
    LockRef lock;
    int value = 1;
};

/// One dimension of a BD's address generator: `size` steps of `stride`. Each step of the innermost
/// dimension moves a 32-bit word.
struct Dimension {
    std::int64_t size = 1;
    arch::Bytes stride{};
};

/// Zeros inserted before and after a dimension (mem tile MM2S), counted in steps of that dimension.
struct Padding {
    int before = 0;
    int after = 0;
};

/// Offset that is added at each execution of the BD: `stride` * (executions mod `size`).
struct Iteration {
    int size = 1;
    arch::Bytes stride{};
};

struct PacketHeader {
    int id = 0;
    int type = 0;
    /// BD of the sink that takes the packet, if the sink's channel is out of order.
    std::optional<int> sink_bd{};
    /// Whether the header is the first word of the BD's data, and the channel adds none: the packet
    /// is passed on with the header that it arrived with.
    bool in_data = false;
};

/// A buffer descriptor: a block of memory and the regular order in which it is traversed.
struct Bd {
    int id = 0;
    std::variant<BufferRef, HostBufferRef> buffer;
    arch::Bytes offset{};
    /// Bytes moved; takes precedence over the dimensions (see mlir-aie's dma_bd).
    arch::Bytes length{};
    std::vector<Dimension> dimensions;  ///< innermost first; empty: contiguous
    /// Empty, or one entry for each of the innermost dimensions, from dimension 0.
    std::vector<Padding> padding;
    std::optional<Iteration> iteration;
    std::optional<Acquire> acquire;
    std::optional<Release> release;
    std::optional<PacketHeader> packet;
    std::optional<int> next;  ///< id of the next BD in the chain; nullopt: the chain ends here
    base::Position origin{};
};

/// A chain of BDs: each BD once, in the order of execution.
struct BdChain {
    std::vector<const Bd*> bds;
    /// Index in `bds` of the BD that follows the last one, so that the chain runs for ever;
    /// nullopt: the chain ends.
    std::optional<std::size_t> goes_back_to;
    /// Id of the BD that should follow the last one, but does not exist.
    std::optional<int> missing;

    /// Does the chain return to its first BD, so that every BD runs in every round?
    [[nodiscard]] bool is_ring() const { return goes_back_to == 0U; }
};

/// A task: the chain of BDs that starts at `bd`, run 1 + `repeat` times.
struct Task {
    int bd = 0;
    int repeat = 0;
    bool token = false;
};

/// A DMA channel with the tasks that it starts with. A chain that returns to one of its BDs runs
/// for ever.
struct Channel {
    arch::Direction direction = arch::Direction::S2MM;
    int channel = 0;
    std::vector<Task> tasks;
    /// For S2MM channels only: each packet runs the BD that its header names, and there are no
    /// tasks (AM025: Enable_Out_of_Order of a channel, Out_Of_Order_BD_ID of a BD). Hardware counts
    /// packets as repeats of a task, at most 256; a channel that runs longer needs further tasks in
    /// its queue.
    bool out_of_order = false;
    /// Number of packets that an out-of-order channel takes until its task ends; 0: no end.
    int packets = 0;
};

struct BufferSlice {
    BufferRef buffer;
    arch::Bytes offset{};
    arch::Bytes length{};
};

/// A kernel call. The kernel may read words from the core's cascade and write words to it while it
/// runs (kernels::cascade_words), at the times of its instructions.
struct Call {
    KernelRef kernel;
    std::vector<BufferSlice> arguments;
};

// Cascade operations of the core outside kernels, one word each. Between them, the word is held in
// a register.

/// Reads the next word from the cascade into the register, and optionally stores it to memory.
struct GetCascade {
    /// Slice of one word that the word is stored to; nullopt: it stays in the register only.
    std::optional<BufferSlice> into{};
};

/// Writes the register's word to the cascade.
struct PutCascade {
    /// Slice of one word that is loaded into the register first; nullopt: the register is sent as
    /// it is.
    std::optional<BufferSlice> from{};
};

/// An instruction of the core that trace units can record: event0() or event1(), by number. It
/// takes no time of its own.
struct TellEvent {
    static constexpr int kEvents = 2;
    int event = 0;
};

struct CoreOp;
using CoreBody = std::vector<CoreOp>;

struct Loop {
    std::optional<std::int64_t> count;  ///< nullopt: for ever
    CoreBody body;
};

struct CoreOp {
    std::variant<Acquire, Release, Call, GetCascade, PutCascade, TellEvent, Loop> op;
    base::Position origin{};
};

class CoreCode;

struct TileProgram {
    arch::TileId tile;
    std::vector<Buffer> buffers;
    std::vector<Lock> locks;
    std::vector<Bd> bds;  ///< empty for shims, whose BDs the runtime sequence writes
    /// Empty for shims, whose channels run the tasks that the sequence pushes.
    std::vector<Channel> channels;
    CoreBody core;
    std::shared_ptr<const CoreCode> code{};  ///< code between the operations of `core`; null: none
    /// Size of the core's stack, which begins at address 0.
    arch::Bytes stack{};
    /// False if the addresses of the buffers in the simulated design are not known. The buffers
    /// that the DMA fills are then assumed to lie in other banks than the ones that the core loads
    /// from at the same time.
    bool placement_known = true;

    // The object with the given number; null if there is none.
    [[nodiscard]] const Buffer* buffer(int index) const;
    [[nodiscard]] const Lock* lock(int id) const;
    [[nodiscard]] Lock* lock(int id);
    [[nodiscard]] const Bd* bd(int id) const;
    [[nodiscard]] Bd* bd(int id);
    /// The chain of BDs that begins with BD `first`.
    [[nodiscard]] BdChain chain(int first) const;
    /// Is `sink` the port of a channel of this tile that takes packets out of order?
    [[nodiscard]] bool takes_out_of_order(const arch::Port& sink) const;
};

}  // namespace xdnasim::schedule
