#pragma once
// The program of one tile: its buffers, locks, BDs, DMA channels and core, and how they are found
// by their numbers.

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

// Objects that are known by where they stand in a list.

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
    base::Position origin{};  ///< here and below: in Schedule::source
    /// What it holds when the run begins, such as weights; null: nobody says.
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

/// What a lock counts.
enum class LockRole : std::uint8_t {
    Other,   ///< not known
    Filled,  ///< data to be consumed
    Free,    ///< room to be filled
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

/// GreaterEqual: wait for value >= `value`, then subtract it. Equal: wait for the value, and leave
/// the lock as it is. Source: AI Engine-ML Intrinsics User Guide 2024.1, "Locks" (acquire_equal
/// "doesn't modify the value"); of DMAs it is taken to hold as well, since their BDs have the same
/// two forms (AM025).
enum class LockCondition : std::uint8_t { GreaterEqual, Equal };

struct Acquire {
    LockRef lock;
    int value = 1;
    LockCondition condition = LockCondition::GreaterEqual;

    /// From the lock.
    [[nodiscard]] int takes() const { return condition == LockCondition::GreaterEqual ? value : 0; }
};

/// Adds `value` to the lock.
struct Release {
    LockRef lock;
    int value = 1;
};

/// One dimension of a BD's address generator: `size` steps of `stride`. The unit
/// that is moved at each step of the innermost dimension is a 32-bit word.
struct Dimension {
    std::int64_t size = 1;
    arch::Bytes stride{};
};

/// Zeros inserted around a dimension (mem tile MM2S), counted in its steps.
struct Padding {
    int before = 0;
    int after = 0;
};

/// Added to the offset at each execution of the BD: `stride` * (executions mod `size`).
struct Iteration {
    int size = 1;
    arch::Bytes stride{};
};

struct PacketHeader {
    int id = 0;
    int type = 0;
    /// BD of the sink that takes the packet, where its channel is out of order.
    std::optional<int> sink_bd{};
    /// It is the first word that the BD sends, and the channel adds none: a packet passed on with
    /// the header that it came with.
    bool in_data = false;
};

/// A buffer descriptor: a block of memory, walked in a regular order.
struct Bd {
    int id = 0;
    std::variant<BufferRef, HostBufferRef> buffer;
    arch::Bytes offset{};
    arch::Bytes length{};               ///< bytes moved; the authority (see mlir-aie's dma_bd)
    std::vector<Dimension> dimensions;  ///< innermost first; empty: contiguous
    std::vector<Padding> padding;       ///< empty, or one for each of the first dimensions
    std::optional<Iteration> iteration;
    std::optional<Acquire> acquire;
    std::optional<Release> release;
    std::optional<PacketHeader> packet;
    std::optional<int> next;  ///< BD that follows in the chain
    base::Position origin{};
};

/// The BDs that follow each other from one on, each once, in the order in which they run.
struct BdChain {
    std::vector<const Bd*> bds;
    /// The one of `bds` that follows the last one: the chain runs for ever.
    std::optional<std::size_t> goes_back_to;
    /// Number of the BD that should follow the last one, and does not exist.
    std::optional<int> missing;

    /// Do all of its BDs come back in every round?
    [[nodiscard]] bool is_ring() const { return goes_back_to == 0U; }
};

/// A task: a chain of BDs from `bd`, run 1 + `repeat` times.
struct Task {
    int bd = 0;
    int repeat = 0;
    bool token = false;
};

/// Tasks that a channel starts with. A chain that closes on itself runs for ever.
struct Channel {
    arch::Direction direction = arch::Direction::S2MM;
    int channel = 0;
    std::vector<Task> tasks;
    /// Of an S2MM channel: each packet runs the BD that its header names, and there are no tasks
    /// (AM025: Enable_Out_of_Order of a channel, Out_Of_Order_BD_ID of a BD). Hardware counts
    /// packets as repeats of a task, 256 at most: who runs it for longer queues another.
    bool out_of_order = false;
    /// How many packets such a channel takes until its task ends; 0: for ever.
    int packets = 0;
};

struct BufferSlice {
    BufferRef buffer;
    arch::Bytes offset{};
    arch::Bytes length{};
};

/// A kernel may take words from the core's cascade and put words there while it runs
/// (kernels::cascade_words), at the times of its instructions.
struct Call {
    KernelRef kernel;
    std::vector<BufferSlice> arguments;
};

// The core's own steps on its cascades, word by word. Between them a word stands in a register.

/// Takes the next word from the cascade into the register, and from there to memory.
struct GetCascade {
    std::optional<BufferSlice> into{};  ///< of one word; nullopt: it stays in the register alone
};

/// Puts the register's word to the cascade.
struct PutCascade {
    std::optional<BufferSlice> from{};  ///< of one word, taken into the register before
};

/// An instruction of the core that trace units see: event0() or event1(), by number. It takes no
/// time of its own.
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
    std::vector<Bd> bds;            ///< of shims: written by the runtime sequence, empty here
    std::vector<Channel> channels;  ///< of shims: empty, they run what the sequence pushes
    CoreBody core;
    std::shared_ptr<const CoreCode> code{};  ///< what stands between `core`'s steps; null: nothing
    arch::Bytes stack{};                     ///< of the core; lies at address 0
    /// False: where the buffers of the simulated design really lie is not known. What the DMA fills
    /// is taken to lie apart from what the core loads meanwhile.
    bool placement_known = true;

    // The objects of a number; null when there is none.
    [[nodiscard]] const Buffer* buffer(int index) const;
    [[nodiscard]] const Lock* lock(int id) const;
    [[nodiscard]] Lock* lock(int id);
    [[nodiscard]] const Bd* bd(int id) const;
    [[nodiscard]] Bd* bd(int id);
    /// The chain that begins with BD `first`.
    [[nodiscard]] BdChain chain(int first) const;
    /// Is the port one of its channels that take packets out of order?
    [[nodiscard]] bool takes_out_of_order(const arch::Port& sink) const;
};

}  // namespace xdnasim::schedule
