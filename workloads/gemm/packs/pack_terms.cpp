#include <algorithm>

#include "workloads/gemm/packs/pack_parts.hpp"
#include "workloads/gemm/packs/tile_choice.hpp"
#include "workloads/schedule/patterns.hpp"

namespace xdnasim::gemm::packs {

using schedule::as_double;
using schedule::Limit;

namespace {

/// Of a core's call with its locks.
double call_cycles(const PackDesign& design, Part part, const arch::Device& device,
                   const schedule::KernelCycles& cycles) {
    const bool stores = part == Part::Alone || part == Part::Last;
    const std::int64_t locks = stores ? 6 : 4;  // of A, B and C: one before, one after
    return as_double(cycles(kernel_of(design, part)) + device.timing.call_overhead() +
                     device.timing.core_lock_op * locks);
}

}  // namespace

schedule::Estimate estimate(const PackDesign& design, const schedule::Schedule& /*schedule*/,
                            const arch::Device& device, const schedule::KernelCycles& cycles) {
    const auto iterations = as_double(design.iterations);
    const TileFigures figures =
        tile_figures(design.types, design.tile, device, design.pl_clock_ghz);
    double slowest = 0;
    for (int core = 0; core < design.size; ++core)
        slowest =
            std::max(slowest, call_cycles(design, part_of(core, design.size), device, cycles));
    schedule::Estimate estimate;
    estimate.terms = {{Limit::Compute, slowest * iterations, "kernel"},
                      {Limit::Stream, figures.a_transfer * iterations, "PLIO of A"},
                      {Limit::Stream, figures.b_transfer * iterations, "PLIO of B"},
                      {Limit::Stream, figures.c_transfer * iterations, "PLIO of C"}};
    const kernels::Kernel first = kernel_of(design, part_of(0, design.size));
    const auto words = as_double(cascade_words(first).puts);
    if (words > 0) estimate.terms.push_back({Limit::Stream, words * iterations, "cascade"});
    // The first tiles come in, and the last C leaves, while nothing else goes on; each core of a
    // pack begins a block behind the one before.
    const double block = slowest / std::max(words / 8, 1.0);
    estimate.prologue = std::max(figures.a_transfer, figures.b_transfer) +
                        as_double(design.size - 1) * (words > 0 ? block : 0);
    estimate.epilogue = figures.c_transfer;
    estimate.calls = design.iterations * design.cores();
    return estimate;
}

}  // namespace xdnasim::gemm::packs
