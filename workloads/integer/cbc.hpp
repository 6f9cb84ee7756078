#pragma once
// The interface to Cbc, which is in a library of its own (cbc.cpp) that is loaded when a program is
// to be solved.

#include <functional>
#include <vector>

#include "workloads/integer/solver.hpp"

namespace xdnasim::integer {

inline constexpr const char* kCbcLibrary = "libxdnasim_cbc.so";
inline constexpr const char* kSolveHere = "xdnasim_solve_here";

/// Called with each solution that is better than all before; values are indexed by column.
using OnBetter = std::function<void(const std::vector<double>& values)>;

/// Solves in the calling process, until Cbc ends by itself or receives a SIGINT. The library
/// exports it under the name kSolveHere.
extern "C" void xdnasim_solve_here(const Program& program, const std::vector<double>& start,
                                   const Limits& limits, const OnBetter& on_better, Answer& answer);
using SolveHere = decltype(&xdnasim_solve_here);

}  // namespace xdnasim::integer
