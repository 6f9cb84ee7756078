#include <fmt/format.h>

#include "workloads/gemm/gemm_parts.hpp"
#include "workloads/gemm/gemm_placement.hpp"

namespace xdnasim::gemm {

using arch::Direction;
using arch::dma_port;
using arch::Port;

std::vector<schedule::Flow> flows(const GemmDesign& design, const arch::Device& device) {
    std::vector<schedule::Flow> all;
    const auto add = [&](std::string name, const Port& source, std::vector<Port> sinks) {
        all.push_back({std::move(name), source, std::move(sinks), schedule::FlowMode::Circuit, 0});
    };
    const auto cores_of = [&](int row, int channel) {
        std::vector<Port> cores;
        for (int column = 0; column < design.columns; ++column)
            cores.push_back(dma_port(core_at(device, row, column), Direction::S2MM, channel));
        return cores;
    };
    for (int column = 0; column < design.columns; ++column) {
        const RowRange rows = design.a_rows_at(column);
        if (rows.count == 0) continue;
        const arch::TileId mem = device.mem_tile_at(column);
        add(fmt::format("A{} L3-L2", rows.first),
            dma_port(device.shim_at(column), Direction::MM2S, Channels::kShimA),
            {dma_port(mem, Direction::S2MM, Channels::kMemA)});
        for (int i = 0; i < rows.count; ++i)
            add(fmt::format("A{} L2-L1", rows.first + i),
                dma_port(mem, Direction::MM2S, Channels::mem_a_out(i)),
                cores_of(rows.first + i, Channels::kCoreA));
    }
    for (int column = 0; column < design.columns; ++column) {
        const arch::TileId shim = device.shim_at(column);
        const arch::TileId mem = device.mem_tile_at(column);
        add(fmt::format("B{} L3-L2", column), dma_port(shim, Direction::MM2S, Channels::kShimB),
            {dma_port(mem, Direction::S2MM, Channels::kMemB)});
        std::vector<Port> cores;
        cores.reserve(static_cast<std::size_t>(design.rows));
        for (int i = 0; i < design.rows; ++i)
            cores.push_back(
                dma_port(core_at(device, i, column), Direction::S2MM, Channels::kCoreB));
        add(fmt::format("B{} L2-L1", column), dma_port(mem, Direction::MM2S, Channels::kMemBOut),
            cores);
        for (int i = 0; i < design.rows; ++i)
            add(fmt::format("C({},{}) L1-L2", i, column),
                dma_port(core_at(device, i, column), Direction::MM2S, Channels::kCoreC),
                {dma_port(mem, Direction::S2MM, Channels::kMemCIn + i)});
        const int c_out = Channels::mem_c_out(design.a_rows_at(column).count);
        add(fmt::format("C{} L2-L3", column), dma_port(mem, Direction::MM2S, c_out),
            {dma_port(shim, Direction::S2MM, Channels::kShimC)});
    }
    return all;
}

}  // namespace xdnasim::gemm
