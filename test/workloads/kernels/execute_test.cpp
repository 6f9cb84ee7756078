#include "workloads/kernels/execute.hpp"

#include <array>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "base/error.hpp"
#include "test/workloads/kernels/raw_elements.hpp"
#include "workloads/kernels/matmul_program.hpp"
#include "workloads/kernels/numerics.hpp"

namespace xdnasim::kernels {
namespace {

using test::bytes_of;
using test::RawElements;
using test::values_of;

RawElements run(const Matmul& matmul, RawElements a, RawElements b, RawElements c) {
    const std::array<std::span<std::byte>, 3> arguments{a, b, c};
    execute({"multiply", matmul, {}}, arguments);
    return c;
}

template <class T>
std::vector<T> random_values(int count, unsigned seed) {
    std::mt19937 random{seed};
    std::vector<T> values(static_cast<std::size_t>(count));
    for (auto& value : values)
        value = static_cast<T>(random());
    return values;
}

std::size_t place_in_a(const Matmul& x, int i, int k) {
    const int tile = i / x.r * (x.k / x.s) + k / x.s;
    return static_cast<std::size_t>(tile * x.r * x.s + i % x.r * x.s + k % x.s);
}

std::size_t place_in_b(const Matmul& x, int k, int j) {
    if (x.b_layout == Layout::RowMajor) {
        const int tile = k / x.s * (x.n / x.t) + j / x.t;
        return static_cast<std::size_t>(tile * x.s * x.t + k % x.s * x.t + j % x.t);
    }
    const int tile = j / x.t * (x.k / x.s) + k / x.s;
    return static_cast<std::size_t>(tile * x.s * x.t + j % x.t * x.s + k % x.s);
}

std::size_t place_in_c(const Matmul& x, int i, int j) {
    const int tile = i / x.r * (x.n / x.t) + j / x.t;
    return static_cast<std::size_t>(tile * x.r * x.t + i % x.r * x.t + j % x.t);
}

/// C as the description of the kernel defines it, computed one output at a time.
template <class In, class Out>
std::vector<Out> expected(const Matmul& x, const std::vector<In>& a, const std::vector<In>& b,
                          std::vector<Out> c) {
    for (int i = 0; i < x.m; ++i) {
        for (int j = 0; j < x.n; ++j) {
            auto& out = c[place_in_c(x, i, j)];
            std::int64_t sum = std::int64_t{out} << x.shift;
            for (int k = 0; k < x.k; ++k) {
                const std::int64_t left = a[place_in_a(x, i, k)];
                const std::int64_t right = b[place_in_b(x, k, j)];
                sum += left * right;
            }
            out = saturate<Out>(shift_round(sum, x.shift, x.rounding));
        }
    }
    return c;
}

template <class In, class Out>
void expect_as_described(const Matmul& matmul) {
    const auto a = random_values<In>(matmul.m * matmul.k, 1);
    const auto b = random_values<In>(matmul.k * matmul.n, 2);
    auto c = random_values<Out>(matmul.m * matmul.n, 3);
    if constexpr (sizeof(Out) == 4) {
        for (auto& value : c)
            value >>= 8;  // room for the sum in 32 bits
    }
    EXPECT_EQ(values_of<Out>(run(matmul, bytes_of(a), bytes_of(b), bytes_of(c))),
              expected(matmul, a, b, c));
}

constexpr Matmul int8_matmul(int m, int k, int n) {
    return {DataType::Int8,    DataType::Int8, DataType::Int8, m, k, n, 4, 8, 8, 7,
            Rounding::ConvEven};
}

TEST(Execute, ReadsAndWritesTheTiledLayouts) {
    // Rows of A: 1 2 3 4, 5 6 7 8. Columns of B: 1 2 3 4, 5 6 7 9.
    const Matmul matmul{DataType::Int8, DataType::Int8, DataType::Int32, 2, 4, 2, 1, 2, 1, 0,
                        Rounding::Floor};
    const RawElements a = bytes_of<std::int8_t>({1, 2, 3, 4, 5, 6, 7, 8});
    const RawElements b = bytes_of<std::int8_t>({1, 2, 3, 4, 5, 6, 7, 9});
    const RawElements c = bytes_of<std::int32_t>({1000, 0, 0, 0});
    EXPECT_EQ(values_of<std::int32_t>(run(matmul, a, b, c)),
              (std::vector<std::int32_t>{1030, 74, 70, 182}));
}

TEST(Execute, ShiftsTheLoadedOutputUpAndTheSumDown) {
    const Matmul matmul{DataType::Int8,        DataType::Int8, DataType::Int8, 1, 1, 4, 1, 1, 4, 4,
                        Rounding::SymmetricInf};
    // ((5 << 4) + 8 * 3) >> 4 = 6.5, and -6.5 for the negative numbers, rounded away from zero; the
    // other two outputs saturate at 127 and -128.
    const RawElements c =
        run(matmul, bytes_of<std::int8_t>({8}), bytes_of<std::int8_t>({3, -3, 127, -128}),
            bytes_of<std::int8_t>({5, -5, 100, -100}));
    EXPECT_EQ(values_of<std::int8_t>(c), (std::vector<std::int8_t>{7, -7, 127, -128}));
}

TEST(Execute, MultipliesInt8ToEveryOutputType) {
    Matmul matmul = int8_matmul(16, 24, 32);
    expect_as_described<std::int8_t, std::int8_t>(matmul);
    matmul.c = DataType::Int16;
    expect_as_described<std::int8_t, std::int16_t>(matmul);
    matmul.c = DataType::Int32;
    matmul.shift = 0;
    expect_as_described<std::int8_t, std::int32_t>(matmul);
}

TEST(Execute, MultipliesInt16ToEveryOutputType) {
    Matmul matmul{DataType::Int16,   DataType::Int16, DataType::Int8, 12, 20, 16, 4, 4, 4, 27,
                  Rounding::ConvEven};
    expect_as_described<std::int16_t, std::int8_t>(matmul);
    matmul.c = DataType::Int16;
    matmul.shift = 18;
    expect_as_described<std::int16_t, std::int16_t>(matmul);
    matmul.c = DataType::Int32;
    matmul.shift = 3;
    expect_as_described<std::int16_t, std::int32_t>(matmul);
}

TEST(Execute, RoundsInEveryMode) {
    for (const Rounding rounding : kRoundings) {
        Matmul matmul = int8_matmul(8, 8, 64);
        matmul.rounding = rounding;
        for (const int shift : {0, 1, 2, 13}) {
            matmul.shift = shift;
            matmul.c = DataType::Int8;
            expect_as_described<std::int8_t, std::int8_t>(matmul);
            matmul.c = DataType::Int16;
            expect_as_described<std::int8_t, std::int16_t>(matmul);
        }
    }
}

TEST(Execute, TakesTilesOfAnyShape) {
    for (const auto& [r, s, t] :
         {std::array{8, 8, 8}, {4, 8, 4}, {4, 4, 16}, {2, 8, 2}, {3, 1, 5}}) {
        Matmul matmul = int8_matmul(5 * r, 3 * s, 7 * t);
        matmul.r = r;
        matmul.s = s;
        matmul.t = t;
        expect_as_described<std::int8_t, std::int8_t>(matmul);
    }
}

TEST(Execute, ReadsRowMajorTilesOfB) {
    // Rows of A: 1 2 3 4, 5 6 7 8. B is 4 x 2, in tiles of 2 x 1: columns 1 2 3 4, 5 6 7 9.
    Matmul matmul{DataType::Int8, DataType::Int8, DataType::Int32, 2, 4, 2, 1, 2, 1, 0,
                  Rounding::Floor};
    matmul.b_layout = Layout::RowMajor;
    const RawElements a = bytes_of<std::int8_t>({1, 2, 3, 4, 5, 6, 7, 8});
    const RawElements b = bytes_of<std::int8_t>({1, 2, 5, 6, 3, 4, 7, 9});
    EXPECT_EQ(values_of<std::int32_t>(run(matmul, a, b, RawElements(16))),
              (std::vector<std::int32_t>{30, 74, 70, 182}));
}

TEST(Execute, ReadsBInBothOrdersForEveryTypeAndTile) {
    for (const auto& [r, s, t] :
         {std::array{4, 8, 8}, {8, 8, 8}, {4, 4, 4}, {2, 3, 6}, {3, 1, 5}}) {
        Matmul matmul = int8_matmul(5 * r, 3 * s, 7 * t);
        matmul.r = r;
        matmul.s = s;
        matmul.t = t;
        matmul.b_layout = Layout::RowMajor;
        expect_as_described<std::int8_t, std::int8_t>(matmul);
        matmul.a = matmul.b = matmul.c = DataType::Int16;
        matmul.shift = 19;
        expect_as_described<std::int16_t, std::int16_t>(matmul);
    }
}

/// The elements of `b`, which is column-major, in row-major order.
template <class T>
std::vector<T> row_major(const Matmul& column_major, const std::vector<T>& b) {
    Matmul rows = column_major;
    rows.b_layout = Layout::RowMajor;
    std::vector<T> moved(b.size());
    for (int k = 0; k < rows.k; ++k) {
        for (int j = 0; j < rows.n; ++j)
            moved[place_in_b(rows, k, j)] = b[place_in_b(column_major, k, j)];
    }
    return moved;
}

TEST(Execute, TheOrderOfBDoesNotChangeTheProduct) {
    Matmul matmul = int8_matmul(16, 24, 32);
    const RawElements a = bytes_of(random_values<std::int8_t>(16 * 24, 1));
    const auto b = random_values<std::int8_t>(24 * 32, 2);
    const RawElements by_columns = run(matmul, a, bytes_of(b), RawElements(16 * 32));
    const RawElements moved = bytes_of(row_major(matmul, b));
    matmul.b_layout = Layout::RowMajor;
    EXPECT_EQ(run(matmul, a, moved, RawElements(16 * 32)), by_columns);
}

TEST(Execute, AShiftOfTheWholeRoomKeepsC) {
    for (const auto in : {DataType::Int8, DataType::Int16}) {
        Matmul matmul{in, in, DataType::Int16, 1, 1, 2, 1, 1, 2, 0, Rounding::ConvEven};
        matmul.shift = max_shift(in, DataType::Int16);
        const RawElements c = bytes_of<std::int16_t>({-32768, 32767});
        const auto size = static_cast<std::size_t>(size_of(in).count());
        EXPECT_EQ(run(matmul, RawElements(size), RawElements(2 * size), c), c) << to_string(in);
    }
}

TEST(Execute, StaysExactWhereFloatsWouldNotBe) {
    // 2,048 products of 2^14 and one of 1 add up to 2^25 + 1, which a float cannot represent.
    std::vector<std::int8_t> a(2056, 0);
    std::fill_n(a.begin(), 2048, std::int8_t{-128});
    std::vector<std::int8_t> b = a;
    a.back() = b.back() = 1;
    const Matmul matmul{DataType::Int8, DataType::Int8, DataType::Int32, 1, 2056, 1, 1, 8, 1, 0,
                        Rounding::Floor};
    const RawElements c = run(matmul, bytes_of(a), bytes_of(b), RawElements(4));
    EXPECT_EQ(values_of<std::int32_t>(c), (std::vector<std::int32_t>{(1 << 25) + 1}));
}

TEST(Execute, TheDeepestSumThatFitsIntoATileIsExact) {
    const int depth = 1 << 16;
    std::vector<std::int8_t> extremes(depth, -128);
    const Matmul matmul{DataType::Int8, DataType::Int8, DataType::Int32, 1, depth, 1, 1, 8, 1, 0,
                        Rounding::Floor};
    std::vector<std::int8_t> almost = extremes;
    almost.front() = -127;
    const RawElements c = run(matmul, bytes_of(extremes), bytes_of(almost), RawElements(4));
    EXPECT_EQ(values_of<std::int32_t>(c), (std::vector<std::int32_t>{(1 << 30) - 128}));
}

TEST(Execute, AccumulatorsOf32BitsWrap) {
    const Matmul matmul{DataType::Int8, DataType::Int8, DataType::Int32, 1, 1, 1, 1, 1, 1, 0,
                        Rounding::Floor};
    const RawElements c = run(matmul, bytes_of<std::int8_t>({1}), bytes_of<std::int8_t>({1}),
                              bytes_of<std::int32_t>({2'147'483'647}));
    EXPECT_EQ(values_of<std::int32_t>(c), (std::vector<std::int32_t>{-2'147'483'648}));
}

TEST(Execute, EveryVectorUnitGivesTheSameProduct) {
    const auto a = random_values<std::int8_t>(20 * 45, 4);
    const auto b = random_values<std::int8_t>(45 * 56, 5);
    const std::vector<std::int32_t> zeros(20 * 56);
    int compared = 0;
    for (const Layout layout : {Layout::RowMajor, Layout::ColumnMajor})
        for (const int s : {8, 4, 5, 1}) {
            const int k = s == 5 ? 45 : 40;  // 45: the last pair of products is incomplete
            const Matmul matmul{
                DataType::Int8,  DataType::Int8, DataType::Int32, 20, k, 56, 4, s, 8, 0,
                Rounding::Floor, layout};
            for (const VectorUnit unit : {VectorUnit::Baseline, vector_unit_here()}) {
                const auto found = tiled_product<std::int32_t, std::int8_t>(
                    matmul, std::as_bytes(std::span{a}).data(), std::as_bytes(std::span{b}).data(),
                    unit);
                EXPECT_EQ(std::vector<std::int32_t>(found.begin(), found.end()),
                          expected(matmul, a, b, zeros))
                    << s;
                ++compared;
            }
        }
    EXPECT_EQ(compared, 16);
}

TEST(Execute, RefusesProductsOfTypesThatItDoesNotCompute) {
    using Types = std::array<DataType, 3>;
    for (const auto& [a, b, c] : {Types{DataType::Int8, DataType::Int16, DataType::Int16},
                                  Types{DataType::Int8, DataType::Int8, DataType::Bf16},
                                  Types{DataType::Int16, DataType::Int16, DataType::Bf16},
                                  Types{DataType::Int16, DataType::Int16, DataType::F32},
                                  Types{DataType::F32, DataType::F32, DataType::F32},
                                  Types{DataType::Bf16, DataType::Bf16, DataType::Int32},
                                  Types{DataType::Int32, DataType::Int32, DataType::Int32}}) {
        const Matmul matmul{a, b, c, 1, 1, 1, 1, 1, 1, 0, Rounding::Floor};
        const auto one = [](DataType type) {
            return RawElements(static_cast<std::size_t>(size_of(type).count()));
        };
        EXPECT_THROW(run(matmul, one(a), one(b), one(c)), base::InputError)
            << arch::product_name(a, b, c);
    }
}

TEST(Execute, ZeroClearsEveryByte) {
    RawElements bytes(7, std::byte{0xff});
    const std::array<std::span<std::byte>, 1> arguments{bytes};
    execute({"zero", Zero{arch::Bytes{7}}, {}}, arguments);
    EXPECT_EQ(bytes, RawElements(7));
}

TEST(Execute, CopyPassesItsBytesOn) {
    RawElements from{std::byte{1}, std::byte{2}, std::byte{3}};
    RawElements to(3);
    const std::array<std::span<std::byte>, 2> arguments{from, to};
    execute({"copy", Copy{arch::Bytes{3}}, {}}, arguments);
    EXPECT_EQ(to, from);
}

}  // namespace
}  // namespace xdnasim::kernels
