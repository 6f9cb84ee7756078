#include <algorithm>
#include <functional>

#include "backends/performance.hpp"
#include "workloads/schedule/relaxation.hpp"

namespace xdnasim::backends {

using schedule::Limit;

std::vector<Relief> what_if(Backend& backend, const schedule::Schedule& schedule,
                            const arch::Device& device, const RunOptions& options,
                            const RunResult& result) {
    std::vector<Relief> reliefs;
    for (const Limit limit : schedule::kLimits) {
        const RunResult relaxed =
            backend.run(schedule::relaxed(schedule, device, limit),
                        schedule::relaxed(device, limit), {.reconfigure = options.reconfigure});
        reliefs.push_back(
            {limit, relaxed.time(), 1 - relaxed.npu_time->count() / result.npu_time->count()});
    }
    std::ranges::stable_sort(reliefs, std::greater{}, &Relief::gain);
    return reliefs;
}

}  // namespace xdnasim::backends
