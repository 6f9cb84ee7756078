#pragma once
// The question that the options of `xdnasim optimise` ask about a problem.

#include <string>
#include <vector>

#include "workloads/problem/problem.hpp"
#include "workloads/search/gemm_designs.hpp"

namespace xdnasim::cli {

/// Makes the question for a search.
/// `free`: keys to search for although the problem gives them a value.
/// `sizes`: texts MxKxN or MxKxN*CALLS, such as "512x1024x1024*12"; if empty, the problem's size.
/// Throws InputError if the problem is not a GEMM, no key is open, or a size is malformed.
[[nodiscard]] search::GemmQuestion question_of(const problem::Problem& problem,
                                               const std::vector<std::string>& free,
                                               const std::vector<std::string>& sizes);

}  // namespace xdnasim::cli
