#include <fmt/format.h>

#include "workloads/schedule/patterns.hpp"
#include "workloads/transfer/transfer_parts.hpp"

namespace xdnasim::transfer {

using arch::Direction;
using schedule::Schedule;

namespace {

void add_flows(Schedule& schedule, const TransferDesign& design, const arch::Device& device,
               int column) {
    const arch::TileId shim = device.shim_at(column);
    const arch::TileId mem_tile = device.mem_tile_at(column);
    const auto add = [&](std::string name, arch::TileId from, arch::TileId to, int channel) {
        schedule.flows.push_back({std::move(name),
                                  dma_port(from, Direction::MM2S, channel),
                                  {dma_port(to, Direction::S2MM, channel)},
                                  schedule::FlowMode::Circuit,
                                  0});
    };
    int channel = 0;
    for (const MatrixStream& matrix : design.streams) {
        add(fmt::format("{}{} L3-L2", matrix.name, column), shim, mem_tile, channel);
        add(fmt::format("{}{} L2-L3", matrix.name, column), mem_tile, shim, channel);
        ++channel;
    }
}

std::vector<schedule::Relay> relays(const TransferDesign& design) {
    std::vector<schedule::Relay> all;
    for (const MatrixStream& matrix : design.streams)
        all.push_back({matrix.name, matrix.tile(), design.depth});
    return all;
}

}  // namespace

Schedule program_of(const TransferDesign& design, const arch::Device& device) {
    Schedule schedule;
    for (int column = 0; column < design.columns; ++column) {
        schedule.tiles.emplace_back().tile = device.shim_at(column);
        schedule.tiles.push_back(
            schedule::relay_program(device.mem_tile_at(column), relays(design), device));
        add_flows(schedule, design, device, column);
    }
    for (const MatrixStream& matrix : design.streams) {
        schedule.host_buffers.push_back({matrix.name, matrix.size()});
        schedule.host_buffers.push_back({matrix.name + " back", matrix.size()});
    }
    schedule.sequence = runtime_sequence(design, device);
    return schedule;
}

}  // namespace xdnasim::transfer
