// The tile and its depth in a MemTile where a problem leaves them open.

#include <algorithm>
#include <numeric>
#include <optional>

#include "workloads/gemm/gemm_choice.hpp"

namespace xdnasim::gemm {

namespace {

/// One axis of the array's output.
struct Axis {
    std::int64_t extent = 0;   ///< extent of one row or column of cores
    std::int64_t largest = 0;  ///< largest side of a tile
    std::int64_t unit = 0;     ///< unit of which tiles are multiples

    [[nodiscard]] std::int64_t tile(std::int64_t most) const {
        return even_part(extent, most, unit);
    }
};

/// Unit of one side of a tile: a whole block of accumulators if the default is a multiple of it,
/// otherwise the matrix instruction.
std::int64_t block_unit(int largest, int instruction, int block) {
    return largest % (instruction * block) == 0 ? instruction * block : instruction;
}

Axis axis_of_m(const GemmDesign& design, const arch::MatrixRate& rate) {
    const int largest = rate.default_tile.m;
    const std::int64_t unit = block_unit(largest, rate.r, rate.block_rows);
    return {parts(design.size.m, design.rows), largest, std::lcm(unit, design.t_ma.value_or(unit))};
}

Axis axis_of_n(const GemmDesign& design, const arch::MatrixRate& rate) {
    const int largest = rate.default_tile.n;
    return {parts(design.size.n, design.columns), largest,
            block_unit(largest, rate.t, rate.block_columns)};
}

/// k_ct if neither it nor k_mt is given: the default k_mt determines the number of panels of K, and
/// the default k_ct the number of calls of each panel.
std::int64_t default_k(std::int64_t k, const arch::MatrixRate& rate) {
    const std::int64_t panels = parts(k, rate.default_k_mt);
    const std::int64_t calls = panels * parts(parts(k, panels), rate.default_tile.k);
    return multiple_above(parts(k, calls), rate.s);
}

/// The largest multiple of `unit` up to `largest` that divides `depth`; 0: there is none.
std::int64_t k_dividing(std::int64_t depth, std::int64_t largest, std::int64_t unit) {
    for (std::int64_t k = largest / unit * unit; k > 0; k -= unit)
        if (depth % k == 0) return k;
    return 0;
}

/// The number that k must divide, from the depths in a MemTile that are given; nullopt: none is
/// given.
std::optional<std::int64_t> depth_asked_for(const GemmDesign& design) {
    if (!design.k_mt.asked()) return design.k_mt_b;
    return std::gcd(*design.k_mt, design.k_mt_b.value_or(*design.k_mt));
}

/// The tile with depth `k` and most outputs that fits, with m and n of at least half of the
/// default's.
std::optional<Extent> tile_of_depth(GemmDesign design, const arch::Device& device,
                                    const arch::MatrixRate& rate, std::int64_t k) {
    const Axis along_m = axis_of_m(design, rate);
    const Axis along_n = axis_of_n(design, rate);
    std::optional<Extent> best;
    for (std::int64_t most_m = along_m.largest; 2 * most_m >= along_m.largest;
         most_m -= along_m.unit) {
        for (std::int64_t most_n = along_n.largest; 2 * most_n >= along_n.largest;
             most_n -= along_n.unit) {
            const Extent tile{along_m.tile(most_m), k, along_n.tile(most_n)};
            if (best && tile.m * tile.n <= best->m * best->n) continue;
            design.tile.choose(tile);
            if (!design.k_mt.asked()) design.k_mt.choose(default_k_mt(design, device));
            design.cut();
            design.pad();
            if (!find_misfit(design, device)) best = tile;
        }
    }
    return best;
}

/// The tile for given depths in a MemTile, which k must divide. k is the largest divisor up to the
/// default. If that is less than half of the default, the overhead of the calls would dominate, so
/// that k is the smallest divisor above the default, and m and n become smaller. They are not
/// reduced by more than half, beyond which the traffic for each product would cost more than the
/// calls.
Extent tile_dividing(const GemmDesign& design, const arch::Device& device,
                     const arch::MatrixRate& rate, Extent tile, std::int64_t depth) {
    const std::int64_t below = k_dividing(depth, tile.k, rate.s);
    if (below == 0) return tile;
    if (2 * below < tile.k) {
        const std::int64_t most = std::min(depth, device.comp_tile.memory.count());
        for (std::int64_t k = multiple_above(tile.k + 1, rate.s); k <= most; k += rate.s)
            if (depth % k == 0)
                if (const auto deeper = tile_of_depth(design, device, rate, k)) return *deeper;
    }
    return {tile.m, below, tile.n};
}

}  // namespace

Extent default_tile(const GemmDesign& design, const arch::Device& device) {
    const arch::MatrixRate& rate = matrix_instruction(design, device);
    const Axis along_m = axis_of_m(design, rate);
    const Axis along_n = axis_of_n(design, rate);
    const Extent tile{along_m.tile(along_m.largest), rate.default_tile.k,
                      along_n.tile(along_n.largest)};
    if (const auto depth = depth_asked_for(design))
        return tile_dividing(design, device, rate, tile, *depth);
    return {tile.m, default_k(design.size.k, rate), tile.n};
}

std::int64_t default_k_mt(const GemmDesign& design, const arch::Device& device) {
    const arch::MatrixRate& rate = matrix_instruction(design, device);
    const std::int64_t k = design.tile->k;
    return even_part(design.size.k, std::max<std::int64_t>(rate.default_k_mt, k), k);
}

}  // namespace xdnasim::gemm
