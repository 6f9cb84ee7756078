#include "workloads/gemm/packs/tile_choice.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/error.hpp"
#include "workloads/gemm/packs/buffer_placement.hpp"
#include "workloads/gemm/packs/pack_parts.hpp"
#include "workloads/kernels/kernel_program.hpp"
#include "workloads/schedule/estimate.hpp"
#include "workloads/schedule/mapping_error.hpp"

namespace xdnasim::gemm::packs {

using schedule::MappingError;

namespace {

constexpr std::int64_t kMaxSide = 64;  ///< largest m and n in the search, as in the paper's tiles
constexpr std::int64_t kPair = 2;      ///< tiles of a block, in each direction

kernels::Matmul product_of(const Types& types) {
    kernels::Matmul product{};
    product.a = types.a;
    product.b = types.b;
    product.c = types.c;
    return product;
}

/// The tile of Mhatre et al. (Table II) that their rule does not give, if it is a multiple of
/// `mmul`.
std::optional<Extent> preset(const Types& types, const Extent& mmul) {
    using kernels::DataType;
    constexpr Extent kTile{64, 184, 64};
    if (types != Types{DataType::Int8, DataType::Int8, DataType::Int16}) return std::nullopt;
    const bool fits =
        kTile.m % (kPair * mmul.m) == 0 && kTile.k % mmul.k == 0 && kTile.n % (kPair * mmul.n) == 0;
    return fits ? std::optional{kTile} : std::nullopt;
}

/// Whether a core holds its own stack besides all six buffers. Yes: it must, since the cores around
/// it hold theirs, too. Maybe: in packs of two, half of whose cores hold six buffers, it must at
/// the edge of the array.
enum class OwnStack : std::uint8_t { No, Maybe, Yes };
OwnStack own_stack(const PackDesign& design) {
    if (design.rows == 1 || design.packs == 1 || design.placement == Strategy::Unconstrained)
        return OwnStack::No;
    if (design.size == 1) return OwnStack::Yes;
    return design.size == 2 ? OwnStack::Maybe : OwnStack::No;
}

/// The largest k of a tile of m x k x n that leaves room for the stacks. Ping and pong each take
/// half of the memory, and A and B a bank each; a stack lies behind one of them.
std::int64_t max_k(const PackDesign& design, std::int64_t m, std::int64_t n, std::int64_t step,
                   bool holds_stack, const arch::Device& device) {
    const Types& types = design.types;
    const arch::Bytes memory = device.comp_tile.memory;
    const arch::Bytes of_c =
        storage(types.c, m * n) * kTurns + device.core_stack * (holds_stack ? kTurns : 0);
    const arch::Bytes of_stacks = device.core_stack * (2 * kTurns);
    const arch::Bytes of_k = (storage(types.a, m) + storage(types.b, n)) * kTurns;
    return std::max<std::int64_t>((memory - std::max(of_c, of_stacks)) / of_k, 0) / step * step;
}

/// Returns whether `a` has the larger gamma or, at equal gamma, more multiplications.
bool is_better(const TileFigures& a, const TileFigures& b) {
    constexpr double kSame = 1e-9;
    if (std::abs(a.gamma() - b.gamma()) > kSame) return a.gamma() > b.gamma();
    return a.compute > b.compute;
}

std::optional<Extent> best_of_side(const PackDesign& design, std::int64_t side, const Extent& mmul,
                                   bool holds_stack, const arch::Device& device) {
    std::optional<TileFigures> best;
    const std::int64_t last = max_k(design, side, side, mmul.k, holds_stack, device);
    for (std::int64_t k = mmul.k; k <= last; k += mmul.k) {
        const TileFigures figures =
            tile_figures(design.types, {side, k, side}, device, design.pl_clock_ghz);
        if (!best || is_better(figures, *best)) best = figures;
    }
    return best ? std::optional{best->tile} : std::nullopt;
}

std::optional<Extent> best_tile(const PackDesign& design, const Extent& mmul,
                                const arch::Device& device) {
    std::optional<TileFigures> best;
    for (const Extent& tile : best_tiles(design, mmul, device)) {
        const TileFigures figures = tile_figures(design.types, tile, device, design.pl_clock_ghz);
        if (!best || is_better(figures, *best)) best = figures;
    }
    return best ? std::optional{best->tile} : std::nullopt;
}

void require_memory(const PackDesign& design, const arch::Device& device) {
    const TileFigures figures = tile_figures(design.types, design.tile, device);
    const arch::Bytes memory = device.comp_tile.memory;
    if (figures.memory() <= memory) return;
    throw MappingError{
        "gemm.tile",
        fmt::format("gemm.tile: two buffers each of A, B and C of {} take {} bytes, {} more than "
                    "the {} of a core; {}",
                    to_string(design.tile), figures.memory().count(),
                    (figures.memory() - memory).count(), memory.count(),
                    advice_beside_stacks(design, device))};
}

void require_shape(const PackDesign& design) {
    if (const auto obstacle = obstacle_to_mmul(*design.mmul, design.types))
        throw MappingError{"gemm.mmul", "gemm.mmul: " + *obstacle};
}

void require_multiple(const char* axis, std::int64_t size, std::int64_t unit, const char* of) {
    if (size > 0 && size % unit == 0) return;
    const std::int64_t below = std::max(size / unit, std::int64_t{1}) * unit;
    throw MappingError{
        fmt::format("gemm.tile.{}", axis),
        fmt::format("gemm.tile.{}: {} is not a multiple of {}, {}; nearest: {} or {}", axis, size,
                    unit, of, below, below + unit)};
}

/// Replaces the design's mmul by the fastest shape. Precondition: the design's mmul is the core's
/// own.
void choose_mmul(PackDesign& design, const arch::Device& device) {
    constexpr double kFaster = 0.99;
    const auto cycles = [](const MmulFigures& figures) {
        return figures.cycles && !figures.mmul.rearranges
                   ? static_cast<double>(figures.cycles->count())
                   : std::numeric_limits<double>::infinity();
    };
    const std::vector<MmulFigures> table = mmul_table(design.types, design.tile, device);
    const auto own = std::ranges::find(
        table, *design.mmul, [](const MmulFigures& figures) { return figures.mmul.shape; });
    const auto best = std::ranges::min_element(table, {}, cycles);
    if (own == table.end() || cycles(*best) < kFaster * cycles(*own))
        design.mmul.choose(best->mmul.shape);
}

}  // namespace

const arch::MatrixRate& rate_of(const Types& types, const arch::Device& device) {
    try {
        return kernels::matrix_rate(product_of(types), device);
    } catch (const base::InputError& error) {
        throw MappingError{"gemm.types", fmt::format("gemm.types: {}", error.what())};
    }
}

double TileFigures::transfer() const {
    return std::max({a_transfer, b_transfer, c_transfer});
}

arch::BytesPerCycle port_rate(const arch::Device& device, std::optional<double> pl_clock_ghz) {
    return schedule::port_rate(device, device.pl->wide_port(), pl_clock_ghz);
}

TileFigures tile_figures(const Types& types, const Extent& tile, const arch::Device& device,
                         std::optional<double> pl_clock_ghz) {
    const arch::BytesPerCycle rate = port_rate(device, pl_clock_ghz);
    TileFigures figures{.tile = tile,
                        .a = storage(types.a, tile.m * tile.k),
                        .b = storage(types.b, tile.k * tile.n),
                        .c = storage(types.c, tile.m * tile.n)};
    figures.compute =
        static_cast<double>(tile.m * tile.k * tile.n) / rate_of(types, device).peak_macs_per_cycle;
    figures.a_transfer = schedule::cycles_to_move(figures.a, rate);
    figures.b_transfer = schedule::cycles_to_move(figures.b, rate);
    figures.c_transfer = schedule::cycles_to_move(figures.c, rate);
    return figures;
}

std::vector<Extent> best_tiles(const PackDesign& design, const Extent& mmul,
                               const arch::Device& device) {
    const std::int64_t unit = std::max(kPair * mmul.m, kPair * mmul.n);
    const OwnStack own = own_stack(design);
    std::vector<Extent> tiles;
    const auto add = [&](const std::optional<Extent>& tile) {
        if (tile && (tiles.empty() || tiles.back() != *tile)) tiles.push_back(*tile);
    };
    for (std::int64_t side = unit; side <= kMaxSide; side += unit) {
        if (own != OwnStack::No) add(best_of_side(design, side, mmul, true, device));
        if (own != OwnStack::Yes) add(best_of_side(design, side, mmul, false, device));
    }
    return tiles;
}

std::optional<Extent> tile_beside_stacks(const PackDesign& design, const arch::Device& device) {
    const std::int64_t step = design.mmul->k;
    PackDesign other = design;
    std::vector<Extent> begins{*design.tile};
    if (const auto best = best_tile(design, design.mmul, device)) begins.push_back(*best);
    for (const auto& [m, k, n] : begins)
        for (std::int64_t less = std::min(k, max_k(design, m, n, step, false, device)); less > 0;
             less -= step) {
            other.tile = Extent{m, less, n};
            if (has_room(other, device)) return *other.tile;
        }
    return std::nullopt;
}

std::string advice_beside_stacks(const PackDesign& design, const arch::Device& device) {
    const std::optional<Extent> fits = tile_beside_stacks(design, device);
    return fits ? "the nearest that fits: " + to_string(*fits)
                : "no tile in this array leaves room for the cores' stacks";
}

std::vector<MmulShape> mmul_shapes(const Types& types) {
    using kernels::DataType;
    if (types.a != types.b) return {};
    switch (types.a) {
        case DataType::Int8:
            return {{{4, 8, 4}, true},  {{4, 16, 4}, true}, {{8, 8, 4}, true},
                    {{2, 8, 8}},        {{4, 8, 8}},        {{8, 8, 8}},
                    {{1, 16, 8}, true}, {{2, 16, 8}, true}, {{4, 16, 8}, true}};
        case DataType::Int16:
            return {{{4, 4, 4}}, {{2, 4, 8}}, {{4, 4, 8}, true},
                    {{4, 2, 8}}, {{8, 2, 8}}, {{8, 1, 8}, true}};
        case DataType::Bf16:
            return {{{4, 8, 4}}, {{8, 8, 4}}, {{4, 16, 8}, true}, {{8, 8, 8}, true}};
        case DataType::Int32:
        case DataType::F32:
        case DataType::Bfp16ebs8:
            break;
    }
    return {};
}

std::optional<std::string> obstacle_to_mmul(const Extent& shape, const Types& types) {
    std::vector<std::string> names;
    for (const MmulShape& mmul : mmul_shapes(types)) {
        if (mmul.shape == shape) return std::nullopt;
        names.push_back(to_string(mmul.shape));
    }
    return fmt::format("{} is not a shape of aie::mmul for {}; allowed: {}", to_string(shape),
                       to_string(types.a), fmt::join(names, ", "));
}

std::vector<Extent> mmul_choices(const PackDesign& open, const arch::Device& device) {
    if (open.mmul.asked()) return {*open.mmul};
    const arch::MatrixRate& rate = rate_of(open.types, device);
    std::vector<Extent> all;
    for (const MmulShape& mmul : mmul_shapes(open.types))
        if (!mmul.rearranges) all.push_back(mmul.shape);
    std::stable_partition(all.begin(), all.end(), [&](const Extent& shape) {
        return shape == Extent{rate.r, rate.s, rate.t};
    });
    return all;
}

std::vector<MmulFigures> mmul_table(const Types& types, const Extent& tile,
                                    const arch::Device& device) {
    std::vector<MmulFigures> table;
    for (const MmulShape& mmul : mmul_shapes(types)) {
        PackDesign design;
        design.types = types;
        design.tile = tile;
        design.mmul = mmul.shape;
        MmulFigures& figures = table.emplace_back();
        figures.mmul = mmul;
        try {
            const vliw::LoopNest nest =
                kernels::program_of(kernel_of(design, kernels::ChainPart::Single), device);
            figures.cycles = vliw::schedule_call(nest, device.core.slots).cycles();
        } catch (const base::InputError& error) {
            figures.obstacle = error.what();
        }
    }
    return table;
}

void choose_tile(PackDesign& design, const arch::Device& device) {
    const arch::MatrixRate& rate = rate_of(design.types, device);
    if (mmul_shapes(design.types).empty())
        throw MappingError{"gemm.types",
                           fmt::format("gemm.types: aie::mmul has no shape for {}; allowed: "
                                       "inputs of int8, int16 or bf16",
                                       to_string(design.types))};
    if (design.mmul.asked()) require_shape(design);
    const Extent native{rate.r, rate.s, rate.t};
    if (!design.tile.asked()) {
        const Extent& mmul = design.mmul.asked() ? *design.mmul : native;
        std::optional<Extent> tile = preset(design.types, mmul);
        if (!tile) tile = best_tile(design, mmul, device);
        if (!tile)
            throw MappingError{
                "gemm.tile",
                fmt::format("gemm.tile: no tile of {} leaves room in the {} bytes of a core's "
                            "memory for two buffers of each matrix beside stacks of {} bytes",
                            to_string(mmul), device.comp_tile.memory.count(),
                            device.core_stack.count())};
        design.tile.choose(*tile);
    }
    if (!design.mmul.asked()) {
        design.mmul.choose(native);
        choose_mmul(design, device);
    }
    require_multiple("m", design.tile->m, kPair * design.mmul->m, "two tiles of aie::mmul");
    require_multiple("k", design.tile->k, design.mmul->k, "a tile of aie::mmul");
    require_multiple("n", design.tile->n, kPair * design.mmul->n, "two tiles of aie::mmul");
    require_memory(design, device);
    const int most = kernels::max_shift(design.types.a, design.types.c);
    if (design.shift.asked() && *design.shift > most)
        throw MappingError{
            "gemm.shift",
            fmt::format("gemm.shift: {} is out of range; allowed: 0 to {}", *design.shift, most)};
}

}  // namespace xdnasim::gemm::packs
