#include "workloads/gemm/packs/pack_design.hpp"

#include <utility>

#include <fmt/format.h>

#include "workloads/gemm/packs/array_shape.hpp"
#include "workloads/gemm/packs/buffer_placement.hpp"
#include "workloads/gemm/packs/pack_parts.hpp"
#include "workloads/gemm/packs/tile_choice.hpp"
#include "workloads/kernels/matmul_program.hpp"
#include "workloads/kernels/numerics.hpp"
#include "workloads/schedule/mapping_error.hpp"

namespace xdnasim::gemm::packs {

std::string to_string(Strategy strategy) {
    switch (strategy) {
        case Strategy::Unconstrained:
            return "unconstrained";
        case Strategy::Location:
            return "location";
        case Strategy::Address:
            break;
    }
    return "address";
}

std::string to_string(const Types& types) {
    return fmt::format("{} x {} -> {}", to_string(types.a), to_string(types.b), to_string(types.c));
}

double PackDesign::operations() const {
    const auto [m, k, n] = matrices();
    return arch::kOperationsPerMac * static_cast<double>(m) * static_cast<double>(k) *
           static_cast<double>(n);
}

kernels::Kernel kernel_of(const PackDesign& design, kernels::ChainPart part) {
    const auto narrow = [](std::int64_t value) { return static_cast<int>(value); };
    kernels::ChainProduct work{};
    kernels::Matmul& product = work.product;
    product.a = design.types.a;
    product.b = design.types.b;
    product.c = design.types.c;
    product.m = narrow(design.tile->m);
    product.k = narrow(design.tile->k);
    product.n = narrow(design.tile->n);
    product.r = narrow(design.mmul->m);
    product.s = narrow(design.mmul->k);
    product.t = narrow(design.mmul->n);
    product.shift = design.shift;
    product.rounding = design.rounding;
    product.b_layout = kernels::Layout::RowMajor;
    work.gets = gets_sums(part);
    work.puts = puts_sums(part);
    const bool is_alone = part == kernels::ChainPart::Single;
    return {fmt::format("{}_{}_{}", is_alone ? "alone" : to_string(part), to_string(design.types.a),
                        to_string(design.types.c)),
            work, std::nullopt};
}

namespace {

/// Requires that a tile of C passes along the cascade in whole words.
void require_whole_words(const PackDesign& design) {
    if (design.size == 1) return;
    const auto& [r, s, t] = *design.mmul;
    const std::int64_t bits = r * t * kernels::accumulator_bits(design.types.a);
    if (bits % arch::kCascadeWordBits == 0) return;
    throw schedule::MappingError{
        "gemm.mmul",
        fmt::format("gemm.mmul: a tile of C of {} is {} bits in accumulators, not a whole number "
                    "of cascade words of {} bits; allowed: larger shapes, "
                    "or packs of one core",
                    to_string(*design.mmul), bits, arch::kCascadeWordBits)};
}

}  // namespace

PackDesign choose(PackDesign design, const arch::Device& device) {
    if (!device.pl)
        throw schedule::MappingError{
            "gemm.mapping",
            fmt::format("gemm.mapping: packs take their data from programmable logic, which {} "
                        "does not have; allowed: devices with a section 'pl', such as "
                        "versal-ve2802 and versal-ve2302",
                        device.name)};
    choose_array(design, device);
    const bool tile_is_open = !design.tile.asked();
    choose_tile(design, device);
    if (tile_is_open && !has_room(design, device))
        design.tile.choose(tile_beside_stacks(design, device).value_or(*design.tile));
    require_whole_words(design);
    design.peak_macs_per_cycle = rate_of(design.types, device).peak_macs_per_cycle;
    if (!design.shift.asked())
        design.shift.choose(kernels::default_shift(design.types.a, design.types.b, design.types.c,
                                                   design.matrices().k));
    return design;
}

}  // namespace xdnasim::gemm::packs
