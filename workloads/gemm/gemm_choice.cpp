#include "workloads/gemm/gemm_choice.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "workloads/gemm/gemm_parts.hpp"
#include "workloads/gemm/gemm_placement.hpp"
#include "workloads/kernels/matmul_program.hpp"

namespace xdnasim::gemm {

namespace {

/// What would fit instead, for the message.
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
        return fmt::format("; a tile that fits: {}x{}x{}", fitting->tile->m, fitting->tile->k,
                           fitting->tile->n);
    }
    std::string text;
    if (const auto fitting = with_rho_that_fits(design, device))
        text = design.t_ma ? fmt::format("; it fits with gemm.t_ma {}", fitting->slice_rows())
                           : fmt::format("; it fits with gemm.rho {}", fitting->rho);
    if (const auto fitting = with_nearest_tile_that_fits(design, device))
        text += fmt::format("; the nearest tile that fits: {}x{}x{} with k_mt {}", fitting->tile->m,
                            fitting->tile->k, fitting->tile->n, *fitting->k_mt);
    return text;
}

[[noreturn]] void refuse(const Misfit& misfit, const GemmDesign& design,
                         const arch::Device& device) {
    // A smaller tile may pad the size less.
    const bool of_the_tile =
        misfit.key == "gemm.k_mt" || misfit.key == "gemm.tile" || misfit.key == "gemm.size";
    throw MappingError{misfit.key, misfit.message + (of_the_tile ? remedy(misfit, design, device)
                                                                 : std::string{})};
}

/// What bfp16ebs8 cannot be: it shares exponents, and lies tile by tile.
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
                   fmt::format("C in {} is cut off; allowed: floor", to_string(tiled)));
    if (design.c_is_tiled() && design.bd_reconfiguration == BdReconfiguration::PingPong)
        refuse_key("gemm.bd_reconfiguration",
                   fmt::format("C in {} lies tile by tile, which leaves no dimension of a BD for "
                               "the blocks of a half; allowed: overlapped, sequential or "
                               "four-slots",
                               to_string(tiled)));
}

/// A B that passes no deeper than in a core has no depth of its own.
void check_depth_of_b(const GemmDesign& design) {
    if (design.k_mt_b && design.b_is_row_major())
        refuse_key(
            "gemm.k_mt_b",
            fmt::format("a B that is {} lies in a mem tile as deep as in a core; allowed: "
                        "gemm.b_layout {}",
                        to_string(design.b_layout), to_string(kernels::Layout::ColumnMajor)));
}

