#pragma once
// A stand-in for the AIE API on the host. It works lane by lane as the API's documentation
// describes, and has what scalar kernels and simple vector kernels use; everything else does not
// compile. C++20.

#include "accum.hpp"
#include "bfloat16.hpp"
#include "intrinsics.hpp"
#include "lanes.hpp"
#include "mmul.hpp"
#include "vector.hpp"

#ifndef restrict
#define restrict __restrict
#endif
