#include "workloads/gemm/gemm_choice.hpp"

#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "workloads/gemm/gemm_placement.hpp"
#include "workloads/gemm/gemm_sequence.hpp"

namespace xdnasim::gemm {

namespace {

/// Text for the message that says what would fit instead.
std::string remedy(const Misfit& misfit, const GemmDesign& design, const arch::Device& device) {
    if (misfit.key == "gemm.k_mt") {
        const bool says_what_is_allowed =
            !design.tile.asked() && design.k_mt % design.unit().k != 0;
        if (says_what_is_allowed) return {};
        if (const auto k_mt = nearest_k_mt_that_fits(design, device))
            return fmt::format("; the nearest that fits: {}", *k_mt);
    }
    if (misfit.wants_larger_tile) {
        const auto fitting = with_larger_tile_that_fits(design, device);
        if (!fitting) return {};
        return fmt::format("; a tile that fits: {}", to_string(*fitting->tile));
    }
    std::string text;
    if (const auto fitting = with_rho_that_fits(design, device))
        text = design.t_ma ? fmt::format("; it fits with gemm.t_ma {}", fitting->slice_rows())
                           : fmt::format("; it fits with gemm.rho {}", fitting->rho);
    if (const auto fitting = with_nearest_tile_that_fits(design, device))
        text += fmt::format("; the nearest tile that fits: {} with k_mt {}",
                            to_string(*fitting->tile), *fitting->k_mt);
    return text;
}

[[noreturn]] void refuse(const Misfit& misfit, const GemmDesign& design,
                         const arch::Device& device) {
    // For "gemm.size", too: a smaller tile may pad the size less.
    const bool of_the_tile =
        misfit.key == "gemm.k_mt" || misfit.key == "gemm.tile" || misfit.key == "gemm.size";
    throw MappingError{misfit.key, misfit.message + (of_the_tile ? remedy(misfit, design, device)
                                                                 : std::string{})};
}

/// Throws for values that bfp16ebs8 does not allow, since its values share exponents and lie tile
/// by tile.
void check_blocks(const GemmDesign& design) {
    using kernels::DataType;
    const auto tiled = DataType::Bfp16ebs8;
    if (design.is_staged() &&
        !(design.c_is_tiled() && design.a_is_tiled() && design.partial_type == DataType::Bf16))
        refuse_key("gemm.types.partial",
                   fmt::format("{} between calls of {}; allowed: bf16 where a, b and c are {}",
                               to_string(*design.partial_type),
                               arch::product_name(design.a_type, design.b_type, design.c_type),
                               to_string(tiled)));
    constexpr int kBlock = 8;
    const auto check_extent = [&](const char* axis, std::int64_t extent, bool shared) {
        if (shared && extent < kBlock)
            refuse_key("gemm.size",
                       fmt::format("{} is {}, less than a block of {}, whose {} values along {} "
                                   "share an exponent; allowed: from {}",
                                   axis, extent, to_string(tiled), kBlock, axis, kBlock));
    };
    check_extent("k", design.size.k, design.b_is_tiled());
    check_extent("n", design.size.n, design.c_is_tiled());
    if (design.b_is_tiled() && design.b_is_row_major())
        refuse_key("gemm.b_layout",
                   fmt::format("B in {} lies tile by tile, with its blocks along k; allowed: "
                               "column-major",
                               to_string(tiled)));
    if (design.c_is_tiled() && !design.is_staged() && design.rounding.asked() &&
        design.rounding != kernels::Rounding::Floor)
        refuse_key("gemm.rounding",
                   fmt::format("C in {} is always truncated; allowed: floor", to_string(tiled)));
    if (design.c_is_tiled() && design.bd_reconfiguration == BdReconfiguration::PingPong)
        refuse_key("gemm.bd_reconfiguration",
                   fmt::format("C in {} lies tile by tile, which leaves no dimension of a BD for "
                               "the blocks of a half; allowed: overlapped, sequential or "
                               "four-slots",
                               to_string(tiled)));
}

/// Finds a depth for a row-major B, which is no deeper in a MemTile than in a core.
std::optional<Misfit> needless_depth_of_b(const GemmDesign& design) {
    if (!design.k_mt_b || !design.b_is_row_major()) return std::nullopt;
    return Misfit{"gemm.k_mt_b",
                  fmt::format("gemm.k_mt_b: a B that is {} lies in a mem tile as deep as in a "
                              "core; allowed: gemm.b_layout {}",
                              to_string(design.b_layout), to_string(kernels::Layout::ColumnMajor))};
}

/// Sets rho according to `t_ma`, if that is given.
void choose_slices(GemmDesign& design) {
    if (!design.t_ma) return;
    if (design.rho != 1)
        refuse_key("gemm.t_ma", "'gemm.rho' sets the same value. Leave out one of them");
    const std::int64_t rows = *design.t_ma;
    if (design.tile->m % rows != 0)
        refuse_key("gemm.t_ma",
                   fmt::format("{} does not divide tile.m, {}; allowed: divisors of it", rows,
                               design.tile->m));
    if (rows % design.unit().m != 0)
        refuse_key("gemm.t_ma",
                   fmt::format("{} is not a multiple of {}, {}the r of the matrix instruction for "
                               "these types; allowed: multiples of it",
                               rows, design.unit().m, design.b_is_tiled() ? "a pair of " : ""));
    design.cut();
    if (design.rho > kMaxSlices)
        refuse_key("gemm.t_ma",
                   fmt::format("{} rows make {} slices of tile.m, {}; allowed: up to {} slices",
                               rows, design.rho, design.tile->m, kMaxSlices));
}

/// Sets the values that follow from a tile that fits.
void complete(GemmDesign& design, const arch::Device& device) {
    if (!design.core_memory.asked()) design.core_memory.choose({open_order(design), {}});
    design.half_rows = block_rows_of_half(design, device);
}

}  // namespace

GemmDesign choose(GemmDesign design, const arch::Device& device) {
    design = choose_array(std::move(design), device);
    check_blocks(design);
    throw_if(needless_depth_of_b(design));
    check_rate(design, device);
    if (!design.tile.asked()) design.tile.choose(default_tile(design, device));
    choose_slices(design);
    if (!design.k_mt.asked()) design.k_mt.choose(default_k_mt(design, device));
    design.pad();

    // Open values give way to those that were asked for.
    if (!design.k_mt.asked() && find_misfit(design, device))
        if (auto fitting = with_k_mt_that_fits(design, device)) design = *fitting;
    if (!design.k_mt.asked() && !design.tile.asked() && find_misfit(design, device))
        if (auto fitting = with_nearest_tile_that_fits(design, device)) design = *fitting;
    if (const auto misfit = find_misfit(design, device)) refuse(*misfit, design, device);
    check_kernel(design, device);
    complete(design, device);
    return design;
}

std::optional<GemmDesign> complete_if_it_fits(GemmDesign design, const arch::Device& device) {
    design.pad();
    if (needless_depth_of_b(design) || find_unfit_kernel(design, device) ||
        find_misfit(design, device))
        return std::nullopt;
    complete(design, device);
    return design;
}

}  // namespace xdnasim::gemm
