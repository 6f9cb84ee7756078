#pragma once
// Combinations of input and output types that a GEMM may have.

#include <array>

#include "workloads/kernels/kernel.hpp"

namespace xdnasim::gemm::test {

/// Types of a GEMM: `input` of A and of B, `output` of C.
struct GemmTypes {
    kernels::DataType input, output;
};

inline constexpr std::array<GemmTypes, 7> kEveryTypes{{
    {kernels::DataType::Int8, kernels::DataType::Int8},
    {kernels::DataType::Int8, kernels::DataType::Int16},
    {kernels::DataType::Int8, kernels::DataType::Int32},
    {kernels::DataType::Int16, kernels::DataType::Int16},
    {kernels::DataType::Int16, kernels::DataType::Int32},
    {kernels::DataType::Bf16, kernels::DataType::Bf16},
    {kernels::DataType::Bf16, kernels::DataType::F32},
}};

}  // namespace xdnasim::gemm::test
