#pragma once
// A GEMM as the problem file asks for it.

#include <optional>

#include "xdnasim/arch/units.hpp"
#include "xdnasim/workloads/kernels/kernel.hpp"
#include "xdnasim/workloads/schedule/schedule.hpp"

namespace xdnasim::gemm {

/// `gemm.kernel`: a figure of the user's in place of the device's rate.
struct KernelRate {
    std::optional<arch::Cycles> cycles_per_call;
    std::optional<double> macs_per_cycle;
};

struct GemmProblem {
    schedule::Extent size;
    kernels::DataType a_type = kernels::DataType::Int8;
    kernels::DataType b_type = kernels::DataType::Int8;
    kernels::DataType c_type = kernels::DataType::Int8;
    schedule::Extent tile;  ///< m_ct, k_ct, n_ct
    std::int64_t k_mt = 0;
    int rows = 0;              ///< of the core array; 0: all that the mapping can use
    int columns = 0;           ///< likewise
    std::optional<int> shift;  ///< nullopt: the least that keeps 3 sigma of random inputs in range
    kernels::Rounding rounding = kernels::Rounding::ConvEven;
    KernelRate kernel;
};

}  // namespace xdnasim::gemm
