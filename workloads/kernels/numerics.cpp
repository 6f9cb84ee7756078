#include "xdnasim/workloads/kernels/numerics.hpp"

#include <cassert>

namespace xdnasim::kernels {
namespace {

template <class T>
constexpr Range kRangeOf{std::numeric_limits<T>::min(), std::numeric_limits<T>::max()};

}  // namespace

Range range_of(DataType type) {
    assert(type != DataType::Bf16 && type != DataType::Bfp16ebs8);
    switch (type) {
        case DataType::Int8:
            return kRangeOf<std::int8_t>;
        case DataType::Int16:
            return kRangeOf<std::int16_t>;
        default:
            return kRangeOf<std::int32_t>;
    }
}

std::int64_t shift_round(std::int64_t value, int shift, Rounding rounding) {
    assert(0 <= shift && shift <= kMaxShift);
    return with_rounding(shift == 0 ? Rounding::Floor : rounding, [=]<Rounding kRounding>() {
        return shift_round<kRounding>(value, shift);
    });
}

}  // namespace xdnasim::kernels
