#include "workloads/kernels/bfp16.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "base/error.hpp"

namespace xdnasim::kernels {
namespace {

constexpr int kFractionBits = 23;
constexpr int kExponentMask = 0xff;
constexpr int kNotFinite = 0xff;
constexpr int kBias = 127;
constexpr int kFractionOfMantissa = 6;

int exponent_field(float value) {
    return static_cast<int>(std::bit_cast<std::uint32_t>(value) >> kFractionBits) & kExponentMask;
}

/// Mantissa of `value`, shifted out of its 24-bit significand, at the block's exponent field
/// `shared`.
std::int8_t mantissa_at(float value, int shared) {
    constexpr std::uint32_t kHiddenOne = std::uint32_t{1} << kFractionBits;
    constexpr int kCutOff = kFractionBits - kFractionOfMantissa;
    constexpr int kWidth = 32;
    const auto bits = std::bit_cast<std::uint32_t>(value);
    const int own = exponent_field(value);
    const std::uint32_t fraction = bits & (kHiddenOne - 1);
    const auto magnitude = static_cast<std::int32_t>(own == 0 ? fraction : fraction | kHiddenOne);
    const std::int32_t significand = std::signbit(value) ? -magnitude : magnitude;
    const int shift = std::min(kCutOff + shared - own, kWidth - 1);
    return static_cast<std::int8_t>(significand >> shift);
}

}  // namespace

Bfp16Block encode_bfp16(std::span<const float, kBfp16Values> values) {
    int shared = 0;
    for (const float value : values)
        shared = std::max(shared, exponent_field(value));
    if (shared == kNotFinite)
        throw base::InputError{
            "bfp16ebs8 has neither infinity nor NaN: a block of 8 values with one of them cannot "
            "be encoded"};
    Bfp16Block block{static_cast<std::byte>(shared)};
    for (std::size_t i = 0; i < values.size(); ++i)
        block.at(1 + i) = static_cast<std::byte>(mantissa_at(values[i], shared));
    return block;
}

std::array<float, kBfp16Values> decode_bfp16(const Bfp16Block& block) {
    // Exact, even if it is subnormal.
    const float unit =
        std::ldexp(1.0F, std::to_integer<int>(block[0]) - kBias - kFractionOfMantissa);
    std::array<float, kBfp16Values> values{};
    for (std::size_t i = 0; i < values.size(); ++i) {
        const auto mantissa = static_cast<std::int8_t>(block.at(1 + i));
        values.at(i) = static_cast<float>(mantissa) * unit;
    }
    return values;
}

Bfp16Tile load_bfp16_tile(const std::byte* from) {
    Bfp16Tile tile{};
    for (std::size_t row = 0; row < kBfp16Values; ++row) {
        Bfp16Block block;
        std::memcpy(block.data(), from + row * kBfp16Bytes, block.size());
        std::ranges::copy(decode_bfp16(block),
                          tile.begin() + static_cast<std::ptrdiff_t>(row * kBfp16Values));
    }
    return tile;
}

void store_bfp16_tile(const Bfp16Tile& tile, std::byte* to) {
    for (std::size_t row = 0; row < kBfp16Values; ++row) {
        const std::span<const float, kBfp16Values> values{tile.data() + row * kBfp16Values,
                                                          std::size_t{kBfp16Values}};
        std::ranges::copy(encode_bfp16(values), to + row * kBfp16Bytes);
    }
}

}  // namespace xdnasim::kernels
