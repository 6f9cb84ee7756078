#pragma once
// What the files of this folder know of each other.

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "arch/device.hpp"
#include "base/parameters/table.hpp"
#include "workloads/placed/placed_workload.hpp"
#include "workloads/schedule/schedule.hpp"

namespace xdnasim::placed {

using netlist::CoreId;
using netlist::Link;
using netlist::Net;
using netlist::NetId;
using netlist::Netlist;

/// The one with the lower number first.
using NetPair = std::pair<NetId, NetId>;
using NetPairs = std::set<NetPair>;

[[nodiscard]] parameters::Table<PlacedDesign> parameter_table();

/// Throws MappingError where the netlist cannot be run at all: links whose parts do not fit into
/// the whole, nets that a shim would have to start with initial tokens, nothing that reaches a
/// shim; and where it is sure to get stuck (netlist/liveness.hpp).
void require_runnable(const PlacedDesign& design);

/// Places the netlist as its question asks, where possible so that it runs with the objects of the
/// problem whatever its times are. Throws MappingError where no placement is found that is legal
/// and has a program.
void find_place(PlacedDesign& design, const arch::Device& device);

/// The same netlist with objects of `object` bytes; nullopt: of its own, but of whole words, as a
/// DMA moves them. What a link splits or joins is at least as large as its parts together.
[[nodiscard]] Netlist with_objects(Netlist netlist, std::optional<arch::Bytes> object);

/// The program of the array, with the routes of the placement. Where packets could wait for each
/// other in a cycle (packet_waits.hpp), they take other channels, if there are any.
[[nodiscard]] schedule::Schedule program_of(const PlacedDesign& design, const arch::Device& device);

/// An end of a net at a shim; each has a host buffer, in this order.
struct HostEnd {
    NetId net = 0;
    CoreId shim = 0;
    bool is_input = false;
};
[[nodiscard]] std::vector<HostEnd> host_ends(const Netlist& netlist);

/// The nets into a core and out of it, in their order.
struct CoreNets {
    std::vector<NetId> in;
    std::vector<NetId> out;
};
[[nodiscard]] std::vector<CoreNets> nets_by_core(const Netlist& netlist);

/// The parts of the single side's objects that each net of a link's other side has, one after the
/// other.
struct LinkPart {
    NetId net = 0;  ///< of the other side
    arch::Bytes offset{};
    arch::Bytes size{};
};
[[nodiscard]] std::vector<LinkPart> parts_of(const Netlist& netlist, const Link& link);

/// Runs the netlist on data: neither tiles nor buffers nor streams, only what fires after what. The
/// objects of each shim's inputs, one after the other, give those of its outputs.
/// `host`: a buffer for each of host_ends(), the outputs of the size of their objects.
void evaluate(const Netlist& netlist, std::int64_t firings, schedule::HostMemory& host);

// The program of one tile while it is put together: buffers, locks, BDs and channels are handed out
// as they are asked for, and buffers get their addresses in the end.

/// Objects that lie together, and the pair of locks that guards them.
struct ObjectBuffers {
    std::vector<schedule::BufferRef> buffers;
    schedule::LockRef free;
    schedule::LockRef filled;

    [[nodiscard]] int count() const { return static_cast<int>(buffers.size()); }
    /// The buffer of object `number`; the first objects are initial tokens.
    [[nodiscard]] schedule::BufferRef of(std::int64_t number) const {
        return buffers[static_cast<std::size_t>(number % count())];
    }
};

class TileBuilder {
 public:
    /// `device` outlives it.
    TileBuilder(const arch::Device& device, arch::TileId tile);

    [[nodiscard]] arch::TileId tile() const { return program_.tile; }

    [[nodiscard]] std::vector<schedule::BufferRef> add_buffers(const std::string& name, int count,
                                                               arch::Bytes size);
    /// `tokens` of the objects are there when the run begins.
    [[nodiscard]] ObjectBuffers guard(std::vector<schedule::BufferRef> buffers,
                                      const std::string& name, int tokens);
    [[nodiscard]] schedule::BufferRef counter() const { return {tile(), 0}; }

    /// A channel that has room for `bds`, the one with most room of those not taken. Throws
    /// MappingError that says for what where there is none.
    [[nodiscard]] int take_channel(arch::Direction direction, int bds, const std::string& what);
    /// Those that nobody has taken.
    [[nodiscard]] int free_channels(arch::Direction direction) const;
    /// BDs with ids of their own, as channel `channel` can run them.
    void run_ring(arch::Direction direction, int channel, std::vector<schedule::Bd> bds);
    /// The same BDs, each alone, for packets that name them; returns their ids.
    [[nodiscard]] std::vector<int> run_out_of_order(int channel, std::vector<schedule::Bd> bds);

    void set_core(schedule::CoreBody body) { program_.core = std::move(body); }

    /// Throws MappingError where the buffers do not fit.
    [[nodiscard]] schedule::TileProgram finish() &&;

 private:
    [[nodiscard]] arch::BdRange bds_of(int channel) const;
    [[nodiscard]] int free_bds_of(int channel) const;
    [[nodiscard]] int take_bd(int channel);
    /// Returns where the last buffer ends.
    arch::Bytes set_addresses(arch::Bytes alignment);

    const arch::Device& device_;
    schedule::TileProgram program_;
    std::vector<bool> bds_taken_;
    std::vector<bool> mm2s_taken_;
    std::vector<bool> s2mm_taken_;
};

}  // namespace xdnasim::placed
