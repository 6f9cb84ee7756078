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

/// Costs of the core's program.
struct GemmCosts {
    double multiply = 0;  ///< cycles of one call
    double zero = 0;  ///< cycles of one call that zeroes C, plus those of one call that encodes it
    double locks_of_a_call = 0;  ///< number of lock operations of a multiplying call
    /// Number of lock operations of an output tile besides those of its calls.
    double locks_of_an_output = 0;
};

/// Costs in the program of any core of `schedule`, which is a GEMM's: all its cores run the same
/// program.
[[nodiscard]] GemmCosts costs_of(const schedule::Schedule& schedule,
                                 const schedule::KernelCycles& cycles);
/// Costs in the program `core` with `kernels`, in the order of kernels_of().
[[nodiscard]] GemmCosts costs_of(const schedule::TileProgram& core,
                                 std::span<const kernels::Kernel> kernels,
                                 const schedule::KernelCycles& cycles);

struct GemmTerms {
    // Cycles of one call.
    double compute = 0;   ///< C_comp: the kernel, call and return, and lock operations
    double a_stream = 0;  ///< C_A: m/rho k elements of A at the rate of a stream
    double b_stream = 0;  ///< C_B: the call's share of a tile of B, which serves rho calls
    // Cycles of one output tile of a core.
    double zero = 0;   ///< zeroing C, with the lock operations of C
    double drain = 0;  ///< draining C, as far as the core waits for it
    // Totals of the whole run.
    std::int64_t calls = 0;    ///< calls of a core for one output tile: rho K / k
    std::int64_t outputs = 0;  ///< output tiles of a core: M N / (m rows n columns)
    arch::Bytes a{}, b{};      ///< bytes read: M K N ty(A) / (n columns), M K N ty(B) / (m rows)
    arch::Bytes c{};           ///< bytes written: M N ty(C)
};

[[nodiscard]] GemmTerms gemm_terms(const GemmDesign& design, const arch::Device& device,
                                   const GemmCosts& costs);

[[nodiscard]] schedule::Estimate estimate(const GemmDesign& design, const arch::Device& device,
                                          const GemmTerms& terms,
                                          const schedule::PatternFactors& pattern = {});

}  // namespace xdnasim::gemm
