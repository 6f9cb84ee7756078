#include "workloads/gemm/gemm_placement.hpp"

#include <algorithm>
#include <array>
#include <functional>

#include <fmt/format.h>

namespace xdnasim::gemm {

using arch::Bytes;
using schedule::BufferRef;

namespace {

/// The memories of a row of MemTiles, each filled from address 0.
class MemTileMemories {
 public:
    MemTileMemories(const GemmDesign& design, const arch::Device& device)
        : device_{device},
          memories_(static_cast<std::size_t>(design.columns)),
          used_(memories_.size()) {}

    /// Places a buffer. nullopt: it does not fit into MemTile `column`.
    std::optional<BufferRef> place(int column, const std::string& name, Bytes size) {
        if (size > room(column)) return std::nullopt;
        Bytes& used = used_[static_cast<std::size_t>(column)];
        auto& memory = memories_[static_cast<std::size_t>(column)];
        memory.push_back({name, used, size});
        used += size;
        return BufferRef{device_.mem_tile_at(column), static_cast<int>(memory.size()) - 1};
    }

    [[nodiscard]] Bytes room(int column) const {
        return device_.mem_tile.memory - used_[static_cast<std::size_t>(column)];
    }

    [[nodiscard]] std::vector<int> neighbours(int column) const {
        std::vector<int> all;
        if (column > 0) all.push_back(column - 1);
        if (column + 1 < static_cast<int>(memories_.size())) all.push_back(column + 1);
        return all;
    }

    [[nodiscard]] std::vector<std::vector<schedule::Buffer>> take() { return std::move(memories_); }

