#pragma once
// What happens in the array, as its modules tell it: a closed set of typed events.
// Listeners (statistics, trace units, timelines) take them; no module knows who listens.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "arch/tile.hpp"
#include "arch/units.hpp"
#include "traces/events/core_state.hpp"
#include "traces/words/packet.hpp"

namespace xdnasim::events {

/// What keeps a core busy.
enum class CoreAction : std::uint8_t {
    Kernel,
    Return,  ///< from a kernel to the next operation
    LockAcquire,
    LockRelease,
    CascadeGet,  ///< a step of the core's program: a kernel's are its own
    CascadePut
};

/// A core was in `state` from `begin` to `end`. Nobody tells of Idle: it is what is left.
struct CoreInterval {
    arch::TileId tile;
    CoreState state{};
    CoreAction action{};       ///< that the core is busy with; of a stall, that it holds up
    int object = 0;            ///< kernel number, or lock id
    arch::TileId lock_tile{};  ///< of the lock: the core's own, or a neighbour
    arch::Cycles begin{};
    arch::Cycles end{};
    // Of a busy core in a kernel:
    arch::Cycles call{};          ///< to the kernel, which begins so much later
    arch::Cycles memory_stall{};  ///< of the kernel; a MemoryStall that follows counts it
    // A kernel that the cascade holds up comes in several intervals:
    arch::Cycles done{};   ///< of the kernel, before this one
    bool resumes = false;  ///< it follows a stall
    bool pauses = false;   ///< a stall follows, or the end of the run
};

/// A core's program told event 0 or 1, which trace units see.
struct CoreEvent {
    arch::TileId tile;
    int event = 0;
    arch::Cycles at{};
};

/// A stream moved `bytes` from `begin` to `end` at an even rate, seen at its source.
struct StreamSegment {
    int stream = 0;
    int flow = 0;  ///< that moved, among the stream's
    arch::Cycles begin{};
    arch::Cycles end{};
    arch::Bytes bytes{};
};

enum class StreamStallCause : std::uint8_t { Starved, Backpressure };

/// A stream had work on one side only, from `begin` to `end`.
struct StreamStall {
    int stream = 0;
    std::optional<int> flow;  ///< that was held back, among the stream's; none when starved
    StreamStallCause cause{};
    arch::Cycles begin{};
    arch::Cycles end{};
};

/// A DMA channel executed a BD, first to last beat.
struct BdInterval {
    arch::TileId tile;
    arch::Direction direction{};
    int channel = 0;
    int bd = 0;
    arch::Bytes bytes{};
    arch::Cycles begin{};
    arch::Cycles end{};
    bool starts_task = false;
    bool ends_task = false;
};

/// A DMA channel had a BD to execute, and waited for its lock.
struct DmaLockStall {
    arch::TileId tile;
    arch::Direction direction{};
    int channel = 0;
    arch::Cycles begin{};
    arch::Cycles end{};
};

/// The DRAM or the fabric held its channels back from `begin` to `end`.
struct DramInterval {
    arch::Cycles begin{};
    arch::Cycles end{};
};

/// A trace unit encoded that the slots of `mask`, at least one, were asserted from `begin` to `end`
/// and no others. Told when the unit is next looked at, behind other events of that time. The host
/// gets it unless the unit overruns, is not stopped, or the trace buffer is full.
struct TraceStretch {
    words::Unit unit;
    arch::Cycles begin{};
    arch::Cycles end{};
    std::uint8_t mask = 0;
};

struct Legend;

class Listener {
 public:
    virtual ~Listener() = default;
    virtual void on(const Legend&) {}  ///< once, before all others
    virtual void on(const CoreInterval&) {}
    virtual void on(const CoreEvent&) {}
    virtual void on(const StreamSegment&) {}
    virtual void on(const StreamStall&) {}
    virtual void on(const BdInterval&) {}
    virtual void on(const DmaLockStall&) {}
    virtual void on(const DramInterval&) {}
    virtual void on(const TraceStretch&) {}
};

// What the numbers in the events of a run stand for.

/// A port that a stream leaves the switches by; what passes its source passes it after `delay`.
struct StreamSink {
    arch::Port port;
    arch::Cycles delay{};
};

struct StreamFlow {
    std::string name;
    arch::Port source;
    std::vector<StreamSink> sinks;
};

struct Legend {
    std::vector<std::string> kernels;                           ///< index: kernel
    std::map<std::pair<arch::TileId, int>, std::string> locks;  ///< by tile and id
    std::vector<std::vector<StreamFlow>> streams;               ///< index: stream, flow
};

}  // namespace xdnasim::events
