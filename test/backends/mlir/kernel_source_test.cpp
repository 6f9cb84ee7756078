// The kernels that an export holds, compiled here against a stand-in for the AIE API, compute what
// the simulated kernels of the same shape do.

#include "backends/mlir/kernel_source.hpp"

#include <cmath>
#include <cstring>
#include <random>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "elementwise.hpp"
#include "matmul.hpp"
#include "netlist.hpp"
#include "test/support/input_error.hpp"
#include "test/support/stock_device.hpp"
#include "workloads/kernels/execute.hpp"

namespace xdnasim::mlir {
namespace {

using kernels::DataType;
using kernels::Layout;
using kernels::Rounding;

template <class T>
constexpr DataType kType = DataType::Bf16;
template <>
constexpr DataType kType<std::int8_t> = DataType::Int8;
template <>
constexpr DataType kType<std::int16_t> = DataType::Int16;
template <>
constexpr DataType kType<std::int32_t> = DataType::Int32;

template <>
constexpr DataType kType<float> = DataType::F32;

template <class T>
std::vector<T> random_elements(std::size_t count, unsigned seed) {
    std::mt19937 random{seed};
    std::vector<T> elements(count);
    for (T& element : elements) {
        if constexpr (std::is_same_v<T, bfloat16>)
            element = {kernels::to_bfloat16<Rounding::Floor>(
                std::uniform_real_distribution<float>{-4, 4}(random))};
        else if constexpr (std::is_same_v<T, float>)
            element = std::uniform_real_distribution<float>{-4, 4}(random);
        else
            element = static_cast<T>(random());
    }
    return elements;
}

template <class T>
std::span<std::byte> bytes_of(std::vector<T>& elements) {
    return std::as_writable_bytes(std::span{elements});
}

/// Two rows of blocks and more than one step in every direction.
template <class AType, class CType, unsigned kR, unsigned kS, unsigned kT, bool kRowMajor,
          int kShift = 0, aie::rounding_mode kRounding = aie::rounding_mode::conv_even>
struct Shape {
    using A = AType;
    using B = AType;
    using C = CType;
    static constexpr unsigned r = kR, s = kS, t = kT;
    static constexpr unsigned m = 4 * r, k = 3 * s, n = 6 * t;
    static constexpr unsigned block_rows = 2, block_columns = 3;
    static constexpr int shift = kShift;
    static constexpr aie::rounding_mode rounding = kRounding;
    static constexpr bool b_is_row_major = kRowMajor;
};

template <class S>
kernels::Kernel simulated() {
    const auto number = [](unsigned value) { return static_cast<int>(value); };
    const kernels::Matmul matmul{
        .a = kType<typename S::A>,
        .b = kType<typename S::B>,
        .c = kType<typename S::C>,
        .m = number(S::m),
        .k = number(S::k),
        .n = number(S::n),
        .r = number(S::r),
        .s = number(S::s),
        .t = number(S::t),
        .shift = S::shift,
        .rounding = static_cast<Rounding>(S::rounding),
        .b_layout = S::b_is_row_major ? Layout::RowMajor : Layout::ColumnMajor};
    return {"matmul", matmul, std::nullopt};
}

template <class S>
class MatmulSource : public testing::Test {};

using int8 = std::int8_t;
using int16 = std::int16_t;
using int32 = std::int32_t;
using aie::rounding_mode;
using Shapes =
    testing::Types<Shape<int8, int8, 4, 8, 8, false, 8>, Shape<int8, int8, 4, 8, 8, true, 8>,
                   Shape<int8, int8, 8, 8, 8, false, 7, rounding_mode::floor>,
                   Shape<int8, int8, 8, 8, 8, false, 9, rounding_mode::symmetric_inf>,
                   Shape<int8, int8, 8, 8, 8, false, 9, rounding_mode::ceil>,
                   Shape<int8, int16, 4, 8, 8, false, 2, rounding_mode::conv_odd>,
                   Shape<int8, int16, 8, 8, 8, true, 3, rounding_mode::negative_inf>,
                   Shape<int8, int32, 8, 8, 8, false>, Shape<int8, int32, 4, 8, 8, true>,
                   Shape<int16, int16, 4, 4, 4, false, 16>, Shape<int16, int16, 4, 4, 8, true, 15>,
                   Shape<int16, int32, 4, 4, 8, false, 3, rounding_mode::symmetric_zero>,
                   Shape<bfloat16, bfloat16, 4, 8, 4, false>,
                   Shape<bfloat16, bfloat16, 8, 8, 8, true>, Shape<bfloat16, float, 4, 8, 4, false>,
                   Shape<bfloat16, float, 8, 8, 8, true>>;
TYPED_TEST_SUITE(MatmulSource, Shapes);

TYPED_TEST(MatmulSource, ComputesWhatTheSimulatedKernelDoes) {
    using S = TypeParam;
    auto a = random_elements<typename S::A>(S::m * S::k, 1);
    auto b = random_elements<typename S::B>(S::k * S::n, 2);
    auto c = random_elements<typename S::C>(S::m * S::n, 3);
    auto expected = c;
    const std::array<std::span<std::byte>, 3> arguments{bytes_of(a), bytes_of(b),
                                                        bytes_of(expected)};
    kernels::execute(simulated<S>(), arguments);
    xdnasim_kernels::Matmul<S>::run(a.data(), b.data(), c.data());
    for (std::size_t i = 0; i < c.size(); ++i) {
        if constexpr (std::is_same_v<typename S::C, bfloat16>) {
            // The terms are added in another order: values differ by up to one unit in the last
            // place, or by a little where terms cancel.
            const auto value = static_cast<float>(expected[i]);
            ASSERT_NEAR(static_cast<float>(c[i]), value, std::abs(value) / 128 + 1e-4F) << i;
        } else if constexpr (std::is_same_v<typename S::C, float>) {
            // 25 terms of up to 16, with sums of up to 400, each rounded to fp32 (24 bits).
            ASSERT_NEAR(c[i], expected[i], 25 * 400 * 0x1p-24F) << i;
        } else {
            ASSERT_EQ(c[i], expected[i]) << i;
        }
    }
}

template <class T>
class ElementwiseSource : public testing::Test {
 protected:
    static constexpr unsigned kCount = 3 * 32 / sizeof(T) + 5;  // three vectors and 5 elements

