#pragma once
// A stand-in for the AIE API on this machine, lane by lane, as its documentation describes it: what
// scalar kernels and simple vector kernels use. C++20. What is not here does not compile.

#include "accum.hpp"
#include "bfloat16.hpp"
#include "intrinsics.hpp"
#include "lanes.hpp"
#include "mmul.hpp"
#include "vector.hpp"

#ifndef restrict
#define restrict __restrict
#endif
