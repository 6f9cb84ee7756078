// Why the best design is not faster: simulates its longest run again with each limit relaxed, and
// calculates the closed forms of that run.

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include "backends/systemc/systemc_backend.hpp"
#include "backends/what_if.hpp"
#include "cli/optimise/optimisation.hpp"
#include "cli/optimise/search_gemm.hpp"
#include "workloads/kernels/kernel.hpp"
#include "workloads/mapping/mapping.hpp"
#include "workloads/schedule/relaxation.hpp"

namespace xdnasim::cli {
namespace {

using schedule::Limit;

/// Index of the run that takes longest, all its calls together.
std::size_t longest_run(const search::Design& design, const arch::Device& device) {
    if (design.runs.size() == 1) return 0;
    std::vector<arch::Nanoseconds> times;
    for (const search::Run& run : design.runs)
        times.push_back(simulate(run.workload, device).time() * static_cast<double>(run.calls));
    return static_cast<std::size_t>(std::ranges::max_element(times) - times.begin());
}

/// Closed forms of one call of the schedule's workload.
schedule::Estimate closed_forms(schedule::Schedule schedule, const arch::Device& device) {
    for (kernels::Kernel& kernel : schedule.kernels)
        kernel.cycles = cycles_per_call(kernel, device);
    return schedule.workload->estimate(
        schedule, device, [](const kernels::Kernel& kernel) { return *kernel.cycles; });
}

constexpr double kTenthMore = 1.1;

/// The factor to relax `limit` by: 1.1, or for streams, whose width is a whole number of bytes, the
/// smallest possible factor of at least 1.1.
double least_factor(Limit limit, const arch::Device& device) {
    if (limit != Limit::Stream) return kTenthMore;
    const auto width = static_cast<double>(device.stream_width.count());
    return std::ceil(width * kTenthMore) / width;
}

/// The share of a measured gain that is due to a factor of 1.1, if the limit was relaxed by
/// `factor`. Relaxing by f shortens what the limit governs by 1 - 1/f of its time, and the gain is
/// assumed to be proportional to that.
double share_of_a_tenth(double factor) {
    return (1 - 1 / kTenthMore) / (1 - 1 / factor);
}

/// The gains of relaxing each limit by a tenth, largest first. Buffers are left out, since their
/// number cannot be raised by a tenth.
std::vector<Sensitivity> gains_of_a_tenth(backends::Backend& backend,
                                          const schedule::Schedule& schedule,
                                          const arch::Device& device,
                                          const backends::RunResult& result) {
    std::vector<Sensitivity> gains;
    for (const Limit limit : schedule::kLimits) {
        if (limit == Limit::Buffers) continue;
        const double factor = least_factor(limit, device);
        const double gain = relief(backend, schedule, device, {}, result, limit, factor).gain;
        gains.push_back({limit, gain * share_of_a_tenth(factor)});
    }
    std::ranges::stable_sort(gains, std::ranges::greater{}, &Sensitivity::gain);
    return gains;
}

}  // namespace

void explain_best(Optimisation& all) {
    const search::Design& best = all.best().design;
    all.longest = longest_run(best, *all.device);
    const auto& workload = best.runs[all.longest].workload;
    const auto backend = backends::make_systemc_backend();
    const schedule::Schedule schedule = mapping::map_workload(workload, *all.device);
    all.winner = backend->run(schedule, *all.device, {});
    all.winner.what_if = backends::what_if(*backend, schedule, *all.device, {}, all.winner);
    backends::judge_by_what_if(all.winner);
    all.sensitivity = gains_of_a_tenth(*backend, schedule, *all.device, all.winner);
    all.estimate = closed_forms(schedule, *all.device);
}

}  // namespace xdnasim::cli
