#pragma once
// The Schedule: the complete program of the array, and the workload that it computes. It does not
// say how it is run, so that any backend can run it.

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "arch/device.hpp"
#include "arch/tile.hpp"
#include "traces/words/packet.hpp"
#include "workloads/kernels/kernel.hpp"
#include "workloads/schedule/control_port.hpp"
#include "workloads/schedule/runtime_sequence.hpp"
#include "workloads/schedule/tile_program.hpp"

// Streams: the requested connections (flows), and the switch ports that each takes (routes).

namespace xdnasim::schedule {

enum class FlowMode : std::uint8_t { Circuit, Packet };

/// A stream from one slave port to one or more master ports; with several sinks a broadcast.
struct Flow {
    std::string name;
    arch::Port source;
    std::vector<arch::Port> sinks;
    FlowMode mode = FlowMode::Circuit;
    int packet_id = 0;  ///< id of a packet flow's packets, 0 to arch::kMaxPacketId
    /// Whether the packet headers arrive at the sinks as data. A control port, and a channel that
    /// takes packets out of order, remove the headers all the same.
    bool keep_header = false;
    base::Position origin{};  ///< position in Schedule::source
};

// Conditions under which two flows may use the same ports.

/// Are both packet flows, with different ids?
[[nodiscard]] bool differ_in_id(const Flow& a, const Flow& b);
/// Are both packet flows with the same id and the same sinks, but different sources? Where two such
/// flows meet, they continue on one route.
[[nodiscard]] bool are_joint(const Flow& a, const Flow& b);

/// One connection inside the switch of `slave.tile` (== `master.tile`).
struct Connection {
    arch::Port slave;
    arch::Port master;
    auto operator<=>(const Connection&) const = default;
};

/// The route of the flow with the same index in the schedule: a tree of connections, each listed
/// after the connection that feeds it. The shim mux is not a switch: a route from or to a shim's
/// DMA channel starts or ends at the South port that the mux joins to the channel
/// (arch::switch_port).
struct Route {
    std::vector<Connection> connections;
    std::vector<int> hops;  ///< number of switches passed on the way to each sink of the flow
};

/// A cascade from a core to its neighbour to the east or to the south. A core has one cascade
/// output and one cascade input (AM020).
struct CascadeLink {
    arch::TileId from;
    arch::TileId to;
    base::Position origin{};  ///< position in Schedule::source
};

// The programmable logic (PL) beside the array, reduced to the ports that send and receive data.

/// A PL kernel at a port of a shim. It moves its frames one after the other from a host buffer
/// (input of the array) or into one (output). If the buffer is shorter than all frames together,
/// the kernel starts again at its beginning.
struct PlPort {
    std::string name;
    arch::Port port;  ///< port with Bundle::Plio; a slave port is an input of the array
    /// Bytes per PL cycle: the width of one port, or of this port and the next together.
    arch::Bytes width{};
    HostBufferRef buffer{};
    arch::Bytes frame{};
    std::int64_t frames = 1;
    /// Minimum time from the beginning of a frame to the beginning of the next; 0: frames follow
    /// each other without a pause.
    arch::PlCycles interval{};
    /// For an input only: index of the output port whose frames this input sends back, each once it
    /// has arrived completely. Both ports use the same host buffer.
    std::optional<int> source{};

    [[nodiscard]] arch::Bytes total() const { return frame * frames; }
};

struct ProgrammableLogic {
    std::optional<double> clock_ghz{};  ///< nullopt: the clock of the device file
    std::vector<PlPort> ports;
};

// Trace units: the events that they watch, and the way of their words to the host.

/// How the trace words reach the host.
enum class TraceRoute : std::uint8_t {
    Streams,  ///< as packets through the stream switches to a DMA channel of a shim
    Ideal     ///< immediately and without using streams, which no hardware does
};

/// Numbers of the two channels that are watched in each direction: the DMA events of a mem tile
/// refer to two selected channels.
using SelectedChannels = std::array<int, 2>;

/// Maximum number of ports of a switch that port events can refer to (AM025: eight event port
/// selections).
inline constexpr std::size_t kMaxWatchedPorts = 8;

/// The trace unit of a module.
struct TraceUnit {
    words::Unit unit;
    int packet_id = 0;
    /// Event ids, as the module numbers them; 0: slot unused.
    std::array<int, words::kSlots> events{};
    /// Port number n is the one that the events PORT_..._n refer to.
    std::vector<arch::Port> ports;
    SelectedChannels s2mm{0, 1};  ///< selected S2MM channels; mem tiles only
    SelectedChannels mm2s{0, 1};
    /// Index in Trace::sinks(): 0 is the trace's own channel, then Trace::others.
    std::size_t sink = 0;
};

/// A shim channel that writes words of trace units to the host.
struct TraceSink {
    arch::TileId shim;
    int channel = 0;
    HostBufferRef buffer{};
    /// Maximum number of bytes that it writes; nullopt: the whole buffer.
    std::optional<arch::Bytes> size{};
    arch::Bytes offset{};  ///< offset of its first word in the buffer
};

struct Trace {
    std::vector<TraceUnit> units;
    TraceRoute route{};
    HostBufferRef buffer{};
    /// Shim whose channel writes `buffer`, for TraceRoute::Streams. Each unit has a packet flow
    /// with keep_header from its trace port to this channel, or to the sink that the unit names.
    arch::TileId shim;
    int channel = 0;
    /// Further sinks, in designs with several trace channels; they may write to other parts of the
    /// same buffer.
    std::vector<TraceSink> others{};
    /// Maximum number of bytes that `channel` writes; nullopt: the whole buffer.
    std::optional<arch::Bytes> size{};
    arch::Bytes offset{};  ///< offset of the first word of `channel` in the buffer

