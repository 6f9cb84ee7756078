#pragma once
// The Schedule: the complete program of the array, and what it computes. It says
// nothing about how it is run, so that any backend can run it.

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

// Streams: what is to be connected (flows), and through which switch ports (routes).

namespace xdnasim::schedule {

enum class FlowMode : std::uint8_t { Circuit, Packet };

/// A stream from one slave port to one or more master ports; several sinks: broadcast.
struct Flow {
    std::string name;
    arch::Port source;
    std::vector<arch::Port> sinks;
    FlowMode mode = FlowMode::Circuit;
    int packet_id = 0;  ///< 0 to arch::kMaxPacketId, of packet flows
    /// The headers come to the sinks, as data; but a control port and a channel that takes packets
    /// out of order take them off.
    bool keep_header = false;
    base::Position origin{};  ///< in Schedule::source
};

// What lets two flows pass the same ports.

/// Packets of different ids.
[[nodiscard]] bool differ_in_id(const Flow& a, const Flow& b);
/// Packets of one id from two sources to the same sinks: from where they meet they go one way.
[[nodiscard]] bool are_joint(const Flow& a, const Flow& b);

/// One connection inside the switch of `slave.tile` (== `master.tile`).
struct Connection {
    arch::Port slave;
    arch::Port master;
    auto operator<=>(const Connection&) const = default;
};

/// How flow number i of the schedule runs: a tree of connections, each after the one that
/// feeds it. The shim mux is not a switch: a route from or to a shim's DMA channel starts
/// or ends at the South port that the mux joins to it (arch::switch_port).
struct Route {
    std::vector<Connection> connections;
    std::vector<int> hops;  ///< switches passed on the way to each sink of the flow
};

/// The cascade from a core to its neighbour to the east or to the south. A core has one cascade out
/// and one in (AM020).
struct CascadeLink {
    arch::TileId from;
    arch::TileId to;
    base::Position origin{};  ///< in Schedule::source
};

// The programmable logic (PL) beside the array, as far as it gives data and takes it.

/// A kernel of the PL at a port of a shim. It moves its frames one after the other: out of a
/// buffer, or into it, from the beginning again where the buffer is shorter.
struct PlPort {
    std::string name;
    arch::Port port;      ///< of Bundle::Plio: a slave is an input of the array
    arch::Bytes width{};  ///< per PL cycle: that of one port, or of this and the next one
    HostBufferRef buffer{};
    arch::Bytes frame{};
    std::int64_t frames = 1;
    /// From a frame's beginning to the next one's at the earliest; 0: it never waits.
    arch::PlCycles interval{};
    /// Of an input: number of the output whose frames it sends back, each when all of it has come.
    /// Both have one buffer.
    std::optional<int> source{};

    [[nodiscard]] arch::Bytes total() const { return frame * frames; }
};

struct ProgrammableLogic {
    std::optional<double> clock_ghz{};  ///< nullopt: the device's
    std::vector<PlPort> ports;
};

// Trace units: the events that they watch in the array, and where their words go.

/// How the words reach the host.
enum class TraceRoute : std::uint8_t {
    Streams,  ///< packets through the switches to a DMA channel of a shim
    Ideal     ///< at once: what no hardware does
};

/// The events of a mem tile's DMA are those of two selected channels a direction.
using SelectedChannels = std::array<int, 2>;

/// That events can be of, in a switch (AM025: the selections of event ports have room for eight).
inline constexpr std::size_t kMaxWatchedPorts = 8;

/// The trace unit of a module.
struct TraceUnit {
    words::Unit unit;
    int packet_id = 0;
    std::array<int, words::kSlots> events{};  ///< ids, as the module numbers them; 0: none
    std::vector<arch::Port> ports;            ///< watched by the events PORT_..._n, by n
    SelectedChannels s2mm{0, 1};              ///< of a mem tile
    SelectedChannels mm2s{0, 1};
    std::size_t sink = 0;  ///< where its words go: 0 the trace's own channel, then Trace::others
};

/// A channel of a shim that writes words of trace units to the host.
struct TraceSink {
    arch::TileId shim;
    int channel = 0;
    HostBufferRef buffer{};
    std::optional<arch::Bytes> size{};  ///< of what it may write; nullopt: the whole buffer
    arch::Bytes offset{};               ///< of its first word, in the buffer
};

struct Trace {
    std::vector<TraceUnit> units;
    TraceRoute route{};
    HostBufferRef buffer{};
    /// Of TraceRoute::Streams: the shim whose channel writes the buffer. Each unit has a packet
    /// flow from its trace port to there, or to its sink, that keeps its header.
    arch::TileId shim;
    int channel = 0;
    /// More of these, in a design that has them; they may write to other parts of the buffer.
    std::vector<TraceSink> others{};
    std::optional<arch::Bytes> size{};  ///< of what `channel` may write; as that of a sink
    arch::Bytes offset{};               ///< of its first word; as that of a sink

