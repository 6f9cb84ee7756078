#include "workloads/placed/placed_workload.hpp"

#include <random>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "workloads/design/estimate.hpp"
#include "workloads/placed/placed_parts.hpp"
#include "workloads/placement/cost.hpp"

namespace xdnasim::placed {

using base::counted;
using base::grouped;
using schedule::BufferRole;
using schedule::HostBufferRef;
using schedule::HostMemory;
using schedule::Line;

namespace {

HostBufferRef buffer(std::size_t index) {
    return {static_cast<int>(index)};
}

std::string found_by(const PlacedDesign& design) {
    if (!design.result.empty()) return "as in " + design.result;
    return fmt::format("by {}, seed {}, at most {}", to_string(design.question.placer),
                       design.question.seed, counted(design.question.moves, "move"));
}

std::string transports_of(const placement::Routes& routes) {
    int shared = 0;
    int packets = 0;
    std::size_t hops = 0;
    for (const placement::NetRoute& route : routes) {
        shared += is_stream(route.transport) ? 0 : 1;
        packets += route.transport == placement::Transport::Packet ? 1 : 0;
        hops += route.hops.size();
    }
    const int streams = static_cast<int>(routes.size()) - shared;
    return fmt::format("{} shared, {} of {}, {} in packets", counted(shared, "net"),
                       counted(streams, "stream"), counted(static_cast<int>(hops), "hop"), packets);
}

}  // namespace

schedule::Schedule PlacedWorkload::map(const arch::Device& device) const {
    return program_of(design_, device);
}

parameters::Values PlacedWorkload::parameters() const {
    return parameter_table().values(design_);
}

parameters::Values PlacedWorkload::derived() const {
    const auto count = [&](arch::TileKind kind) {
        return std::int64_t{design_.netlist.count(kind)};
    };
    std::int64_t shared = 0;
    std::int64_t hops = 0;
    for (const placement::NetRoute& route : design_.solution.routes) {
        shared += is_stream(route.transport) ? 0 : 1;
        hops += static_cast<std::int64_t>(route.hops.size());
    }
    return {{"name", design_.netlist.name},
            {"cores", count(arch::TileKind::CompTile)},
            {"mem_tiles", count(arch::TileKind::MemTile)},
            {"shims", count(arch::TileKind::Shim)},
            {"nets", std::int64_t{design_.netlist.net_count()}},
            {"shared_nets", shared},
            {"route_length", hops},
            {"packet_cycle", design_.packet_cycle ? parameters::Value{*design_.packet_cycle}
                                                  : parameters::Value{}}};
}

std::vector<Line> PlacedWorkload::summary() const {
    const Netlist& netlist = design_.netlist;
    std::vector<Line> lines{
        {"netlist",
         fmt::format(
             "{}, {} of each shim's nets{}", netlist.name, counted(design_.firings, "object"),
             design_.object ? fmt::format(", of {} bytes", grouped(design_.object->count())) : "")},
        {"placed", found_by(design_) + ": " + transports_of(design_.solution.routes)}};
    if (design_.packet_cycle)
        lines.push_back({"packets",
                         "different timing could cause a deadlock, as in every placement that was "
                         "found (try another placer or seed, or more moves): " +
                             *design_.packet_cycle});
    return lines;
}

std::string PlacedWorkload::array_text() const {
    using enum arch::TileKind;
    const Netlist& netlist = design_.netlist;
    return fmt::format("{}, {}, {}", counted(netlist.count(CompTile), "core"),
                       counted(netlist.count(MemTile), "mem tile"),
                       counted(netlist.count(Shim), "shim"));
}

schedule::Work PlacedWorkload::work() const {
    schedule::Work work;
    for (const HostEnd& end : host_ends(design_.netlist)) {
        const arch::Bytes bytes = design_.netlist.net(end.net).object * design_.firings;
        work.moved += bytes;
        if (!end.is_input) work.results += bytes;
    }
    return work;
}

std::vector<schedule::BufferContent> PlacedWorkload::buffers() const {
    std::vector<schedule::BufferContent> buffers;
    for (const HostEnd& end : host_ends(design_.netlist))
        buffers.push_back({buffer(buffers.size()),
                           end.is_input ? BufferRole::Input : BufferRole::Output,
                           "bytes",
                           {design_.firings, design_.netlist.net(end.net).object.count()},
                           "row-major"});
    return buffers;
}

void PlacedWorkload::fill(HostMemory& host, std::uint64_t seed) const {
    std::mt19937_64 random{seed};
    const std::vector<HostEnd> ends = host_ends(design_.netlist);
    for (std::size_t i = 0; i < ends.size(); ++i)
        if (ends[i].is_input)
            host[i] = schedule::random_bytes(arch::Bytes{static_cast<std::int64_t>(host[i].size())},
                                             random);
}

schedule::Verification PlacedWorkload::check(HostMemory& host, const schedule::DataRun& run) const {
    HostMemory expected = host;
    evaluate(design_.netlist, design_.firings, expected);
    run(host, nullptr);
    const std::vector<HostEnd> ends = host_ends(design_.netlist);
    std::int64_t compared = 0;
    for (std::size_t i = 0; i < ends.size(); ++i) {
        if (ends[i].is_input) continue;
        const schedule::Difference found = schedule::difference(expected[i], host[i]);
        const std::int64_t object = design_.netlist.net(ends[i].net).object.count();
        if (found.count > 0)
            return {false, fmt::format("{} bytes of {} differ, first in object {} at byte {}: "
                                       "expected {}, got {}",
                                       grouped(found.count), net_text(design_.netlist, ends[i].net),
                                       found.first / object, found.first % object, found.expected,
                                       found.got)};
        compared += static_cast<std::int64_t>(host[i].size());
    }
    return {true, fmt::format("all {} bytes at the shims are what the netlist makes of its inputs",
                              grouped(compared))};
}

schedule::Estimate PlacedWorkload::estimate(const schedule::Schedule& schedule,
                                            const arch::Device& device,
                                            const schedule::KernelCycles& cycles) const {
    return design::estimate(schedule, device, cycles, work().kernel);
}

}  // namespace xdnasim::placed
