#include "xdnasim/workloads/gemm/reference/gemm_reference.hpp"

#include <cstring>

#include <gtest/gtest.h>

#include "xdnasim/arch/error.hpp"
#include "xdnasim/workloads/gemm/reference/gemm_inputs.hpp"
#include "xdnasim/workloads/kernels/default_shift.hpp"
#include "xdnasim/workloads/kernels/numerics.hpp"

namespace xdnasim::gemm {
namespace {

using kernels::DataType;
using kernels::Rounding;
using schedule::GemmDescription;
using schedule::Layout;
using Bytes = std::vector<std::byte>;

template <class T>
Bytes bytes_of(const std::vector<T>& values) {
    Bytes bytes(values.size() * sizeof(T));
    std::memcpy(bytes.data(), values.data(), bytes.size());
    return bytes;
}

template <class T>
std::vector<T> values_of(const Bytes& bytes) {
    std::vector<T> values(bytes.size() / sizeof(T));
    std::memcpy(values.data(), bytes.data(), bytes.size());
    return values;
}

GemmDescription gemm(schedule::Extent size, std::int64_t k_ct, DataType in, DataType out) {
    GemmDescription gemm;
    gemm.asked = gemm.padded = size;
    gemm.tile.k = k_ct;
    gemm.a_type = gemm.b_type = in;
    gemm.c_type = out;
    gemm.shift = kernels::default_shift(in, in, out, size.k);
    gemm.rounding = Rounding::ConvEven;
    return gemm;
}

/// The recurrence in integers, one output at a time.
template <class In, class Out>
std::vector<Out> expected(const GemmDescription& x, const Bytes& a_bytes, const Bytes& b_bytes) {
    const auto a = values_of<In>(a_bytes);
    const auto b = values_of<In>(b_bytes);
    const auto [m, k_all, n] = x.padded;
    const auto at = [](std::int64_t i) { return static_cast<std::size_t>(i); };
    std::vector<Out> c(at(m * n));
    for (std::int64_t i = 0; i < m * n; ++i) {
        for (std::int64_t slice = 0; slice < k_all; slice += x.tile.k) {
            std::int64_t sum = std::int64_t{c[at(i)]} << x.shift;
            for (std::int64_t k = slice; k < slice + x.tile.k; ++k) {
                const std::int64_t in_b =
                    x.b_layout == Layout::ColumnMajor ? i % n * k_all + k : k * n + i % n;
                sum += std::int64_t{a[at(i / n * k_all + k)]} * b[at(in_b)];
            }
            c[at(i)] = kernels::saturate<Out>(kernels::shift_round(sum, x.shift, x.rounding));
        }
    }
    return c;
}

template <class In, class Out>
void expect_exact(const GemmDescription& description) {
    const Bytes a = random_a(description, 1);
    const Bytes b = random_b(description, 1);
    EXPECT_EQ(values_of<Out>(reference(description, a, b)), (expected<In, Out>(description, a, b)));
}

TEST(GemmReference, RoundsAfterEverySlice) {
    // Products 1, 1: 1 / 2 -> 0 twice, in one slice 2 / 2 = 1. Products 5, 3: 5 / 2 -> 2,
    // then 2 + 3 / 2 -> 4, in one slice 8 / 2 = 4.
    auto description = gemm({1, 2, 2}, 1, DataType::Int8, DataType::Int8);
    description.shift = 1;
    const Bytes a = bytes_of<std::int8_t>({1, 1});
    const Bytes b = bytes_of<std::int8_t>({1, 1, 5, 3});
    EXPECT_EQ(values_of<std::int8_t>(reference(description, a, b)),
              (std::vector<std::int8_t>{0, 4}));
    description.tile.k = 2;
    EXPECT_EQ(values_of<std::int8_t>(reference(description, a, b)),
              (std::vector<std::int8_t>{1, 4}));
}

TEST(GemmReference, SaturatesAfterEverySlice) {
    auto description = gemm({1, 2, 1}, 1, DataType::Int8, DataType::Int8);
    description.shift = 0;
    // 100 * 2 saturates at 127; 127 - 100.
    const Bytes c =
        reference(description, bytes_of<std::int8_t>({100, -100}), bytes_of<std::int8_t>({2, 1}));
    EXPECT_EQ(values_of<std::int8_t>(c), (std::vector<std::int8_t>{27}));
}

TEST(GemmReference, IsExactForEveryPairOfTypes) {
    const schedule::Extent size{20, 48, 28};
    expect_exact<std::int8_t, std::int8_t>(gemm(size, 16, DataType::Int8, DataType::Int8));
    expect_exact<std::int8_t, std::int16_t>(gemm(size, 16, DataType::Int8, DataType::Int16));
    expect_exact<std::int8_t, std::int32_t>(gemm(size, 16, DataType::Int8, DataType::Int32));
    expect_exact<std::int16_t, std::int16_t>(gemm(size, 16, DataType::Int16, DataType::Int16));
    expect_exact<std::int16_t, std::int32_t>(gemm(size, 16, DataType::Int16, DataType::Int32));
}

TEST(GemmReference, RoundsInEveryMode) {
    for (int rounding = 0; rounding <= static_cast<int>(Rounding::ConvOdd); ++rounding) {
        auto description = gemm({24, 24, 40}, 4, DataType::Int8, DataType::Int16);
        description.rounding = static_cast<Rounding>(rounding);
        for (const int shift : {0, 1, 2, 5}) {
            description.shift = shift;
            expect_exact<std::int8_t, std::int16_t>(description);
        }
    }
}

TEST(GemmReference, ReadsBInBothLayouts) {
    auto description = gemm({20, 48, 28}, 16, DataType::Int8, DataType::Int16);
    description.b_layout = Layout::ColumnMajor;
    expect_exact<std::int8_t, std::int16_t>(description);
    description.b_layout = Layout::RowMajor;
    expect_exact<std::int8_t, std::int16_t>(description);
}

TEST(GemmReference, JoinsBlocksOfAnySize) {
    for (const auto layout : {Layout::ColumnMajor, Layout::RowMajor}) {
        auto description = gemm({259, 6, 1030}, 3, DataType::Int8, DataType::Int8);
        description.b_layout = layout;
        expect_exact<std::int8_t, std::int8_t>(description);
    }
}

TEST(GemmReference, AccumulatorsOf32BitsWrap) {
    // 2^18 products of 2^14 are 2^32.
    auto description = gemm({1, 1 << 18, 1}, 1 << 10, DataType::Int8, DataType::Int32);
    const Bytes extremes = bytes_of(std::vector<std::int8_t>(1 << 18, -128));
    const Bytes c = reference(description, extremes, extremes);
    EXPECT_EQ(values_of<std::int32_t>(c), (std::vector<std::int32_t>{0}));
}

TEST(GemmReference, RefusesWhatDoublesCannotHold) {
    auto description = gemm({1, 16, 1}, 16, DataType::Int16, DataType::Int32);
    description.shift = 31;
    const Bytes line(32);
    EXPECT_THROW(static_cast<void>(reference(description, line, line)), arch::InputError);
}

TEST(GemmReference, TheDefaultShiftSaturatesLessThanOnePercent) {
    for (const auto out : {DataType::Int8, DataType::Int16, DataType::Int32}) {
        const auto description = gemm({64, 4320, 64}, 72, DataType::Int8, out);
        const Bytes c = reference(description, random_a(description, 1), random_b(description, 1));
        const Comparison comparison = compare(description, c, c);
        EXPECT_LT(comparison.saturated_share, 0.01) << to_string(out);
    }
}

TEST(GemmComparison, SaysThatAllAreEqual) {
    const auto description = gemm({1024, 8, 1100}, 8, DataType::Int8, DataType::Int8);
    const Bytes c(1024 * 1100);
    const Comparison comparison = compare(description, c, c);
    EXPECT_TRUE(comparison.equal);
    EXPECT_EQ(comparison.message, "all 1,126,400 outputs equal");
}

TEST(GemmComparison, NamesTheFirstThatDiffersAndCountsAll) {
    const auto description = gemm({3, 8, 4}, 8, DataType::Int8, DataType::Int16);
    const std::vector<std::int16_t> right(12, 7);
    auto wrong = right;
    wrong[6] = -300;
    wrong[11] = 8;
    const Comparison comparison = compare(description, bytes_of(right), bytes_of(wrong));
    EXPECT_FALSE(comparison.equal);
    EXPECT_EQ(comparison.message,
              "2 of 12 outputs differ, first at row 1, column 2: expected 7, got -300");
}

TEST(GemmComparison, LooksAtTheAskedPartOnly) {
    auto description = gemm({3, 8, 4}, 8, DataType::Int8, DataType::Int8);
    description.asked = {2, 8, 3};
    Bytes right(12);
    Bytes wrong = right;
    wrong[3] = wrong[7] = wrong[8] = std::byte{1};
    EXPECT_TRUE(compare(description, right, wrong).equal);
    wrong[6] = std::byte{1};
    EXPECT_FALSE(compare(description, right, wrong).equal);
}

TEST(GemmComparison, CountsExpectedOutputsAtTheEndsOfTheType) {
    const auto narrow = gemm({1, 8, 4}, 8, DataType::Int8, DataType::Int8);
    const Bytes bytes = bytes_of<std::int8_t>({-128, 127, 126, -127});
    EXPECT_DOUBLE_EQ(compare(narrow, bytes, bytes).saturated_share, 0.5);
    const auto wide = gemm({1, 8, 4}, 8, DataType::Int8, DataType::Int32);
    const Bytes words = bytes_of<std::int32_t>({2'147'483'647, 127, -128, 0});
    EXPECT_DOUBLE_EQ(compare(wide, words, words).saturated_share, 0.25);
}

}  // namespace
}  // namespace xdnasim::gemm
