#include "validation/simulated_run.hpp"

#include <memory>
#include <variant>

#include <fmt/format.h>

#include "arch/device_file.hpp"
#include "arch/device_loader.hpp"
#include "backends/analytic/analytic_backend.hpp"
#include "backends/performance.hpp"
#include "backends/systemc/systemc_backend.hpp"
#include "workloads/gemm/gemm_workload.hpp"

namespace xdnasim::validation {
namespace {

/// Adds the array cycles of the run, and for each state the mean cycles that a core spends in it.
void add_core_times(Details& details, const backends::RunResult& result) {
    details.emplace_back("cycles", static_cast<double>(result.cycles->count()));
    const auto cores = static_cast<double>(result.cores.size());
    for (const events::CoreStateEntry& state : events::kCoreStates) {
        const arch::Cycles all = backends::time_in(state.state, result.cores);
        details.emplace_back(state.key, static_cast<double>(all.count()) / cores);
    }
}

void add_traffic(Details& details, const backends::RunResult& result) {
    const auto read = static_cast<double>(result.dram->read.count());
    const auto written = static_cast<double>(result.dram->written.count());
    details.emplace_back("dram_read_bytes", read);
    details.emplace_back("dram_write_bytes", written);
    constexpr arch::GigabytesPerSecond kUnknown{};
    details.emplace_back("dram_read_gbps", result.dram->read_rate.value_or(kUnknown).count());
    details.emplace_back("dram_write_gbps", result.dram->write_rate.value_or(kUnknown).count());
    if (!result.tops) return;
    details.emplace_back("tops", *result.tops);
    details.emplace_back("arithmetic_intensity",
                         result.workload->work().operations / (read + written));
}

}  // namespace

arch::Device Devices::changed(arch::Device device) const {
    if (change_ != nullptr) change_(device);
    return device;
}

arch::Device Devices::named(const std::string& name) const {
    return changed(arch::load_device(arch::find_device(name)));
}

arch::Device Devices::at(const std::string& name, double clock_ghz) const {
    const base::Place place{.source = std::make_shared<const std::string>("clock_ghz")};
    const base::Node clock = base::Node::scalar(place, fmt::format("{}", clock_ghz));
    return changed(arch::load_device(arch::find_device(name),
                                     base::Node::map(place, {{"array.clock_ghz", place, clock}})));
}

backends::RunResult run(const schedule::Schedule& schedule, const arch::Device& device) {
    return backends::make_systemc_backend()->run(schedule, device, {});
}

backends::RunResult run(const gemm::GemmDesign& problem, const arch::Device& device) {
    return run(gemm::map_gemm(problem, device), device);
}

backends::RunResult analyse(const gemm::GemmDesign& problem, const arch::Device& device) {
    return backends::make_analytic_backend()->run(gemm::map_gemm(problem, device), device, {});
}

Bound bound_of(const backends::RunResult& result) {
    using enum schedule::Limit;
    if (!result.bottleneck) return Bound::Unknown;
    switch (result.bottleneck->limit) {
        case Compute:
            return Bound::Compute;
        case Stream:
            return Bound::Stream;
        case Dram:
            return Bound::Dram;
        case Commands:
            return Bound::Commands;
        case Latency:
            return Bound::Latency;
        case Buffers:
            break;
    }
    return Bound::Buffers;
}

Bound steady_bound_of(const backends::RunResult& result) {
    using enum backends::SteadyLimit;
    switch (std::get<backends::SteadyLimit>(result.steady.value().bound)) {
        case Port:
            return Bound::Port;
        case Kernel:
            return Bound::Kernel;
        case Cascade:
            break;
    }
    return Bound::Cascade;
}

Details details_of(const backends::RunResult& result) {
    Details details;
    if (!result.cores.empty()) add_core_times(details, result);
    if (result.dram) add_traffic(details, result);
    details.emplace_back("npu_time_us", arch::in_microseconds(*result.npu_time));
    details.emplace_back("dispatch_us", arch::in_microseconds(*result.dispatch));
    return details;
}

}  // namespace xdnasim::validation
