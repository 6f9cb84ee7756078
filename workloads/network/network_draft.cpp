#include "workloads/network/network_draft.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "workloads/kernels/dense_instructions.hpp"
#include "workloads/schedule/mapping_error.hpp"

namespace xdnasim::network {

using arch::Bytes;
using arch::Direction;
using arch::TileId;
using schedule::BufferRef;

Walk walk_of(const Part& part, const Part& whole) {
    constexpr int kSide = kernels::kActivationTile;
    const std::int64_t row = whole.columns / kSide * kernels::kActivationTileBytes;
    Walk walk{Bytes{(part.row - whole.row) / kSide * row +
                    (part.column - whole.column) / kSide * kernels::kActivationTileBytes},
              {}};
    const int rows_of_tile = std::min(part.rows, kSide);
    if (part.columns != whole.columns || rows_of_tile < kSide)
        walk.dimensions = {{rows_of_tile * kSide / arch::kWord.count(), arch::kWord},
                           {part.columns / kSide, Bytes{kernels::kActivationTileBytes}},
                           {part.rows / rows_of_tile, Bytes{row}}};
    return walk;
}

schedule::Bd bd_of(BufferRef buffer, const Walk& walk, const Part& part) {
    schedule::Bd bd;
    bd.buffer = buffer;
    bd.offset = walk.offset;
    bd.length = size_of(part);
    bd.dimensions = walk.dimensions;
    return bd;
}

void Core::hold(const Part& part) {
    held = held.elements() == 0 ? part : around(held, part);
}

void Draft::refuse(std::size_t stage, const std::string& message) const {
    refuse_layer(stages[stage].layer, message);
}

BufferRef Draft::buffer(std::size_t stage, TileId tile, const char* name, Bytes size, Use use,
                        std::shared_ptr<const schedule::Content> content) {
    if (const auto made = tiles.buffer(tile, name, size, use, std::move(content))) return *made;
    refuse(stage,
           fmt::format("the {} of {}, {} bytes, do not fit into its {} bytes of memory; split the "
                       "layer further",
                       name, device.name_of(tile), base::grouped(size.count()),
                       base::grouped(device.model(tile).memory.count())));
}

const std::vector<BufferRef>& Draft::input_buffers(std::size_t stage, TileId tile, int depth) {
    Core& core = cores[tile];
    if (core.arguments.empty()) {
        auto& buffers = core.arguments.emplace_back();
        for (int i = 0; i < depth; ++i)
            buffers.push_back(buffer(stage, tile, "activations", size_of(core.held), Use::Input));
    }
    return core.arguments.front();
}

arch::Port Draft::sink(std::size_t stage, TileId tile, const Part& part) {
    Core& core = cores[tile];
    const auto& buffers = input_buffers(stage, tile);
    core.in.push_back(tiles.ring(fmt::format("in {}", core.in.size()), buffers));
    const Walk walk = walk_of(part, core.held);
    const int channel = tiles.channel(tile, Direction::S2MM, core.in.back(), walk.offset,
                                      size_of(part), walk.dimensions);
    return arch::dma_port(tile, Direction::S2MM, channel);
}

schedule::HostBufferRef Draft::add_host_buffer(const NetworkPort& port) {
    schedule.host_buffers.push_back({port.name, size_of(port.part) * std::int64_t{design.samples}});
    return {static_cast<int>(schedule.host_buffers.size()) - 1};
}

arch::Port Draft::place_of(const NetworkPort& port) {
    if (const auto place = pl_ports.near(port.tile.column, port.is_input)) return *place;
    throw schedule::MappingError{
        "network", fmt::format("network: {} has no port left for '{}'", device.name, port.name)};
}

void Draft::add_port(const NetworkPort& port, const arch::Port& place,
                     schedule::HostBufferRef buffer) {
    schedule::PlPort added;
    added.name = port.name;
    added.port = place;
    added.width = device.pl->wide_port();
    added.buffer = buffer;
    added.frame = size_of(port.part);
    added.frames = design.samples;
    schedule.pl.ports.push_back(added);
}

void Draft::add_output(const NetworkPort& port, const arch::Port& place,
                       schedule::HostBufferRef buffer) {
    Core& core = cores[port.tile];
    core.out.push_back(tiles.ring("out", core.arguments.back()));
    const Walk walk = walk_of(port.part, port.held);
    const int channel = tiles.channel(port.tile, Direction::MM2S, core.out.back(), walk.offset,
                                      size_of(port.part), walk.dimensions);
    schedule.flows.push_back({.name = port.name,
                              .source = arch::dma_port(port.tile, Direction::MM2S, channel),
                              .sinks = {place}});
    add_port(port, place, buffer);
}

}  // namespace xdnasim::network
