#pragma once
// Kernels that add arrays along a chain of cores, in the AIE API and the cascade's intrinsics: one
// word of 512 bits at a time.
//
// Not compiled with Peano or xchesscc, and not run on an NPU.

#include <cstdint>

#include <aie_api/aie.hpp>

#include "loops.hpp"

namespace xdnasim_kernels {

inline constexpr unsigned kCascadeLanes = 16;

template <unsigned kWords>
inline void chain_start(const int32_t* __restrict x) {
    XDNASIM_PIPELINE
    for (unsigned i = 0; i < kWords; ++i)
        put_mcd(aie::load_v<kCascadeLanes>(x + i * kCascadeLanes));
}

template <unsigned kWords>
inline void chain_link(const int32_t* __restrict x) {
    XDNASIM_PIPELINE
    for (unsigned i = 0; i < kWords; ++i) {
        const aie::vector<int32_t, kCascadeLanes> got = get_scd_v16int32();
        put_mcd(aie::add(aie::load_v<kCascadeLanes>(x + i * kCascadeLanes), got));
    }
}

template <unsigned kWords>
inline void chain_end(const int32_t* __restrict x, int32_t* __restrict out) {
    XDNASIM_PIPELINE
    for (unsigned i = 0; i < kWords; ++i) {
        const aie::vector<int32_t, kCascadeLanes> got = get_scd_v16int32();
        aie::store_v(out + i * kCascadeLanes,
                     aie::add(aie::load_v<kCascadeLanes>(x + i * kCascadeLanes), got));
    }
}

}  // namespace xdnasim_kernels
