#include <array>
#include <cmath>
#include <cstring>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "xdnasim/workloads/kernels/bfloat16.hpp"
#include "xdnasim/workloads/kernels/execute.hpp"
#include "xdnasim/workloads/kernels/product.hpp"

namespace xdnasim::kernels {
namespace {

using Bytes = std::vector<std::byte>;
using Values = std::vector<float>;

/// Values that bf16 has.
Bytes bytes_of(const Values& values) {
    Bytes bytes;
    for (const float value : values) {
        const auto two =
            std::bit_cast<std::array<std::byte, 2>>(to_bfloat16<Rounding::ConvEven>(value).bits);
        bytes.insert(bytes.end(), two.begin(), two.end());
    }
    return bytes;
}

Values values_of(const Bytes& bytes) {
    Values values;
    for (std::size_t i = 0; i < bytes.size(); i += 2) {
        Bfloat16 element;
        std::memcpy(&element, bytes.data() + i, sizeof element);
        values.push_back(static_cast<float>(element));
    }
    return values;
}

Values run(const Matmul& matmul, const Values& a, const Values& b, const Values& c) {
    std::array<Bytes, 3> bytes{bytes_of(a), bytes_of(b), bytes_of(c)};
    const std::array<std::span<std::byte>, 3> arguments{bytes[0], bytes[1], bytes[2]};
    execute({"multiply", matmul, {}}, arguments);
    return values_of(bytes[2]);
}

constexpr Matmul bf16_matmul(int m, int k, int n, Rounding rounding = Rounding::ConvEven) {
    return {DataType::Bf16, DataType::Bf16, DataType::Bf16, m, k, n, 1, 1, 1, 0, rounding};
}

Values random_values(int count, unsigned seed) {
    std::mt19937 random{seed};
    std::uniform_real_distribution<float> distribution{-1, 1};
    Values values(static_cast<std::size_t>(count));
    for (float& value : values)
        value = static_cast<float>(to_bfloat16<Rounding::ConvEven>(distribution(random)));
    return values;
}

/// Tiles of 1 x 1, so that A and C are plainly row-major and B is in the order of its tiles.
Values naive(const Matmul& x, const Values& a, const Values& b, Values c) {
    for (int i = 0; i < x.m; ++i) {
        for (int j = 0; j < x.n; ++j) {
            float sum = 0;
            for (int k = 0; k < x.k; ++k) {
                const int in_b = x.b_layout == Layout::RowMajor ? k * x.n + j : j * x.k + k;
                sum += a[static_cast<std::size_t>(i * x.k + k)] * b[static_cast<std::size_t>(in_b)];
            }
            float& out = c[static_cast<std::size_t>(i * x.n + j)];
            out = with_rounding(x.rounding, [&]<Rounding kRounding>() {
                return static_cast<float>(to_bfloat16<kRounding>(out + sum));
            });
        }
    }
    return c;
}

TEST(ExecuteBf16, MultipliesAndAdds) {
    EXPECT_EQ(run(bf16_matmul(2, 2, 1), {1, 2, 3, -4}, {0.5F, 0.25F}, {10, 20}),
              (Values{11, 20.5F}));
}

TEST(ExecuteBf16, SumsUpInFloatInTheOrderOfKAndThenAddsC) {
    Matmul matmul = bf16_matmul(7, 40, 19);
    for (const auto layout : {Layout::ColumnMajor, Layout::RowMajor}) {
        matmul.b_layout = layout;
        const Values a = random_values(7 * 40, 1);
        const Values b = random_values(40 * 19, 2);
        const Values c = random_values(7 * 19, 3);
        EXPECT_EQ(run(matmul, a, b, c), naive(matmul, a, b, c));
    }
}

TEST(ExecuteBf16, RoundsInEveryMode) {
    const Values a = random_values(8 * 16, 4);
    const Values b = random_values(16 * 8, 5);
    const Values c = random_values(8 * 8, 6);
    for (int rounding = 0; rounding <= static_cast<int>(Rounding::ConvOdd); ++rounding) {
        const Matmul matmul = bf16_matmul(8, 16, 8, static_cast<Rounding>(rounding));
        EXPECT_EQ(run(matmul, a, b, c), naive(matmul, a, b, c)) << rounding;
    }
}

TEST(ExecuteBf16, RoundsOnceACall) {
    // 1 + 2^-9 + 2^-9 + 2^-9 + 2^-9 = 1 + 2^-7; rounded after every product it would stay 1.
    const Values small(4, 0x1p-9F);
    EXPECT_EQ(run(bf16_matmul(1, 4, 1), {1, 1, 1, 1}, small, {1}), (Values{1 + 0x1p-7F}));
    Values c{1};
    for (int call = 0; call < 4; ++call)
        c = run(bf16_matmul(1, 1, 1), {1}, {0x1p-9F}, c);
    EXPECT_EQ(c, (Values{1}));
}

TEST(ExecuteBf16, BeyondTheRangeLiesInfinity) {
    EXPECT_EQ(run(bf16_matmul(1, 1, 2), {0x1p100F}, {0x1p100F, -0x1p100F}, {0, 0}),
              (Values{INFINITY, -INFINITY}));
}

TEST(ExecuteBf16, NanStaysNan) {
    EXPECT_TRUE(std::isnan(run(bf16_matmul(1, 1, 1), {1}, {1}, {NAN}).front()));
    EXPECT_TRUE(std::isnan(run(bf16_matmul(1, 1, 1), {INFINITY}, {0}, {1}).front()));
}

TEST(ExecuteBf16, EveryVectorUnitGivesTheSameProduct) {
    const Matmul matmul = bf16_matmul(9, 50, 21);
    const Bytes a = bytes_of(random_values(9 * 50, 7));
    const Bytes b = bytes_of(random_values(50 * 21, 8));
    const auto product = [&](VectorUnit unit) {
        const auto found = tiled_product<float, Bfloat16>(matmul, a.data(), b.data(), unit);
        return Values(found.begin(), found.end());
    };
    EXPECT_EQ(product(VectorUnit::Baseline), product(vector_unit_here()));
}

}  // namespace
}  // namespace xdnasim::kernels
