#pragma once
// The runtime sequence: the operations of the command processor, such as BD writes, task pushes and
// waits for tokens.

#include <cstdint>
#include <span>
#include <variant>
#include <vector>

#include "workloads/schedule/tile_program.hpp"

namespace xdnasim::schedule {

/// Maximum number of operations of a sequence with its loops unrolled; a limit of the simulator.
inline constexpr std::int64_t kMaxOperations = 4'000'000;

/// A value that depends on the indices of the loops around it:
///   base + sum of stride * (((index[loop] + shift) / divisor) mod modulus)   (modulus 0: none)
/// where index[0] belongs to the outermost loop. Equivalent to MLIR's semi-affine maps.
struct SemiAffine {
    struct Term {
        int loop = 0;
        std::int64_t stride = 0;
        std::int64_t divisor = 1;
        std::int64_t modulus = 0;
        std::int64_t shift = 0;
    };
    std::int64_t base = 0;
    std::vector<Term> terms;

    [[nodiscard]] std::int64_t at(std::span<const std::int64_t> indices) const;
};

/// Writes `bd` to a shim tile. `id` and `offset` replace the BD's own.
struct WriteBd {
    arch::TileId tile;
    Bd bd;
    SemiAffine id;
    SemiAffine offset;  ///< bytes
    /// Whether only one register of the BD changes, so that only this register is written.
    bool changes_one_register = false;
    /// Whether the write leaves out the register that counts the BD's iterations.
    bool keeps_iteration = false;
};

struct PushTask {
    arch::TileId tile;
    arch::Direction direction = arch::Direction::S2MM;
    int channel = 0;
    SemiAffine bd;
    int repeat = 0;
    bool token = false;
    /// Whether the command processor first waits until the channel's task queue has room. Without
    /// this wait, a task that is pushed to a full queue is lost.
    bool awaits_room = false;
};

inline constexpr std::uint32_t kAllBits = 0xFFFFFFFF;

/// Writes words into the memory of a core or a mem tile, such as parameters that a program reads.
struct WriteMemory {
    BufferRef buffer;
    arch::Bytes offset{};
    std::vector<std::uint32_t> words;
    std::uint32_t mask = kAllBits;  ///< bits of each word that are changed
};

/// Sets the lock to `value`, whatever its current value is.
struct SetLock {
    LockRef lock;
    int value = 0;
};

/// Waits for one token of the channel.
struct AwaitToken {
    arch::TileId tile;
    arch::Direction direction = arch::Direction::S2MM;
    int channel = 0;
};

enum class TraceSignal : std::uint8_t { Start, Stop };

/// Broadcasts a start or stop signal from a shim to all trace units.
struct SignalTrace {
    arch::TileId shim;
    TraceSignal signal{};
};

struct SequenceOp;

struct SequenceLoop {
    std::int64_t count = 0;
    std::vector<SequenceOp> body;
};

struct SequenceOp {
    std::variant<WriteBd, WriteMemory, SetLock, PushTask, AwaitToken, SignalTrace, SequenceLoop> op;
    base::Position origin{};
};

/// Kind of cost of an operation; the device file has a time of the command processor for each.
enum class OperationCost : std::uint8_t {
    None,     ///< none: a wait or a loop
    Push,     ///< the write of one register
    BdWrite,  ///< the write of a block of registers or words
};

[[nodiscard]] OperationCost cost_of(const SequenceOp& op);

}  // namespace xdnasim::schedule
