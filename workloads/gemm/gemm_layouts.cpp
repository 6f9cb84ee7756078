#include "workloads/gemm/gemm_layouts.hpp"

#include <algorithm>
#include <utility>

namespace xdnasim::gemm {

using arch::Bytes;

namespace {

/// A matrix whose lines run along K: A row-major, or B column-major.
struct Lines {
    std::int64_t tile;         ///< lines of a core's tile: m_ct or n_ct
    std::int64_t slice;        ///< number of these lines that a core holds at a time
    std::int64_t instruction;  ///< r or t
    Bytes element;
    std::int64_t k_mt;  ///< depth of a panel
};

Lines lines_of_a(const GemmDesign& design) {
    return {design.tile->m, design.slice_rows(), design.instruction.m, design.a_element(),
            design.k_mt};
}

Lines lines_of_b(const GemmDesign& design) {
    return {design.tile->n, design.tile->n, design.instruction.n, design.b_element(),
            design.depth_of_b()};
}

/// `size` contiguous bytes, as the innermost dimension.
schedule::Dimension run(Bytes size) {
    return {size / arch::kWord, arch::kWord};
}

/// Largest number of steps in a wrap register of the narrowest BDs, those of shims.
constexpr std::int64_t kMaxWrap = 1023;

/// `size` contiguous bytes, as dimensions that fit into a wrap register.
Dimensions long_run(Bytes size) {
    const std::int64_t words = size / arch::kWord;
    std::int64_t inner = std::min(words, kMaxWrap);
    while (words % inner != 0)
        --inner;
    if (inner == words) return {run(size)};
    return {run(inner * arch::kWord), {words / inner, arch::kWord * inner}};
}

Dimensions panels(const GemmDesign& design, std::int64_t k_mt, std::int64_t lines, Bytes element) {
    const Bytes panel_line = k_mt * element;
    return {
        run(panel_line), {lines, design.padded.k * element}, {design.padded.k / k_mt, panel_line}};
}

Dimensions into_slices(const GemmDesign& design, const Lines& lines) {
    const Bytes line = design.tile->k * lines.element;
    return {run(line), {lines.k_mt / design.tile->k, lines.tile * line}, {lines.tile, line}};
}

Dimensions out_of_slices(const GemmDesign& design, const Lines& lines) {
    const Bytes line = design.tile->k * lines.element;
    const Bytes step = design.instruction.k * lines.element;
    return {run(step),
            {lines.slice, line},
            {design.tile->k / design.instruction.k, step},
            {lines.tile / lines.slice * (lines.k_mt / design.tile->k), lines.slice * line}};
}

Dimensions into_rows_of_tiles(const GemmDesign& design, const Lines& lines) {
    const Bytes block = lines.instruction * design.instruction.k * lines.element;
    const Bytes row_of_blocks = lines.instruction * design.tile->k * lines.element;
    return {run(block),
            {lines.slice / lines.instruction, row_of_blocks},
            {design.tile->k / design.instruction.k, block}};
}

}  // namespace

Dimensions a_from_host(const GemmDesign& design, int rows) {
    if (design.a_is_tiled()) return {};
    return panels(design, design.k_mt, design.tile->m * rows, design.a_element());
}

Dimensions b_from_host(const GemmDesign& design) {
    if (design.b_is_tiled()) return {};
    if (!design.b_is_row_major())
        return panels(design, design.depth_of_b(), design.tile->n, design.b_element());
    return {run(design.tile->n * design.b_element()),
            {design.padded.k, design.padded.n * design.b_element()}};
}

Dimensions c_to_host(const GemmDesign& design) {
    if (design.c_is_tiled()) {
        Dimensions dimensions = long_run(design.c_tile());
        dimensions.push_back({*design.rows, c_row_step(design)});
        return dimensions;
    }
    return {run(design.tile->n * design.c_element()),
            {design.tile->m * design.rows, design.padded.n * design.c_element()}};
}

schedule::Iteration b_blocks_from_host(const GemmDesign& design) {
    return {static_cast<int>(design.n_blocks()), design.columns * b_column_step(design)};
}

Dimensions c_block_row_to_host(const GemmDesign& design) {
    Dimensions dimensions = c_to_host(design);
    if (design.n_blocks() > 1)
        dimensions.push_back({design.n_blocks(), design.columns * c_column_step(design)});
    return dimensions;
}

schedule::Iteration c_block_rows_to_host(const GemmDesign& design, std::int64_t block_rows) {
    return {static_cast<int>(block_rows), design.rows * c_row_step(design)};
}

Bytes b_column_step(const GemmDesign& design) {
    const std::int64_t line = design.b_is_row_major() ? 1 : design.padded.k;
    return design.b_size(design.tile->n * line);
}

Bytes a_row_step(const GemmDesign& design) {
    return design.a_size(design.tile->m * design.padded.k);
}

Bytes c_row_step(const GemmDesign& design) {
    return design.c_size(design.tile->m * design.padded.n);
}

Bytes c_column_step(const GemmDesign& design) {
    return design.c_is_tiled() ? design.c_tile() : design.tile->n * design.c_element();
}

Dimensions a_into_l2(const GemmDesign& design) {
    if (design.a_is_tiled()) return {};
    return into_slices(design, lines_of_a(design));
}

Dimensions a_out_of_l2(const GemmDesign& design) {
    if (design.a_is_tiled()) return {};
    return out_of_slices(design, lines_of_a(design));
}

Dimensions b_into_l2(const GemmDesign& design) {
    if (design.b_is_row_major() || design.b_is_tiled()) return {};
    return into_slices(design, lines_of_b(design));
}

Dimensions b_out_of_l2(const GemmDesign& design) {
    if (design.b_is_tiled()) return {};
    if (!design.b_is_row_major()) return out_of_slices(design, lines_of_b(design));
    const Bytes line = design.tile->n * design.b_element();
    const Bytes tile_line = design.instruction.n * design.b_element();
    return {run(tile_line),
            {design.instruction.k, line},
            {design.tile->n / design.instruction.n, tile_line},
            {design.tile->k / design.instruction.k, design.instruction.k * line}};
}

Dimensions c_out_of_l2(const GemmDesign& design) {
    if (design.c_is_tiled()) return {};
    const auto& [r, s, t] = design.instruction;
    const Bytes tile_line = t * design.c_element();
    const Bytes row_of_tiles = r * design.tile->n * design.c_element();
    return {run(tile_line),
            {design.tile->n / t, r * tile_line},
            {r, tile_line},
            {design.tile->m / r, row_of_tiles}};
}

Dimensions a_into_core(const GemmDesign& design) {
    if (design.a_is_tiled()) return {};
    return into_rows_of_tiles(design, lines_of_a(design));
}

Dimensions b_into_core(const GemmDesign& design) {
    if (design.b_is_row_major() || design.b_is_tiled()) return {};
    return into_rows_of_tiles(design, lines_of_b(design));
}

std::vector<AddressPattern> address_patterns(const GemmDesign& design) {
    using enum arch::TileKind;
    AddressPattern b{"B out of host memory", Shim, b_from_host(design)};
    AddressPattern c{"C into host memory", Shim, c_to_host(design)};
    if (design.bd_reconfiguration == BdReconfiguration::PingPong) {
        b.iteration = b_blocks_from_host(design);
        c.dimensions = c_block_row_to_host(design);
    }
    return {{"A out of host memory", Shim, a_from_host(design, design.max_a_rows())},
            std::move(b),
            std::move(c),
            {"A into the mem tile", MemTile, a_into_l2(design)},
            {"A out of the mem tile", MemTile, a_out_of_l2(design)},
            {"B into the mem tile", MemTile, b_into_l2(design)},
            {"B out of the mem tile", MemTile, b_out_of_l2(design)},
            {"C out of the mem tile", MemTile, c_out_of_l2(design)},
            {"A into the core", CompTile, a_into_core(design)},
            {"B into the core", CompTile, b_into_core(design)}};
}

}  // namespace xdnasim::gemm
