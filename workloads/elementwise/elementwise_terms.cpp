#include "workloads/elementwise/elementwise_terms.hpp"

#include "workloads/closed_forms/as_double.hpp"
#include "workloads/closed_forms/memory_terms.hpp"
#include "workloads/elementwise/elementwise_parts.hpp"

namespace xdnasim::elementwise {

using closed_forms::as_double;
using schedule::Limit;

schedule::Estimate estimate(const ElementwiseDesign& design, const arch::Device& device,
                            const ObjectCosts& costs) {
    const double rate = closed_forms::channel_rate(device);
    const double moved = as_double(design.object) / rate;
    const double computed = costs.call + costs.locks * as_double(device.timing.core_lock_op);
    schedule::Estimate estimate;
    estimate.read = estimate.written = design.size();
    estimate.calls = design.objects;
    estimate.terms =
        closed_forms::memory_terms({estimate.read, estimate.written, estimate.read}, device);
    // With one object of a FIFO in the core, the next comes when the kernel has ended.
    const bool alternates = design.depth < kFifos;
    estimate.terms.push_back(
        {Limit::Compute, as_double(design.objects) * (computed + (alternates ? moved : 0))});
    const double by_mem_tile =
        design.mem_tile_object ? as_double(*design.mem_tile_object) / rate : 0;
    estimate.prologue = closed_forms::command_cycles(device, kFifos) +
                        closed_forms::read_latency_cycles(device) + moved + by_mem_tile;
    estimate.epilogue = moved + by_mem_tile + closed_forms::completion_cycles(device);
    return estimate;
}

}  // namespace xdnasim::elementwise
