#include <algorithm>

#include "xdnasim/workloads/gemm/gemm_parts.hpp"

namespace xdnasim::gemm {

using arch::Bytes;
using arch::Direction;
using schedule::Dimension;
using schedule::SemiAffine;
using schedule::SequenceLoop;
using schedule::SequenceOp;

namespace {

// A shim's task queue holds four tasks beside the one that runs: five blocks in flight, each
// with a BD for A, B and C: 15 of the shim's 16.
constexpr std::int64_t kBlocksInFlight = 5;

/// One loop over output blocks: block number = `first` + the loop's index. Blocks run
/// M-fastest.
struct BlockLoop {
    const Tiling& tiling;
    std::int64_t first;

    /// base + m_stride * (block along M) + n_stride * (block along N)
    [[nodiscard]] SemiAffine offset(std::int64_t base, std::int64_t m_stride,
                                    std::int64_t n_stride) const {
        const std::int64_t m_blocks = tiling.m_blocks();
        return {
            base,
            {{.loop = 0, .stride = m_stride, .divisor = 1, .modulus = m_blocks, .shift = first},
             {.loop = 0, .stride = n_stride, .divisor = m_blocks, .modulus = 0, .shift = first}}};
    }

    /// One of the BDs set aside for a matrix, in turn.
    [[nodiscard]] SemiAffine bd(int first_id) const {
        return {
            first_id,
            {{.loop = 0, .stride = 1, .divisor = 1, .modulus = kBlocksInFlight, .shift = first}}};
    }
};

/// Rows of `k_mt` elements, panel after panel: (k_mt, rows, K/k_mt).
std::vector<Dimension> panels(const Tiling& tiling, std::int64_t rows, std::int64_t element) {
    const std::int64_t panel_row = tiling.k_mt * element;
    return {{panel_row / arch::kWord.count(), arch::kWord},
            {rows, Bytes{tiling.size.k * element}},
            {tiling.size.k / tiling.k_mt, Bytes{panel_row}}};
}

/// A block of whole rows of C: (n_ct, rows).
std::vector<Dimension> c_block(const Tiling& tiling) {
    return {{tiling.tile.n * tiling.c_bytes / arch::kWord.count(), arch::kWord},
            {tiling.tile.m * tiling.rows, Bytes{tiling.size.n * tiling.c_bytes}}};
}

struct Transfer {
    int host_buffer;
    std::int64_t length;
    std::vector<Dimension> dimensions;
    SemiAffine offset;
    SemiAffine id;
    Direction direction;
    int channel;
    bool token;
};

void add_transfer(std::vector<SequenceOp>& ops, arch::TileId shim, Transfer transfer) {
    schedule::Bd bd;
    bd.buffer = schedule::HostBufferRef{transfer.host_buffer};
    bd.length = Bytes{transfer.length};
    bd.dimensions = std::move(transfer.dimensions);
    ops.push_back(
        {schedule::WriteBd{shim, std::move(bd), transfer.id, std::move(transfer.offset)}});
    ops.push_back({schedule::PushTask{shim, transfer.direction, transfer.channel,
                                      std::move(transfer.id), 0, transfer.token}});
}

/// Writes and pushes the C, A and B of one output block at one column.
void add_block(std::vector<SequenceOp>& ops, const BlockLoop& loop, int column) {
    const Tiling& t = loop.tiling;
    const arch::TileId shim = Tiling::shim(column);
    const auto flight = static_cast<int>(kBlocksInFlight);
    const std::int64_t c_width = t.tile.n * t.c_bytes;
    add_transfer(ops, shim,
                 {kHostC, t.rows * t.c_tile(), c_block(t),
                  loop.offset(column * c_width, t.rows * t.tile.m * t.size.n * t.c_bytes,
                              t.columns * c_width),
                  loop.bd(0), Direction::S2MM, Channels::kShimC, true});
    if (const int row = t.a_row_at(column); row >= 0) {
        const std::int64_t block = t.tile.m * t.size.k * t.a_bytes;
        add_transfer(ops, shim,
                     {kHostA, block, panels(t, t.tile.m, t.a_bytes),
                      loop.offset(row * block, t.rows * block, 0), loop.bd(flight), Direction::MM2S,
                      Channels::kShimA, false});
    }
    const std::int64_t block = t.tile.n * t.size.k * t.b_bytes;
    add_transfer(ops, shim,
                 {kHostB, block, panels(t, t.tile.n, t.b_bytes),
                  loop.offset(column * block, 0, t.columns * block), loop.bd(2 * flight),
                  Direction::MM2S, Channels::kShimB, false});
}

void await_c(std::vector<SequenceOp>& ops, int column) {
    ops.push_back({schedule::AwaitToken{Tiling::shim(column), Direction::S2MM, Channels::kShimC}});
}

}  // namespace

std::vector<SequenceOp> runtime_sequence(const Tiling& tiling) {
    const std::int64_t blocks = tiling.m_blocks() * tiling.n_blocks();
    const std::int64_t in_flight = std::min(blocks, kBlocksInFlight);
    SequenceLoop fill{in_flight, {}};
    SequenceLoop steady{blocks - in_flight, {}};
    SequenceLoop drain{in_flight, {}};
    for (int column = 0; column < tiling.columns; ++column) {
        add_block(fill.body, {tiling, 0}, column);
        await_c(steady.body, column);
        add_block(steady.body, {tiling, in_flight}, column);
        await_c(drain.body, column);
    }
    return {{std::move(fill)}, {std::move(steady)}, {std::move(drain)}};
}

}  // namespace xdnasim::gemm
