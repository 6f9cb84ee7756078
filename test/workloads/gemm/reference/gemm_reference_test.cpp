#include "workloads/gemm/reference/gemm_reference.hpp"

#include <gtest/gtest.h>

#include "test/workloads/kernels/raw_elements.hpp"
#include "workloads/kernels/matmul_program.hpp"
#include "workloads/kernels/numerics.hpp"

namespace xdnasim::gemm {
namespace {

using kernels::DataType;
using kernels::Layout;
using kernels::Rounding;
using kernels::test::bytes_of;
using kernels::test::RawElements;
using kernels::test::values_of;

GemmDesign gemm(Extent size, std::int64_t k_ct, DataType in, DataType out) {
    GemmDesign gemm;
    gemm.size = gemm.padded = size;
    gemm.tile.ask().k = k_ct;
    gemm.a_type = gemm.b_type = in;
    gemm.c_type = out;
    gemm.shift = kernels::default_shift(in, in, out, size.k);
    gemm.rounding = Rounding::ConvEven;
    return gemm;
}

/// The reference's result for integers, where every output has a single possible value.
RawElements exact(const GemmDesign& description, const RawElements& a, const RawElements& b) {
    Expected expected = reference(description, a, b);
    EXPECT_TRUE(expected.highest.empty());
    return expected.lowest;
}

/// C by the recurrence over slices of K, computed in integers one output at a time.
template <class In, class Out>
std::vector<Out> expected(const GemmDesign& x, const RawElements& a_bytes,
                          const RawElements& b_bytes) {
    const auto a = values_of<In>(a_bytes);
    const auto b = values_of<In>(b_bytes);
    const auto [m, k_all, n] = x.padded;
    const auto at = [](std::int64_t i) { return static_cast<std::size_t>(i); };
    std::vector<Out> c(at(m * n));
    for (std::int64_t i = 0; i < m * n; ++i) {
        for (std::int64_t slice = 0; slice < k_all; slice += x.tile->k) {
            std::int64_t sum = std::int64_t{c[at(i)]} << x.shift;
            for (std::int64_t k = slice; k < slice + x.tile->k; ++k) {
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
void expect_exact(const GemmDesign& description) {
    const RawElements a = random_a(description, 1);
    const RawElements b = random_b(description, 1);
    EXPECT_EQ(values_of<Out>(exact(description, a, b)), (expected<In, Out>(description, a, b)));
}

TEST(GemmReference, RoundsAfterEverySlice) {
    // A shift of 1 halves the sum at the end of each slice, halves rounded to even.
    // Products 1 and 1 in two slices: 1 / 2 -> 0, then 0 + 1 / 2 -> 0; in one slice 2 / 2 = 1.
    // Products 5 and 3 in two slices: 5 / 2 -> 2, then 2 + 3 / 2 -> 4; in one slice 8 / 2 = 4.
    auto description = gemm({1, 2, 2}, 1, DataType::Int8, DataType::Int8);
    description.shift = 1;
    const RawElements a = bytes_of<std::int8_t>({1, 1});
    const RawElements b = bytes_of<std::int8_t>({1, 1, 5, 3});
    EXPECT_EQ(values_of<std::int8_t>(exact(description, a, b)), (std::vector<std::int8_t>{0, 4}));
    description.tile.ask().k = 2;
    EXPECT_EQ(values_of<std::int8_t>(exact(description, a, b)), (std::vector<std::int8_t>{1, 4}));
}

TEST(GemmReference, SaturatesAfterEverySlice) {
    auto description = gemm({1, 2, 1}, 1, DataType::Int8, DataType::Int8);
    description.shift = 0;
    // First slice: 100 * 2 saturates at 127. Second slice: 127 - 100 * 1 = 27.
    const RawElements c =
        exact(description, bytes_of<std::int8_t>({100, -100}), bytes_of<std::int8_t>({2, 1}));
    EXPECT_EQ(values_of<std::int8_t>(c), (std::vector<std::int8_t>{27}));
}

TEST(GemmReference, IsExactForEveryPairOfTypes) {
    const Extent size{20, 48, 28};
    expect_exact<std::int8_t, std::int8_t>(gemm(size, 16, DataType::Int8, DataType::Int8));
    expect_exact<std::int8_t, std::int16_t>(gemm(size, 16, DataType::Int8, DataType::Int16));
    expect_exact<std::int8_t, std::int32_t>(gemm(size, 16, DataType::Int8, DataType::Int32));
    expect_exact<std::int16_t, std::int16_t>(gemm(size, 16, DataType::Int16, DataType::Int16));
    expect_exact<std::int16_t, std::int32_t>(gemm(size, 16, DataType::Int16, DataType::Int32));
}

TEST(GemmReference, RoundsInEveryMode) {
    for (const Rounding rounding : kernels::kRoundings) {
        auto description = gemm({24, 24, 40}, 4, DataType::Int8, DataType::Int16);
        description.rounding = rounding;
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
    description = gemm({20, 48, 28}, 16, DataType::Int16, DataType::Int16);
    description.b_layout = Layout::RowMajor;
    expect_exact<std::int16_t, std::int16_t>(description);
}

TEST(GemmReference, JoinsBlocksOfAnySize) {
    for (const auto layout : {Layout::ColumnMajor, Layout::RowMajor}) {
        auto description = gemm({259, 6, 1030}, 3, DataType::Int8, DataType::Int8);
        description.b_layout = layout;
        expect_exact<std::int8_t, std::int8_t>(description);
    }
}

TEST(GemmReference, AccumulatorsOf32BitsWrap) {
    // 2^18 products of 2^14 add up to 2^32, which wraps to 0.
    auto description = gemm({1, 1 << 18, 1}, 1 << 10, DataType::Int8, DataType::Int32);
    const RawElements extremes = bytes_of(std::vector<std::int8_t>(1 << 18, -128));
    const RawElements c = exact(description, extremes, extremes);
    EXPECT_EQ(values_of<std::int32_t>(c), (std::vector<std::int32_t>{0}));
}

TEST(GemmReference, IsExactWhereSumsOfASliceNeedMoreBitsThanFp32Has) {
    // 1,024 products of 2^14 add up to 2^24; the last product makes it 2^24 + 1, which fp32 cannot
    // represent.
    auto description = gemm({1, 1025, 1}, 1025, DataType::Int8, DataType::Int32);
    std::vector<std::int8_t> line(1024, -128);
    line.push_back(1);
    const RawElements both = bytes_of(line);
    const RawElements c = exact(description, both, both);
    EXPECT_EQ(values_of<std::int32_t>(c), (std::vector<std::int32_t>{(1 << 24) + 1}));
}

TEST(GemmReference, IsExactWhereAccumulatorsNeedMoreBitsThanADouble) {
    for (const Rounding rounding : kernels::kRoundings) {
        auto description = gemm({12, 64, 40}, 16, DataType::Int16, DataType::Int32);
        description.rounding = rounding;
        for (const int shift : {20, 27, 31}) {
            description.shift = shift;
            expect_exact<std::int16_t, std::int32_t>(description);
        }
    }
}

TEST(GemmReference, RoundsTiesOfWideAccumulatorsInEveryMode) {
    // Products of +-2^14 and -2^15 are +-2^29, half of the unit 2^30 that the shift leaves: ties.
    // The second product adds 1, 0 or -1, which moves some sums just above or below a tie.
    const RawElements a = bytes_of<std::int16_t>({16384, 1, 16384, 0, 16384, -1, -16384, 0});
    const RawElements b = bytes_of<std::int16_t>({-32768, 1, -32768, 0, -32768, -1, -32768, 1});
    for (const Rounding rounding : kernels::kRoundings) {
        auto description = gemm({4, 2, 4}, 2, DataType::Int16, DataType::Int32);
        description.rounding = rounding;
        description.shift = 30;
        const auto right = expected<std::int16_t, std::int32_t>(description, a, b);
        EXPECT_EQ(values_of<std::int32_t>(exact(description, a, b)), right) << to_string(rounding);
    }
}

TEST(GemmReference, TheDefaultShiftSaturatesLessThanOnePercent) {
    for (const auto in : {DataType::Int8, DataType::Int16}) {
        for (const auto out : {DataType::Int8, DataType::Int16, DataType::Int32}) {
            const auto description = gemm({64, 4320, 64}, 72, in, out);
            const RawElements c =
                exact(description, random_a(description, 1), random_b(description, 1));
            const schedule::Verification comparison = compare(description, {c}, c);
            EXPECT_LT(comparison.saturated_share, 0.01) << to_string(in) << to_string(out);
        }
    }
}

TEST(GemmReference, SaysHowMuchMemoryItTakes) {
    const auto small = gemm({64, 64, 64}, 16, DataType::Int8, DataType::Int8);
    const auto large = gemm({1064, 64, 1000}, 16, DataType::Int8, DataType::Int8);
    const auto difference = memory_of_reference(large) - memory_of_reference(small);
    EXPECT_EQ(difference.count(), 1064 * 1000 - 64 * 64);
}

TEST(GemmReference, TakesTwiceTheMemoryForBounds) {
    const auto exact_one = gemm({64, 64, 64}, 16, DataType::Int16, DataType::Int16);
    const auto bounded = gemm({64, 64, 64}, 16, DataType::Bf16, DataType::Bf16);
    const auto difference = memory_of_reference(bounded) - memory_of_reference(exact_one);
    EXPECT_EQ(difference.count(), 64 * 64 * 2);
}

}  // namespace
}  // namespace xdnasim::gemm
