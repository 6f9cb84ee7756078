#pragma once
// Declarations that the files of this folder share.

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

/// A pair of nets, the lower id first.
using NetPair = std::pair<NetId, NetId>;
using NetPairs = std::set<NetPair>;

[[nodiscard]] parameters::Table<PlacedDesign> parameter_table();

/// Throws MappingError if the netlist cannot run anywhere: a link whose parts do not fit into its
/// whole, a net from a shim with initial tokens, or nothing that reaches a shim; also if it is
/// certain to get stuck (netlist/liveness.hpp).
void require_runnable(const PlacedDesign& design);

/// Places the netlist as its question asks, if possible so that it runs with the objects of the
/// problem whatever the timing. Throws MappingError if no legal placement with a program is found.
void find_place(PlacedDesign& design, const arch::Device& device);

/// The same netlist with objects of `object` bytes; nullopt: with its own sizes rounded up to whole
/// words, as a DMA moves them. The whole object of a link is at least as large as its parts
/// together.
[[nodiscard]] Netlist with_objects(Netlist netlist, std::optional<arch::Bytes> object);

/// The program of the array, with the routes of the placement. Packets that could wait for each
/// other in a cycle (packet_waits.hpp) use separate channels, if there are enough.
[[nodiscard]] schedule::Schedule program_of(const PlacedDesign& design, const arch::Device& device);

/// An end of a net at a shim. Each has a host buffer, in the order of host_ends().
struct HostEnd {
    NetId net = 0;
    CoreId shim = 0;
    bool is_input = false;
};
[[nodiscard]] std::vector<HostEnd> host_ends(const Netlist& netlist);

/// The input and output nets of a core, in order.
struct CoreNets {
    std::vector<NetId> in;
    std::vector<NetId> out;
};
[[nodiscard]] std::vector<CoreNets> nets_by_core(const Netlist& netlist);

/// The part of the objects of Link::whole() that belongs to one of Link::parts().
struct LinkPart {
    NetId net = 0;  ///< the net of the part
    arch::Bytes offset{};
    arch::Bytes size{};
};
[[nodiscard]] std::vector<LinkPart> parts_of(const Netlist& netlist, const Link& link);

/// Computes the outputs of the netlist from its inputs. Only the order of firings matters, not
/// tiles, buffers or streams. Objects of each shim's inputs follow each other in their host
/// buffers, and so do the outputs. `host`: one buffer for each of host_ends(), those of outputs
/// with their final sizes.
void evaluate(const Netlist& netlist, std::int64_t firings, schedule::HostMemory& host);

// Construction of the program of one tile: buffers, locks, BDs and channels are assigned in the
// order of the calls, and buffers get their addresses at the end.

/// Buffers of objects that lie together, and the pair of locks that guards them.
struct ObjectBuffers {
    std::vector<schedule::BufferRef> buffers;
    schedule::LockRef free;
    schedule::LockRef filled;

    [[nodiscard]] int count() const { return static_cast<int>(buffers.size()); }
    /// The buffer of object `number`, counted from the initial tokens.
    [[nodiscard]] schedule::BufferRef of(std::int64_t number) const {
        return buffers[static_cast<std::size_t>(number % count())];
    }
};

class TileBuilder {
 public:
    /// Precondition: `device` outlives the builder.
    TileBuilder(const arch::Device& device, arch::TileId tile);

    [[nodiscard]] arch::TileId tile() const { return program_.tile; }

    [[nodiscard]] std::vector<schedule::BufferRef> add_buffers(const std::string& name, int count,
                                                               arch::Bytes size);
    /// Adds the locks of `buffers`. `tokens` of the objects are present when the run begins.
    [[nodiscard]] ObjectBuffers guard(std::vector<schedule::BufferRef> buffers,
                                      const std::string& name, int tokens);
    [[nodiscard]] schedule::BufferRef counter() const { return {tile(), 0}; }

    /// Takes a channel that has room for `bds` BDs: the free channel with the most room. Throws
    /// MappingError if there is none; `what` names the purpose in the message.
    [[nodiscard]] int take_channel(arch::Direction direction, int bds, const std::string& what);
    /// Number of channels that are not taken.
    [[nodiscard]] int free_channels(arch::Direction direction) const;
    /// Lets `channel` run `bds` as a ring, with ids that the channel can use.
    void run_ring(arch::Direction direction, int channel, std::vector<schedule::Bd> bds);
    /// Adds `bds` for packets that name them, each without a successor. Returns their ids.
    [[nodiscard]] std::vector<int> run_out_of_order(int channel, std::vector<schedule::Bd> bds);

    void set_core(schedule::CoreBody body) { program_.core = std::move(body); }

    /// Returns the program. Throws MappingError if the buffers do not fit.
    [[nodiscard]] schedule::TileProgram finish() &&;

 private:
    [[nodiscard]] arch::BdRange bds_of(int channel) const;
    [[nodiscard]] int free_bds_of(int channel) const;
    [[nodiscard]] int take_bd(int channel);
    /// Returns the end of the last buffer.
    arch::Bytes set_addresses(arch::Bytes alignment);

    const arch::Device& device_;
    schedule::TileProgram program_;
    std::vector<bool> bds_taken_;
    std::vector<bool> mm2s_taken_;
    std::vector<bool> s2mm_taken_;
};

}  // namespace xdnasim::placed
