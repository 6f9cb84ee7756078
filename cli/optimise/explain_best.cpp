// What holds the best design back: of the run that takes longest, simulated and by the closed
// forms.

#include <algorithm>
#include <functional>
#include <vector>

#include "cli/optimise/optimisation.hpp"
#include "workloads/kernels/kernel.hpp"
#include "workloads/mapping/mapping.hpp"
#include "workloads/schedule/relaxation.hpp"

namespace xdnasim::cli {
namespace {

using schedule::Estimate;
using schedule::Limit;

/// With all its calls.
std::size_t longest_run(const search::Design& design, const arch::Device& device) {
    if (design.runs.size() == 1) return 0;
    std::vector<arch::Nanoseconds> times;
    for (const search::Run& run : design.runs)
        times.push_back(simulate(run.workload, device, false).time() *
                        static_cast<double>(run.calls));
    return static_cast<std::size_t>(std::ranges::max_element(times) - times.begin());
}

/// Of one call of a workload.
class ClosedForms {
 public:
    ClosedForms(const std::shared_ptr<const schedule::Workload>& workload,
                const arch::Device& device)
        : device_{device}, schedule_{mapping::map_workload(workload, device)} {
        for (kernels::Kernel& kernel : schedule_.kernels)
            kernel.cycles = cycles_per_call(kernel, device);
    }

    [[nodiscard]] Estimate estimate() const {
        return schedule_.workload->estimate(
            schedule_, device_, [](const kernels::Kernel& kernel) { return *kernel.cycles; });
    }
    [[nodiscard]] Estimate relaxed(Limit limit) const {
        return schedule_.workload->estimate(
            schedule_, schedule::relaxed(device_, limit), [&](const kernels::Kernel& kernel) {
                return schedule::relaxed_call(*kernel.cycles, limit);
            });
    }

 private:
    const arch::Device& device_;
    schedule::Schedule schedule_;
};

/// No device can have a stream of 4.4 bytes a cycle, so each part of the estimate is taken to lie
/// on the straight line between what it is and what it is with a limit relaxed by kRelaxation.
double cycles_with_a_tenth_more(const Estimate& now, Estimate relaxed) {
    constexpr double kTenth = 1.1;
    constexpr double kWay = (1 - 1 / kTenth) / (1 - 1.0 / schedule::kRelaxation);
    const auto between = [](double from, double to) { return from + kWay * (to - from); };
    for (std::size_t i = 0; i < relaxed.terms.size(); ++i)
        relaxed.terms[i].cycles = between(now.terms[i].cycles, relaxed.terms[i].cycles);
    relaxed.prologue = between(now.prologue, relaxed.prologue);
    relaxed.epilogue = between(now.epilogue, relaxed.epilogue);
    return relaxed.cycles();
}

}  // namespace

void explain_best(Optimisation& all) {
    const search::Design& best = all.best().design;
    all.longest = longest_run(best, *all.device);
    const auto& workload = best.runs[all.longest].workload;
    all.winner = simulate(workload, *all.device, true);
    const ClosedForms forms{workload, *all.device};
    all.estimate = forms.estimate();
    for (const Limit limit : schedule::kLimits)
        all.sensitivity.push_back(
            {limit, 1 - cycles_with_a_tenth_more(all.estimate, forms.relaxed(limit)) /
                            all.estimate.cycles()});
    std::ranges::stable_sort(all.sensitivity, std::ranges::greater{}, &Sensitivity::gain);
}

}  // namespace xdnasim::cli