    /// Its own channel, and `others`: by TraceUnit::sink.
    [[nodiscard]] std::vector<TraceSink> sinks() const;
};

/// Where the words of a unit enter the switch of their tile.
[[nodiscard]] arch::Port trace_port(const words::Unit& unit);

struct HostBuffer {
    std::string name;
    arch::Bytes size{};
};

class Workload;

struct Schedule {
    std::string device;                        ///< name of the device it was made for
    std::shared_ptr<const Workload> workload;  ///< what it computes; null: nobody says
    std::vector<kernels::Kernel> kernels;
    std::vector<TileProgram> tiles;  ///< sorted by tile
    std::vector<Flow> flows;
    std::vector<Route> routes;  ///< one per flow, in the same order
    std::vector<CascadeLink> cascades;
    ProgrammableLogic pl;
    std::vector<HostBuffer> host_buffers;
    std::vector<SequenceOp> sequence;
    std::optional<Trace> trace;
    std::vector<ControlPort> control_ports{};
    std::string source{};  ///< the text that it was read from; empty: none
    /// The stream that `sequence` was read from; empty: none.
    std::string instructions{};

    /// Are the headers of its packets data at its sinks?
    [[nodiscard]] bool headers_are_data(const Flow& flow) const;
    /// "design.mlir:24:5", or "insts.bin: word 12 (byte 48)"; empty where `origin` is in neither.
    [[nodiscard]] std::string location(base::Position origin) const;
    /// " at design.mlir:24:5", for messages; empty as above.
    [[nodiscard]] std::string place(base::Position origin) const;

    [[nodiscard]] const TileProgram* find(arch::TileId tile) const;
    [[nodiscard]] TileProgram* find(arch::TileId tile);

    // What a reference names; null when there is none.
    [[nodiscard]] const Buffer* buffer(const BufferRef& reference) const;
    [[nodiscard]] const HostBuffer* host_buffer(HostBufferRef reference) const;
    [[nodiscard]] const Lock* lock(const LockRef& reference) const;
    [[nodiscard]] const kernels::Kernel* kernel(KernelRef reference) const;
};

enum class BreachKind : std::uint8_t {
    Hardware,  ///< what it cannot do
    Balance,   ///< locks that gain or lose in every round: a run that is long enough gets stuck
    Idle,      ///< a flow of which an end has nothing to do
};

/// One thing that is wrong with a schedule.
struct Breach {
    std::string where;  ///< tile and object: "mem tile (2,1) BD 25"
    std::string what;   ///< what is wrong, and what is allowed
    BreachKind kind = BreachKind::Hardware;
    std::optional<arch::TileId> tile{};  ///< of a lock that does not balance
};

/// Every breach of the hardware's limits, in the order of the schedule; empty when
/// the device can run it.
[[nodiscard]] std::vector<Breach> validate(const Schedule& schedule, const arch::Device& device);

/// Throws MappingError that lists the first breaches and how many there are, when there are any
/// that its workload does not take.
void require_valid(const Schedule& schedule, const arch::Device& device);

}  // namespace xdnasim::schedule
