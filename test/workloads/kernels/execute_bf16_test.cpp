#include <array>
#include <cmath>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "test/workloads/kernels/raw_elements.hpp"
#include "workloads/kernels/execute.hpp"
#include "workloads/kernels/numerics.hpp"

namespace xdnasim::kernels {
namespace {

using Floats = std::vector<float>;
using test::bf16_bytes_of;
using test::bf16_values_of;
using test::bytes_of;
using test::RawElements;
using test::values_of;

Floats run(const Matmul& matmul, const Floats& a, const Floats& b, const Floats& c) {
    std::array<RawElements, 3> bytes{bf16_bytes_of(a), bf16_bytes_of(b), bf16_bytes_of(c)};
    const std::array<std::span<std::byte>, 3> arguments{bytes[0], bytes[1], bytes[2]};
    execute({"multiply", matmul, {}}, arguments);
    return bf16_values_of(bytes[2]);
}

Floats run_to_f32(Matmul matmul, const Floats& a, const Floats& b, const Floats& c) {
    matmul.c = DataType::F32;
    std::array<RawElements, 3> bytes{bf16_bytes_of(a), bf16_bytes_of(b), bytes_of(c)};
    const std::array<std::span<std::byte>, 3> arguments{bytes[0], bytes[1], bytes[2]};
    execute({"multiply", matmul, {}}, arguments);
    return values_of<float>(bytes[2]);
}

constexpr Matmul bf16_matmul(int m, int k, int n, Rounding rounding = Rounding::ConvEven) {
    return {DataType::Bf16, DataType::Bf16, DataType::Bf16, m, k, n, 1, 1, 1, 0, rounding};
}

Floats random_values(int count, unsigned seed) {
    std::mt19937 random{seed};
    std::uniform_real_distribution<float> distribution{-1, 1};
    Floats values(static_cast<std::size_t>(count));
    for (float& value : values)
        value = static_cast<float>(to_bfloat16<Rounding::ConvEven>(distribution(random)));
    return values;
}

/// C computed one output at a time. Precondition: tiles of 1 x 1, so that A and C are row-major and
/// B has the order of `x.b_layout`.
Floats naive(const Matmul& x, const Floats& a, const Floats& b, Floats c) {
    for (int i = 0; i < x.m; ++i) {
        for (int j = 0; j < x.n; ++j) {
            float sum = 0;
            for (int k = 0; k < x.k; ++k) {
                const int in_b = x.b_layout == Layout::RowMajor ? k * x.n + j : j * x.k + k;
                sum += a[static_cast<std::size_t>(i * x.k + k)] * b[static_cast<std::size_t>(in_b)];
            }
            float& out = c[static_cast<std::size_t>(i * x.n + j)];
            out = x.c == DataType::F32
                      ? out + sum
                      : with_rounding(x.rounding, [&]<Rounding kRounding>() {
                            return static_cast<float>(to_bfloat16<kRounding>(out + sum));
                        });
        }
    }
    return c;
}

TEST(ExecuteBf16, MultipliesAndAdds) {
    EXPECT_EQ(run(bf16_matmul(2, 2, 1), {1, 2, 3, -4}, {0.5F, 0.25F}, {10, 20}),
              (Floats{11, 20.5F}));
}

TEST(ExecuteBf16, SumsUpInFloatInTheOrderOfKAndThenAddsC) {
    Matmul matmul = bf16_matmul(7, 40, 19);
    for (const auto layout : {Layout::ColumnMajor, Layout::RowMajor}) {
        matmul.b_layout = layout;
        const Floats a = random_values(7 * 40, 1);
        const Floats b = random_values(40 * 19, 2);
        const Floats c = random_values(7 * 19, 3);
        EXPECT_EQ(run(matmul, a, b, c), naive(matmul, a, b, c));
    }
}

TEST(ExecuteBf16, RoundsInEveryMode) {
    const Floats a = random_values(8 * 16, 4);
    const Floats b = random_values(16 * 8, 5);
    const Floats c = random_values(8 * 8, 6);
    for (const Rounding rounding : kRoundings) {
        const Matmul matmul = bf16_matmul(8, 16, 8, rounding);
        EXPECT_EQ(run(matmul, a, b, c), naive(matmul, a, b, c)) << to_string(rounding);
    }
}

TEST(ExecuteBf16, RoundsOnceACall) {
    // 1 + 2^-9 + 2^-9 + 2^-9 + 2^-9 = 1 + 2^-7. Rounded after every product, C stays 1.
    const Floats small(4, 0x1p-9F);
    EXPECT_EQ(run(bf16_matmul(1, 4, 1), {1, 1, 1, 1}, small, {1}), (Floats{1 + 0x1p-7F}));
    Floats c{1};
    for (int call = 0; call < 4; ++call)
        c = run(bf16_matmul(1, 1, 1), {1}, {0x1p-9F}, c);
    EXPECT_EQ(c, (Floats{1}));
}

TEST(ExecuteBf16, AddsToF32InTheOrderOfKWithoutRounding) {
    Matmul matmul = bf16_matmul(7, 40, 19);
    matmul.c = DataType::F32;
    const Floats a = random_values(7 * 40, 1);
    const Floats b = random_values(40 * 19, 2);
    Floats c = random_values(7 * 19, 3);
    c.front() = 0x1.234567p0F;
    for (const auto layout : {Layout::ColumnMajor, Layout::RowMajor}) {
        matmul.b_layout = layout;
        EXPECT_EQ(run_to_f32(matmul, a, b, c), naive(matmul, a, b, c));
    }
}

TEST(ExecuteBf16, KeepsInF32WhatBf16HasNoPlaceFor) {
    Floats c{1};
    for (int call = 0; call < 4; ++call)
        c = run_to_f32(bf16_matmul(1, 1, 1), {1}, {0x1p-9F}, c);
    EXPECT_EQ(c, (Floats{1 + 0x1p-7F}));
    EXPECT_EQ(run_to_f32(bf16_matmul(1, 1, 1), {1}, {0x1p-23F}, {1}), (Floats{1 + 0x1p-23F}));
}

TEST(ExecuteBf16, BeyondTheRangeLiesInfinity) {
    EXPECT_EQ(run(bf16_matmul(1, 1, 2), {0x1p100F}, {0x1p100F, -0x1p100F}, {0, 0}),
              (Floats{INFINITY, -INFINITY}));
}

TEST(ExecuteBf16, NanStaysNan) {
    EXPECT_TRUE(std::isnan(run(bf16_matmul(1, 1, 1), {1}, {1}, {NAN}).front()));
    EXPECT_TRUE(std::isnan(run(bf16_matmul(1, 1, 1), {INFINITY}, {0}, {1}).front()));
}

TEST(ExecuteBf16, EveryVectorUnitGivesTheSameProduct) {
    const Matmul matmul = bf16_matmul(9, 50, 21);
    const RawElements a = bf16_bytes_of(random_values(9 * 50, 7));
    const RawElements b = bf16_bytes_of(random_values(50 * 21, 8));
    const auto product = [&](VectorUnit unit) {
        const auto found = tiled_product<float, Bfloat16>(matmul, a.data(), b.data(), unit);
        return Floats(found.begin(), found.end());
    };
    EXPECT_EQ(product(VectorUnit::Baseline), product(vector_unit_here()));
}

}  // namespace
}  // namespace xdnasim::kernels
