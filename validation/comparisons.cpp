#include <array>

#include <fmt/format.h>

#include "base/data_folder.hpp"
#include "validation/csv_table.hpp"
#include "validation/regression_json.hpp"
#include "validation/simulated_run.hpp"
#include "workloads/gemm/gemm_workload.hpp"
#include "workloads/problem/problem.hpp"

namespace xdnasim::validation {
namespace {

/// Devices and types; both designs can be mapped in all combinations.
constexpr std::array kDevices{"xdna-phoenix", "xdna2-krackan"};
constexpr std::array kTypes{"int8", "int16", "bf16"};

/// Size of the matrices: smaller than in the example, which takes seconds to simulate on some
/// devices, and large enough that the start-up hardly counts.
constexpr const char* kSize = "{m: 3072, k: 3072, n: 3072}";

/// Returns a design with the problem's matrices and types, and everything else open.
gemm::GemmDesign same_matrices(const gemm::GemmDesign& problem) {
    gemm::GemmDesign balanced;
    balanced.size = problem.size;
    balanced.a_type = problem.a_type;
    balanced.b_type = problem.b_type;
    balanced.c_type = problem.c_type;
    balanced.b_layout = problem.b_layout;
    return balanced;
}

Comparison compare(const std::string& device, const std::string& type) {
    const auto example =
        base::data_folder("examples", XDNASIM_SOURCE_EXAMPLES) / "gemm_whole_array.yaml";
    const std::array<problem::Setting, 3> settings{
        {{"device", device},
         {"gemm.size", kSize},
         {"gemm.types", fmt::format("{{a: {0}, b: {0}, c: {0}}}", type)}}};
    const problem::Problem whole_array = problem::load_problem(example, settings);
    const schedule::Schedule schedule = problem::map_problem(whole_array);
    const gemm::GemmDesign& gemm = *gemm::design_of(schedule.workload.get());
    return {
        .device = device,
        .what = fmt::format("{}, {}", types_text(gemm.a_type, gemm.c_type), to_string(gemm.size)),
        .balanced = run(same_matrices(gemm), whole_array.device).tops.value(),
        .whole_array = run(schedule, whole_array.device).tops.value()};
}

}  // namespace

std::vector<Comparison> whole_array_comparisons() {
    std::vector<Comparison> comparisons;
    for (const char* device : kDevices)
        for (const char* type : kTypes)
            comparisons.push_back(compare(device, type));
    return comparisons;
}

}  // namespace xdnasim::validation
