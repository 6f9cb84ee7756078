#include <optional>
#include <utility>

#include <fmt/format.h>

#include "backends/mlir/reading.hpp"

namespace xdnasim::mlir {
namespace {

using arch::Bundle;
using arch::Port;
using arch::PortSide;
using arch::TileId;
using schedule::Connection;
using schedule::FlowMode;

/// The slave port at the other end of the wire; nullopt where none goes on.
std::optional<Port> wired_to(const Port& master) {
    TileId tile = master.tile;
    Bundle bundle{};
    switch (master.bundle) {
        case Bundle::North:
            ++tile.row;
            bundle = Bundle::South;
            break;
        case Bundle::South:
            --tile.row;
            bundle = Bundle::North;
            break;
        case Bundle::West:
            --tile.column;
            bundle = Bundle::East;
            break;
        case Bundle::East:
            ++tile.column;
            bundle = Bundle::West;
            break;
        case Bundle::Core:
        case Bundle::Dma:
        case Bundle::Fifo:
        case Bundle::TileControl:
        case Bundle::Trace:
            return std::nullopt;
    }
    return Port{tile, PortSide::Slave, bundle, master.channel};
}

}  // namespace

void FlowDrafts::add(const Membership& member, FlowMode mode, int packet_id,
                     const Connection& connection) {
    const auto [at, fresh] = drafts_.try_emplace(member.flow);
    schedule::Flow& flow = at->second.flow;
    if (fresh) {
        at->second.place = member.place;
        flow.name = member.name;
        flow.mode = mode;
        flow.packet_id = packet_id;
    } else if (flow.name != member.name || flow.mode != mode || flow.packet_id != packet_id) {
        cursor_.fail(member.place,
                     fmt::format("flow {} stands above with another name, another "
                                 "packet id, or as {}",
                                 member.flow, mode == FlowMode::Packet ? "a circuit" : "packets"));
    }
    at->second.connections.insert({member.position, connection});
}

Port FlowDrafts::end_of(const Port& port) const {
    const auto at = behind_mux_.find(port);
    return at == behind_mux_.end() ? port : at->second;
}

schedule::Route FlowDrafts::finish(Draft& draft) const {
    schedule::Route route;
    std::map<Port, int> hops;  // switches passed up to each slave port
    std::map<Port, int> ends;  // and up to each sink
    std::set<Port> slaves;
    for (const auto& [position, connection] : draft.connections)
        slaves.insert(connection.slave);
    for (const auto& [position, connection] : draft.connections) {
        route.connections.push_back(connection);
        const int passed = hops[connection.slave] + 1;
        const std::optional<Port> next = wired_to(connection.master);
        if (next && slaves.contains(*next))
            hops[*next] = passed;
        else
            ends[end_of(connection.master)] = passed;
        if (keeps_headers_.contains(connection.master)) draft.flow.keep_header = true;
    }
    draft.flow.source = end_of(route.connections.front().slave);
    for (const auto& [sink, passed] : ends) {
        draft.flow.sinks.push_back(sink);
        route.hops.push_back(passed);
    }
    return route;
}

void FlowDrafts::finish(schedule::Schedule& schedule) {
    int number = 0;
    for (auto& [given, draft] : drafts_) {
        if (given != number++)
            cursor_.fail(draft.place, fmt::format("flow {} stands here, and none is flow {}", given,
                                                  number - 1));
        schedule.routes.push_back(finish(draft));
        schedule.flows.push_back(std::move(draft.flow));
    }
}

}  // namespace xdnasim::mlir
