// The kernels of networks that an export holds, compiled here against a stand-in for the AIE API
// and the cascade, give the words and the bytes that the simulated kernels give.

#include <cstring>
#include <random>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "backends/mlir/kernel_source.hpp"
#include "network.hpp"
#include "test/support/stock_device.hpp"
#include "workloads/kernels/dense_program.hpp"
#include "workloads/kernels/execute.hpp"

namespace xdnasim::mlir {
namespace {

using kernels::ChainPart;
using kernels::Rounding;

/// The bits of `kFlags`, the lowest first: receives, gets sums, puts sums, gives, bias, ReLU.
template <unsigned kFlags, unsigned kM, unsigned kK, unsigned kN,
          aie::rounding_mode kRounding = aie::rounding_mode::conv_even>
struct Layer {
    static constexpr unsigned m = kM, k = kK, n = kN;
    static constexpr bool receives = kFlags & 1, gets_sums = kFlags & 2, puts_sums = kFlags & 4;
    static constexpr bool gives = kFlags & 8, bias = kFlags & 16, relu = kFlags & 32;
    static constexpr bool passes = receives && puts_sums;
    static constexpr unsigned a_columns = 2 * k, a_first_row = receives ? 0 : 8;
    static constexpr unsigned a_first_column = k;
    static constexpr int shift = 6;
    static constexpr aie::rounding_mode rounding = kRounding;
};

template <class L>
kernels::Dense dense_of() {
    const auto number = [](unsigned value) { return static_cast<int>(value); };
    kernels::Dense dense{.m = number(L::m), .k = number(L::k), .n = number(L::n)};
    dense.a = {number(L::m + L::a_first_row), number(L::a_columns), number(L::a_first_row),
               number(L::a_first_column)};
    dense.part = L::gets_sums ? (L::puts_sums ? ChainPart::Middle : ChainPart::Last)
                              : (L::puts_sums ? ChainPart::First : ChainPart::Single);
    dense.receives = L::receives;
    dense.passes = L::passes;
    dense.gives = L::gives;
    dense.bias = L::bias;
    dense.relu = L::relu;
    dense.shift = L::shift;
    dense.rounding = static_cast<Rounding>(L::rounding);
    return dense;
}

using Words = std::vector<kernels::CascadeWord>;

Words random_words(std::int64_t count, std::mt19937& random) {
    Words words(static_cast<std::size_t>(count));
    for (kernels::CascadeWord& word : words)
        for (std::byte& byte : word)
            byte = static_cast<std::byte>(random());
    return words;
}

template <class T>
std::vector<T> random_values(arch::Bytes size, std::mt19937& random) {
    std::vector<T> values(static_cast<std::size_t>(size.count()) / sizeof(T));
    for (T& value : values)
        value = static_cast<T>(static_cast<std::int32_t>(random() % 4096) - 2048);
    return values;
}

/// The words that the simulated kernel puts after it has got all of `words`.
Words words_simulated(const kernels::Kernel& kernel, std::vector<std::span<std::byte>> arguments,
                      const Words& words) {
    const auto call = kernels::begin_call(kernel, arguments);
    for (const kernels::CascadeWord& word : words)
        call->get(word);
    Words put;
    for (std::int64_t i = 0; i < cascade_words(kernel).puts; ++i)
        put.push_back(call->put());
    return put;
}

/// The words that the compiled source puts in `run`, with `words` to get from the stand-in for the
/// cascade.
template <class Run>
Words words_compiled(const Words& words, Run run) {
    cascade() = {};
    for (const kernels::CascadeWord& word : words) {
        aie::vector<std::int32_t, 16> lanes;
        std::memcpy(lanes.elements.data(), word.data(), word.size());
        cascade().in.push_back(lanes);
    }
    run();
    Words put(cascade().out.size());
    for (std::size_t i = 0; i < put.size(); ++i)
        std::memcpy(put[i].data(), cascade().out[i].elements.data(), put[i].size());
    EXPECT_TRUE(cascade().in.empty());
    return put;
}

template <class T>
std::span<std::byte> raw_bytes(std::vector<T>& values) {
    return std::as_writable_bytes(std::span{values});
}

template <class L>
class DenseSource : public testing::Test {};

using aie::rounding_mode;
using Layers =
    testing::Types<Layer<0, 8, 16, 16>, Layer<16 + 32, 16, 24, 32>, Layer<32, 8, 8, 32>,
                   Layer<4, 16, 16, 16>, Layer<2 + 4, 8, 16, 32>, Layer<2 + 16 + 32, 16, 8, 16>,
                   Layer<8 + 16, 8, 24, 32>, Layer<1 + 4, 16, 16, 16>, Layer<1 + 2 + 4, 8, 8, 16>,
                   Layer<1 + 2 + 8 + 16 + 32, 16, 16, 32>,
                   Layer<1 + 8, 8, 16, 16, rounding_mode::floor>,
                   Layer<1 + 2 + 32, 8, 16, 16, rounding_mode::symmetric_inf>>;
TYPED_TEST_SUITE(DenseSource, Layers);

TYPED_TEST(DenseSource, GivesWhatTheSimulatedKernelGives) {
    using L = TypeParam;
    const kernels::Kernel kernel{"layer", dense_of<L>(), {}};
    std::mt19937 random{24};
    const auto sizes = kernels::argument_sizes(kernel);
    std::vector<std::int8_t> a = random_values<std::int8_t>(sizes[0], random);
    std::vector<std::int8_t> b = random_values<std::int8_t>(sizes[1], random);
    std::vector<std::int32_t> bias(L::n);
    if (L::bias) bias = random_values<std::int32_t>(sizes[2], random);
    std::vector<std::int8_t> out(L::m * L::n);
    std::vector<std::int8_t> expected(out.size());
    std::vector<std::int8_t> received = a;
    std::vector<std::span<std::byte>> arguments{raw_bytes(received), raw_bytes(b)};
    if (L::bias) arguments.push_back(raw_bytes(bias));
    if (sizes.size() > arguments.size()) arguments.push_back(raw_bytes(expected));
    const Words words = random_words(cascade_words(kernel).gets, random);
    Words put;
    if (cascade_words(kernel).gets + cascade_words(kernel).puts == 0)
        kernels::execute(kernel, arguments);
    else
        put = words_simulated(kernel, arguments, words);
    EXPECT_EQ(
        words_compiled(
            words,
            [&] { xdnasim_kernels::Dense<L>::run(a.data(), b.data(), bias.data(), out.data()); }),
        put);
    EXPECT_EQ(out, expected);
    EXPECT_EQ(a, received);
}

/// The bits of `kFlags`, the lowest first: gets, puts, gives.
template <unsigned kFlags, unsigned kN, unsigned kRows>
struct Sum {
    static constexpr unsigned n = kN, rows = kRows;
    static constexpr bool gets = kFlags & 1, puts = kFlags & 2, gives = kFlags & 4;
    static constexpr int shift = 2;
    static constexpr aie::rounding_mode rounding = aie::rounding_mode::conv_even;
};

template <class S>
class ReduceSource : public testing::Test {};

using Reductions = testing::Types<Sum<0, 16, 16>, Sum<1, 32, 8>, Sum<2, 16, 11>, Sum<3, 16, 16>,
                                  Sum<4, 16, 5>, Sum<5, 32, 16>>;
TYPED_TEST_SUITE(ReduceSource, Reductions);

TYPED_TEST(ReduceSource, GivesWhatTheSimulatedKernelGives) {
    using S = TypeParam;
    kernels::Reduce reduce{.m = 16, .n = static_cast<int>(S::n), .rows = static_cast<int>(S::rows)};
    reduce.gets = S::gets;
    reduce.puts = S::puts;
    reduce.gives = S::gives;
    reduce.shift = S::shift;
    reduce.rounding = Rounding::ConvEven;
    const kernels::Kernel kernel{"sum", reduce, {}};
    std::mt19937 random{24};
    const auto sizes = kernels::argument_sizes(kernel);
    std::vector<std::int8_t> x = random_values<std::int8_t>(sizes[0], random);
    std::vector<std::int8_t> out(8 * S::n);
    std::vector<std::int8_t> expected(out.size());
    std::vector<std::span<std::byte>> arguments{raw_bytes(x)};
    if (sizes.size() > 1) arguments.push_back(raw_bytes(expected));
    // Sums of 4 x 8 (two words each), of which only the first row is not 0.
    Words words = random_words(cascade_words(kernel).gets, random);
    for (std::size_t i = 0; i < words.size(); ++i)
        std::ranges::fill(std::span{words[i]}.subspan(i % 2 == 0 ? 32 : 0), std::byte{0});
    Words put;
    if (cascade_words(kernel).gets + cascade_words(kernel).puts == 0)
        kernels::execute(kernel, arguments);
    else
        put = words_simulated(kernel, arguments, words);
    EXPECT_EQ(words_compiled(words, [&] { xdnasim_kernels::Reduce<S>::run(x.data(), out.data()); }),
              put);
    EXPECT_EQ(out, expected);
}

TEST(NetworkSource, NamesTheArgumentsThatACallPasses) {
    kernels::Dense dense{.m = 8, .k = 16, .n = 16, .a = {8, 32, 0, 16}};
    dense.receives = dense.bias = true;
    dense.rounding = Rounding::ConvEven;
    const arch::Device device = test::device_named("versal-ve2802");
    EXPECT_THAT(
        kernel_source({"layer", dense, {}}, "layer_0", device),
        testing::AllOf(testing::HasSubstr("#include \"network.hpp\""),
                       testing::HasSubstr("void layer_0(int8_t* a, const int8_t* b, const int32_t* "
                                          "bias, int8_t* out) {"),
                       testing::HasSubstr("Dense<Layer>::run(a, b, bias, out);"),
                       testing::HasSubstr("receives = true, passes = false, gets_sums = false")));
    kernels::Reduce reduce{.m = 8, .n = 16, .rows = 8};
    EXPECT_TRUE(has_source({"sum", reduce, {}}, device));
    reduce.method = kernels::RowSum::Extract;
    EXPECT_FALSE(has_source({"sum", reduce, {}}, device));
}

}  // namespace
}  // namespace xdnasim::mlir
