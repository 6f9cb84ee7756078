#include <algorithm>

#include <fmt/format.h>

#include "xdnasim/workloads/schedule/bd_ring.hpp"
#include "xdnasim/workloads/transfer/transfer_parts.hpp"

namespace xdnasim::transfer {

using arch::Bytes;
using schedule::BufferRef;
using schedule::LockRef;
using schedule::TileProgram;

namespace {

std::vector<BufferRef> place_tiles(TileProgram& program, const MatrixStream& matrix, int depth) {
    std::vector<BufferRef> placed;
    for (int i = 0; i < depth; ++i) {
        const Bytes end = program.buffers.empty()
                              ? Bytes{}
                              : program.buffers.back().address + program.buffers.back().size;
        placed.push_back({program.tile, static_cast<int>(program.buffers.size())});
        program.buffers.push_back({fmt::format("{}{}", matrix.name, i), end, matrix.tile()});
    }
    return placed;
}

void add_channel(TileProgram& program, arch::Direction direction, int channel,
                 const std::vector<schedule::Bd>& bds) {
    program.channels.push_back({direction, channel, {{bds.front().id, 0, false}}});
    program.bds.insert(program.bds.end(), bds.begin(), bds.end());
}

}  // namespace

int most_depth(const arch::Device& device) {
    return std::min(device.mem_tile.dma.bds / kBdHalves / kDirections,
                    device.mem_tile.max_lock_value);
}

TileProgram mem_tile_program(const TransferProblem& problem, int column,
                             const arch::Device& device) {
    TileProgram program;
    program.tile = mem_tile(column);
    int channel = 0;
    for (const MatrixStream& matrix : problem.streams) {
        const LockRef empty{program.tile, kDirections * channel};
        const LockRef full{program.tile, empty.id + 1};
        program.locks.push_back({empty.id, matrix.name + " empty", problem.depth});
        program.locks.push_back({full.id, matrix.name + " full", 0});
        const std::vector<BufferRef> tiles = place_tiles(program, matrix, problem.depth);
        const int first_bd = channel * device.mem_tile.dma.bds / kBdHalves;
        add_channel(program, arch::Direction::S2MM, channel,
                    schedule::ring(first_bd, tiles, matrix.tile(), {}, empty, full));
        add_channel(
            program, arch::Direction::MM2S, channel,
            schedule::ring(first_bd + problem.depth, tiles, matrix.tile(), {}, full, empty));
        ++channel;
    }
    return program;
}

}  // namespace xdnasim::transfer
