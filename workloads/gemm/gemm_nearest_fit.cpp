// Tiles and depths that fit, in place of those that do not.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <vector>

#include "workloads/gemm/gemm_choice.hpp"
#include "workloads/gemm/gemm_placement.hpp"

namespace xdnasim::gemm {

namespace {

double distance(const Extent& a, const Extent& b) {
    const auto ratio = [](std::int64_t x, std::int64_t y) {
        return std::abs(std::log(static_cast<double>(x) / static_cast<double>(y)));
    };
    return ratio(a.m, b.m) + ratio(a.k, b.k) + ratio(a.n, b.n);
}

/// Tiles that fit into a core, in whole slices: for each m and n up to those asked for, the values
/// of k nearest to the one asked for. If the tile is open, only the smallest m and n that give
/// their number of parts of the size, as for the default.
std::vector<Extent> tiles_that_fit_a_core(const GemmDesign& asked, const arch::Device& device) {
    const auto [unit, s, t] = asked.unit();
    const auto& [m_asked, k_asked, n_asked] = *asked.tile;
    const arch::Bytes room = device.comp_tile.memory - *asked.stack;
    std::vector<Extent> tiles;
    GemmDesign tried = asked;
    const std::int64_t rows = asked.t_ma.value_or(unit * asked.rho);
    const auto pads_least = [&](std::int64_t extent, std::int64_t part, std::int64_t multiple) {
        return asked.tile.asked() || even_part(extent, part, multiple) == part;
    };
    for (std::int64_t m = rows; m < m_asked + rows; m += rows) {
        if (!pads_least(parts(asked.size.m, asked.rows), m, rows)) continue;
        for (std::int64_t n = t; n < n_asked + t; n += t) {
            if (!pads_least(parts(asked.size.n, asked.columns), n, t)) continue;
            tried.tile.choose({m, s, n});
            tried.cut();
            const arch::Bytes of_c = tried.c_buffers * tried.c_buffer();
            const arch::Bytes of_a_step = core_buffer_bytes(tried) - of_c;
            const arch::Bytes left = room - of_c;
            const std::int64_t max = left / of_a_step * s;
            if (left <= arch::Bytes{0} || max < s) break;
            for (const std::int64_t k : {k_asked / s * s, (k_asked + s - 1) / s * s})
                tiles.push_back({m, std::clamp(k, s, max), n});
        }
        if (tiles.empty() || tiles.back().m != m) break;
    }
    return tiles;
}

}  // namespace

std::optional<GemmDesign> with_k_mt_that_fits(GemmDesign design, const arch::Device& device) {
    const std::int64_t k = design.tile->k;
    const auto set = [&](std::int64_t calls) {
        design.k_mt.choose(calls * k);
        design.pad();
    };
    // A depth that fits also fits when it is smaller: the largest depth that fits is found by
    // bisection.
    std::int64_t fitting = 0;
    std::int64_t end = std::max<std::int64_t>(design.k_mt / k, 1) + 1;
    while (end - fitting > 1) {
        const std::int64_t middle = fitting + (end - fitting) / 2;
        set(middle);
        (find_misfit(design, device) ? end : fitting) = middle;
    }
    if (fitting == 0) return std::nullopt;
    set(fitting);
    return design;
}

std::optional<std::int64_t> nearest_k_mt_that_fits(GemmDesign design, const arch::Device& device) {
    const std::int64_t asked = design.k_mt;
    if (!design.tile.asked() && !design.b_is_tiled())
        design.tile.choose({design.tile->m, design.unit().k, design.tile->n});
    const auto below = with_k_mt_that_fits(design, device);
    if (!below) return std::nullopt;
    design.k_mt.choose(multiple_above(asked, design.tile->k));
    design.pad();
    const bool is_nearer = *design.k_mt - asked < asked - *below->k_mt;
    return is_nearer && !find_misfit(design, device) ? *design.k_mt : *below->k_mt;
}

std::optional<GemmDesign> with_nearest_tile_that_fits(const GemmDesign& design,
                                                      const arch::Device& device) {
    // Tiles that fit into a core but not into a MemTile are rare; for a device that has no room for
    // any tile, the search is cut short.
    constexpr std::size_t kMaxTiles = 1000;
    std::vector<Extent> tiles = tiles_that_fit_a_core(design, device);
    std::ranges::stable_sort(tiles, {},
                             [&](const Extent& tile) { return distance(tile, design.tile); });
    if (tiles.size() > kMaxTiles) tiles.resize(kMaxTiles);
    GemmDesign candidate = design;
    for (const Extent& tile : tiles) {
        candidate.tile.choose(tile);
        candidate.cut();
        if (!design.tile.asked() && !design.k_mt.asked())
            candidate.k_mt.choose(default_k_mt(candidate, device));
        if (auto fitting = with_k_mt_that_fits(candidate, device)) return fitting;
    }
    return std::nullopt;
}

std::optional<GemmDesign> with_larger_tile_that_fits(GemmDesign design,
                                                     const arch::Device& device) {
    // One side of the tile doubles each time, so that the loop ends soon.
    while (core_buffer_bytes(design) <= device.comp_tile.memory) {
        auto [m, k, n] = *design.tile;
        (m <= n ? m : n) *= 2;
        design.tile.choose({m, k, n});
        design.cut();
        design.pad();
        if (!find_misfit(design, device)) return design;
    }
    return std::nullopt;
}

}  // namespace xdnasim::gemm
