#include <fmt/format.h>

#include "arch/device_ranges.hpp"
#include "base/extents.hpp"
#include "workloads/gemm/gemm_parameters.hpp"
#include "workloads/gemm/packs/array_shape.hpp"
#include "workloads/gemm/packs/pack_parts.hpp"
#include "workloads/kernels/numerics.hpp"

namespace xdnasim::gemm::packs {
namespace {

using base::Node;
using kernels::DataType;
using parameters::held;
using parameters::OneOf;
using parameters::Whole;
using Table = parameters::Table<PackDesign>;

constexpr std::int64_t kMaxIterations = 10'000;
/// More than any row or column has; the device sets the actual limit.
constexpr int kMaxCores = 1000;

Table types_table() {
    const OneOf<DataType> types{{arch::kDataTypes.begin(), arch::kDataTypes.end()}};
    Table table;
    table
        .required(
            "a", types, {"", "type of A"}, [](auto& design) -> auto& { return design.types.a; })
        .required(
            "b", types, {"", "type of B"}, [](auto& design) -> auto& { return design.types.b; })
        .required(
            "c", types, {"", "type of C"}, [](auto& design) -> auto& { return design.types.c; });
    return table;
}

Table tile_table() {
    Table table;
    table
        .required(
            "m", Whole{}, {"rows", "rows of A and C in a call"},
            [](auto& design) -> auto& { return held(design.tile).m; })
        .required(
            "k", Whole{}, {"elements", "columns of A and rows of B in a call"},
            [](auto& design) -> auto& { return held(design.tile).k; })
        .required(
            "n", Whole{}, {"columns", "columns of B and C in a call"},
            [](auto& design) -> auto& { return held(design.tile).n; });
    return table;
}

void read_mmul(const Node& node, PackDesign& design) {
    constexpr base::ExtentsForm kShape{"RxSxT", 64, "4x8x8"};
    const auto shape = base::extents(node, kShape);
    design.mmul = Extent{shape[0], shape[1], shape[2]};
}

parameters::Value mmul_text(const PackDesign& design) {
    return to_string(*design.mmul);
}

Table array_table() {
    Table table;
    table
        .optional(
            "rows", Whole{1, kMaxCores},
            {"rows", "rows of packs (default: all, or as many as ports and links allow)"},
            [](auto& design) -> auto& { return design.rows; })
        .optional(
            "size", Whole{1, kMaxCores},
            {"cores",
             "mapping packs: cores of a pack, which pass sums along the cascade (default: as many "
             "as leave the fewest cores idle)"},
            [](auto& design) -> auto& { return design.size; })
        .optional(
            "packs", Whole{1, kMaxCores},
            {"packs",
             "mapping packs: packs in a row (default: as many as columns and ports allow)"},
            [](auto& design) -> auto& { return design.packs; })
        .optional(
            "stagger", Whole{0, kMaxStagger},
            {"columns",
             "mapping packs: columns by which every other row is shifted to the east (default: 2, "
             "or 0 without room)"},
            [](auto& design) -> auto& { return design.stagger; });
    return table;
}

}  // namespace

Table parameter_table() {
    Table table;
    table
        .special(
            "mapping", mappings_text(), mapping_help(), [](const Node&, PackDesign&) {},
            [](const PackDesign&) { return to_string(GemmMapping::Packs); })
        .required_group("types", "types of the elements", types_table())
        .optional_group("tile",
                        "what one call of a core multiplies (default: chosen by the closed forms)",
                        tile_table())
        .special("mmul", "RxSxT, such as 4x8x8",
                 {"",
                  "mapping packs: shape of aie::mmul, in whose tiles A, B and C are stored "
                  "(default: the fastest)"},
                 read_mmul, mmul_text)
        .optional_group("array", "the cores used", array_table())
        .optional(
            "placement", OneOf{kStrategies},
            {"",
             "mapping packs: where buffers lie: unconstrained, also in neighbours' memories; "
             "location, one after the other in the core's own; address, in its own with A, B, ping "
             "and pong in separate banks (default: address)"},
            [](auto& design) -> auto& { return design.placement; })
        .optional(
            "iterations", Whole{1, kMaxIterations},
            {"", fmt::format("mapping packs: number of consecutive products (default: {})",
                             PackDesign{}.iterations)},
            [](auto& design) -> auto& { return design.iterations; })
        .optional(
            "pl_clock_ghz", arch::kPlClocks,
            {"GHz", "mapping packs: clock of the programmable logic (default: the device's)"},
            [](auto& design) -> auto& { return design.pl_clock_ghz; })
        .optional(
            "shift", Whole{0, kernels::kMaxShift},
            {"bits",
             "right shift of the sums (default: the smallest that keeps 3 sigma of random inputs "
             "in range)"},
            [](auto& design) -> auto& { return design.shift; })
        .optional(
            "rounding", OneOf{kernels::kRoundings},
            {"",
             "rounding of the bits that are shifted out, or cut off from fp32 (default: "
             "conv_even)"},
            [](auto& design) -> auto& { return design.rounding; });
    return table;
}

}  // namespace xdnasim::gemm::packs
