#include <array>

#include <fmt/format.h>

#include "arch/device_ranges.hpp"
#include "backends/bottleneck.hpp"
#include "validation/csv_table.hpp"
#include "validation/data_files.hpp"
#include "validation/gemm_rows.hpp"
#include "validation/simulated_run.hpp"
#include "validation/suites.hpp"

namespace xdnasim::validation {
namespace {

constexpr std::array<std::string_view, 19> kGemmColumns{
    "source",   "device",  "clock_ghz", "dispatch_us", "input", "output", "call_cycles",
    "m_ct",     "k_ct",    "n_ct",      "k_mt",        "m",     "k",      "n",
    "b_layout", "time_us", "spread",    "how",         "split"};

constexpr double kMinMicroseconds = 1;
constexpr std::int64_t kMaxCallCycles = std::int64_t{1} << 40;

/// Stack of a core in mlir-aie's whole_array.
constexpr arch::Bytes kWholeArrayStack{3328};

/// Settings of all designs that are not columns of their rows: two buffers of C in a mem tile, and
/// ping-pong BD reconfiguration, with BDs in two halves.
gemm::GemmDesign common_design() {
    gemm::GemmDesign design;
    design.c_buffers_l2 = 2;
    design.bd_reconfiguration = gemm::BdReconfiguration::PingPong;
    return design;
}

/// The design of the sweeps in derekharker/mlir-aie: that of Taka et al. at a time when a core
/// still had a second buffer of C.
gemm::GemmDesign sweep_design() {
    gemm::GemmDesign design = common_design();
    design.c_buffers = 2;
    return design;
}

/// mlir-aie's unchanged whole_array.
gemm::GemmDesign stock_design() {
    gemm::GemmDesign design = sweep_design();
    design.stack = kWholeArrayStack;
    return design;
}

/// whole_array as casselc tuned it on Strix Halo.
gemm::GemmDesign tuned_design() {
    gemm::GemmDesign design = common_design();
    design.stack = kWholeArrayStack;
    design.a_columns = {0, 1, 2, 3};
    design.rows_per_half = 1;
    return design;
}

struct MeasuredGemm {
    Measurement measured;  ///< us
    double clock_ghz = 0;
    double dispatch_us = 0;  ///< dispatch on the measuring host; 0: that of the device
    double spread = 0;  ///< difference between the best runs of repeats, as a share of the time
    gemm::GemmDesign problem;
};

MeasuredGemm read_gemm(const CsvRow& row, const gemm::GemmDesign& design) {
    gemm::GemmDesign problem = gemm_of(row, design);
    if (const std::int64_t cycles = row["call_cycles"].as_int(0, kMaxCallCycles); cycles > 0)
        problem.kernel.cycles_per_call = arch::Cycles{cycles};
    const std::string types = types_text(problem.a_type, problem.c_type);
    const std::string what =
        fmt::format("{} of {}, k_mt {}, B {}", to_string(problem.size), to_string(*problem.tile),
                    row.text("k_mt"), row.text("b_layout"));
    return {measurement_of(row, what, row["time_us"].as_double(kMinMicroseconds, kMaxMicroseconds),
                           types),
            arch::kClocks.read<double>(row["clock_ghz"]),
            row["dispatch_us"].as_double(0, kMaxMicroseconds), row["spread"].as_double(0, 1),
            problem};
}

Simulation simulate(const MeasuredGemm& gemm, const Devices& devices) {
    arch::Device device = devices.at(gemm.measured.device, gemm.clock_ghz);
    if (gemm.dispatch_us > 0) device.dispatch = arch::from_microseconds(gemm.dispatch_us);
    const backends::RunResult result = run(gemm.problem, device);
    Details details = details_of(result);
    details.emplace_back("m", static_cast<double>(gemm.problem.size.m));
    details.emplace_back("k", static_cast<double>(gemm.problem.size.k));
    details.emplace_back("n", static_cast<double>(gemm.problem.size.n));
    details.emplace_back("tile", to_string(*gemm.problem.tile));
    details.emplace_back("layout", to_string(gemm.problem.b_layout));
    details.emplace_back("spread", gemm.spread);
    if (result.bottleneck) details.emplace_back("why", backends::why(*result.bottleneck));
    return {.value = arch::in_microseconds(result.time()),
            .bound = bound_of(result),
            .details = std::move(details)};
}

std::vector<Case> cases_of(const char* file, const gemm::GemmDesign& design) {
    std::vector<Case> cases;
    for (const CsvRow& row : load_csv(measured_file(file), kGemmColumns)) {
        const MeasuredGemm gemm = read_gemm(row, design);
        cases.push_back(
            {gemm.measured, [gemm](const Devices& devices) { return simulate(gemm, devices); }});
    }
    return cases;
}

}  // namespace

std::vector<Case> sweep_cases() {
    return cases_of("taka_sweep.csv", sweep_design());
}

std::vector<Case> sweep_sample_cases() {
    std::vector<Case> sample;
    const std::vector<Case> all = sweep_cases();
    for (std::size_t i = kSampleStep / 2; i < all.size(); i += kSampleStep)
        sample.push_back(all[i]);
    return sample;
}

std::vector<Case> contiguous_cases() {
    return cases_of("taka_contiguous.csv", sweep_design());
}

std::vector<Case> desktop_cases() {
    return cases_of("jdominick05_whole_array.csv", stock_design());
}

std::vector<Case> halo_cases() {
    return cases_of("casselc_whole_array.csv", tuned_design());
}

}  // namespace xdnasim::validation
