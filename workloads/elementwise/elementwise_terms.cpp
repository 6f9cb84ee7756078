#include "workloads/elementwise/elementwise_terms.hpp"

#include <algorithm>

#include "workloads/elementwise/elementwise_parts.hpp"

namespace xdnasim::elementwise {

using schedule::as_double;
using schedule::Limit;

schedule::Estimate estimate(const ElementwiseDesign& design, const arch::Device& device,
                            const ObjectCosts& costs) {
    const arch::BytesPerCycle rate = schedule::channel_rate(device);
    const double moved = schedule::cycles_to_move(design.object, rate);
    const double computed = costs.call + costs.locks * as_double(device.timing.core_lock_op);
    schedule::Estimate estimate;
    estimate.read = estimate.written = design.size();
    estimate.calls = design.objects;
    const double by_mem_tile =
        design.mem_tile_object ? schedule::cycles_to_move(*design.mem_tile_object, rate) : 0;
    estimate.terms =
        schedule::memory_terms({estimate.read, estimate.written, estimate.read}, device);
    // The first transfer in is part of the prologue, and the last transfer out part of the
    // epilogue.
    for (schedule::Term& term : estimate.terms)
        term.cycles = std::max(term.cycles - (design.mem_tile_object ? by_mem_tile : moved), 0.0);
    // With one object of a FIFO in the core, the next one arrives only after the kernel has ended.
    const bool alternates = design.depth < kFifos;
    const double next_ones = alternates ? as_double(design.objects - 1) * moved : 0;
    estimate.terms.push_back({Limit::Compute, as_double(design.objects) * computed + next_ones});
    // With room for one object in the mem tile, the object must arrive before it leaves.
    if (design.mem_tile_object && alternates)
        estimate.terms.push_back(
            {Limit::Buffers,
             std::max(as_double(design.objects) * kFifos * moved - moved - by_mem_tile, 0.0),
             "hand-over in the mem tile"});
    estimate.prologue = schedule::command_cycles(device, kFifos) +
                        schedule::read_latency_cycles(device) + moved + by_mem_tile;
    estimate.epilogue = moved + by_mem_tile + schedule::completion_cycles(device);
    return estimate;
}

}  // namespace xdnasim::elementwise
