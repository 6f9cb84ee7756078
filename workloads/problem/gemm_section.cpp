#include "xdnasim/workloads/problem/gemm_section.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "xdnasim/arch/map_reader.hpp"

namespace xdnasim::problem {
namespace {

using arch::MapReader;
using arch::YamlNode;
using kernels::DataType;
using kernels::Rounding;

constexpr std::int64_t kMaxExtent = std::int64_t{1} << 20;
constexpr int kMaxShift = 31;
constexpr std::int64_t kMaxCyclesPerCall = 1'000'000'000;
constexpr double kMinMacsPerCycle = 1e-3;
constexpr double kMaxMacsPerCycle = 1e6;

/// Index into `names` of what `node` spells. The first `available` of them can be run;
/// the others belong to the file format and are refused as such, not as misspelt.
std::size_t read_choice(const YamlNode& node, std::span<const std::string_view> names,
                        std::size_t available) {
    const std::size_t index = node.as_choice(names);
    if (index >= available)
        node.fail(fmt::format("'{}' is not available yet; allowed: {}", names[index],
                              fmt::join(names.first(available), ", ")));
    return index;
}

schedule::Extent read_extent(const YamlNode& node, const std::string& path) {
    MapReader reader{node, path};
    schedule::Extent extent;
    extent.m = reader.require("m").as_int(1, kMaxExtent);
    extent.k = reader.require("k").as_int(1, kMaxExtent);
    extent.n = reader.require("n").as_int(1, kMaxExtent);
    reader.finish();
    return extent;
}

DataType read_type(const YamlNode& node, std::size_t available) {
    constexpr std::array<std::string_view, 4> kNames{"int8", "int16", "int32", "bf16"};
    constexpr std::array kTypes{DataType::Int8, DataType::Int16, DataType::Int32, DataType::Bf16};
    return kTypes.at(read_choice(node, kNames, available));
}

void read_types(const YamlNode& node, gemm::GemmProblem& problem) {
    constexpr std::size_t kInputTypes = 1;   // int8
    constexpr std::size_t kOutputTypes = 3;  // int8, int16, int32
    MapReader reader{node, "gemm.types"};
    problem.a_type = read_type(reader.require("a"), kInputTypes);
    problem.b_type = read_type(reader.require("b"), kInputTypes);
    problem.c_type = read_type(reader.require("c"), kOutputTypes);
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

gemm::KernelRate read_kernel(const YamlNode& node) {
    MapReader reader{node, "gemm.kernel"};
    gemm::KernelRate rate;
    if (const YamlNode* cycles = reader.optional("cycles_per_call"))
        rate.cycles_per_call = arch::Cycles{cycles->as_int(1, kMaxCyclesPerCall)};
    if (const YamlNode* macs = reader.optional("macs_per_cycle"))
        rate.macs_per_cycle = macs->as_double(kMinMacsPerCycle, kMaxMacsPerCycle);
    reader.finish();
    if (rate.cycles_per_call.has_value() == rate.macs_per_cycle.has_value())
        node.fail("'gemm.kernel' takes one of 'cycles_per_call' and 'macs_per_cycle'");
    return rate;
}

Rounding read_rounding(const YamlNode& node) {
    return node.as_choice<Rounding>({{"floor", Rounding::Floor},
                                     {"ceil", Rounding::Ceil},
                                     {"positive_inf", Rounding::PositiveInf},
                                     {"negative_inf", Rounding::NegativeInf},
                                     {"symmetric_inf", Rounding::SymmetricInf},
                                     {"symmetric_zero", Rounding::SymmetricZero},
                                     {"conv_even", Rounding::ConvEven},
                                     {"conv_odd", Rounding::ConvOdd}});
}

/// Keys of the file format for which there is one value so far.
void read_fixed_choices(MapReader& reader) {
    constexpr std::array<std::string_view, 2> kLayouts{"column-major", "row-major"};
    constexpr std::array<std::string_view, 2> kBufferCounts{"1", "2"};
    constexpr std::array<std::string_view, 3> kReconfigurations{"overlapped", "sequential",
                                                                "ping-pong"};
    if (const YamlNode* layout = reader.optional("b_layout")) read_choice(*layout, kLayouts, 1);
    if (const YamlNode* buffers = reader.optional("c_buffers"))
        read_choice(*buffers, kBufferCounts, 1);
    if (const YamlNode* reconfiguration = reader.optional("bd_reconfiguration"))
        read_choice(*reconfiguration, kReconfigurations, 1);
}

}  // namespace

gemm::GemmProblem read_gemm(const YamlNode& section, const arch::Device& device) {
    MapReader reader{section, "gemm"};
    gemm::GemmProblem problem;
    problem.size = read_extent(reader.require("size"), "gemm.size");
    read_types(reader.require("types"), problem);
    problem.tile = read_extent(reader.require("tile"), "gemm.tile");
    problem.k_mt = reader.require("k_mt").as_int(1, kMaxExtent);
    read_fixed_choices(reader);
    if (const YamlNode* array = reader.optional("array")) read_array(*array, device, problem);
    if (const YamlNode* shift = reader.optional("shift"))
        problem.shift = static_cast<int>(shift->as_int(0, kMaxShift));
    if (const YamlNode* rounding = reader.optional("rounding"))
        problem.rounding = read_rounding(*rounding);
    if (const YamlNode* kernel = reader.optional("kernel")) problem.kernel = read_kernel(*kernel);
    reader.finish();
    return problem;
}

}  // namespace xdnasim::problem