    template <class Function>
    static void expect_as(const kernels::Kernel& kernel, const Function& function) {
        auto in = random_elements<T>(kCount, 7);
        in[1] = std::numeric_limits<T>::max();
        std::vector<T> out(kCount);
        std::vector<T> expected(kCount);
        const std::array<std::span<std::byte>, 2> arguments{bytes_of(in), bytes_of(expected)};
        kernels::execute(kernel, arguments);
        function(in.data(), out.data());
        EXPECT_EQ(out, expected);
    }
    static constexpr arch::Bytes kSize{std::int64_t{kCount} * sizeof(T)};
};
using Integers = testing::Types<int8, int16, int32>;
TYPED_TEST_SUITE(ElementwiseSource, Integers);

TYPED_TEST(ElementwiseSource, AddsOneAndWraps) {
    TestFixture::expect_as({"", kernels::AddOne{TestFixture::kSize, kType<TypeParam>}, {}},
                           xdnasim_kernels::add_one<TypeParam, TestFixture::kCount>);
}

TYPED_TEST(ElementwiseSource, ScalesAndWraps) {
    TestFixture::expect_as({"", kernels::Scale{TestFixture::kSize, kType<TypeParam>, -300}, {}},
                           xdnasim_kernels::scale<TypeParam, TestFixture::kCount, -300>);
}

TEST(CopySource, CopiesVectorsAndWhatIsLeft) {
    const std::vector<int32> in = random_elements<int32>(21, 5);
    std::vector<int32> out(22, -1);
    xdnasim_kernels::copy<21>(in.data(), out.data());
    EXPECT_TRUE(std::equal(in.begin(), in.end(), out.begin()));
    EXPECT_EQ(out.back(), -1);
}

TEST(ZeroSource, WritesAsManyZerosAsAsked) {
    std::vector<int32> out(22, -1);
    xdnasim_kernels::zero<21>(out.data());
    EXPECT_EQ(std::count(out.begin(), out.end(), 0), 21);
    EXPECT_EQ(out.back(), -1);
}

TEST(KernelSource, MovesToWhereASliceBegins) {
    const std::string source = kernel_source(simulated<Shape<int8, int16, 4, 8, 8, false>>(), "mm",
                                             test::device_named("xdna-phoenix"), {0, 2});
    EXPECT_THAT(source, testing::HasSubstr("void mm(const int8_t* a, const int8_t* b, int16_t* c, "
                                           "int32_t a_begin, int32_t c_begin) {"));
    EXPECT_THAT(source,
                testing::HasSubstr("    event0();\n"
                                   "    a += a_begin * int32_t(sizeof(int32_t) / sizeof(*a));\n"
                                   "    c += c_begin * int32_t(sizeof(int32_t) / sizeof(*c));\n"
                                   "    xdnasim_kernels::Matmul<Shape>::run(a, b, c);\n"));
}

TEST(KernelSource, OfACoreOfANetlistFires) {
    std::vector<std::uint8_t> a = random_elements<std::uint8_t>(12, 1);
    std::vector<std::uint8_t> b = random_elements<std::uint8_t>(40, 2);
    std::vector<std::uint8_t> out(28);
    std::vector<std::uint8_t> expected(28);
    std::vector<std::int32_t> calls{300};
    std::vector<std::int32_t> expected_calls{300};
    xdnasim_kernels::fire(9, {{a.data(), 12}, {b.data(), 40}}, {{out.data(), 28}}, calls.data());
    const std::array<std::span<std::byte>, 4> arguments{
        bytes_of(a), bytes_of(b), bytes_of(expected), bytes_of(expected_calls)};
    const kernels::Kernel kernel{
        "k", kernels::Firing{{arch::Bytes{12}, arch::Bytes{40}}, {arch::Bytes{28}}, 9}, {}};
    kernels::execute(kernel, arguments);
    EXPECT_EQ(out, expected);
    EXPECT_EQ(calls, expected_calls);
    EXPECT_THAT(kernel_source(kernel, "k", test::device_named("xdna2-strix"), {}),
                testing::HasSubstr("xdnasim_kernels::fire(9, {{in0, 12}, {in1, 40}}, {{out0, 28}}, "
                                   "calls)"));
}

/// A kernel that xdnasim has no source for, and what the message says when it is refused.
struct WithoutSource {
    kernels::Kernel kernel;
    const char* refusal;  ///< nullptr: it is exported as a declaration
};

TEST(KernelSource, IsThereForNoneOfTheKernelsThatAreRefusedOrHaveToBeWritten) {
    kernels::Kernel of_blocks = simulated<Shape<bfloat16, bfloat16, 8, 8, 8, false>>();
    std::get<kernels::Matmul>(of_blocks.work).b = DataType::Bfp16ebs8;
    const kernels::Matmul product =
        std::get<kernels::Matmul>(simulated<Shape<int8, int32, 4, 8, 8, true>>().work);
    const arch::Device device = test::device_named("xdna2-strix");
    for (const WithoutSource& each :
         {WithoutSource{of_blocks, "kernels of bfp16ebs8 cannot be exported"},
          WithoutSource{{"e", kernels::Encode{16, 16}, {}}, "encodes bfp16ebs8"},
          WithoutSource{{"theirs", kernels::External{}, {}}, "no source of 'theirs'"},
          WithoutSource{{"c", kernels::ChainProduct{.product = product}, {}}, nullptr},
          WithoutSource{{"r", kernels::Reduce{.method = kernels::RowSum::Extract}, {}}, nullptr}}) {
        EXPECT_FALSE(has_source(each.kernel, device)) << each.kernel.name;
        const auto source = [&] { return kernel_source(each.kernel, "k", device); };
        if (each.refusal != nullptr)
            EXPECT_THAT(input_error(source), testing::HasSubstr(each.refusal));
        else
            EXPECT_THAT(source(), testing::HasSubstr("#error \"k has to be written"));
    }
    EXPECT_TRUE(has_source(simulated<Shape<int8, int32, 8, 8, 8, false>>(), device));
}

TEST(KernelSource, MultipliesBf16AsBfp16UnlessTheKernelIsNative) {
    kernels::Kernel usual = simulated<Shape<bfloat16, bfloat16, 8, 8, 8, false>>();
    kernels::Kernel native = simulated<Shape<bfloat16, bfloat16, 4, 8, 8, false>>();
    std::get<kernels::Matmul>(native.work).native = true;
    const arch::Device strix = test::device_named("xdna2-strix");
    EXPECT_TRUE(emulates_bf16(usual, strix));
    EXPECT_FALSE(emulates_bf16(native, strix));
    EXPECT_FALSE(emulates_bf16(usual, test::device_named("xdna-phoenix")));
    EXPECT_FALSE(emulates_bf16(simulated<Shape<int8, int32, 8, 8, 8, false>>(), strix));
}

}  // namespace
}  // namespace xdnasim::mlir
