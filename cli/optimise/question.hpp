#pragma once
// What the options of `xdnasim optimise` ask of a problem.

#include <string>
#include <vector>

#include "workloads/problem/problem.hpp"
#include "workloads/search/gemm_designs.hpp"

namespace xdnasim::cli {

/// What the options ask of `problem`: `free` are keys to search for although it gives them, `sizes`
/// are texts such as "512x1024x1024*12"; without any, the size is the problem's. Throws InputError
/// when it is not a GEMM, when nothing is open, and for what is not a size.
[[nodiscard]] search::GemmQuestion question_of(const problem::Problem& problem,
                                               const std::vector<std::string>& free,
                                               const std::vector<std::string>& sizes);

}  // namespace xdnasim::cli
