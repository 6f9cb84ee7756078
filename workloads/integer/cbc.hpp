#pragma once
// Cbc itself, in a library of its own (cbc.cpp) that is loaded when a program is to be solved.

#include "workloads/integer/solver.hpp"

namespace xdnasim::integer {

inline constexpr const char* kCbcLibrary = "libxdnasim_cbc.so";
inline constexpr const char* kSolveHere = "xdnasim_solve_here";

/// Solves in this very process, until Cbc ends by itself or a SIGINT tells it to.
using SolveHere = void (*)(const Program& program, const std::vector<double>& start,
                           const Limits& limits, Answer& answer);

}  // namespace xdnasim::integer
