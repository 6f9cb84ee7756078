#pragma once
// Conversion between values and their bytes in memory.

#include <cstddef>
#include <cstring>
#include <vector>

#include "workloads/kernels/numerics.hpp"

namespace xdnasim::kernels::test {

using RawElements = std::vector<std::byte>;

template <class T>
[[nodiscard]] RawElements bytes_of(const std::vector<T>& values) {
    RawElements bytes(values.size() * sizeof(T));
    std::memcpy(bytes.data(), values.data(), bytes.size());
    return bytes;
}

template <class T>
[[nodiscard]] std::vector<T> values_of(const RawElements& bytes) {
    std::vector<T> values(bytes.size() / sizeof(T));
    std::memcpy(values.data(), bytes.data(), bytes.size());
    return values;
}

/// The values as the bytes of bf16 elements. Precondition: bf16 can represent them exactly.
[[nodiscard]] inline RawElements bf16_bytes_of(const std::vector<float>& values) {
    std::vector<Bfloat16> elements;
    for (const float value : values)
        elements.push_back(to_bfloat16<Rounding::ConvEven>(value));
    return bytes_of(elements);
}

[[nodiscard]] inline std::vector<float> bf16_values_of(const RawElements& bytes) {
    std::vector<float> values;
    for (const Bfloat16 element : values_of<Bfloat16>(bytes))
        values.push_back(static_cast<float>(element));
    return values;
}

}  // namespace xdnasim::kernels::test
