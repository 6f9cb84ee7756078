#pragma once
// Events in the array: a closed set of typed events that the simulated modules emit, and the
// interface of those who listen (statistics, trace units, timelines). No module knows its
// listeners.

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

/// Operation that a core executes.
enum class CoreAction : std::uint8_t {
    Kernel,
    Return,  ///< from the end of a kernel to the core's next operation
    LockAcquire,
    LockRelease,
    CascadeGet,  ///< a step of the core's program; gets within a kernel belong to Kernel
    CascadePut   ///< a step of the core's program; puts within a kernel belong to Kernel
};

/// Interval in which a core was in `state`. Idle intervals are not emitted: the core is idle in all
/// cycles outside other intervals.
struct CoreInterval {
    arch::TileId tile;
    CoreState state{};
    CoreAction action{};       ///< operation that the core executes, or that is stalled
    int object = 0;            ///< kernel number, or lock id
    arch::TileId lock_tile{};  ///< tile of the lock: the core's own, or a neighbour
    arch::Cycles begin{};
    arch::Cycles end{};
    // For a busy core in a kernel:
    arch::Cycles call{};          ///< call overhead: the kernel itself begins at `begin` + `call`
    arch::Cycles memory_stall{};  ///< stalls in the kernel, counted by a MemoryStall after it
    // For a kernel that stalls on the cascade, which consists of several intervals:
    arch::Cycles done{};   ///< cycles of the kernel done in earlier intervals
    bool resumes = false;  ///< whether the interval follows a stall
    bool pauses = false;   ///< whether a stall or the end of the run follows
};

/// A core's program issued event 0 or 1, which trace units can watch.
struct CoreEvent {
    arch::TileId tile;
    int event = 0;
    arch::Cycles at{};
};

/// Interval in which a stream moved `bytes` at an even rate, as seen at its source.
struct StreamSegment {
    int stream = 0;
    int flow = 0;  ///< index of the flow that moved, among those of the stream
    arch::Cycles begin{};
    arch::Cycles end{};
    arch::Bytes bytes{};
};

enum class StreamStallCause : std::uint8_t { Starved, Backpressure };

/// Interval in which a stream did not move, because its sinks had to wait for data (Starved) or its
/// data had to wait for a sink (Backpressure).
struct StreamStall {
    int stream = 0;
    std::optional<int> flow;  ///< index of the stalled flow in the stream; nullopt when starved
    StreamStallCause cause{};
    arch::Cycles begin{};
    arch::Cycles end{};
};

/// Interval in which a DMA channel executed a BD, from the first beat to the last.
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

/// Interval in which a DMA channel had a BD to execute and waited for the BD's lock.
struct DmaLockStall {
    arch::TileId tile;
    arch::Direction direction{};
    int channel = 0;
    arch::Cycles begin{};
    arch::Cycles end{};
};

/// Interval in which the DRAM or the fabric limited the DMA channels.
struct DramInterval {
    arch::Cycles begin{};
    arch::Cycles end{};
};

/// Interval in which exactly the slots of `mask`, at least one, were asserted, as a trace unit has
/// encoded it. It is emitted when the unit is next updated, after other events of that time. It
/// reaches the host unless the unit overruns, is not stopped, or the trace buffer is full.
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
    virtual void on(const Legend&) {}  ///< called once, before all events
    virtual void on(const CoreInterval&) {}
    virtual void on(const CoreEvent&) {}
    virtual void on(const StreamSegment&) {}
    virtual void on(const StreamStall&) {}
    virtual void on(const BdInterval&) {}
    virtual void on(const DmaLockStall&) {}
    virtual void on(const DramInterval&) {}
    virtual void on(const TraceStretch&) {}
};

// Meaning of the numbers in the events of a run.

/// A port by which a stream leaves the switches. Data passes it `delay` after it passes the source.
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
