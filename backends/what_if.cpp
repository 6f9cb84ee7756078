#include "backends/what_if.hpp"

#include <algorithm>
#include <functional>

#include "workloads/schedule/relaxation.hpp"

namespace xdnasim::backends {

using schedule::Limit;

Relief relief(Backend& backend, const schedule::Schedule& schedule, const arch::Device& device,
              const RunOptions& options, const RunResult& result, Limit limit, double by) {
    const RunResult relaxed =
        backend.run(schedule::relaxed(schedule, device, limit, by),
                    schedule::relaxed(device, limit, by), {.reconfigure = options.reconfigure});
    const double gain =
        result.took_time() ? 1 - relaxed.npu_time->count() / result.npu_time->count() : 0;
    return {limit, relaxed.time(), gain};
}

std::vector<Relief> what_if(Backend& backend, const schedule::Schedule& schedule,
                            const arch::Device& device, const RunOptions& options,
                            const RunResult& result) {
    std::vector<Relief> reliefs;
    for (const Limit limit : schedule::kLimits)
        reliefs.push_back(
            relief(backend, schedule, device, options, result, limit, schedule::kRelaxation));
    std::ranges::stable_sort(reliefs, std::greater{}, &Relief::gain);
    return reliefs;
}

void judge_by_what_if(RunResult& result) {
    if (!result.bottleneck || result.what_if.empty()) return;
    const Relief& best = result.what_if.front();
    if (best.gain > 0) result.bottleneck->limit = best.limit;
    result.bottleneck->gain = best.gain;
}

}  // namespace xdnasim::backends
