#include "xdnasim/backends/artifacts/problem_fields.hpp"

#include <array>

#include <fmt/format.h>

namespace xdnasim::artifacts {
namespace {

std::string name_of(schedule::BdReconfiguration protocol) {
    static constexpr std::array kNames{"overlapped", "sequential", "ping-pong"};
    return kNames.at(static_cast<std::size_t>(protocol));
}

void add(std::vector<Field>& fields, const std::string& name, const schedule::Extent& extent) {
    fields.push_back({name + ".m", extent.m});
    fields.push_back({name + ".k", extent.k});
    fields.push_back({name + ".n", extent.n});
}

std::vector<Field> fields_of(const schedule::GemmDescription& gemm) {
    std::vector<Field> fields{{"workload", "gemm"}};
    add(fields, "gemm.size", gemm.asked);
    fields.push_back({"gemm.types.a", to_string(gemm.a_type)});
    fields.push_back({"gemm.types.b", to_string(gemm.b_type)});
    fields.push_back({"gemm.types.c", to_string(gemm.c_type)});
    add(fields, "gemm.tile", gemm.tile);
    fields.push_back({"gemm.k_mt", gemm.k_mt});
    fields.push_back({"gemm.b_layout", to_string(gemm.b_layout)});
    fields.push_back({"gemm.c_buffers", gemm.c_buffers});
    fields.push_back({"gemm.c_buffers_l2", gemm.c_buffers_l2});
    fields.push_back({"gemm.bd_reconfiguration", name_of(gemm.bd_reconfiguration)});
    fields.push_back({"gemm.shift", gemm.shift});
    fields.push_back({"gemm.rounding", to_string(gemm.rounding)});
    fields.push_back({"gemm.array.rows", gemm.rows});
    fields.push_back({"gemm.array.columns", gemm.columns});
    return fields;
}

std::vector<Field> fields_of(const schedule::TransferDescription& transfer) {
    std::vector<Field> fields{{"workload", "transfer"},
                              {"transfer.columns", transfer.columns},
                              {"transfer.depth", transfer.depth}};
    int number = 0;
    for (const schedule::Copy& copy : transfer.copies) {
        const schedule::MatrixStream& matrix = copy.matrix;
        const std::string stream = fmt::format("transfer.streams.{}.", number++);
        fields.push_back({stream + "name", matrix.name});
        fields.push_back({stream + "rows", matrix.rows});
        fields.push_back({stream + "row_bytes", matrix.row_bytes});
        fields.push_back({stream + "run_bytes", matrix.run_bytes});
        fields.push_back({stream + "runs", matrix.runs});
        fields.push_back({stream + "walk", to_string(matrix.walk)});
    }
    return fields;
}

void add(std::vector<Field>& fields, const kernels::Scale& scale) {
    fields.push_back({"elementwise.kernel.kind", "scale"});
    fields.push_back({"elementwise.kernel.type", to_string(scale.type)});
    fields.push_back({"elementwise.kernel.factor", scale.factor});
}

void add(std::vector<Field>& fields, const kernels::AddOne& add_one) {
    fields.push_back({"elementwise.kernel.kind", "add_one"});
    fields.push_back({"elementwise.kernel.type", to_string(add_one.type)});
}

void add(std::vector<Field>& fields, const kernels::Copy& /*copy*/) {
    fields.push_back({"elementwise.kernel.kind", "copy"});
}

/// Kernels of other workloads.
template <class Work>
void add(std::vector<Field>& /*fields*/, const Work& /*work*/) {}

std::vector<Field> fields_of(const schedule::ElementwiseDescription& run,
                             const kernels::Kernel& kernel) {
    std::vector<Field> fields{
        {"workload", "elementwise"},          {"elementwise.column", run.core.column},
        {"elementwise.row", run.core.row},    {"elementwise.object_bytes", run.object.count()},
        {"elementwise.objects", run.objects}, {"elementwise.depth", run.depth}};
    if (run.mem_tile_object)
        fields.push_back({"elementwise.mem_tile_object_bytes", run.mem_tile_object->count()});
    fields.push_back({"elementwise.kernel.name", kernel.name});
    std::visit([&](const auto& work) { add(fields, work); }, kernel.work);
    return fields;
}

}  // namespace

std::vector<Field> problem_fields(const schedule::Schedule& schedule) {
    if (schedule.gemm) return fields_of(*schedule.gemm);
    if (schedule.transfer) return fields_of(*schedule.transfer);
    if (schedule.elementwise) {
        const auto kernel = static_cast<std::size_t>(schedule.elementwise->kernel);
        return fields_of(*schedule.elementwise, schedule.kernels[kernel]);
    }
    return {};
}

}  // namespace xdnasim::artifacts