/// `t_ma` as the rho that it stands for.
void choose_slices(GemmDesign& design) {
    if (!design.t_ma) return;
    if (design.rho != 1)
        refuse_key("gemm.t_ma", "'gemm.rho' says the same; allowed: one of the two");
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

/// A rate of the user's own may be slower than the hardware, not faster.
void check_rate(const GemmDesign& design, const arch::Device& device) {
    const double peak = design.peak_macs_per_cycle;
    const std::optional<double> asked = design.kernel.macs_per_cycle;
    if (!asked || *asked <= peak) return;
    throw MappingError{
        "gemm.kernel.macs_per_cycle",
        fmt::format("gemm.kernel.macs_per_cycle: {} is more than a core of {} can do; allowed: up "
                    "to {}, the rate of its matrix instruction for {}",
                    *asked, device.name, peak,
                    arch::product_name(design.a_type, design.b_type, design.c_type))};
}

/// How the kernel is written.
void check_kernel(const GemmDesign& design, const arch::Device& device) {
    const KernelRate& kernel = design.kernel;
    const arch::MatrixRate& rate = matrix_instruction(design, device);
    if (kernel.source == kernels::Compiler::Peano && rate.peano_slowdown == 0)
        throw MappingError{
            "gemm.kernel.source",
            fmt::format("gemm.kernel.source: how much slower than the slots Peano's kernels are is "
                        "not known for {} on {}; allowed: cycles_per_call in place of it",
                        arch::product_name(design.a_type, design.b_type, design.c_type),
                        device.name)};
    if (!kernel.blocking) return;
    const kernels::Blocking by_hand{rate.block_rows, rate.block_columns};
    if (rate.blocks_of_a_round > 0 && *kernel.blocking != by_hand)
        refuse_key("gemm.kernel.blocking",
                   fmt::format("the kernel for these types is laid out by hand; allowed: {}x{}",
                               by_hand.rows, by_hand.columns));
    const auto [rows, columns] = *kernel.blocking;
    const auto& [r, s, t] = design.instruction;
    const auto refuse = [&](const std::string& why) {
        throw MappingError{"gemm.kernel.blocking", "gemm.kernel.blocking: " + why};
    };
    if (design.slice_rows() % (r * rows) != 0 || design.tile->n % (t * columns) != 0)
        refuse(fmt::format("{} x {} tiles of {} x {} do not divide the {} x {} of {} and tile.n",
                           rows, columns, r, t, design.slice_rows(), design.tile->n,
                           design.rho == 1 ? "tile.m" : "tile.m / rho"));
    const kernels::Matmul tile{.a = design.a_type,
                               .b = design.b_type,
                               .c = design.c_type,
                               .m = 0,
                               .k = 0,
                               .n = 0,
                               .r = static_cast<int>(r),
                               .s = static_cast<int>(s),
                               .t = static_cast<int>(t),
                               .shift = 0,
                               .rounding = design.rounding};
    const int need = kernels::accumulators_of(tile, *kernel.blocking);
    const int have =
        device.core.slots.registers[static_cast<std::size_t>(arch::RegisterFile::Accumulator)];
    if (need > have)
        refuse(fmt::format("{} x {} tiles of C take {} accumulators of 512 bit; the core has {}",
                           rows, columns, need, have));
}

/// What follows from a tile that fits.
void complete(GemmDesign& design, const arch::Device& device) {
    if (!design.core_memory.asked()) design.core_memory.choose({open_order(design), {}});
    design.half_rows = block_rows_of_half(design, device);
}

}  // namespace

GemmDesign choose(GemmDesign design, const arch::Device& device) {
    design = choose_array(std::move(design), device);
    check_blocks(design);
    check_depth_of_b(design);
    check_rate(design, device);
    if (!design.tile.asked()) design.tile.choose(default_tile(design, device));
    choose_slices(design);
    if (!design.k_mt.asked()) design.k_mt.choose(default_k_mt(design, device));
    design.pad();

    // What was left open gives way to what was asked for.
    if (!design.k_mt.asked() && find_misfit(design, device))
        if (auto fitting = with_k_mt_that_fits(design, device)) design = *fitting;
    if (!design.k_mt.asked() && !design.tile.asked() && find_misfit(design, device))
        if (auto fitting = with_nearest_tile_that_fits(design, device)) design = *fitting;
    if (const auto misfit = find_misfit(design, device)) refuse(*misfit, design, device);
    check_kernel(design, device);
    complete(design, device);
    return design;
}

void check_cycles(const GemmDesign& design, const arch::Device& device) {
    if (!design.kernel.cycles_per_call) return;
    const auto& [m, k, n] = *design.tile;
    const double peak = design.peak_macs_per_cycle;
    const arch::Cycles least{static_cast<std::int64_t>(
        std::ceil(static_cast<double>(design.slice_rows() * k * n) / peak))};
    if (*design.kernel.cycles_per_call >= least) return;
    refuse_key(
        "gemm.kernel.cycles_per_call",
        fmt::format("{} are fewer than a core of {} takes for {}x{}x{}; allowed: from {}, at "
                    "the {} MACs/cycle of its matrix instruction for {}",
                    design.kernel.cycles_per_call->count(), device.name, design.slice_rows(), k, n,
                    least.count(), peak,
                    arch::product_name(design.a_type, design.b_type, design.c_type)));
}

std::optional<GemmDesign> complete_if_it_fits(GemmDesign design, const arch::Device& device) {
    design.pad();
    if (find_misfit(design, device)) return std::nullopt;
    complete(design, device);
    return design;
}

}  // namespace xdnasim::gemm
