#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <span>

#include "base/error.hpp"
#include "base/stop_request.hpp"
#include "workloads/gemm/reference/gemm_reference.hpp"
#include "workloads/gemm/reference/tiled_matrix.hpp"

namespace xdnasim::gemm {
namespace {

using kernels::DataType;

/// Random words by SplitMix64 (Steele, Lea, Flood 2014): every 64-bit value occurs once in 2^64
/// steps.
class RandomWords {
 public:
    explicit RandomWords(std::uint64_t seed) : state_{seed} {}

    std::uint64_t next() {
        std::uint64_t word = state_ += 0x9e3779b97f4a7c15;
        word = (word ^ (word >> 30)) * 0xbf58476d1ce4e5b9;
        word = (word ^ (word >> 27)) * 0x94d049bb133111eb;
        return word ^ (word >> 31);
    }

 private:
    std::uint64_t state_;
};

/// A matrix in memory: `lines` contiguous lines of `length` elements.
struct ContiguousLines {
    std::int64_t lines;
    std::int64_t length;
};

/// Makes every byte random, which for integers of any width is uniform over the type's range.
void fill_with_integers(std::span<std::byte> bytes, RandomWords& words) {
    static_assert(std::endian::native == std::endian::little);
    while (!bytes.empty()) {
        const auto word = std::bit_cast<std::array<std::byte, 8>>(words.next());
        const std::size_t taken = std::min(word.size(), bytes.size());
        std::copy_n(word.begin(), taken, bytes.begin());
        bytes = bytes.subspan(taken);
    }
}

/// A value uniform in [-1, 1), in steps of 2^-31, so that all likely exponents occur.
float random_float(RandomWords& words) {
    const auto whole = static_cast<std::int32_t>(words.next() >> 32);
    return static_cast<float>(std::ldexp(static_cast<double>(whole), -31));
}

/// A random float, truncated to bf16.
std::array<std::byte, 2> random_bf16(RandomWords& words) {
    const float value = random_float(words);
    const auto upper_half = static_cast<std::uint16_t>(std::bit_cast<std::uint32_t>(value) >> 16);
    return std::bit_cast<std::array<std::byte, 2>>(upper_half);
}

void fill_with_bf16(std::span<std::byte> bytes, RandomWords& words) {
    for (; !bytes.empty(); bytes = bytes.subspan(2)) {
        std::ranges::copy(random_bf16(words), bytes.begin());
    }
}

void fill(std::span<std::byte> bytes, DataType type, RandomWords& words) {
    switch (type) {
        case DataType::Int8:
        case DataType::Int16:
        case DataType::Int32:
            return fill_with_integers(bytes, words);
        case DataType::Bf16:
            return fill_with_bf16(bytes, words);
        case DataType::F32:
        case DataType::Bfp16ebs8:
            break;
    }
    throw base::InputError{"there are no random inputs of " + to_string(type)};
}

std::vector<std::byte> random_matrix(ContiguousLines asked, ContiguousLines padded, DataType type,
                                     std::uint64_t seed) {
    const std::int64_t element = kernels::size_of(type).count();
    const auto line = static_cast<std::size_t>(asked.length * element);
    const auto pitch = static_cast<std::size_t>(padded.length * element);
    std::vector<std::byte> bytes(static_cast<std::size_t>(padded.lines) * pitch);
    RandomWords words{seed};
    for (std::size_t i = 0; i < static_cast<std::size_t>(asked.lines); ++i) {
        base::stop_if_called_off();
        const auto elements = std::span{bytes}.subspan(i * pitch, line);
        fill(elements, type, words);
    }
    return bytes;
}

/// A random tiled matrix in bfp16ebs8, truncated; `asked`: its part without padding; 0 in the
/// padding.
std::vector<std::byte> random_tiled(const TiledMatrix& matrix, ContiguousLines asked,
                                    std::uint64_t seed) {
    RandomWords words{seed};
    return tiled(matrix, [&](std::int64_t line, std::span<double> values) {
        std::ranges::fill(values, 0.0);
        if (line >= asked.lines) return;
        for (double& value : values.first(static_cast<std::size_t>(asked.length)))
            value = random_float(words);
    });
}

ContiguousLines lines_of_b(const Extent& extent, kernels::Layout layout) {
    if (layout == kernels::Layout::RowMajor) return {extent.k, extent.n};
    return {extent.n, extent.k};
}

}  // namespace

std::vector<std::byte> random_a(const GemmDesign& gemm, std::uint64_t seed) {
    const ContiguousLines asked{gemm.size.m, gemm.size.k};
    if (gemm.a_is_tiled()) return random_tiled(tiled_a(gemm), asked, seed);
    return random_matrix(asked, {gemm.padded.m, gemm.padded.k}, gemm.a_type, seed);
}

std::vector<std::byte> random_b(const GemmDesign& gemm, std::uint64_t seed) {
    // For the same seed, the sequence differs from A's.
    constexpr std::uint64_t kOther = 0xb5297a4d3f84d5b5;
    if (gemm.b_is_tiled())
        return random_tiled(tiled_b(gemm), {gemm.size.n, gemm.size.k}, seed ^ kOther);
    return random_matrix(lines_of_b(gemm.size, gemm.b_layout),
                         lines_of_b(gemm.padded, gemm.b_layout), gemm.b_type, seed ^ kOther);
}

}  // namespace xdnasim::gemm
