#include <limits>

#include "arch/device_ranges.hpp"
#include "workloads/elementwise/elementwise_workload.hpp"

namespace xdnasim::elementwise {
namespace {

using base::Node;
using kernels::DataType;
using parameters::OneOf;
using parameters::Whole;
using Table = parameters::Table<ElementwiseDesign>;

bool has_elements(const ElementwiseDesign& design) {
    return design.kernel.kind != KernelKind::Copy;
}

bool scales(const ElementwiseDesign& design) {
    return design.kernel.kind == KernelKind::Scale;
}

Table kernel_table() {
    using enum KernelKind;
    using Factors = std::numeric_limits<int>;
    Table table;
    table
        .required(
            "kind", OneOf<KernelKind>{{Copy, AddOne, Scale}}, {"", "what a call does"},
            [](auto& design) -> auto& { return design.kernel.kind; })
        .optional(
            "name", parameters::Name{}, {"", "name of the kernel (default: its kind)"},
            [](auto& design) -> auto& { return design.kernel.name; })
        .optional(
            "type", OneOf<DataType>{arch::types_where(arch::is_integer)},
            {"", "type of the elements, for add_one and scale"},
            [](auto& design) -> auto& { return design.kernel.type; })
        .when(has_elements)
        .required(
            "factor", Whole{Factors::min(), Factors::max()}, {"", "factor of scale"},
            [](auto& design) -> auto& { return design.kernel.factor; })
        .when(scales)
        .optional(
            "cycles_per_call", Whole{1, parameters::kMaxCyclesPerCall},
            {"cycles", "cycles of a call (default: from the core's slots)"},
            [](auto& design) -> auto& { return design.kernel.cycles_per_call; })
        .optional(
            "inlined", parameters::Flag{},
            {"", "the kernel is inlined in the core's program, without call and return"},
            [](auto& design) -> auto& { return design.kernel.inlined; });
    return table;
}

void read_mem_tile(const Node& node, ElementwiseDesign& design) {
    if (node.as_bool()) design.mem_tile_object = design.object;
}

void read_mem_tile_object(const Node& node, ElementwiseDesign& design) {
    if (!design.mem_tile_object) node.fail("the mem tile is not used. Set mem_tile: true");
    design.mem_tile_object = Whole{}.read<arch::Bytes>(node);
}

parameters::Value mem_tile_object(const ElementwiseDesign& design) {
    if (!design.mem_tile_object) return {};
    return design.mem_tile_object->count();
}

void add_mem_tile(Table& table) {
    table
        .special("mem_tile", parameters::Flag::text(),
                 {"", "input and output pass through the mem tile"}, read_mem_tile,
                 [](const ElementwiseDesign& design) -> parameters::Value {
                     return design.mem_tile_object.has_value();
                 })
        .special("mem_tile_object_bytes", Whole{}.text(),
                 {"bytes", "size of an object in the mem tile (default: as in the core)"},
                 read_mem_tile_object, mem_tile_object);
}

}  // namespace

std::string to_string(KernelKind kind) {
    switch (kind) {
        case KernelKind::Copy:
            return "copy";
        case KernelKind::AddOne:
            return "add_one";
        case KernelKind::Scale:
            break;
    }
    return "scale";
}

parameters::Table<ElementwiseDesign> parameter_table(const arch::Device& device) {
    Table table;
    table
        .optional(
            "column", arch::column_numbers(device),
            {"", "column of the core (default: the first whose shim reaches host memory)"},
            [](auto& design) -> auto& { return design.core.column; })
        .optional(
            "row", arch::core_row_numbers(device),
            {"", "row of the core (default: the first with cores)"},
            [](auto& design) -> auto& { return design.core.row; })
        .required(
            "object_bytes", Whole{}, {"bytes", "size of the input and of the output of a call"},
            [](auto& design) -> auto& { return design.object; })
        .required(
            "objects", Whole{}, {"objects", "total number of objects"},
            [](auto& design) -> auto& { return design.objects; })
        .optional(
            "depth", Whole{}, {"objects", "depth of each FIFO in a tile"},
            [](auto& design) -> auto& { return design.depth; });
    add_mem_tile(table);
    table.required_group("kernel", "what the core computes", kernel_table());
    return table;
}

}  // namespace xdnasim::elementwise
