#include "xdnasim/workloads/problem/gemm_section.hpp"

#include <cstdint>

#include <fmt/format.h>

#include "xdnasim/arch/map_reader.hpp"
#include "xdnasim/workloads/kernels/numerics.hpp"
#include "xdnasim/workloads/problem/section_values.hpp"

namespace xdnasim::problem {
namespace {

using arch::MapReader;
using arch::YamlNode;
using kernels::DataType;

constexpr int kMaxBuffers = 2;
constexpr double kMinMacsPerCycle = 1e-3;
constexpr double kMaxMacsPerCycle = 1e6;

schedule::Extent read_extent(const YamlNode& node, const std::string& path) {
    MapReader reader{node, path};
    schedule::Extent extent;
    extent.m = reader.require("m").as_int(1, kMaxExtent);
    extent.k = reader.require("k").as_int(1, kMaxExtent);
    extent.n = reader.require("n").as_int(1, kMaxExtent);
    reader.finish();
    return extent;
}

DataType read_type(const YamlNode& node) {
    return node.as_one_of(arch::types_where(arch::is_stored_singly));
}

/// Which of them go together is the device's to say.
void read_types(const YamlNode& node, gemm::GemmProblem& problem) {
    MapReader reader{node, "gemm.types"};
    problem.a_type = read_type(reader.require("a"));
    problem.b_type = read_type(reader.require("b"));
    problem.c_type = read_type(reader.require("c"));
    reader.finish();
}

void read_array(const YamlNode& node, const arch::Device& device, gemm::GemmProblem& problem) {
    MapReader reader{node, "gemm.array"};
    if (const YamlNode* rows = reader.optional("rows"))
        problem.rows = static_cast<int>(rows->as_int(1, device.core_rows()));
    if (const YamlNode* columns = reader.optional("columns"))
        problem.columns = static_cast<int>(columns->as_int(1, device.columns));
    reader.finish();
}

gemm::KernelRate read_kernel_rate(const YamlNode& node) {
    MapReader reader{node, "gemm.kernel"};
    gemm::KernelRate rate;
    if (const YamlNode* cycles = reader.optional("cycles_per_call"))
        rate.cycles_per_call = arch::Cycles{cycles->as_int(1, kMaxCyclesPerCall)};
    if (const YamlNode* macs = reader.optional("macs_per_cycle"))
        rate.macs_per_cycle = macs->as_double(kMinMacsPerCycle, kMaxMacsPerCycle);
    if (const YamlNode* choice = reader.optional("rate"))
        rate.measured = choice->as_choice<bool>({{"slots", false}, {"measured", true}});
    const bool chosen = reader.optional("rate") != nullptr;
    reader.finish();
    const int figures =
        (rate.cycles_per_call ? 1 : 0) + (rate.macs_per_cycle ? 1 : 0) + (chosen ? 1 : 0);
    if (figures != 1)
        node.fail("'gemm.kernel' takes one of 'cycles_per_call', 'macs_per_cycle' and 'rate'");
    return rate;
}

schedule::BdReconfiguration read_reconfiguration(const YamlNode& node) {
    using schedule::BdReconfiguration;
    return node.as_choice<BdReconfiguration>({{"overlapped", BdReconfiguration::Overlapped},
                                              {"sequential", BdReconfiguration::Sequential},
                                              {"ping-pong", BdReconfiguration::PingPong}});
}

arch::Bytes read_stack(const YamlNode& node, const arch::Device& device) {
    constexpr int kBitsPerByte = 8;
    const auto bytes = node.as_int(0, device.comp_tile.memory.count());
    // Vector loads want their operands at multiples of their width.
    const std::int64_t vector = device.core.slots.load_bits / kBitsPerByte;
    if (bytes % vector != 0)
        node.fail(
            fmt::format("a stack of {} bytes would leave the buffers behind it unaligned; "
                        "allowed: multiples of {}",
                        bytes, vector));
    return arch::Bytes{bytes};
}

/// How the matrices lie, and how many buffers hold them.
void read_memory(MapReader& reader, const arch::Device& device, gemm::GemmProblem& problem) {
    if (const YamlNode* layout = reader.optional("b_layout"))
        problem.b_layout = layout->as_one_of(kernels::kLayouts);
    if (const YamlNode* buffers = reader.optional("c_buffers"))
        problem.c_buffers = static_cast<int>(buffers->as_int(1, kMaxBuffers));
    if (const YamlNode* buffers = reader.optional("c_buffers_l2"))
        problem.c_buffers_l2 = static_cast<int>(buffers->as_int(1, kMaxBuffers));
    if (const YamlNode* stack = reader.optional("stack_bytes"))
        problem.stack = read_stack(*stack, device);
}

}  // namespace

gemm::GemmProblem read_gemm(const YamlNode& section, const arch::Device& device) {
    MapReader reader{section, "gemm"};
    gemm::GemmProblem problem;
    problem.size = read_extent(reader.require("size"), "gemm.size");
    read_types(reader.require("types"), problem);
    if (const YamlNode* tile = reader.optional("tile"))
        problem.tile = read_extent(*tile, "gemm.tile");
    if (const YamlNode* k_mt = reader.optional("k_mt")) problem.k_mt = k_mt->as_int(1, kMaxExtent);
    read_memory(reader, device, problem);
    if (const YamlNode* choice = reader.optional("bd_reconfiguration"))
        problem.bd_reconfiguration = read_reconfiguration(*choice);
    if (const YamlNode* array = reader.optional("array")) read_array(*array, device, problem);
    if (const YamlNode* shift = reader.optional("shift"))
        problem.shift = static_cast<int>(shift->as_int(0, kernels::kMaxShift));
    if (const YamlNode* rounding = reader.optional("rounding"))
        problem.rounding = rounding->as_one_of(kernels::kRoundings);
    if (const YamlNode* kernel = reader.optional("kernel"))
        problem.kernel = read_kernel_rate(*kernel);
    reader.finish();
    return problem;
}

}  // namespace xdnasim::problem
