#pragma once
// Elementwise kernels in the AIE API: they process a vector of 256 bits at a time, and the
// remaining elements one by one.
//
// Compiled and run on a host against a plain C++ stand-in for the AIE API, not with Peano or
// xchesscc, and not on an NPU.

#include <cstdint>
#include <type_traits>

#include <aie_api/aie.hpp>

#include "loops.hpp"

namespace xdnasim_kernels {

inline constexpr unsigned kVectorBytes = 32;

template <class T>
inline constexpr unsigned kLanes = kVectorBytes / sizeof(T);

/// Writes a function of each element of `in` to `out`. `vector`: the function for a vector;
/// `element`: the same function for an element.
template <class T, unsigned kCount, class Vector, class Element>
inline void for_each(const T* __restrict in, T* __restrict out, Vector vector, Element element) {
    constexpr unsigned kWhole = kCount / kLanes<T> * kLanes<T>;
    XDNASIM_PIPELINE
    for (unsigned i = 0; i < kWhole; i += kLanes<T>)
        aie::store_v(out + i, vector(aie::load_v<kLanes<T>>(in + i)));
    for (unsigned i = kWhole; i < kCount; ++i)
        out[i] = element(in[i]);
}

template <unsigned kCount>
inline void zero(int32_t* out) {
    constexpr unsigned kWhole = kCount / kLanes<int32_t> * kLanes<int32_t>;
    XDNASIM_PIPELINE
    for (unsigned i = 0; i < kWhole; i += kLanes<int32_t>)
        aie::store_v(out + i, aie::zeros<int32_t, kLanes<int32_t>>());
    for (unsigned i = kWhole; i < kCount; ++i)
        out[i] = 0;
}

template <unsigned kCount>
inline void copy(const int32_t* in, int32_t* out) {
    for_each<int32_t, kCount>(
        in, out, [](auto vector) { return vector; }, [](int32_t element) { return element; });
}

/// Sums that overflow wrap around.
template <class T, unsigned kCount>
inline void add_one(const T* in, T* out) {
    using Bits = std::make_unsigned_t<T>;
    for_each<T, kCount>(
        in, out, [](auto vector) { return aie::add(vector, T{1}); },
        [](T element) { return static_cast<T>(static_cast<Bits>(element) + 1u); });
}

/// Products that overflow wrap around, so only as many low bits of the factor count as T has.
template <class T, unsigned kCount, int32_t kFactor>
inline void scale(const T* in, T* out) {
    aie::set_saturation(aie::saturation_mode::none);
    for_each<T, kCount>(
        in, out,
        [](auto vector) {
            return aie::mul(vector, static_cast<T>(kFactor)).template to_vector<T>(0);
        },
        [](T element) {
            return static_cast<T>(static_cast<uint32_t>(element) * static_cast<uint32_t>(kFactor));
        });
}

}  // namespace xdnasim_kernels
