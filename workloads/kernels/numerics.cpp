#include "workloads/kernels/numerics.hpp"

#include <cassert>

#include "base/error.hpp"

namespace xdnasim::kernels {
namespace {

template <class T>
constexpr Range kRangeOf{std::numeric_limits<T>::min(), std::numeric_limits<T>::max()};

}  // namespace

int accumulator_bits(DataType a) {
    switch (a) {
        case DataType::Int16:
        case DataType::Int32:
            return 64;
        case DataType::Int8:
        case DataType::Bf16:
        case DataType::F32:
        case DataType::Bfp16ebs8:
            break;
    }
    return 32;
}

Range range_of(DataType type) {
    switch (type) {
        case DataType::Int8:
            return kRangeOf<std::int8_t>;
        case DataType::Int16:
            return kRangeOf<std::int16_t>;
        case DataType::Int32:
            return kRangeOf<std::int32_t>;
        case DataType::Bf16:
        case DataType::F32:
        case DataType::Bfp16ebs8:
            break;
    }
    throw base::InputError{to_string(type) +
                           " is not an integer type: it has no range of integers"};
}

std::int64_t shift_round(std::int64_t value, int shift, Rounding rounding) {
    assert(0 <= shift && shift <= kMaxShift);
    return with_rounding(shift == 0 ? Rounding::Floor : rounding, [=]<Rounding kRounding>() {
        return shift_round<kRounding>(value, shift);
    });
}

}  // namespace xdnasim::kernels
