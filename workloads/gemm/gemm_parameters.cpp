#include "workloads/gemm/gemm_parameters.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "arch/device_ranges.hpp"
#include "base/extents.hpp"
#include "workloads/gemm/gemm_sequence.hpp"
#include "workloads/kernels/numerics.hpp"

namespace xdnasim::gemm {
namespace {

using base::Node;
using kernels::DataType;
using parameters::held;
using parameters::Number;
using parameters::OneOf;
using parameters::Whole;
using Table = parameters::Table<GemmDesign>;

constexpr int kMaxBuffers = 2;
constexpr Number kMacsPerCycle{1e-3, 1e6};

// The device determines which types can be combined.
const OneOf<DataType> kTypes{{arch::kDataTypes.begin(), arch::kDataTypes.end()}};

Table size_table() {
    Table table;
    table
        .required(
            "m", Whole{}, {"rows", "rows of A and C"},
            [](auto& design) -> auto& { return design.size.m; })
        .required(
            "k", Whole{}, {"elements", "columns of A, rows of B"},
            [](auto& design) -> auto& { return design.size.k; })
        .required(
            "n", Whole{}, {"columns", "columns of B and C"},
            [](auto& design) -> auto& { return design.size.n; });
    return table;
}

Table types_table() {
    Table table;
    table
        .required(
            "a", kTypes, {"", "type of A"}, [](auto& design) -> auto& { return design.a_type; })
        .required(
            "b", kTypes, {"", "type of B"}, [](auto& design) -> auto& { return design.b_type; })
        .required(
            "c", kTypes, {"", "type of C"}, [](auto& design) -> auto& { return design.c_type; })
        .optional(
            "partial", OneOf<DataType>{{DataType::Bf16, DataType::Bfp16ebs8}},
            {"",
             "type of C in a core between calls (default: that of C). If C is bfp16ebs8, it can be "
             "bf16, and is converted after all of K"},
            [](auto& design) -> auto& { return design.partial_type; });
    return table;
}

Table tile_table() {
    Table table;
    table
        .required(
            "m", Whole{}, {"rows", "m_ct"},
            [](auto& design) -> auto& { return held(design.tile).m; })
        .required(
            "k", Whole{}, {"elements", "k_ct"},
            [](auto& design) -> auto& { return held(design.tile).k; })
        .required(
            "n", Whole{}, {"columns", "n_ct"},
            [](auto& design) -> auto& { return held(design.tile).n; });
    return table;
}

void read_a_columns(const Node& node, GemmDesign& design, int columns) {
    design.a_columns.clear();
    for (const Node& column : node.as_sequence())
        design.a_columns.push_back(static_cast<int>(column.as_int(0, columns - 1)));
    if (design.a_columns.empty() || !std::ranges::is_sorted(design.a_columns))
        node.fail(fmt::format("columns {}; allowed: one for each row of cores, from the west",
                              node.to_flow()));
}

parameters::Value a_columns_of(const GemmDesign& design) {
    if (design.a_columns.empty()) return {};
    return fmt::format("[{}]", fmt::join(design.a_columns, ", "));
}

Table array_table(const arch::Device& device) {
    Table table;
    table
        .optional(
            "rows", arch::core_row_counts(device),
            {"cores", "rows of cores to use (default: as many as the mapping can use)"},
            [](auto& design) -> auto& { return design.rows; })
        .optional(
            "columns", arch::column_counts(device),
            {"cores", "columns of cores to use (default: all whose shims reach DRAM)"},
            [](auto& design) -> auto& { return design.columns; })
        .special(
            "a_columns",
            fmt::format("a list of whole numbers from 0 to {}, none below the one before",
                        device.columns - 1),
            {"",
             "for each row of cores, the column whose shim reads its A (default: spread evenly)"},
            [columns = device.columns](const Node& node, GemmDesign& design) {
                read_a_columns(node, design, columns);
            },
            a_columns_of);
    return table;
}

void read_blocking(const Node& node, GemmDesign& design) {
    constexpr base::ExtentsForm kBlocking{"ROWSxCOLUMNS", 16, "2x2"};
    const auto tiles = base::extents(node, kBlocking);
    design.kernel.blocking = {static_cast<int>(tiles[0]), static_cast<int>(tiles[1])};
}

parameters::Value blocking_text(const GemmDesign& design) {
    const auto& blocking = design.kernel.blocking;
    if (!blocking) return {};
    return fmt::format("{}x{}", blocking->rows, blocking->columns);
}

Table kernel_table() {
    Table table;
    table
        .optional(
            "cycles_per_call", Whole{1, parameters::kMaxCyclesPerCall},
            {"cycles", "cycles of a call of the multiplying kernel"},
            [](auto& design) -> auto& { return design.kernel.cycles_per_call; })
        .optional(
            "macs_per_cycle", kMacsPerCycle, {"MACs/cycle", "rate of the multiplying kernel"},
            [](auto& design) -> auto& { return design.kernel.macs_per_cycle; })
        .optional(
            "rate", OneOf{kRateSources},
            {"",
             "where the rate comes from: the core's slots, or the device's measurement for the "
             "types"},
            [](auto& design) -> auto& { return design.kernel.rate; })
        .special("blocking", "ROWSxCOLUMNS, such as 2x2",
                 {"",
                  "tiles of C that the kernel computes at a time (default: as in the published "
                  "kernel for the types)"},
                 read_blocking, blocking_text)
        .optional(
            "source", OneOf{arch::kCompilers},
            {"",
             "compiler of the kernel: chess, as fast as the slots allow, or Peano, slower by the "
             "device's peano_slowdown for the types"},
            [](auto& design) -> auto& { return design.kernel.source; })
        .optional(
            "native", parameters::Flag{},
            {"",
             "use the vector unit's own operations, as some bf16 kernels on XDNA2 do instead of "
             "using the bfp16 datapath"},
            [](auto& design) -> auto& { return design.kernel.native; });
    return table;
}

void require_one_figure(const Node& node, const GemmDesign& design) {
    const KernelRate& kernel = design.kernel;
    const int figures =
        (kernel.cycles_per_call ? 1 : 0) + (kernel.macs_per_cycle ? 1 : 0) + (kernel.rate ? 1 : 0);
    const bool written = kernel.blocking || kernel.source != kernels::Compiler::Chess;
    if (written &&
        (kernel.cycles_per_call || kernel.macs_per_cycle || kernel.rate == RateSource::Measured))
        node.fail(
            "'gemm.kernel': 'blocking' and 'source' need the slot model. Leave out "
            "'cycles_per_call', 'macs_per_cycle' and a measured 'rate'");
    if (figures > 1 ||
        (figures == 0 && !node.find("blocking") && !node.find("source") && !node.find("native")))
        node.fail("'gemm.kernel' takes one of 'cycles_per_call', 'macs_per_cycle' and 'rate'");
}

/// Checks the alignment of the stack: vector loads need their operands at multiples of their width.
auto require_aligned_stack(std::int64_t vector) {
    return [vector](const Node& node, const GemmDesign& design) {
        if (design.stack->count() % vector != 0)
            node.fail(fmt::format(
                "a stack of {} bytes would misalign the buffers after it; allowed: multiples of {}",
                design.stack->count(), vector));
    };
}

void add_memory(Table& table, const arch::Device& device) {
    table
        .optional(
            "b_layout", OneOf{kernels::kLayouts},
            {"", "how B lies in host memory; A and C are row-major"},
            [](auto& design) -> auto& { return design.b_layout; })
        .optional(
            "c_buffers", Whole{1, kMaxBuffers}, {"tiles", "buffers of C in a core"},
            [](auto& design) -> auto& { return design.c_buffers; })
        .optional(
            "c_buffers_l2", Whole{1, kMaxBuffers},
            {"tiles", "buffers of C in a mem tile, for each core of its column"},
            [](auto& design) -> auto& { return design.c_buffers_l2; })
        .optional(
            "stack_bytes", arch::core_memory_sizes(device),
            {"bytes", "memory of a core to keep free for its stack (default: the device's figure)"},
            [](auto& design) -> auto& { return design.stack; })
        .check(require_aligned_stack(device.core.slots.load_size().count()));
    add_core_memory(table, device);
}

/// Adds the keys for the amounts of A and B that cores and MemTiles hold at a time.
void add_depths(Table& table) {
    table
        .optional(
            "rho", Whole{1, kMaxSlices},
            {"slices", "slices of a core's tile of C, each with its own part of A (default: 1)"},
            [](auto& design) -> auto& { return design.rho; })
        .optional(
            "t_ma", Whole{}, {"rows", "rows of A in a core, tile.m / rho; replaces rho"},
            [](auto& design) -> auto& { return design.t_ma; })
        .optional(
            "k_mt", Whole{},
            {"elements", "depth of the tile in a mem tile (default: the device's choice)"},
            [](auto& design) -> auto& { return design.k_mt; })
        .optional(
            "k_mt_b", Whole{},
            {"elements",
             "the same for a column-major B, if it differs from A (default: k_mt, or tile.k if B "
             "is bfp16ebs8)"},
            [](auto& design) -> auto& { return design.k_mt_b; });
}

}  // namespace

std::string to_string(GemmMapping mapping) {
    switch (mapping) {
        case GemmMapping::WholeArray:
            return "whole-array";
        case GemmMapping::Packs:
            break;
    }
    return "packs";
}

std::string mappings_text() {
    std::vector<std::string> names;
    for (const GemmMapping mapping : kMappings)
        names.push_back(to_string(mapping));
    return fmt::format("{}", fmt::join(names, ", "));
}

parameters::Help mapping_help() {
    return {"",
            "whole-array: output-stationary, from DRAM; packs: packs of cores on the cascade, from "
            "programmable logic, with its own keys (default: whole-array)"};
}

Table parameter_table(const arch::Device& device) {
    Table table;
    table.optional_read("mapping", mappings_text(), mapping_help(), [](const Node&, GemmDesign&) {})
        .required_group("size", "the matrices: C[m,n] = A[m,k] x B[k,n]", size_table())
        .required_group("types", "types of the elements", types_table())
        .optional_group("tile", "what one call of a core multiplies (default: the device's choice)",
                        tile_table());
    add_depths(table);
    add_memory(table, device);
    table
        .optional(
            "bd_reconfiguration", OneOf{kBdReconfigurations},
            {"", "when the BDs of the next blocks are written"},
            [](auto& design) -> auto& { return design.bd_reconfiguration; })
        .optional(
            "rows_per_half", Whole{1, kMaxBlockRows},
            {"block rows",
             "block rows of a half, in ping-pong (default: as many as the shims' BDs allow)"},
            [](auto& design) -> auto& { return design.rows_per_half; })
        .optional_group("array", "the cores used, from the first column on", array_table(device))
        .optional(
            "shift", Whole{0, kernels::kMaxShift},
            {"bits",
             "right shift of the products (default: the smallest that keeps 3 sigma of random "
             "inputs in range)"},
            [](auto& design) -> auto& { return design.shift; })
        .optional(
            "rounding", OneOf{kernels::kRoundings},
            {"",
             "rounding of the bits that are shifted out, or cut off from fp32 (default: conv_even, "
             "or floor if B is bfp16ebs8)"},
            [](auto& design) -> auto& { return design.rounding; })
        .optional_group("kernel", "cost of the kernel, instead of that from the core's slots",
                        kernel_table())
        .check(require_one_figure);
    return table;
}

parameters::Values values_of(const GemmDesign& design) {
    // The limits that the device sets do not change the values.
    return parameter_table(arch::Device{}).values(design);
}

}  // namespace xdnasim::gemm
