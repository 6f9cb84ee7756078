#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "xdnasim/arch/error.hpp"
#include "xdnasim/workloads/gemm/gemm_parts.hpp"

namespace xdnasim::gemm {

using arch::Bytes;
using arch::Direction;
using schedule::BufferRef;
using schedule::Dimension;
using schedule::LockRef;
using schedule::TileProgram;

namespace {

/// The memory of a row of mem tiles, filled from the bottom.
class PanelPlacement {
 public:
    PanelPlacement(const Tiling& tiling, std::vector<TileProgram>& programs)
        : capacity_{tiling.device.mem_tile.memory}, programs_{programs}, used_(programs.size()) {}

    /// nullopt: it does not fit into mem tile `column`.
    std::optional<BufferRef> place(int column, const std::string& name, Bytes size) {
        Bytes& used = used_[static_cast<std::size_t>(column)];
        if (used + size > capacity_) return std::nullopt;
        TileProgram& program = programs_[static_cast<std::size_t>(column)];
        program.buffers.push_back({name, used, size});
        used += size;
        return BufferRef{program.tile, static_cast<int>(program.buffers.size()) - 1};
    }

    /// In the mem tile west or east of `column`.
    std::optional<BufferRef> place_beside(int column, const std::string& name, Bytes size) {
        for (const int neighbour : {column - 1, column + 1}) {
            if (neighbour < 0 || neighbour >= static_cast<int>(programs_.size())) continue;
            if (const auto placed = place(neighbour, name, size)) return placed;
        }
        return std::nullopt;
    }

    [[nodiscard]] Bytes room(int column) const {
        return capacity_ - used_[static_cast<std::size_t>(column)];
    }

 private:
    Bytes capacity_;
    std::vector<TileProgram>& programs_;
    std::vector<Bytes> used_;
};

/// Where the buffers of one column's mem tile lie.
struct ColumnBuffers {
    std::vector<BufferRef> a, b, c;
};

[[noreturn]] void fail_to_place(const PanelPlacement& placement, int column,
                                const std::string& name, Bytes size) {
    throw arch::InputError{fmt::format(
        "{} of {} bytes does not fit into mem tile {}, which has {} bytes left, nor into its "
        "neighbours; a smaller gemm.k_mt or gemm.tile needs less",
        name, size.count(), to_string(Tiling::mem_tile(column)), placement.room(column).count())};
}

std::vector<ColumnBuffers> place_buffers(const Tiling& tiling, std::vector<TileProgram>& programs) {
    PanelPlacement placement{tiling, programs};
    std::vector<ColumnBuffers> columns(programs.size());
    // C first: its channels do not reach the neighbours.
    for (int column = 0; column < tiling.columns; ++column) {
        for (int row = 0; row < tiling.rows; ++row) {
            const std::string name = fmt::format("C{}", row);
            const auto placed = placement.place(column, name, Bytes{tiling.c_tile()});
            if (!placed) fail_to_place(placement, column, name, Bytes{tiling.c_tile()});
            columns[static_cast<std::size_t>(column)].c.push_back(*placed);
        }
    }
    struct Panel {
        int column;
        std::string name;
        Bytes size;
        std::vector<BufferRef>* buffers;
    };
    std::vector<Panel> panels;
    for (int column = 0; column < tiling.columns; ++column) {
        ColumnBuffers& buffers = columns[static_cast<std::size_t>(column)];
        for (int i = 0; i < 2; ++i)
            panels.push_back(
                {column, fmt::format("B{}_{}", column, i), Bytes{tiling.b_panel()}, &buffers.b});
        if (const int row = tiling.a_row_at(column); row >= 0)
            for (int i = 0; i < 2; ++i)
                panels.push_back(
                    {column, fmt::format("A{}_{}", row, i), Bytes{tiling.a_panel()}, &buffers.a});
    }
    // Panels at home before panels abroad, so that no guest takes a host's own room.
    std::vector<const Panel*> abroad;
    for (const Panel& panel : panels) {
        if (const auto placed = placement.place(panel.column, panel.name, panel.size))
            panel.buffers->push_back(*placed);
        else
            abroad.push_back(&panel);
    }
    for (const Panel* panel : abroad) {
        const auto placed = placement.place_beside(panel->column, panel->name, panel->size);
        if (!placed) fail_to_place(placement, panel->column, panel->name, panel->size);
        panel->buffers->push_back(*placed);
    }
    return columns;
}

/// Rows of k_mt arrive one after the other; slices of k_ct come to lie one after the other:
/// (k_ct, k_mt/k_ct, rows).
std::vector<Dimension> to_slices(std::int64_t rows, std::int64_t element, const Tiling& tiling) {
    const std::int64_t row = tiling.tile.k * element;
    return {{row / arch::kWord.count(), arch::kWord},
            {tiling.k_mt / tiling.tile.k, Bytes{rows * row}},
            {rows, Bytes{row}}};
}

/// Each slice leaves column of tiles by column of tiles: (s, rows, k_ct/s, k_mt/k_ct).
std::vector<Dimension> from_slices(std::int64_t rows, std::int64_t element, const Tiling& tiling) {
    const std::int64_t row = tiling.tile.k * element;
    const std::int64_t step = tiling.instruction.k * element;
    return {{step / arch::kWord.count(), arch::kWord},
            {rows, Bytes{row}},
            {tiling.tile.k / tiling.instruction.k, Bytes{step}},
            {tiling.k_mt / tiling.tile.k, Bytes{rows * row}}};
}

/// r x t tiles become rows of the matrix: (t, n_ct/t, r, m_ct/r).
std::vector<Dimension> to_rows(const Tiling& tiling) {
    const auto& [r, s, t] = tiling.instruction;
    const std::int64_t tile_row = t * tiling.c_bytes;
    return {{tile_row / arch::kWord.count(), arch::kWord},
            {tiling.tile.n / t, Bytes{r * tile_row}},
            {r, Bytes{tile_row}},
            {tiling.tile.m / r, Bytes{r * tiling.tile.n * tiling.c_bytes}}};
}

/// Gives out lock ids and, by the parity of the channel, BD ids.
class Builder {
 public:
    Builder(TileProgram& program, int bds) : program_{program}, next_bd_{0, bds / 2} {}

