#pragma once
// A GEMM as the problem file asks for it.

#include <optional>

#include "xdnasim/arch/units.hpp"
#include "xdnasim/workloads/kernels/kernel.hpp"
#include "xdnasim/workloads/schedule/mapping_error.hpp"
#include "xdnasim/workloads/schedule/schedule.hpp"

namespace xdnasim::gemm {

/// `gemm.kernel`: a figure in place of what the core's slots give.
struct KernelRate {
    std::optional<arch::Cycles> cycles_per_call;
    std::optional<double> macs_per_cycle;
    bool measured = false;  ///< the device's measured rate for the types
};

struct GemmProblem {
    schedule::Extent size;
    kernels::DataType a_type = kernels::DataType::Int8;
    kernels::DataType b_type = kernels::DataType::Int8;
    kernels::DataType c_type = kernels::DataType::Int8;
    std::optional<schedule::Extent> tile{};  ///< m_ct, k_ct, n_ct; nullopt: the device's default
    std::optional<std::int64_t> k_mt{};      ///< nullopt: likewise
    kernels::Layout b_layout = kernels::Layout::ColumnMajor;
    int c_buffers = 1;                   ///< C tiles in a core
    int c_buffers_l2 = 1;                ///< C tiles in a mem tile for each core of its column
    std::optional<arch::Bytes> stack{};  ///< of a core; nullopt: the device's
    schedule::BdReconfiguration bd_reconfiguration{};
    int rows = 0;     ///< of the core array; 0: all that the mapping can use
    int columns = 0;  ///< likewise
    std::optional<int>
        shift{};  ///< nullopt: the least that keeps 3 sigma of random inputs in range
    kernels::Rounding rounding = kernels::Rounding::ConvEven;
    KernelRate kernel{};
};

using schedule::MappingError;

}  // namespace xdnasim::gemm
