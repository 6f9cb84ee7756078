#pragma once
// The intrinsics and loop hints of a core's compiler that simple kernels use.

#include <cassert>
#include <cmath>

#include "lanes.hpp"

// Registers of 512 bits, by the names that a core's compiler uses.
using v64int8 = aie::vector<int8, 64>;
using v64uint8 = aie::vector<uint8, 64>;
using v32int16 = aie::vector<int16, 32>;
using v16int32 = aie::vector<int32, 16>;
using v32bfloat16 = aie::vector<bfloat16, 32>;
using v16float = aie::vector<float, 16>;

inline v16int32 broadcast_to_v16int32(int32 value) {
    return aie::broadcast<int32, 16>(value);
}
inline v32int16 broadcast_to_v32int16(int16 value) {
    return aie::broadcast<int16, 32>(value);
}
inline v32bfloat16 broadcast_zero_bfloat16() {
    return {};
}
template <class T, unsigned kLanes>
T extract_elem(const aie::vector<T, kLanes>& v, unsigned lane) {
    return v[lane];
}
/// The bytes from `first` on of `a` followed by `b`.
template <class T, unsigned kLanes>
aie::vector<T, kLanes> shift_bytes(const aie::vector<T, kLanes>& a, const aie::vector<T, kLanes>& b,
                                   unsigned first) {
    aie::vector<T, kLanes> result;
    for (unsigned i = 0; i < kLanes; ++i) {
        const unsigned lane = i + first / sizeof(T);
        result[i] = lane < kLanes ? a[lane] : b[lane - kLanes];
    }
    return result;
}

// Hints after the head of a loop.
#define chess_prepare_for_pipelining
#define chess_flatten_loop
#define chess_no_hw_loop
#define chess_loop_range(...)
#define chess_unroll_loop(...)

/// Trace events.
inline void event0() {}
inline void event1() {}
