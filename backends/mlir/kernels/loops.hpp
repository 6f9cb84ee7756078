#pragma once
// Pragmas and attributes for loops, depending on the compiler for the core.

#if defined(__chess__)
#define XDNASIM_UNROLL [[chess::unroll_loop()]]
#define XDNASIM_PIPELINE [[chess::prepare_for_pipelining]]
#elif defined(__clang__)
#define XDNASIM_UNROLL _Pragma("clang loop unroll(full)")
#define XDNASIM_PIPELINE
#else
#define XDNASIM_UNROLL
#define XDNASIM_PIPELINE
#endif
