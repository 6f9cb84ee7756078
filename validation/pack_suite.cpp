#include <array>

#include <fmt/format.h>

#include "validation/csv_table.hpp"
#include "validation/data_files.hpp"
#include "validation/simulated_run.hpp"
#include "validation/suites.hpp"
#include "workloads/gemm/packs/pack_workload.hpp"
#include "workloads/kernels/kernel_program.hpp"

namespace xdnasim::validation {
namespace {

using gemm::packs::PackDesign;
using gemm::packs::Strategy;

constexpr std::array<std::string_view, 12> kPackColumns{"source",    "device", "input", "output",
                                                        "m",         "k",      "n",     "size",
                                                        "placement", "cycles", "how",   "split"};
constexpr double kMaxPackCycles = 1e9;
constexpr int kMaxSize = 1000;

struct MeasuredPack {
    Measurement measured;  ///< cycles of a call
    PackDesign design;     ///< one pack
};

MeasuredPack read_pack(const CsvRow& row) {
    MeasuredPack pack;
    PackDesign& design = pack.design;
    design.types.a = design.types.b = data_type(row, "input");
    design.types.c = data_type(row, "output");
    design.tile = gemm::Extent{extent(row, "m"), extent(row, "k"), extent(row, "n")};
    design.rows = 1;
    design.packs = 1;
    design.size = static_cast<int>(row["size"].as_int(1, kMaxSize));
    design.placement =
        row["placement"].as_choice<Strategy>({{"unconstrained", Strategy::Unconstrained},
                                              {"location", Strategy::Location},
                                              {"address", Strategy::Address}});
    const std::string types = types_text(design.types.a, design.types.c);
    const std::string what = fmt::format("{}, {}, pack of {}, {}", types, to_string(*design.tile),
                                         *design.size, to_string(*design.placement));
    pack.measured = measurement_of(row, what, row["cycles"].as_double(1, kMaxPackCycles), types);
    return pack;
}

/// Simulates a pack and returns the mean cycles per call of its cores, call and return included, as
/// the source's profiler counts them.
Simulation simulate_pack(const MeasuredPack& pack, const Devices& devices) {
    const arch::Device device = devices.named(pack.measured.device);
    const schedule::Schedule schedule = gemm::packs::map_packs(pack.design, device);
    const backends::RunResult result = run(schedule, device);
    const vliw::CallSchedule call = vliw::schedule_call(
        kernels::program_of(schedule.kernels.front(), device), device.core.slots);
    return {
        .value = result.kernel->mean_cycles.value() + static_cast<double>(call.overhead.count()),
        .bound = steady_bound_of(result),
        .details = {{"iteration_us", arch::in_microseconds(result.steady->iteration)},
                    {"kernel_cycles", static_cast<double>(call.kernel_cycles().count())}}};
}

}  // namespace

std::vector<Case> pack_cases() {
    std::vector<Case> cases;
    for (const CsvRow& row : load_csv(measured_file("gama_2025_cores.csv"), kPackColumns)) {
        const MeasuredPack pack = read_pack(row);
        cases.push_back({pack.measured,
                         [pack](const Devices& devices) { return simulate_pack(pack, devices); }});
    }
    return cases;
}

}  // namespace xdnasim::validation