 private:
    const arch::Device& device_;
    std::vector<std::vector<schedule::Buffer>> memories_;
    std::vector<Bytes> used_;
};

/// A buffer to be placed, and the list to which it belongs.
struct Request {
    int column;
    bool reaches_neighbours;
    std::string name;
    Bytes size;
    std::vector<BufferRef>* buffers;
};

/// Adds one column's requests for C; not all of its channels reach the neighbours.
void request_c(const GemmDesign& design, int column, ColumnBuffers& buffers,
               std::vector<Request>& requests) {
    buffers.c.resize(static_cast<std::size_t>(design.rows));
    for (int i = 0; i < design.c_buffers_l2; ++i)
        for (int row = 0; row < design.rows; ++row)
            requests.push_back({column, false, fmt::format("C{}_{}", row, i), design.c_tile(),
                                &buffers.c[static_cast<std::size_t>(row)]});
}

/// Adds one column's requests for the panels of A and B.
void request_panels(const GemmDesign& design, const arch::Device& device, int column,
                    ColumnBuffers& buffers, std::vector<Request>& requests) {
    const int reach = device.mem_tile.dma.neighbour_channels;
    for (int i = 0; i < kInputBuffers; ++i)
        requests.push_back({column, Channels::kMemBOut < reach, fmt::format("B{}_{}", column, i),
                            design.b_panel(), &buffers.b});
    const RowRange rows = design.a_rows_at(column);
    buffers.a.resize(static_cast<std::size_t>(rows.count));
    for (int index = 0; index < rows.count; ++index)
        for (int i = 0; i < kInputBuffers; ++i)
            requests.push_back({column, Channels::mem_a_out(index) < reach,
                                fmt::format("A{}_{}", rows.first + index, i), design.a_panel(),
                                &buffers.a[static_cast<std::size_t>(index)]});
}

std::optional<BufferRef> place_beside(MemTileMemories& memories, const Request& request) {
    if (!request.reaches_neighbours) return std::nullopt;
    for (const int neighbour : memories.neighbours(request.column))
        if (const auto placed = memories.place(neighbour, request.name, request.size))
            return placed;
    return std::nullopt;
}

MemTileOverflow overflow_of(const MemTileMemories& memories, const Request& request) {
    Bytes room = memories.room(request.column);
    if (request.reaches_neighbours)
        for (const int neighbour : memories.neighbours(request.column))
            room = std::max(room, memories.room(neighbour));
    return {request.column, request.name, request.size, room};
}

/// Places buffers first in their own MemTiles, then the remaining ones in neighbours, so that no
/// buffer takes room that the neighbour itself needs.
std::optional<MemTileOverflow> place(MemTileMemories& memories,
                                     const std::vector<Request>& requests) {
    std::vector<const Request*> abroad;
    for (const Request& request : requests) {
        if (const auto placed = memories.place(request.column, request.name, request.size))
            request.buffers->push_back(*placed);
        else
            abroad.push_back(&request);
    }
    for (const Request* request : abroad) {
        const auto placed = place_beside(memories, *request);
        if (!placed) return overflow_of(memories, *request);
        request->buffers->push_back(*placed);
    }
    return std::nullopt;
}

/// Buffers of one matrix in a core, in the order of CoreBuffers.
struct MatrixBuffers {
    Matrix matrix{};
    int first = 0;
    int count = 0;
    Bytes size{};
};

std::array<MatrixBuffers, 3> matrix_buffers(const GemmDesign& design) {
    return {{{Matrix::A, CoreBuffers::kA, kInputBuffers, design.a_tile()},
             {Matrix::B, CoreBuffers::kB, kInputBuffers, design.b_tile()},
             {Matrix::C, CoreBuffers::kC, design.c_buffers, design.c_buffer()}}};
}

void place_in_order(const GemmDesign& design, std::vector<schedule::Buffer>& buffers) {
    Bytes next = *design.stack + design.converted_a();
    const auto all = matrix_buffers(design);
    for (const Matrix matrix : design.core_memory->order) {
        const MatrixBuffers& of = *std::ranges::find(all, matrix, &MatrixBuffers::matrix);
        for (int i = 0; i < of.count; ++i) {
            buffers[static_cast<std::size_t>(of.first + i)].address = next;
            next += of.size;
        }
    }
}

}  // namespace

std::array<Matrix, 3> open_order(const GemmDesign& design) {
    if (design.b_is_tiled() && design.bd_reconfiguration != BdReconfiguration::FourSlots)
        return {Matrix::A, Matrix::B, Matrix::C};
    auto all = matrix_buffers(design);
    std::ranges::reverse(all);
    std::ranges::stable_sort(all, std::greater{}, &MatrixBuffers::size);
    return {all[0].matrix, all[1].matrix, all[2].matrix};
}

std::vector<schedule::Buffer> core_buffers(const GemmDesign& design) {
    std::vector<schedule::Buffer> buffers;
    for (const MatrixBuffers& of : matrix_buffers(design))
        for (int i = 0; i < of.count; ++i)
            buffers.push_back({fmt::format("{}{}", to_string(of.matrix), i), Bytes{}, of.size});
    const std::vector<Bytes>& addresses = design.core_memory->addresses;
    if (addresses.empty())
        place_in_order(design, buffers);
    else
        for (std::size_t i = 0; i < buffers.size(); ++i)
            buffers[i].address = addresses.at(i);
    if (design.converts_a()) buffers.push_back({"A_bfp16", *design.stack, design.converted_a()});
    return buffers;
}

Bytes core_buffer_bytes(const GemmDesign& design) {
    return kInputBuffers * (design.a_tile() + design.b_tile()) +
           design.c_buffers * design.c_buffer() + design.converted_a();
}

MemTilePlacement place_in_mem_tiles(const GemmDesign& design, const arch::Device& device) {
    MemTilePlacement placement;
    placement.columns.resize(static_cast<std::size_t>(design.columns));
    MemTileMemories memories{design, device};
    std::vector<Request> requests;
    for (int column = 0; column < design.columns; ++column)
        request_c(design, column, placement.columns[static_cast<std::size_t>(column)], requests);
    for (int column = 0; column < design.columns; ++column)
        request_panels(design, device, column, placement.columns[static_cast<std::size_t>(column)],
                       requests);
    placement.overflow = place(memories, requests);
    placement.memories = memories.take();
    return placement;
}

}  // namespace xdnasim::gemm
