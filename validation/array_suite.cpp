#include "validation/array_suite.hpp"

#include "validation/measured_arrays.hpp"
#include "validation/simulated_run.hpp"

namespace xdnasim::validation {
namespace {

Simulation simulate(const MeasuredArray& array, KernelRates rates) {
    gemm::GemmDesign problem = array.problem;
    if (rates == KernelRates::Measured) problem.kernel.macs_per_cycle = array.macs_per_cycle;
    const arch::Device device = device_at(array.measured.device, array.clock_ghz);
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
        cases.push_back({array.measured, [array, rates] { return simulate(array, rates); }});
    return cases;
}

}  // namespace xdnasim::validation
