#include <fmt/format.h>

#include "xdnasim/workloads/gemm/gemm_parts.hpp"

namespace xdnasim::gemm {

using arch::Direction;
using arch::dma_port;
using arch::Port;

std::vector<schedule::Flow> flows(const Tiling& tiling) {
    std::vector<schedule::Flow> all;
    const auto add = [&](std::string name, const Port& source, std::vector<Port> sinks) {
        all.push_back({std::move(name), source, std::move(sinks), schedule::FlowMode::Circuit, 0});
    };
    for (int row = 0; row < tiling.rows; ++row) {
        const int column = tiling.a_column(row);
        const arch::TileId mem = Tiling::mem_tile(column);
        add(fmt::format("A{} L3-L2", row),
            dma_port(Tiling::shim(column), Direction::MM2S, Channels::kShimA),
            {dma_port(mem, Direction::S2MM, Channels::kMemA)});
        std::vector<Port> cores;
        cores.reserve(static_cast<std::size_t>(tiling.columns));
        for (int j = 0; j < tiling.columns; ++j)
            cores.push_back(dma_port(tiling.core(row, j), Direction::S2MM, Channels::kCoreA));
        add(fmt::format("A{} L2-L1", row), dma_port(mem, Direction::MM2S, Channels::kMemA), cores);
    }
    for (int column = 0; column < tiling.columns; ++column) {
        const arch::TileId shim = Tiling::shim(column);
        const arch::TileId mem = Tiling::mem_tile(column);
        add(fmt::format("B{} L3-L2", column), dma_port(shim, Direction::MM2S, Channels::kShimB),
            {dma_port(mem, Direction::S2MM, Channels::kMemB)});
        std::vector<Port> cores;
        cores.reserve(static_cast<std::size_t>(tiling.rows));
        for (int i = 0; i < tiling.rows; ++i)
            cores.push_back(dma_port(tiling.core(i, column), Direction::S2MM, Channels::kCoreB));
        add(fmt::format("B{} L2-L1", column), dma_port(mem, Direction::MM2S, Channels::kMemB),
            cores);
        for (int i = 0; i < tiling.rows; ++i)
            add(fmt::format("C({},{}) L1-L2", i, column),
                dma_port(tiling.core(i, column), Direction::MM2S, Channels::kCoreC),
                {dma_port(mem, Direction::S2MM, Channels::kMemCIn + i)});
        add(fmt::format("C{} L2-L3", column), dma_port(mem, Direction::MM2S, Channels::kMemCOut),
            {dma_port(shim, Direction::S2MM, Channels::kShimC)});
    }
    return all;
}

}  // namespace xdnasim::gemm
