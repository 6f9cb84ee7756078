#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <numeric>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "workloads/gemm/gemm_choice.hpp"
#include "workloads/gemm/gemm_layouts.hpp"
#include "workloads/gemm/gemm_placement.hpp"

namespace xdnasim::gemm {

using arch::Bytes;

namespace {

std::string rho_text(const GemmDesign& design) {
    return design.rho == 1 ? std::string{} : fmt::format(" with gemm.rho {}", design.rho);
}

bool is_multiple(std::int64_t value, std::int64_t unit) {
    return value > 0 && value % unit == 0;
}

std::optional<Misfit> undivided_tile(const GemmDesign& design, const arch::Device& /*device*/) {
    const auto& [m, k, n] = *design.tile;
    const Extent unit = design.unit();
    if (is_multiple(m, unit.m) && is_multiple(k, unit.k) && is_multiple(n, unit.n))
        return std::nullopt;
    return Misfit{"gemm.tile",
                  fmt::format("gemm.tile {} is not a multiple of {}, {}the r x s x t of the matrix "
                              "instruction for these types",
                              to_string(*design.tile), to_string(unit),
                              design.b_is_tiled() ? "pairs of rows and columns of " : "")};
}

/// Numbers of slices into which a tile of C can be cut.
std::vector<std::int64_t> possible_rhos(const GemmDesign& design) {
    std::vector<std::int64_t> rhos;
    const std::int64_t rows_of_tiles = design.tile->m / design.unit().m;
    const std::int64_t most = std::min<std::int64_t>(rows_of_tiles, kMaxSlices);
    for (std::int64_t rho = 1; rho <= most; ++rho)
        if (rows_of_tiles % rho == 0) rhos.push_back(rho);
    return rhos;
}

std::optional<Misfit> undivided_slices(const GemmDesign& design, const arch::Device& /*device*/) {
    const std::vector<std::int64_t> possible = possible_rhos(design);
    if (std::ranges::find(possible, design.rho) != possible.end()) return std::nullopt;
    const auto nearest = std::ranges::min_element(
        possible, {}, [&](std::int64_t rho) { return std::abs(rho - design.rho); });
    return Misfit{
        "gemm.rho",
        fmt::format("gemm.rho {} does not divide tile.m, {}, into multiples of {}, {}the "
                    "r of the matrix instruction; allowed: {}{}",
                    design.rho, design.tile->m, design.unit().m,
                    design.b_is_tiled() ? "pairs of " : "", fmt::join(possible, ", "),
                    design.b_is_tiled() ? fmt::format("; nearest: {}", *nearest) : std::string{})};
}

/// "multiples of it, such as 64 or 72"
std::string multiples_near(std::int64_t value, std::int64_t unit) {
    const std::int64_t below = value / unit * unit;
    return fmt::format("multiples of it, such as {}{}",
                       below == 0 ? "" : fmt::format("{} or ", below), below + unit);
}

/// Finds a depth in a MemTile that is not a multiple of the matrix instruction, where the tile is
/// open.
std::optional<Misfit> undivided_depth(const std::string& key, std::int64_t depth,
                                      std::int64_t unit) {
    if (is_multiple(depth, unit)) return std::nullopt;
    return Misfit{key, fmt::format("{} {} is not a multiple of {}, the s of the matrix instruction "
                                   "for these types; allowed: {}",
                                   key, depth, unit, multiples_near(depth, unit))};
}

std::optional<Misfit> undivided_k_mt(const GemmDesign& design, const arch::Device& /*device*/) {
    if (!design.tile.asked()) {
        const std::int64_t unit = design.unit().k;
        if (auto misfit = undivided_depth("gemm.k_mt", design.k_mt, unit)) return misfit;
        if (design.k_mt_b)
            if (auto misfit = undivided_depth("gemm.k_mt_b", *design.k_mt_b, unit)) return misfit;
    }
    if (!is_multiple(design.k_mt, design.tile->k))
        return Misfit{"gemm.k_mt",
                      fmt::format("gemm.k_mt {} is not a multiple of tile.k, which is {}",
                                  design.k_mt, design.tile->k)};
    if (is_multiple(design.depth_of_b(), design.tile->k)) return std::nullopt;
    return Misfit{
        "gemm.k_mt_b",
        fmt::format("gemm.k_mt_b {} is not a multiple of tile.k, which is {}; allowed: {}",
                    design.depth_of_b(), design.tile->k,
                    multiples_near(design.depth_of_b(), design.tile->k))};
}

/// Finds a stack that leaves no room for any tile.
std::optional<Misfit> overgrown_stack(GemmDesign design, const arch::Device& device) {
    if (!design.stack.asked()) return std::nullopt;
    const Extent unit = design.unit();
    design.tile.choose({design.t_ma.value_or(unit.m * design.rho), unit.k, unit.n});
    design.cut();
    const Bytes room = device.comp_tile.memory - *design.stack;
    const Bytes need = core_buffer_bytes(design);
    if (need <= room) return std::nullopt;
    const Bytes vector = device.core.slots.load_size();
    const std::int64_t most = (device.comp_tile.memory - need) / vector;
    return Misfit{
        "gemm.stack_bytes",
        fmt::format("gemm.stack_bytes {} leaves {} of a core's {} bytes; the smallest tile, {}{}, "
                    "takes {}; allowed: up to {}",
                    design.stack->count(), room.count(), device.comp_tile.memory.count(),
                    to_string(*design.tile), rho_text(design), need.count(),
                    most * vector.count())};
}

std::optional<Misfit> overfull_core(const GemmDesign& design, const arch::Device& device) {
    const Bytes room = device.comp_tile.memory - *design.stack;
    const Bytes need = core_buffer_bytes(design);
    if (need <= room) return std::nullopt;
    if (auto misfit = overgrown_stack(design, device)) return misfit;
    return Misfit{
        "gemm.tile",
        fmt::format(
            "gemm.tile {}{} does not fit into a core: {} A + {} B + {} C tiles{} are {} bytes, "
            "{} more than the {} that {} of stack leave of {}",
            to_string(*design.tile), rho_text(design), kInputBuffers, kInputBuffers,
            design.c_buffers, design.converts_a() ? " and A once more as bfp16ebs8" : "",
            need.count(), (need - room).count(), room.count(), design.stack->count(),
            device.comp_tile.memory.count())};
}

std::optional<Misfit> overfull_mem_tile(const GemmDesign& design, const arch::Device& device) {
    const std::optional<MemTileOverflow> overflow = place_in_mem_tiles(design, device).overflow;
    if (!overflow) return std::nullopt;
    return Misfit{
        design.k_mt > design.tile->k ? "gemm.k_mt" : "gemm.tile",
        fmt::format("with gemm.k_mt {} and tile {}, buffer {} of mem tile {} is {} bytes, {} more "
                    "than is left in it, or in a mem tile that its channel reaches, of {}",
                    design.k_mt, to_string(*design.tile), overflow->buffer,
                    to_string(device.mem_tile_at(overflow->column)), overflow->size.count(),
                    (overflow->size - overflow->room).count(), device.mem_tile.memory.count())};
}

/// Finds a dimension with too many steps for a wrap register. The outermost dimension has no such
/// register.
std::optional<Misfit> overwide_wrap(const GemmDesign& design, const arch::Device& device,
                                    const AddressPattern& pattern) {
    const arch::BdLimits& limits = device.model(pattern.tile).dma.bd;
    const std::int64_t max = limits.max_wrap();
    for (std::size_t i = 0; i + 1 < pattern.dimensions.size(); ++i) {
        const std::int64_t wrap = pattern.dimensions[i].size;
        if (wrap <= max) continue;
        const bool of_k_mt =
            i == 0 && pattern.tile == arch::TileKind::Shim && wrap > 0 && !design.a_is_tiled() &&
            wrap * arch::kWord == design.k_mt * design.a_element() && design.k_mt > design.tile->k;
        return Misfit{of_k_mt ? "gemm.k_mt" : "gemm.tile",
                      fmt::format("{}: dimension {} of its BD takes {} steps, {} more than the {} "
                                  "that the {} bits of a wrap register in a {} hold",
                                  pattern.name, i, wrap, wrap - max, max, limits.wrap_bits,
                                  to_string(pattern.tile))};
    }
    return std::nullopt;
}

/// Text that says what would make a step in host memory narrow enough: a smaller size along the
/// lines that it passes. If the lines of a single block are already too long, it says what makes
/// them shorter.
std::string what_narrows(const GemmDesign& design, const AddressPattern& pattern,
                         std::int64_t words, std::int64_t max_words) {
    const bool along_k = pattern.name.starts_with('A') ||
                         (pattern.name.starts_with('B') && !design.b_is_row_major());
    const std::int64_t padded = along_k ? design.padded.k : design.padded.n;
    const std::int64_t room = padded * max_words / words;
    const std::int64_t unit =
        along_k ? std::lcm(*design.k_mt, design.depth_of_b()) : design.tile->n * design.columns;
    if (room >= unit)
        return fmt::format("a size.{} of at most {} with this tile and array", along_k ? 'k' : 'n',
                           room / unit * unit);
    constexpr std::string_view kWider = "a device with more bits (shim_tile.dma.bd.step_bits)";
    if (!along_k) return fmt::format("a smaller tile.n, fewer columns, or {}", kWider);
    const std::int64_t k_mt = room / design.tile->k * design.tile->k;
    if (k_mt == 0) return fmt::format("a smaller tile.k, or {}", kWider);
    return fmt::format("a k_mt and a size.k of at most {} with this tile, or {}", k_mt, kWider);
}

std::optional<Misfit> overwide_step(const GemmDesign& design, const arch::Device& device,
                                    const AddressPattern& pattern) {
    const arch::BdLimits& limits = device.model(pattern.tile).dma.bd;
    const std::int64_t max = limits.max_step() / arch::kWord;
    const bool of_size = pattern.tile == arch::TileKind::Shim;
    for (const schedule::Dimension& dimension : pattern.dimensions) {
        const std::int64_t words = dimension.stride.count() / arch::kWord.count();
        if (words <= max) continue;
        return Misfit{of_size ? "gemm.size" : "gemm.tile",
                      fmt::format("{}: a step of its BD is {} words, {} more than the {} that the "
                                  "{} bits of a step register in a {} hold{}{}",
                                  pattern.name, words, words - max, max, limits.step_bits,
                                  to_string(pattern.tile), of_size ? "; allowed: " : "",
                                  of_size ? what_narrows(design, pattern, words, max) : "")};
    }
    return std::nullopt;
}

/// Finds an iteration with too many runs or too wide a step. Only in ping-pong does a BD continue
/// from one execution to the next.
std::optional<Misfit> overwide_iteration(const GemmDesign& design, const arch::Device& device,
                                         const AddressPattern& pattern) {
    if (!pattern.iteration) return std::nullopt;
    const arch::DmaModel& dma = device.model(pattern.tile).dma;
    const std::int64_t runs = pattern.iteration->size;
    const std::int64_t max_runs = dma.max_iterations_of_a_task();
    if (runs > max_runs)
        return Misfit{
            "gemm.bd_reconfiguration",
            fmt::format("gemm.bd_reconfiguration: with ping-pong, one BD of a {} takes {} from "
                        "block to block along N, {} blocks, {} more than the {} that it can "
                        "count; allowed: a size.n of at most {} with this tile and array, or "
                        "overlapped or sequential",
                        to_string(pattern.tile), pattern.name, runs, runs - max_runs, max_runs,
                        max_runs * design.tile->n * design.columns)};
    const std::int64_t words = pattern.iteration->stride / arch::kWord;
    const std::int64_t max_words = dma.bd.max_iteration_step() / arch::kWord;
    if (runs == 1 || words <= max_words) return std::nullopt;
    return Misfit{"gemm.tile",
                  fmt::format("{}: with ping-pong, the step of its BD from block to block along N "
                              "is {} words, {} more than the {} that the {} bits of an iteration "
                              "step register in a {} hold",
                              pattern.name, words, words - max_words, max_words,
                              dma.bd.iteration_step_bits, to_string(pattern.tile))};
}

std::optional<Misfit> overwide_bd(const GemmDesign& design, const arch::Device& device) {
    for (const AddressPattern& pattern : address_patterns(design)) {
        if (auto misfit = overwide_wrap(design, device, pattern)) return misfit;
        if (auto misfit = overwide_step(design, device, pattern)) return misfit;
        if (auto misfit = overwide_iteration(design, device, pattern)) return misfit;
    }
    return std::nullopt;
}

}  // namespace

std::optional<Misfit> find_misfit(const GemmDesign& design, const arch::Device& device) {
    for (const auto check : {undivided_tile, undivided_slices, overfull_core, misplaced_buffer,
                             undivided_k_mt, overfull_mem_tile, overwide_bd, too_many_blocks})
        if (auto misfit = check(design, device)) return misfit;
    return std::nullopt;
}

std::optional<GemmDesign> with_rho_that_fits(GemmDesign design, const arch::Device& device) {
    for (const std::int64_t rho : possible_rhos(design)) {
        if (rho <= design.rho) continue;
        design.rho = rho;
        if (!find_misfit(design, device)) return design;
    }
    return std::nullopt;
}

}  // namespace xdnasim::gemm
