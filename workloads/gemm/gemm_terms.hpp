#pragma once
// The closed forms of the balanced GEMM (Taka et al., "Striking the Balance", 2025).

#include <cstdint>
#include <span>

#include "arch/device.hpp"
#include "workloads/gemm/gemm_design.hpp"
#include "workloads/kernels/kernel.hpp"
#include "workloads/schedule/estimate.hpp"
#include "workloads/schedule/schedule.hpp"

namespace xdnasim::gemm {

/// What the core's program costs.
struct GemmCosts {
    double multiply = 0;         ///< cycles of one call
    double zero = 0;             ///< cycles of one call that zeroes C, and of one that encodes it
    double locks_of_a_call = 0;  ///< lock operations of a multiplying call
    double locks_of_an_output = 0;  ///< those of an output tile beside them
};

/// `schedule` is a GEMM's: its cores all run the same program.
[[nodiscard]] GemmCosts costs_of(const schedule::Schedule& schedule,
                                 const schedule::KernelCycles& cycles);
/// Those of a `core` with these kernels, in the order of kernels_of().
[[nodiscard]] GemmCosts costs_of(const schedule::TileProgram& core,
                                 std::span<const kernels::Kernel> kernels,
                                 const schedule::KernelCycles& cycles);

struct GemmTerms {
    // Of one call, in cycles.
    double compute = 0;   ///< C_comp: the kernel, its call and its lock operations
    double a_stream = 0;  ///< C_A: m/rho k elements of A at the rate of a stream
    double b_stream = 0;  ///< C_B: the call's share of a tile of B, which rho calls take together
    // Of one output tile of a core, in cycles.
    double zero = 0;   ///< of C, with the lock operations of C
    double drain = 0;  ///< of C, as far as the core waits for it
    // Of the whole run.
    std::int64_t calls = 0;    ///< of a core, for one output tile: rho K / k
    std::int64_t outputs = 0;  ///< of a core: M N / (m rows n columns)
    arch::Bytes a{}, b{};      ///< read: M K N ty(A) / (n columns), M K N ty(B) / (m rows)
    arch::Bytes c{};           ///< written: M N ty(C)
};

[[nodiscard]] GemmTerms gemm_terms(const GemmDesign& design, const arch::Device& device,
                                   const GemmCosts& costs);

[[nodiscard]] schedule::Estimate estimate(const GemmDesign& design, const arch::Device& device,
                                          const GemmTerms& terms,
                                          const schedule::PatternFactors& pattern = {});

}  // namespace xdnasim::gemm
