#include "xdnasim/workloads/gemm/gemm_layouts.hpp"

#include <algorithm>
#include <utility>

namespace xdnasim::gemm {

using arch::Bytes;

namespace {

/// A matrix whose lines run along K: A row-major, or B column-major.
struct Lines {
    std::int64_t tile;         ///< lines of a core's tile: m_ct or n_ct
    std::int64_t instruction;  ///< r or t
    std::int64_t element;
};

Lines lines_of_a(const Tiling& tiling) {
    return {tiling.tile.m, tiling.instruction.m, tiling.a_bytes};
}

Lines lines_of_b(const Tiling& tiling) {
    return {tiling.tile.n, tiling.instruction.n, tiling.b_bytes};
}

/// `bytes` in a row, as the innermost dimension.
schedule::Dimension run(std::int64_t bytes) {
    return {bytes / arch::kWord.count(), arch::kWord};
}

Dimensions panels(const Tiling& tiling, std::int64_t lines, std::int64_t element) {
    const std::int64_t panel_line = tiling.k_mt * element;
    return {run(panel_line),
            {lines, Bytes{tiling.size.k * element}},
            {tiling.size.k / tiling.k_mt, Bytes{panel_line}}};
}

Dimensions into_slices(const Tiling& tiling, const Lines& lines) {
    const std::int64_t line = tiling.tile.k * lines.element;
    return {run(line),
            {tiling.k_mt / tiling.tile.k, Bytes{lines.tile * line}},
            {lines.tile, Bytes{line}}};
}

Dimensions out_of_slices(const Tiling& tiling, const Lines& lines) {
    const std::int64_t line = tiling.tile.k * lines.element;
    const std::int64_t step = tiling.instruction.k * lines.element;
    return {run(step),
            {lines.tile, Bytes{line}},
            {tiling.tile.k / tiling.instruction.k, Bytes{step}},
            {tiling.k_mt / tiling.tile.k, Bytes{lines.tile * line}}};
}

Dimensions into_rows_of_tiles(const Tiling& tiling, const Lines& lines) {
    const std::int64_t block = lines.instruction * tiling.instruction.k * lines.element;
    const std::int64_t row_of_blocks = lines.instruction * tiling.tile.k * lines.element;
    return {run(block),
            {lines.tile / lines.instruction, Bytes{row_of_blocks}},
            {tiling.tile.k / tiling.instruction.k, Bytes{block}}};
}

int most_rows_on_a_column(const Tiling& tiling) {
    return (tiling.rows + tiling.columns - 1) / tiling.columns;
}

}  // namespace

Dimensions a_from_host(const Tiling& tiling, int rows) {
    return panels(tiling, tiling.tile.m * rows, tiling.a_bytes);
}

Dimensions b_from_host(const Tiling& tiling) {
    if (!tiling.b_is_row_major()) return panels(tiling, tiling.tile.n, tiling.b_bytes);
    return {run(tiling.tile.n * tiling.b_bytes),
            {tiling.size.k, Bytes{tiling.size.n * tiling.b_bytes}}};
}

Dimensions c_to_host(const Tiling& tiling) {
    return {run(tiling.tile.n * tiling.c_bytes),
            {tiling.tile.m * tiling.rows, Bytes{tiling.size.n * tiling.c_bytes}}};
}

schedule::Iteration b_blocks_from_host(const Tiling& tiling) {
    return {static_cast<int>(tiling.n_blocks()), Bytes{tiling.columns * b_column_step(tiling)}};
}

Dimensions c_block_row_to_host(const Tiling& tiling) {
    Dimensions dimensions = c_to_host(tiling);
    if (tiling.n_blocks() > 1)
        dimensions.push_back(
            {tiling.n_blocks(), Bytes{tiling.tile.n * tiling.columns * tiling.c_bytes}});
    return dimensions;
}

schedule::Iteration c_block_rows_to_host(const Tiling& tiling, std::int64_t block_rows) {
    return {static_cast<int>(block_rows),
            Bytes{tiling.tile.m * tiling.rows * tiling.size.n * tiling.c_bytes}};
}

std::int64_t b_column_step(const Tiling& tiling) {
    const std::int64_t line = tiling.b_is_row_major() ? 1 : tiling.size.k;
    return tiling.tile.n * line * tiling.b_bytes;
}

Dimensions a_into_l2(const Tiling& tiling) {
    return into_slices(tiling, lines_of_a(tiling));
}

Dimensions a_out_of_l2(const Tiling& tiling) {
    return out_of_slices(tiling, lines_of_a(tiling));
}

Dimensions b_into_l2(const Tiling& tiling) {
    if (tiling.b_is_row_major()) return {};
    return into_slices(tiling, lines_of_b(tiling));
}

Dimensions b_out_of_l2(const Tiling& tiling) {
    if (!tiling.b_is_row_major()) return out_of_slices(tiling, lines_of_b(tiling));
    const std::int64_t line = tiling.tile.n * tiling.b_bytes;
    const std::int64_t tile_line = tiling.instruction.n * tiling.b_bytes;
    return {run(tile_line),
            {tiling.instruction.k, Bytes{line}},
            {tiling.tile.n / tiling.instruction.n, Bytes{tile_line}},
            {tiling.tile.k / tiling.instruction.k, Bytes{tiling.instruction.k * line}}};
}

Dimensions c_out_of_l2(const Tiling& tiling) {
    const auto& [r, s, t] = tiling.instruction;
    const std::int64_t tile_line = t * tiling.c_bytes;
    const std::int64_t row_of_tiles = r * tiling.tile.n * tiling.c_bytes;
    return {run(tile_line),
            {tiling.tile.n / t, Bytes{r * tile_line}},
            {r, Bytes{tile_line}},
            {tiling.tile.m / r, Bytes{row_of_tiles}}};
}

Dimensions a_into_core(const Tiling& tiling) {
    return into_rows_of_tiles(tiling, lines_of_a(tiling));
}

Dimensions b_into_core(const Tiling& tiling) {
    if (tiling.b_is_row_major()) return {};
    return into_rows_of_tiles(tiling, lines_of_b(tiling));
}

std::vector<AddressPattern> address_patterns(const Tiling& tiling) {
    using enum arch::TileKind;
    AddressPattern b{"B out of host memory", Shim, b_from_host(tiling)};
    AddressPattern c{"C into host memory", Shim, c_to_host(tiling)};
    if (tiling.bd_reconfiguration == schedule::BdReconfiguration::PingPong) {
        b.iteration = b_blocks_from_host(tiling);
        c.dimensions = c_block_row_to_host(tiling);
    }
    return {{"A out of host memory", Shim, a_from_host(tiling, most_rows_on_a_column(tiling))},
            std::move(b),
            std::move(c),
            {"A into the mem tile", MemTile, a_into_l2(tiling)},
            {"A out of the mem tile", MemTile, a_out_of_l2(tiling)},
            {"B into the mem tile", MemTile, b_into_l2(tiling)},
            {"B out of the mem tile", MemTile, b_out_of_l2(tiling)},
            {"C out of the mem tile", MemTile, c_out_of_l2(tiling)},
            {"A into the core", CompTile, a_into_core(tiling)},
            {"B into the core", CompTile, b_into_core(tiling)}};
}

}  // namespace xdnasim::gemm
