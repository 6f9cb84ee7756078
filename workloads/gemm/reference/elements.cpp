#include <bit>
#include <cstdint>
#include <cstring>
#include <limits>

#include "base/error.hpp"
#include "workloads/gemm/reference/arithmetic.hpp"

namespace xdnasim::gemm {
namespace {

using kernels::DataType;

/// The upper half of an fp32.
struct UpperHalf {
    std::uint16_t bits;

    explicit UpperHalf(double value = 0)
        : bits{static_cast<std::uint16_t>(std::bit_cast<std::uint32_t>(static_cast<float>(value)) >>
                                          16)} {}
    explicit operator double() const {
        return static_cast<double>(std::bit_cast<float>(std::uint32_t{bits} << 16));
    }
};

template <class T>
void widen_each(const std::byte* from, std::span<double> to) {
    for (double& value : to) {
        T element;
        std::memcpy(&element, from, sizeof element);
        value = static_cast<double>(element);
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

template <class T>
constexpr Limits kLimitsOf{std::numeric_limits<T>::min(), std::numeric_limits<T>::max()};

[[noreturn]] void refuse(DataType type) {
    throw base::InputError{to_string(type) + ": the values of its elements are not modelled"};
}

}  // namespace

void widen(DataType type, const std::byte* from, std::span<double> to) {
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
    refuse(type);
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
    refuse(type);
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
