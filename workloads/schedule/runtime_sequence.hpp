#pragma once
// What the command processor does: writes BDs, pushes tasks, waits for tokens.

#include <cstdint>
#include <span>
#include <variant>
#include <vector>

#include "workloads/schedule/tile_program.hpp"

namespace xdnasim::schedule {

/// Operations of a sequence with its loops unrolled: a limit of the simulator.
inline constexpr std::int64_t kMaxOperations = 4'000'000;

/// A value that follows the loops around it:
///   base + sum of stride * (((index[loop] + shift) / divisor) mod modulus)   (modulus 0: none)
/// where index[0] is the outermost loop. As MLIR's semi-affine maps.
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

/// Writes `bd` to a shim tile, with `id` and `offset` in place of the BD's own.
struct WriteBd {
    arch::TileId tile;
    Bd bd;
    SemiAffine id;
    SemiAffine offset;  ///< bytes
    /// It is as it was but for one register, which alone is written.
    bool changes_one_register = false;
    /// The register that counts its iterations is not among those that are written.
    bool keeps_iteration = false;
};

struct PushTask {
    arch::TileId tile;
    arch::Direction direction = arch::Direction::S2MM;
    int channel = 0;
    SemiAffine bd;
    int repeat = 0;
    bool token = false;
    /// The command processor first waits until the channel's task queue has room. Else a task that
    /// finds it full is lost.
    bool awaits_room = false;
};

inline constexpr std::uint32_t kAllBits = 0xFFFFFFFF;

/// Writes words into the memory of a core or a mem tile: parameters that its program reads.
struct WriteMemory {
    BufferRef buffer;
    arch::Bytes offset{};
    std::vector<std::uint32_t> words;
    std::uint32_t mask = kAllBits;  ///< bits of each word that it changes
};

/// Gives the lock this value, whatever it has.
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

/// Broadcasts to all trace units, from a shim.
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

/// What the command processor spends on an operation, of the times that a device has for it.
enum class OperationCost : std::uint8_t {
    None,     ///< it waits, or goes round
    Push,     ///< a register's write
    BdWrite,  ///< the write of a block of registers or words
};

[[nodiscard]] OperationCost cost_of(const SequenceOp& op);

}  // namespace xdnasim::schedule
