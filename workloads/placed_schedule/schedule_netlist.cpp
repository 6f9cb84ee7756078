#include "workloads/placed_schedule/schedule_netlist.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <variant>

#include "workloads/netlist/ties.hpp"
#include "workloads/schedule/operations.hpp"

namespace xdnasim::placed_schedule {
namespace {

using arch::TileId;
using netlist::Carrier;
using netlist::CoreId;
using netlist::Net;
using schedule::Schedule;
using schedule::TileProgram;

class Reader {
 public:
    Reader(const Schedule& schedule, const arch::Device& device)
        : schedule_{schedule}, device_{device} {}

    ScheduleNetlist read() && {
        add_tiles();
        for (const schedule::PlPort& port : schedule_.pl.ports)
            keep(port.port.tile);
        for (const schedule::Flow& flow : schedule_.flows)
            add_flow(flow);
        for (const schedule::CascadeLink& link : schedule_.cascades)
            found_.netlist.ties.push_back(
                netlist::cascade_tie(cores_.at(link.from), cores_.at(link.to)));
        for (const TileProgram& program : schedule_.tiles)
            add_ties(program);
        return std::move(found_);
    }

 private:
    void add_tiles() {
        std::set<TileId> tiles;
        for (const TileProgram& program : schedule_.tiles)
            tiles.insert(program.tile);
        for (const schedule::Flow& flow : schedule_.flows) {
            tiles.insert(flow.source.tile);
            for (const arch::Port& sink : flow.sinks)
                tiles.insert(sink.tile);
        }
        found_.netlist.device = device_.name;
        for (const TileId tile : tiles) {
            cores_[tile] = found_.netlist.core_count();
            found_.netlist.cores.push_back(
                {.kind = device_.kind(tile), .name = arch::to_string(tile)});
            if (!device_.has_dma(tile)) keep(tile);
        }
        found_.present = placement::Placement{{tiles.begin(), tiles.end()}};
    }

    /// A shim at ports to the programmable logic cannot move.
    void keep(TileId tile) {
        found_.netlist.cores[static_cast<std::size_t>(cores_.at(tile))].kept_tile = tile;
    }

    void add_flow(const schedule::Flow& flow) {
        Net net;
        net.source = cores_.at(flow.source.tile);
        net.carrier = flow.mode == schedule::FlowMode::Packet ? Carrier::Packet : Carrier::Circuit;
        for (const arch::Port& port : flow.sinks) {
            const CoreId sink = cores_.at(port.tile);
            if (std::ranges::find(net.sinks, sink) == net.sinks.end()) net.sinks.push_back(sink);
        }
        net.depths.assign(net.sinks.size() + 1, 1);
        found_.netlist.nets.push_back(std::move(net));
    }

    void add_ties(const TileProgram& program) {
        std::set<TileId> used;
        const auto use_lock = [&](const auto& operation) { used.insert(operation.lock.tile); };
        const auto use_slice = [&](const schedule::BufferSlice& slice) {
            used.insert(slice.buffer.tile);
        };
        for (const schedule::Bd& bd : program.bds) {
            if (const auto* buffer = std::get_if<schedule::BufferRef>(&bd.buffer))
                used.insert(buffer->tile);
            if (bd.acquire) use_lock(*bd.acquire);
            if (bd.release) use_lock(*bd.release);
        }
        schedule::for_each_operation<schedule::Acquire>(program.core, use_lock);
        schedule::for_each_operation<schedule::Release>(program.core, use_lock);
        schedule::for_each_operation<schedule::Call>(program.core, [&](const schedule::Call& call) {
            std::ranges::for_each(call.arguments, use_slice);
        });
        schedule::for_each_operation<schedule::GetCascade>(program.core,
                                                           [&](const schedule::GetCascade& get) {
                                                               if (get.into) use_slice(*get.into);
                                                           });
        schedule::for_each_operation<schedule::PutCascade>(program.core,
                                                           [&](const schedule::PutCascade& put) {
                                                               if (put.from) use_slice(*put.from);
                                                           });
        used.erase(program.tile);
        for (const TileId tile : used)
            found_.netlist.ties.push_back(netlist::memory_tie(
                device_.kind(program.tile), cores_.at(program.tile), cores_.at(tile)));
    }

    const Schedule& schedule_;
    const arch::Device& device_;
    ScheduleNetlist found_;
    std::map<TileId, CoreId> cores_;
};

}  // namespace

ScheduleNetlist netlist_of(const Schedule& schedule, const arch::Device& device) {
    return Reader{schedule, device}.read();
}

}  // namespace xdnasim::placed_schedule