    /// A pair of locks: `depth` buffers empty, none full.
    std::pair<LockRef, LockRef> lock_pair(const std::string& name, int depth) {
        const int id = static_cast<int>(program_.locks.size());
        program_.locks.push_back({id, name + " empty", depth});
        program_.locks.push_back({id + 1, name + " full", 0});
        return {{program_.tile, id}, {program_.tile, id + 1}};
    }

    int take_bds(int channel, int count) {
        int& next = next_bd_[static_cast<std::size_t>(channel % 2)];
        next += count;
        return next - count;
    }

    void start(Direction direction, int channel, const std::vector<schedule::Bd>& bds) {
        program_.channels.push_back({direction, channel, {{bds.front().id, 0, false}}});
        program_.bds.insert(program_.bds.end(), bds.begin(), bds.end());
    }

    /// S2MM fills `buffers` in turn, MM2S empties them.
    void pass_through(const std::string& name, int channel, const std::vector<BufferRef>& buffers,
                      Bytes size, const std::vector<Dimension>& in,
                      const std::vector<Dimension>& out) {
        const int depth = static_cast<int>(buffers.size());
        const auto [empty, full] = lock_pair(name, depth);
        start(Direction::S2MM, channel,
              ring(take_bds(channel, depth), buffers, size, in, empty, full));
        start(Direction::MM2S, channel,
              ring(take_bds(channel, depth), buffers, size, out, full, empty));
    }

 private:
    TileProgram& program_;
    std::array<int, 2> next_bd_;
};

/// Each row's C has its own locks and BD on the way out: a lock shared by all would let a
/// fast row overwrite its own tile.
void gather_c(Builder& builder, const Tiling& tiling, const ColumnBuffers& buffers) {
    const Bytes size{tiling.c_tile()};
    std::vector<schedule::Bd> out;
    const int first = builder.take_bds(Channels::kMemCOut, tiling.rows);
    for (int row = 0; row < tiling.rows; ++row) {
        const BufferRef buffer = buffers.c[static_cast<std::size_t>(row)];
        const auto [empty, full] = builder.lock_pair(fmt::format("C{}", row), 1);
        const int channel = Channels::kMemCIn + row;
        builder.start(Direction::S2MM, channel,
                      ring(builder.take_bds(channel, 1), {buffer}, size, {}, empty, full));
        schedule::Bd bd = ring(first + row, {buffer}, size, to_rows(tiling), full, empty).front();
        bd.next = first + (row + 1) % tiling.rows;
        out.push_back(std::move(bd));
    }
    builder.start(Direction::MM2S, Channels::kMemCOut, out);
}

}  // namespace

std::vector<TileProgram> mem_tile_programs(const Tiling& tiling) {
    std::vector<TileProgram> programs(static_cast<std::size_t>(tiling.columns));
    for (int column = 0; column < tiling.columns; ++column)
        programs[static_cast<std::size_t>(column)].tile = Tiling::mem_tile(column);
    const std::vector<ColumnBuffers> buffers = place_buffers(tiling, programs);

    for (std::size_t column = 0; column < programs.size(); ++column) {
        Builder builder{programs[column], tiling.device.mem_tile.dma.bds};
        const ColumnBuffers& own = buffers[column];
        if (!own.a.empty())
            builder.pass_through("A", Channels::kMemA, own.a, Bytes{tiling.a_panel()},
                                 to_slices(tiling.tile.m, tiling.a_bytes, tiling),
                                 from_slices(tiling.tile.m, tiling.a_bytes, tiling));
        builder.pass_through("B", Channels::kMemB, own.b, Bytes{tiling.b_panel()},
                             to_slices(tiling.tile.n, tiling.b_bytes, tiling),
                             from_slices(tiling.tile.n, tiling.b_bytes, tiling));
        gather_c(builder, tiling, own);
    }
    return programs;
}

}  // namespace xdnasim::gemm
