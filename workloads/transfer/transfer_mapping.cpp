#include "xdnasim/workloads/transfer/transfer_mapping.hpp"

#include <fmt/format.h>

#include "xdnasim/arch/routing_graph.hpp"
#include "xdnasim/workloads/routing/router.hpp"
#include "xdnasim/workloads/schedule/relay.hpp"
#include "xdnasim/workloads/transfer/transfer_checks.hpp"
#include "xdnasim/workloads/transfer/transfer_parts.hpp"

namespace xdnasim::transfer {

using arch::Direction;
using schedule::Schedule;

namespace {

void add_flows(Schedule& schedule, const TransferProblem& problem, int column) {
    const auto add = [&](std::string name, arch::TileId from, arch::TileId to, int channel) {
        schedule.flows.push_back({std::move(name),
                                  dma_port(from, Direction::MM2S, channel),
                                  {dma_port(to, Direction::S2MM, channel)},
                                  schedule::FlowMode::Circuit,
                                  0});
    };
    int channel = 0;
    for (const MatrixStream& matrix : problem.streams) {
        add(fmt::format("{}{} L3-L2", matrix.name, column), shim(column), mem_tile(column),
            channel);
        add(fmt::format("{}{} L2-L3", matrix.name, column), mem_tile(column), shim(column),
            channel);
        ++channel;
    }
}

std::vector<schedule::Relay> relays(const TransferProblem& problem) {
    std::vector<schedule::Relay> all;
    for (const MatrixStream& matrix : problem.streams)
        all.push_back({matrix.name, matrix.tile(), problem.depth});
    return all;
}

schedule::TransferDescription describe(const TransferProblem& problem) {
    schedule::TransferDescription description{problem.columns, problem.depth, {}};
    int number = 0;
    for (const MatrixStream& matrix : problem.streams) {
        description.copies.push_back({matrix, source(number), destination(number)});
        ++number;
    }
    return description;
}

}  // namespace

Schedule map_transfer(const TransferProblem& problem, const arch::Device& device) {
    require_mappable(problem, device);
    Schedule schedule;
    schedule.device = device.name;
    schedule.transfer = describe(problem);
    for (int column = 0; column < problem.columns; ++column) {
        schedule.tiles.emplace_back().tile = shim(column);
        schedule.tiles.push_back(
            schedule::relay_program(mem_tile(column), relays(problem), device));
        add_flows(schedule, problem, column);
    }
    schedule.routes = routing::route(schedule.flows, arch::RoutingGraph{device});
    for (const MatrixStream& matrix : problem.streams) {
        schedule.host_buffers.push_back({matrix.name, matrix.size()});
        schedule.host_buffers.push_back({matrix.name + " back", matrix.size()});
    }
    schedule.sequence = runtime_sequence(problem, device);
    schedule::require_valid(schedule, device);
    return schedule;
}

}  // namespace xdnasim::transfer
