#include <map>

#include <fmt/format.h>

#include "workloads/gemm/gemm_layouts.hpp"
#include "workloads/gemm/gemm_placement.hpp"
#include "workloads/gemm/gemm_program.hpp"
#include "workloads/schedule/patterns.hpp"

namespace xdnasim::gemm {

using arch::Bytes;
using arch::Direction;
using schedule::BufferRef;
using schedule::LockRef;
using schedule::LockRole;
using schedule::TileProgram;

namespace {

/// Gives out lock ids and BD ids.
class Builder {
 public:
    Builder(TileProgram& program, const arch::DmaModel& dma) : program_{program}, dma_{dma} {}

    /// A pair of locks: `depth` buffers empty, none full.
    std::pair<LockRef, LockRef> lock_pair(const std::string& name, int depth) {
        const int id = static_cast<int>(program_.locks.size());
        program_.locks.push_back({id, name + " empty", depth, LockRole::Free});
        program_.locks.push_back({id + 1, name + " full", 0, LockRole::Filled});
        return {{program_.tile, id}, {program_.tile, id + 1}};
    }

    int take_bds(int channel, int count) {
        const arch::BdRange own = dma_.bds_of(channel);
        int& taken = taken_[own];
        taken += count;
        return own.first + taken - count;
    }

    void start(Direction direction, int channel, const std::vector<schedule::Bd>& bds) {
        program_.channels.push_back({direction, channel, {{bds.front().id, 0, false}}});
        program_.bds.insert(program_.bds.end(), bds.begin(), bds.end());
    }

 private:
    TileProgram& program_;
    const arch::DmaModel& dma_;
    std::map<arch::BdRange, int> taken_;  ///< number of BDs taken from each range
};

/// Buffers that are filled and emptied in turn, under a pair of locks of their own: with one pair
/// for several streams, a fast stream would take buffers that belong to a slow one.
struct Passage {
    const std::vector<BufferRef>& buffers;
    LockRef empty, full;
};

Passage passage(Builder& builder, const std::string& name, const std::vector<BufferRef>& buffers) {
    const auto [empty, full] = builder.lock_pair(name, static_cast<int>(buffers.size()));
    return {buffers, empty, full};
}

enum class Side : std::uint8_t { Fill, Drain };

/// BDs of one stream for several passages: buffer 0 of each, then buffer 1 of each.
std::vector<schedule::Bd> take_turns(Builder& builder, int channel,
                                     const std::vector<Passage>& passages, Side side, Bytes size,
                                     const Dimensions& dimensions) {
    const std::size_t depth = passages.front().buffers.size();
    const auto count = static_cast<int>(depth * passages.size());
    const int first = builder.take_bds(channel, count);
    std::vector<schedule::Bd> bds;
    for (std::size_t i = 0; i < depth; ++i) {
        for (const auto& [buffers, empty, full] : passages) {
            const bool fill = side == Side::Fill;
            const int id = first + static_cast<int>(bds.size());
            schedule::Bd bd = schedule::ring(id, {buffers[i]}, size, dimensions,
                                             fill ? empty : full, fill ? full : empty)
                                  .front();
            bd.next = first + static_cast<int>(bds.size() + 1) % count;
            bds.push_back(std::move(bd));
        }
    }
    return bds;
}

void pass(Builder& builder, Direction direction, int channel, const std::vector<Passage>& passages,
          Bytes size, const Dimensions& dimensions) {
    const Side side = direction == Direction::S2MM ? Side::Fill : Side::Drain;
    builder.start(direction, channel,
                  take_turns(builder, channel, passages, side, size, dimensions));
}

/// The A of all rows that enter at this column arrives on one channel; the A of each row leaves on
/// a channel of its own.
void pass_a(Builder& builder, const GemmDesign& design, RowRange rows, const ColumnBuffers& own) {
    const Bytes size = design.a_panel();
    std::vector<Passage> passages;
    for (int i = 0; i < rows.count; ++i)
        passages.push_back(passage(builder, fmt::format("A{}", rows.first + i),
                                   own.a[static_cast<std::size_t>(i)]));
    if (passages.empty()) return;
    pass(builder, Direction::S2MM, Channels::kMemA, passages, size, a_into_l2(design));
    for (int i = 0; i < rows.count; ++i)
        pass(builder, Direction::MM2S, Channels::mem_a_out(i),
             {passages[static_cast<std::size_t>(i)]}, size, a_out_of_l2(design));
}

void pass_b(Builder& builder, const GemmDesign& design, const ColumnBuffers& own) {
    const Bytes size = design.b_panel();
    const Passage b = passage(builder, "B", own.b);
    pass(builder, Direction::S2MM, Channels::kMemB, {b}, size, b_into_l2(design));
    pass(builder, Direction::MM2S, Channels::kMemBOut, {b}, size, b_out_of_l2(design));
}

/// The C of every core of the column arrives on a channel of its own; all leave on one channel, row
/// by row.
void gather_c(Builder& builder, const GemmDesign& design, int channel_out,
              const ColumnBuffers& own) {
    const Bytes size = design.c_tile();
    std::vector<Passage> passages;
    for (int row = 0; row < design.rows; ++row)
        passages.push_back(
            passage(builder, fmt::format("C{}", row), own.c[static_cast<std::size_t>(row)]));
    for (int row = 0; row < design.rows; ++row)
        pass(builder, Direction::S2MM, Channels::kMemCIn + row,
             {passages[static_cast<std::size_t>(row)]}, size, {});
    pass(builder, Direction::MM2S, channel_out, passages, size, c_out_of_l2(design));
}

}  // namespace

std::vector<TileProgram> mem_tile_programs(const GemmDesign& design, const arch::Device& device) {
    MemTilePlacement placement = place_in_mem_tiles(design, device);
    std::vector<TileProgram> programs(static_cast<std::size_t>(design.columns));
    for (int column = 0; column < design.columns; ++column) {
        const auto index = static_cast<std::size_t>(column);
        TileProgram& program = programs[index];
        program.tile = device.mem_tile_at(column);
        program.buffers = std::move(placement.memories[index]);

        const RowRange a_rows = design.a_rows_at(column);
        const ColumnBuffers& own = placement.columns[index];
        Builder builder{program, device.mem_tile.dma};
        pass_a(builder, design, a_rows, own);
        pass_b(builder, design, own);
        gather_c(builder, design, Channels::mem_c_out(a_rows.count), own);
    }
    return programs;
}

}  // namespace xdnasim::gemm
