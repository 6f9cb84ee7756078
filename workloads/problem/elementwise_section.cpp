#include "xdnasim/workloads/problem/elementwise_section.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>

#include <fmt/format.h>

#include "xdnasim/arch/map_reader.hpp"
#include "xdnasim/workloads/problem/section_values.hpp"

namespace xdnasim::problem {
namespace {

using arch::Bytes;
using arch::MapReader;
using arch::YamlNode;
using elementwise::KernelChoice;
using elementwise::KernelKind;
using kernels::DataType;

/// The first core of the first column whose shim reaches host memory.
arch::TileId default_core(const arch::Device& device) {
    const std::vector<int> columns = device.host_columns();
    return {columns.empty() ? device.columns : columns.front(), device.first_core_row()};
}

KernelChoice read_kernel(const YamlNode& node) {
    MapReader reader{node, "elementwise.kernel"};
    KernelChoice kernel;
    const YamlNode& kind = reader.require("kind");
    kernel.kind = kind.as_choice<KernelKind>({{"copy", KernelKind::Copy},
                                              {"add_one", KernelKind::AddOne},
                                              {"scale", KernelKind::Scale}});
    const YamlNode* name = reader.optional("name");
    kernel.name = name == nullptr ? kind.as_string() : read_name(*name);
    if (kernel.kind != KernelKind::Copy)
        if (const YamlNode* type = reader.optional("type"))
            kernel.type = type->as_choice<DataType>(
                {{"int8", DataType::Int8}, {"int16", DataType::Int16}, {"int32", DataType::Int32}});
    if (kernel.kind == KernelKind::Scale) {
        using Limits = std::numeric_limits<int>;
        kernel.factor =
            static_cast<int>(reader.require("factor").as_int(Limits::min(), Limits::max()));
    }
    if (const YamlNode* cycles = reader.optional("cycles_per_call"))
        kernel.cycles_per_call = arch::Cycles{cycles->as_int(1, kMaxCyclesPerCall)};
    if (const YamlNode* inlined = reader.optional("inlined")) kernel.inlined = inlined->as_bool();
    reader.finish();
    return kernel;
}

/// Objects of the mem tile; none when FIFOs go past it.
std::optional<Bytes> read_mem_tile(MapReader& reader, Bytes object) {
    const YamlNode* choice = reader.optional("mem_tile");
    const bool used = choice != nullptr && choice->as_bool();
    const YamlNode* size = reader.optional("mem_tile_object_bytes");
    if (size == nullptr) return used ? std::optional{object} : std::nullopt;
    if (!used) size->fail("objects of a mem tile that is not used; set mem_tile: true");
    return Bytes{size->as_int(1, kMaxExtent)};
}

}  // namespace

elementwise::ElementwiseProblem read_elementwise(const YamlNode& section,
                                                 const arch::Device& device) {
    MapReader reader{section, "elementwise"};
    elementwise::ElementwiseProblem problem;
    problem.core = default_core(device);
    if (const YamlNode* column = reader.optional("column"))
        problem.core.column = static_cast<int>(column->as_int(0, device.columns - 1));
    if (const YamlNode* row = reader.optional("row"))
        problem.core.row =
            static_cast<int>(row->as_int(device.first_core_row(), device.rows() - 1));
    problem.object = Bytes{reader.require("object_bytes").as_int(1, kMaxExtent)};
    problem.objects = reader.require("objects").as_int(1, kMaxExtent);
    problem.depth = kDefaultDepth;
    if (const YamlNode* depth = reader.optional("depth"))
        problem.depth = static_cast<int>(depth->as_int(1, kMaxExtent));
    problem.mem_tile_object = read_mem_tile(reader, problem.object);
    problem.kernel = read_kernel(reader.require("kernel"));
    reader.finish();
    return problem;
}

}  // namespace xdnasim::problem
