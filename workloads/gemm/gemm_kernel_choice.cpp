// Checks of a GEMM's kernel: its rate and how it is written.

#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "workloads/gemm/gemm_choice.hpp"
#include "workloads/kernels/matmul_program.hpp"

namespace xdnasim::gemm {

namespace {

/// Finds a blocking that does not divide the tile or its slices.
std::optional<Misfit> undivided_blocks(const GemmDesign& design) {
    if (!design.kernel.blocking) return std::nullopt;
    const auto [rows, columns] = *design.kernel.blocking;
    const auto& [r, s, t] = design.instruction;
    if (design.slice_rows() % (r * rows) == 0 && design.tile->n % (t * columns) == 0)
        return std::nullopt;
    return Misfit{"gemm.kernel.blocking",
                  fmt::format("gemm.kernel.blocking: {} x {} tiles of {} x {} do not divide the {} "
                              "x {} of {} and tile.n",
                              rows, columns, r, t, design.slice_rows(), design.tile->n,
                              design.rho == 1 ? "tile.m" : "tile.m / rho")};
}

/// Finds cycles_per_call too small for any core to multiply its tiles.
std::optional<Misfit> too_few_cycles(const GemmDesign& design, const arch::Device& device) {
    if (!design.kernel.cycles_per_call) return std::nullopt;
    const auto& [m, k, n] = *design.tile;
    const double peak = design.peak_macs_per_cycle;
    const arch::Cycles least{static_cast<std::int64_t>(
        std::ceil(static_cast<double>(design.slice_rows() * k * n) / peak))};
    if (*design.kernel.cycles_per_call >= least) return std::nullopt;
    return Misfit{
        "gemm.kernel.cycles_per_call",
        fmt::format("gemm.kernel.cycles_per_call: {} are fewer than a core of {} takes for "
                    "{}x{}x{}; allowed: from {}, at the {} MACs/cycle of its matrix instruction "
                    "for {}",
                    design.kernel.cycles_per_call->count(), device.name, design.slice_rows(), k, n,
                    least.count(), peak,
                    arch::product_name(design.a_type, design.b_type, design.c_type))};
}

}  // namespace

void throw_if(const std::optional<Misfit>& misfit) {
    if (misfit) throw MappingError{misfit->key, misfit->message};
}

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

void check_kernel(const GemmDesign& design, const arch::Device& device) {
    const KernelRate& kernel = design.kernel;
    const arch::MatrixRate& rate = matrix_instruction(design, device);
    if (kernel.source == kernels::Compiler::Peano && !rate.peano_slowdown)
        throw MappingError{
            "gemm.kernel.source",
            fmt::format("gemm.kernel.source: the slowdown of Peano's kernels is not known for {} "
                        "on {}. Give cycles_per_call instead",
                        arch::product_name(design.a_type, design.b_type, design.c_type),
                        device.name)};
    if (!kernel.blocking) return;
    const kernels::Blocking by_hand{rate.block_rows, rate.block_columns};
    if (rate.blocks_of_a_round && *kernel.blocking != by_hand)
        refuse_key("gemm.kernel.blocking",
                   fmt::format("the kernel for these types is laid out by hand; allowed: {}x{}",
                               by_hand.rows, by_hand.columns));
    const auto [rows, columns] = *kernel.blocking;
    const auto& [r, s, t] = design.instruction;
    throw_if(undivided_blocks(design));
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
        refuse_key(
            "gemm.kernel.blocking",
            fmt::format("{} x {} tiles of C take {} accumulators of 512 bit; the core has {}", rows,
                        columns, need, have));
}

void check_cycles(const GemmDesign& design, const arch::Device& device) {
    throw_if(too_few_cycles(design, device));
}

std::optional<Misfit> find_unfit_kernel(const GemmDesign& design, const arch::Device& device) {
    if (auto misfit = undivided_blocks(design)) return misfit;
    return too_few_cycles(design, device);
}

}  // namespace xdnasim::gemm
