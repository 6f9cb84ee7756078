#include <array>

#include <fmt/format.h>

#include "arch/device_ranges.hpp"
#include "validation/csv_table.hpp"
#include "validation/data_files.hpp"
#include "validation/gemm_rows.hpp"
#include "validation/simulated_run.hpp"
#include "validation/suites.hpp"

namespace xdnasim::validation {
namespace {

constexpr std::array<std::string_view, 20> kArrayColumns{
    "source",   "device",    "clock_ghz",      "rows", "columns", "input", "output",
    "m_ct",     "k_ct",      "n_ct",           "k_mt", "m",       "k",     "n",
    "b_layout", "c_buffers", "macs_per_cycle", "tops", "how",     "split"};

constexpr int kMaxCores = 64;
constexpr double kMaxMacs = 1e5;
constexpr double kMaxTops = 1e4;

gemm::GemmDesign read_problem(const CsvRow& row) {
    gemm::GemmDesign problem = gemm_of(row);
    problem.c_buffers = static_cast<int>(row["c_buffers"].as_int(1, 2));
    problem.rows = static_cast<int>(row["rows"].as_int(1, kMaxCores));
    problem.columns = static_cast<int>(row["columns"].as_int(1, kMaxCores));
    return problem;
}

}  // namespace

std::vector<MeasuredArray> measured_arrays() {
    std::vector<MeasuredArray> arrays;
    for (const CsvRow& row : load_csv(measured_file("taka_2025_arrays.csv"), kArrayColumns)) {
        const gemm::GemmDesign problem = read_problem(row);
        const std::string types = types_text(problem.a_type, problem.c_type);
        const std::string what = fmt::format("{}, {}", types, to_string(problem.size));
        arrays.push_back({measurement_of(row, what, row["tops"].as_double(0, kMaxTops), types),
                          arch::kClocks.read<double>(row["clock_ghz"]), problem,
                          row["macs_per_cycle"].as_double(1, kMaxMacs)});
    }
    return arrays;
}

namespace {

Simulation simulate(const MeasuredArray& array, KernelRates rates, const Devices& devices) {
    gemm::GemmDesign problem = array.problem;
    if (rates == KernelRates::Measured) problem.kernel.macs_per_cycle = array.macs_per_cycle;
    const arch::Device device = devices.at(array.measured.device, array.clock_ghz);
    const backends::RunResult result = run(problem, device);
    Details details = details_of(result);
    details.emplace_back("macs_per_cycle", result.kernel->macs_per_cycle);
    details.emplace_back("measured_macs_per_cycle", array.macs_per_cycle);
    return {.value = result.tops.value(),
            .bound = bound_of(result),
            .details = std::move(details),
            .analytic = analyse(problem, device).tops.value()};
}

}  // namespace

std::vector<Case> array_cases(KernelRates rates) {
    std::vector<Case> cases;
    for (const MeasuredArray& array : measured_arrays())
        cases.push_back({array.measured, [array, rates](const Devices& devices) {
                             return simulate(array, rates, devices);
                         }});
    return cases;
}

}  // namespace xdnasim::validation
