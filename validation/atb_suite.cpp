#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "arch/device_ranges.hpp"
#include "backends/performance.hpp"
#include "validation/csv_table.hpp"
#include "validation/data_files.hpp"
#include "validation/gemm_rows.hpp"
#include "validation/simulated_run.hpp"
#include "validation/suites.hpp"
#include "workloads/gemm/asymmetric_model.hpp"
#include "workloads/gemm/gemm_choice.hpp"
#include "workloads/gemm/gemm_workload.hpp"
#include "workloads/kernels/kernel_program.hpp"
#include "workloads/kernels/vliw/bank_conflicts.hpp"
#include "workloads/schedule/operations.hpp"

namespace xdnasim::validation {
namespace {

using kernels::DataType;

constexpr double kMaxTflops = 1e4;
constexpr double kMaxGbps = 1e4;
constexpr int kMaxRho = 64;

// Cores.

constexpr std::array<std::string_view, 11> kCoreColumns{
    "source", "device", "clock_ghz", "metric", "m", "k", "n", "rho", "tflops", "how", "split"};

/// The part of a core's program that a row's rate covers.
enum class PartOfCore : std::uint8_t {
    Micro,  ///< only the kernel's rounds over blocks of C
    Core,   ///< the core's program, as long as its inputs are there
};

struct MeasuredCore {
    Measurement measured;  ///< TFLOPS
    double clock_ghz = 0;
    PartOfCore part{};
    gemm::GemmDesign problem;
};

/// Returns the GEMM of one core, with K so large that the cost of C is small.
gemm::GemmDesign problem_of_a_core(const CsvRow& row) {
    constexpr std::int64_t kDepth = 4096;
    gemm::GemmDesign problem;
    problem.a_type = problem.c_type = DataType::Bf16;
    problem.b_type = DataType::Bfp16ebs8;
    problem.tile = {extent(row, "m"), extent(row, "k"), extent(row, "n")};
    problem.size = {problem.tile->m, kDepth, problem.tile->n};
    problem.rho = row["rho"].as_int(1, kMaxRho);
    problem.rows = 1;
    problem.columns = 1;
    return problem;
}

/// Returns the cycles that a call loses to bank conflicts among its own accesses.
double stalls_of(const schedule::Call& call, const schedule::TileProgram& core,
                 const kernels::Kernel& kernel, const vliw::CallSchedule& cycles,
                 const arch::Device& device) {
    const std::vector<std::string> names = kernels::argument_arrays(kernel);
    std::vector<vliw::ArrayPlacement> arrays;
    for (std::size_t i = 0; i < names.size(); ++i) {
        const schedule::BufferSlice& slice = call.arguments[i];
        arrays.push_back(
            {names[i], core.buffer(slice.buffer.index)->address + slice.offset, slice.length});
    }
    return vliw::expected_stalls(cycles, device.core.slots, device.core.banks, arrays, {});
}

/// Returns the cycles of a call in its rounds over blocks of C, bank conflicts included, averaged
/// over the buffers and slices that the calls use.
double micro_cycles(const schedule::Schedule& schedule, const arch::Device& device) {
    const auto found = std::ranges::find_if(
        schedule.tiles, [](const schedule::TileProgram& tile) { return !tile.core.empty(); });
    double stalls = 0;
    int calls = 0;
    vliw::CallSchedule cycles;
    schedule::for_each_operation<schedule::Call>(found->core, [&](const schedule::Call& call) {
        const kernels::Kernel& kernel = *schedule.kernel(call.kernel);
        if (kernels::macs_per_call(kernel) == 0) return;
        if (calls++ == 0)
            cycles = vliw::schedule_call(kernels::program_of(kernel, device), device.core.slots);
        stalls += stalls_of(call, *found, kernel, cycles, device);
    });
    return static_cast<double>(cycles.rounds().count()) + stalls / calls;
}

/// Returns the cycles per call of the core's program, without those in which it waits for inputs:
/// only busy and memory stall cycles count.
double core_cycles(const backends::RunResult& result) {
    const arch::Cycles busy = backends::time_in(events::CoreState::Busy, result.cores) +
                              backends::time_in(events::CoreState::MemoryStall, result.cores);
    return static_cast<double>(busy.count()) / static_cast<double>(result.kernel->calls);
}

Simulation simulate(const MeasuredCore& core, const Devices& devices) {
    const arch::Device device = devices.at(core.measured.device, core.clock_ghz);
    const schedule::Schedule schedule = gemm::map_gemm(core.problem, device);
    const double cycles = core.part == PartOfCore::Micro ? micro_cycles(schedule, device)
                                                         : core_cycles(run(schedule, device));
    const auto& [m, k, n] = *core.problem.tile;
    const std::int64_t rows = m / core.problem.rho;
    const double operations = arch::kOperationsPerMac * static_cast<double>(rows * k * n);
    return {.value = device.tops(operations / cycles),
            .bound = Bound::Compute,
            .details = {{"cycles_per_call", cycles}}};
}

// Arrays.

constexpr std::array<std::string_view, 18> kAtbColumns{
    "source", "device", "clock_ghz", "dram_gbps", "a", "b", "c",      "m_ct", "k_ct",
    "n_ct",   "rho",    "k_mt",      "m",         "k", "n", "tflops", "how",  "split"};

struct MeasuredAtb {
    Measurement measured;  ///< TFLOPS
    double clock_ghz = 0;
    double dram_gbps = 0;  ///< DRAM bandwidth of the machine, both directions together
    gemm::GemmDesign problem;
};

/// Returns the device with the DRAM bandwidth of the measured machine; reads and writes reach the
/// same shares of it as on the device.
arch::Device machine_of(const MeasuredAtb& array, const Devices& devices) {
    arch::Device device = devices.at(array.measured.device, array.clock_ghz);
    const double faster = array.dram_gbps / device.dram.total.count();
    for (arch::GigabytesPerSecond* limit :
         {&device.dram.read, &device.dram.write, &device.dram.total})
        *limit = arch::GigabytesPerSecond{limit->count() * faster};
    return device;
}

MeasuredAtb read_array(const CsvRow& row) {
    gemm::GemmDesign problem = gemm_of(row);
    problem.rho = row["rho"].as_int(1, kMaxRho);
    problem.c_buffers_l2 = 2;
    problem.bd_reconfiguration = gemm::BdReconfiguration::FourSlots;
    const std::string types = arch::product_name(problem.a_type, problem.b_type, problem.c_type);
    const std::string what = fmt::format("{} of {}, rho {}", to_string(problem.size),
                                         to_string(*problem.tile), problem.rho);
    return {measurement_of(row, what, row["tflops"].as_double(0, kMaxTflops), types),
            arch::kClocks.read<double>(row["clock_ghz"]), row["dram_gbps"].as_double(1, kMaxGbps),
            problem};
}

/// Returns the TFLOPS that tiles, memory, streams and cores allow by the authors' equations.
double roof_of(const MeasuredAtb& array, const arch::Device& device) {
    const gemm::GemmDesign design = gemm::choose(array.problem, device);
    const double macs =
        std::min(design.peak_macs_per_cycle,
                 stream_bound(gemm::asymmetric::tile_of(design), gemm::asymmetric::bytes_of(design),
                              static_cast<double>(device.stream_width.count())));
    const double cores = *design.rows * *design.columns;
    return gemm::asymmetric::roof(gemm::asymmetric::intensity_of(design), device.dram.total,
                                  device.tops(arch::kOperationsPerMac * macs * cores));
}

Simulation simulate(const MeasuredAtb& array, const Devices& devices) {
    const arch::Device device = machine_of(array, devices);
    const backends::RunResult result = run(array.problem, device);
    auto details = details_of(result);
    details.emplace_back("roof_tflops", roof_of(array, device));
    return {.value = result.tops.value(),
            .bound = bound_of(result),
            .details = std::move(details),
            .analytic = analyse(array.problem, device).tops.value()};
}

}  // namespace

std::vector<Case> atb_kernel_cases() {
    std::vector<Case> cases;
    for (const CsvRow& row : load_csv(measured_file("wang_2025_kernels.csv"), kCoreColumns)) {
        MeasuredCore core;
        core.problem = problem_of_a_core(row);
        core.clock_ghz = arch::kClocks.read<double>(row["clock_ghz"]);
        core.part = row["metric"].as_choice<PartOfCore>(
            {{"micro", PartOfCore::Micro}, {"core", PartOfCore::Core}});
        const std::string what = fmt::format("{}, rho {}, {}", to_string(*core.problem.tile),
                                             core.problem.rho, row.text("metric"));
        core.measured = measurement_of(
            row, what, row["tflops"].as_double(0, kMaxTflops),
            arch::product_name(core.problem.a_type, core.problem.b_type, core.problem.c_type));
        cases.push_back(
            {core.measured, [core](const Devices& devices) { return simulate(core, devices); }});
    }
    return cases;
}

std::vector<Case> atb_array_cases() {
    std::vector<Case> cases;
    for (const CsvRow& row : load_csv(measured_file("wang_2025_arrays.csv"), kAtbColumns)) {
        const MeasuredAtb array = read_array(row);
        cases.push_back(
            {array.measured, [array](const Devices& devices) { return simulate(array, devices); }});
    }
    return cases;
}

}  // namespace xdnasim::validation