    /// The trace's own channel, followed by `others`; TraceUnit::sink is an index of this list.
    [[nodiscard]] std::vector<TraceSink> sinks() const;
};

/// Slave port by which the words of a trace unit enter the stream switch of its tile.
[[nodiscard]] arch::Port trace_port(const words::Unit& unit);

struct HostBuffer {
    std::string name;
    arch::Bytes size{};
};

class Workload;

struct Schedule {
    std::string device;                        ///< name of the device it was made for
    std::shared_ptr<const Workload> workload;  ///< what the schedule computes; null: not known
    std::vector<kernels::Kernel> kernels;
    std::vector<TileProgram> tiles;  ///< sorted by tile
    std::vector<Flow> flows;
    std::vector<Route> routes;  ///< route of each flow, in the order of `flows`
    std::vector<CascadeLink> cascades;
    ProgrammableLogic pl;
    std::vector<HostBuffer> host_buffers;
    std::vector<SequenceOp> sequence;
    std::optional<Trace> trace;
    std::vector<ControlPort> control_ports{};
    std::string source{};  ///< name of the text that the schedule was read from; empty: none
    /// Name of the instruction stream that `sequence` was read from; empty: none.
    std::string instructions{};

    /// Do the packet headers of `flow` arrive as data at all of its sinks?
    [[nodiscard]] bool headers_are_data(const Flow& flow) const;
    /// "design.mlir:24:5", or "insts.bin: word 12 (byte 48)"; empty if `origin` is in neither file.
    [[nodiscard]] std::string location(base::Position origin) const;
    /// " at design.mlir:24:5", for messages; empty if location() is empty.
    [[nodiscard]] std::string place(base::Position origin) const;

    [[nodiscard]] const TileProgram* find(arch::TileId tile) const;
    [[nodiscard]] TileProgram* find(arch::TileId tile);

    // The object that a reference names; null if it does not exist.
    [[nodiscard]] const Buffer* buffer(const BufferRef& reference) const;
    [[nodiscard]] const HostBuffer* host_buffer(HostBufferRef reference) const;
    [[nodiscard]] const Lock* lock(const LockRef& reference) const;
    [[nodiscard]] const kernels::Kernel* kernel(KernelRef reference) const;
};

enum class BreachKind : std::uint8_t {
    Hardware,  ///< the hardware cannot do it
    /// Locks whose value grows or shrinks in every round, so that a long enough run gets stuck.
    Balance,
    Idle,  ///< a flow with an end that sends or takes nothing
};

/// One thing that is wrong with a schedule.
struct Breach {
    std::string where;  ///< tile and object: "mem tile (2,1) BD 25"
    std::string what;   ///< what is wrong, and what is allowed
    BreachKind kind = BreachKind::Hardware;
    /// Tile of the lock that does not balance; only for BreachKind::Balance.
    std::optional<arch::TileId> tile{};
};

/// Lists every breach of the hardware's limits, in the order of the schedule; empty if the device
/// can run it.
[[nodiscard]] std::vector<Breach> validate(const Schedule& schedule, const arch::Device& device);

/// Throws MappingError, with the first breaches and their number, if validate() finds any. If the
/// workload runs as it is (Workload::runs_as_it_is), only breaches of BreachKind::Hardware count.
void require_valid(const Schedule& schedule, const arch::Device& device);

}  // namespace xdnasim::schedule
