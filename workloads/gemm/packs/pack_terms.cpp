#include <algorithm>

#include "workloads/calls/kernel_table.hpp"
#include "workloads/gemm/packs/pack_parts.hpp"
#include "workloads/gemm/packs/tile_choice.hpp"
#include "workloads/schedule/operations.hpp"
#include "workloads/schedule/patterns.hpp"

namespace xdnasim::gemm::packs {

using schedule::as_double;
using schedule::Limit;

namespace {

/// Cycles of a core's call, with its locks.
double call_cycles(const PackDesign& design, kernels::ChainPart part, const arch::Device& device,
                   const schedule::KernelCycles& cycles) {
    const bool stores = part == kernels::ChainPart::Single || part == kernels::ChainPart::Last;
    // Of A, B and C, each one acquire before and one release after.
    const std::int64_t locks = stores ? 6 : 4;
    return as_double(cycles(kernel_of(design, part)) + device.timing.call_overhead() +
                     device.timing.core_lock_op * locks);
}

/// Number of cores of a pack that differ: the first, one in the middle, the one that holds C, the
/// last.
constexpr int kUnlike = 4;

/// The design with a single pack, shortened to the cores that differ. No core reaches into the
/// memories of another pack.
PackDesign one_pack(PackDesign design) {
    design.rows = 1;
    design.packs = 1;
    design.stagger = 0;
    design.size = std::min(*design.size, kUnlike);
    return design;
}

/// Mean cycles of a pack's slowest call, with its locks, over the turns. It limits the pack, whose
/// cores pass sums on block by block. Which core's call it is may differ between turns.
double pace(const PackDesign& design, const arch::Device& device,
            const schedule::KernelCycles& cycles, const PackStalls& stalls) {
    const int unlike = std::min(*design.size, kUnlike);
    std::vector<double> calls;
    for (int core = 0; core < unlike; ++core)
        calls.push_back(call_cycles(design, kernels::part_of(core, unlike), device, cycles));
    if (stalls.empty()) return std::ranges::max(calls);
    double sum = 0;
    for (const std::vector<arch::Cycles>& turn : stalls) {
        double slowest = 0;
        for (std::size_t core = 0; core < calls.size(); ++core)
            slowest = std::max(slowest, calls[core] + as_double(turn[core]));
        sum += slowest;
    }
    return sum / as_double(static_cast<std::int64_t>(stalls.size()));
}

/// Number of blocks of C in a call, which a pack's cores pass on one by one.
std::int64_t blocks_of_call(const kernels::ChainProduct& work) {
    const auto [rows, columns] = work.blocking();
    const kernels::Matmul& product = work.product;
    return std::int64_t{product.m / (product.r * rows)} * (product.n / (product.t * columns));
}

/// Cycles from the first core's begin to the last one's: each core begins when the one before it
/// has put its first block. The time that a core takes besides its blocks does not add up along the
/// pack.
double skew(const PackDesign& design, const schedule::KernelCycles& cycles) {
    const auto block = [&](kernels::ChainPart part) {
        const kernels::Kernel kernel = kernel_of(design, part);
        return as_double(cycles(kernel)) /
               as_double(blocks_of_call(std::get<kernels::ChainProduct>(kernel.work)));
    };
    const int middle = design.size - 2;
    if (middle < 0) return 0;
    return block(kernels::ChainPart::First) +
           (middle > 0 ? middle * block(kernels::ChainPart::Middle) : 0);
}

}  // namespace

PackStalls pack_stalls(const PackDesign& design, const arch::Device& device,
                       const schedule::KernelCycles& cycles) {
    const PackDesign pack = one_pack(design);
    const schedule::Schedule schedule = program_of(pack, device);
    calls::KernelTable kernels = calls::make_kernel_table(schedule.kernels, device);
    for (std::size_t i = 0; i < kernels.cycles.size(); ++i)
        if (cycles(schedule.kernels[i]) != kernels.cycles[i]) kernels.forget_accesses(i);
    calls::BankStalls banks{schedule, kernels, device};
    PackStalls stalls(kTurns);
    for (int core = 0; core < pack.size; ++core) {
        const schedule::TileProgram& program = *schedule.find(tile_of(pack, device, {0, 0, core}));
        std::size_t turn = 0;
        schedule::for_each_operation<schedule::Call>(
            program.core, [&](const schedule::Call& call, std::int64_t /*times*/) {
                stalls[turn++].push_back(banks.of(call, program));
            });
    }
    return stalls;
}

schedule::Estimate estimate(const PackDesign& design, const arch::Device& device,
                            const schedule::KernelCycles& cycles, const PackStalls& stalls) {
    const auto iterations = as_double(design.iterations);
    const TileFigures figures =
        tile_figures(design.types, design.tile, device, design.pl_clock_ghz);
    const double slowest = pace(design, device, cycles, stalls);
    schedule::Estimate estimate;
    estimate.terms = {{Limit::Compute, slowest * iterations, "kernel"},
                      {Limit::Stream, figures.a_transfer * iterations, "PLIO of A"},
                      {Limit::Stream, figures.b_transfer * iterations, "PLIO of B"},
                      {Limit::Stream, figures.c_transfer * iterations, "PLIO of C"}};
    const kernels::Kernel first = kernel_of(design, kernels::part_of(0, design.size));
    const auto words = as_double(cascade_words(first).puts);
    if (words > 0) estimate.terms.push_back({Limit::Stream, words * iterations, "cascade"});
    // The first tiles arrive, and the last C leaves, while nothing else happens. If a port is the
    // limit, one of these transfers is already among the port's iterations; a call takes its place.
    const double in = std::max(figures.a_transfer, figures.b_transfer);
    const double twice = std::max(0.0, std::max(in, figures.c_transfer) - slowest);
    const bool c_binds = figures.c_transfer > in;
    estimate.prologue = in + skew(design, cycles) - (c_binds ? 0 : twice);
    estimate.epilogue = figures.c_transfer - (c_binds ? twice : 0);
    // The reported kernel is that of a pack's last core alone.
    estimate.calls = design.iterations * (design.cores() / design.size);
    return estimate;
}

}  // namespace xdnasim::gemm::packs
