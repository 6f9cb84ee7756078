#pragma once
// Input matrices for a verified run: integers uniform over the type's range, bf16 uniform in
// [-1, 1); the same for a seed on every machine; zero where padded.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "workloads/gemm/gemm_design.hpp"

namespace xdnasim::gemm {

[[nodiscard]] std::vector<std::byte> random_a(const GemmDesign& gemm, std::uint64_t seed);
[[nodiscard]] std::vector<std::byte> random_b(const GemmDesign& gemm, std::uint64_t seed);

}  // namespace xdnasim::gemm
