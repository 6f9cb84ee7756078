#pragma once
// What the files of this folder know of each other.

#include <vector>

#include "base/parameters/table.hpp"
#include "workloads/placed/placed_workload.hpp"
#include "workloads/schedule/schedule.hpp"

namespace xdnasim::placed {

using netlist::CoreId;
using netlist::Link;
using netlist::Net;
using netlist::NetId;
using netlist::Netlist;

[[nodiscard]] parameters::Table<PlacedDesign> parameter_table();

/// Throws MappingError where the netlist cannot be run at all: links whose parts do not fit into
/// the whole, nets that a shim would have to start with initial tokens, nothing that reaches a
/// shim; and where it is sure to get stuck (netlist/buffering.hpp).
void require_runnable(const PlacedDesign& design);

/// The same netlist with objects of `object` bytes; nullopt: of its own, but of whole words, as a
/// DMA moves them. What a link splits or joins is at least as large as its parts together.
[[nodiscard]] Netlist with_objects(Netlist netlist, std::optional<arch::Bytes> object);

/// The program of the array, with the routes of the placement.
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
[[nodiscard]] NetId whole_of(const Link& link);
[[nodiscard]] std::vector<LinkPart> parts_of(const Netlist& netlist, const Link& link);

/// Runs the netlist on data: neither tiles nor buffers nor streams, only what fires after what. The
/// objects of each shim's inputs, one after the other, give those of its outputs.
/// `host`: a buffer for each of host_ends(), the outputs of the size of their objects.
void evaluate(const Netlist& netlist, std::int64_t firings, schedule::HostMemory& host);

}  // namespace xdnasim::placed
