#include "workloads/gemm/reference/elements.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "base/error.hpp"

namespace xdnasim::gemm {
namespace {

using kernels::DataType;

/// A bf16: the upper half of an fp32.
struct UpperHalf {
    std::uint16_t bits;

    explicit UpperHalf(double value = 0)
        : bits{static_cast<std::uint16_t>(std::bit_cast<std::uint32_t>(static_cast<float>(value)) >>
                                          16)} {}
    explicit operator float() const { return std::bit_cast<float>(std::uint32_t{bits} << 16); }
    explicit operator double() const { return static_cast<double>(static_cast<float>(*this)); }
};

template <class T, class Real>
void widen_each(const std::byte* from, std::span<Real> to) {
    for (Real& value : to) {
        T element;
        std::memcpy(&element, from, sizeof element);
        value = static_cast<Real>(element);
        from += sizeof element;
    }
}

template <class T>
void narrow_each(std::span<const double> from, std::byte* to) {
    for (const double value : from) {
        const auto element = static_cast<T>(value);
        std::memcpy(to, &element, sizeof element);
        to += sizeof element;
    }
}

// bfp16ebs8: 8 values in 9 bytes. Byte 0 is the exponent of the largest value (biased as in fp32);
// then follow mantissas, each a whole number of units of 2^(exponent - 133).
constexpr auto kBlock = static_cast<std::size_t>(kValuesOfABlock);

template <class Real>
void widen_blocks(const std::byte* from, std::span<Real> to) {
    for (; !to.empty(); to = to.subspan(kBlock)) {
        const double unit = std::ldexp(1.0, std::to_integer<int>(*from++) - kBiasOfUnits);
        for (Real& value : to.first(kBlock))
            value = static_cast<Real>(unit * static_cast<std::int8_t>(*from++));
    }
}

/// Writes blocks; values are truncated to whole units towards minus infinity.
void narrow_blocks(std::span<const double> from, std::byte* to) {
    for (; !from.empty(); from = from.subspan(kBlock)) {
        const auto values = from.first(kBlock);
        int shared = 0;
        for (const double value : values) {
            if (!std::isfinite(value))
                throw base::InputError{"bfp16ebs8 has neither infinity nor NaN"};
            shared = std::max(shared, fp32_exponent_field(value));
        }
        *to++ = static_cast<std::byte>(shared);
        for (const double value : values) {
            // The significand of a subnormal counts as if it were one place lower.
            const int lower = fp32_exponent_field(value) == 0 ? 1 : 0;
            const double units = std::ldexp(value, kBiasOfUnits - shared - lower);
            *to++ = static_cast<std::byte>(static_cast<std::int8_t>(std::floor(units)));
        }
    }
}

template <class Real>
void widen_elements(DataType type, const std::byte* from, std::span<Real> to) {
    switch (type) {
        case DataType::Int8:
            return widen_each<std::int8_t>(from, to);
        case DataType::Int16:
            return widen_each<std::int16_t>(from, to);
        case DataType::Int32:
            return widen_each<std::int32_t>(from, to);
        case DataType::Bf16:
            return widen_each<UpperHalf>(from, to);
        case DataType::F32:
            return widen_each<float>(from, to);
        case DataType::Bfp16ebs8:
            break;
    }
    widen_blocks(from, to);
}

template <class T>
constexpr Limits kLimitsOf{std::numeric_limits<T>::min(), std::numeric_limits<T>::max()};

}  // namespace

int fp32_exponent_field(double value) {
    constexpr int kBias = 127;
    return std::fabs(value) < 0x1p-126 ? 0 : std::ilogb(value) + kBias;
}

void widen(DataType type, const std::byte* from, std::span<double> to) {
    widen_elements(type, from, to);
}

void widen(DataType type, const std::byte* from, std::span<float> to) {
    assert(type != DataType::Int32);
    widen_elements(type, from, to);
}

void narrow(DataType type, std::span<const double> from, std::byte* to) {
    switch (type) {
        case DataType::Int8:
            return narrow_each<std::int8_t>(from, to);
        case DataType::Int16:
            return narrow_each<std::int16_t>(from, to);
        case DataType::Int32:
            return narrow_each<std::int32_t>(from, to);
        case DataType::Bf16:
            return narrow_each<UpperHalf>(from, to);
        case DataType::F32:
            return narrow_each<float>(from, to);
        case DataType::Bfp16ebs8:
            break;
    }
    narrow_blocks(from, to);
}

Limits limits_of(DataType type) {
    switch (type) {
        case DataType::Int8:
            return kLimitsOf<std::int8_t>;
        case DataType::Int16:
            return kLimitsOf<std::int16_t>;
        case DataType::Int32:
            return kLimitsOf<std::int32_t>;
        case DataType::Bf16:
        case DataType::F32:
        case DataType::Bfp16ebs8:
            break;
    }
    throw base::InputError{to_string(type) +
                           " is not an integer type: it has no limits to saturate at"};
}

}  // namespace xdnasim::gemm
