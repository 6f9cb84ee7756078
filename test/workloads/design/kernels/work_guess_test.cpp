#include "workloads/design/kernels/work_guess.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/yaml.hpp"
#include "test/workloads/design/design_text.hpp"

namespace xdnasim::design {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string guess(std::string_view function, const std::vector<std::string>& types) {
    CallSite call;
    call.function = function;
    call.types = types;
    return guessed_work(call).value_or("none");
}

TEST(WorkGuess, FindsTheSidesOfAProductFromItsArrays) {
    const std::string expected =
        "{work: matmul, a: int16, b: int16, c: int32, m: 64, k: 32, n: 48}";
    EXPECT_EQ(
        guess("matmul_i16_i32", {"memref<64x32xi16>", "memref<32x48xi16>", "memref<64x48xi32>"}),
        expected);
    EXPECT_EQ(guess("matmul_i16_i32",
                    {"memref<2048xi16>", "memref<1536xi16, 2 : i32>", "memref<3072xi32>"}),
              expected);
    // Tiles of 4 x 8, 8 x 4 and 4 x 4, and scalars between the arrays.
    EXPECT_EQ(guess("my_MatMul", {"memref<16x4x4x8xi16>", "i32", "memref<4x12x8x4xi16>",
                                  "memref<16x12x4x4xi32>", "i32"}),
              expected);
}

TEST(WorkGuess, IsNoneForArraysThatAreNoProduct) {
    int refused = 0;
    for (const std::vector<std::string>& types : {
             std::vector<std::string>{"memref<2048xi16>", "memref<1536xi16>"},
             {"memref<2048xi16>", "memref<1536xi16>", "memref<3073xi32>"},
             {"memref<2048xi16>", "memref<1536xi8>", "memref<3072xi32>"},
             {"memref<2048xi16>", "memref<0xi16>", "memref<3072xi32>"},
             {"memref<2048xi16>", "memref<?xi16>", "memref<3072xi32>"},
             // m k overflows 64 bits.
             {"memref<4294967296x4294967296xi16>", "memref<1536xi16>", "memref<3072xi32>"},
             {"memref<4294967296xi16>", "memref<4294967296xi16>", "memref<4294967296xi16>"},
             {"i32", "i32", "i32"},
         }) {
        EXPECT_EQ(guess("matmul", types), "none") << fmt::format("{}", fmt::join(types, ", "));
        ++refused;
    }
    EXPECT_EQ(refused, 8);
}

TEST(WorkGuess, IsNoneForScalarCode) {
    EXPECT_EQ(guess("matmul_scalar_i16_i32",
                    {"memref<64x32xi16>", "memref<32x48xi16>", "memref<64x48xi32>"}),
              "none");
    EXPECT_EQ(guess("zero_scalar_i32", {"memref<64x48xi32>"}), "none");
}

TEST(WorkGuess, IsZeroForOneArrayAndCopyForTwoOfTheSameSize) {
    EXPECT_EQ(guess("zero_i32", {"memref<64x48xi32>"}), "{work: zero}");
    EXPECT_EQ(guess("fill_zeros_bf16_64_64_vector", {"memref<64x64xbf16>"}), "{work: zero}");
    EXPECT_EQ(guess("zero_i32", {"memref<64xi32>", "memref<64xi32>"}), "none");
    EXPECT_EQ(guess("passThroughLine", {"memref<1024xui8>", "memref<1024xui8>", "i32"}),
              "{work: copy}");
    EXPECT_EQ(guess("passThroughLine", {"memref<1024xui8>", "memref<512xui8>", "i32"}), "none");
    EXPECT_EQ(guess("thresholdLine", {"memref<128xui8>", "memref<128xui8>"}), "none");
}

/// A core that calls `zero_i32` and `eltwise` on a buffer, and `product` with three.
std::string calling(const std::string& product, const std::string& type_of_a) {
    return fmt::format(R"(
module {{
  aie.device(npu1) {{
    %t = aie.tile(0, 2)
    %a = aie.buffer(%t) {{sym_name = "a"}} : memref<64x32x{1}>
    %b = aie.buffer(%t) {{sym_name = "b"}} : memref<32x48x{1}>
    %c = aie.buffer(%t) {{sym_name = "c"}} : memref<64x48xi32>
    func.func private @zero_i32(memref<64x48xi32>)
    func.func private @eltwise(memref<64x48xi32>)
    func.func private @{0}(memref<64x32x{1}>, memref<32x48x{1}>, memref<64x48xi32>)
    %core = aie.core(%t) {{
      func.call @zero_i32(%c) : (memref<64x48xi32>) -> ()
      func.call @eltwise(%c) : (memref<64x48xi32>) -> ()
      func.call @{0}(%a, %b, %c) : (memref<64x32x{1}>, memref<32x48x{1}>, memref<64x48xi32>) -> ()
      aie.end
    }}
  }}
}}
)",
                       product, type_of_a);
}

TEST(WorkGuess, StandsInTheTemplateAndDescribesTheKernelOnceItIsNoComment) {
    const std::string text = calling("matmul_i16_i32", "i16");
    const Design asked = read(text, {});
    ASSERT_TRUE(asked.missing.has_value());
    EXPECT_THAT(*asked.missing, HasSubstr("the cycles of 3 kernels are not known"));
    std::string filled = with(asked.kernels_template, "eltwise:  #", "eltwise: 700  #");
    filled = with(filled, "zero_i32:  # {work: zero}  # (memref<64x48xi32>)",
                  "zero_i32:  {work: zero}  # (memref<64x48xi32>)");
    filled = with(filled, "matmul_i16_i32:  # {work", "matmul_i16_i32:  {work");
    Request request;
    const base::Node file = base::parse_yaml(filled, "kernels.yaml");
    request.kernels.kernels = *file.find("kernels");
    const Design known = read(text, request);
    EXPECT_FALSE(known.missing.has_value()) << *known.missing;
    int described = 0;
    for (const kernels::Kernel& kernel : known.schedule.kernels) {
        if (const auto* product = std::get_if<kernels::Matmul>(&kernel.work)) {
            EXPECT_EQ(product->m, 64);
            EXPECT_EQ(product->k, 32);
            EXPECT_EQ(product->n, 48);
            ++described;
        }
        if (std::holds_alternative<kernels::Zero>(kernel.work)) ++described;
    }
    EXPECT_EQ(described, 2);
    EXPECT_THAT(known.kernels_template,
                Not(HasSubstr("# {work: matmul, a: int16, b: int16, c: int32, m: 64")));
}

TEST(WorkGuess, StandsInNoTemplateIfTheDeviceHasNoSuchKernel) {
    const Design asked = read(calling("matmul_f64", "f64"), {});
    EXPECT_THAT(asked.kernels_template, HasSubstr("zero_i32:  # {work: zero}"));
    EXPECT_THAT(asked.kernels_template, HasSubstr("matmul_f64:  # cycles of a call; (memref"));
    EXPECT_THAT(asked.kernels_template, Not(HasSubstr("matmul_f64:  # {work")));
}

}  // namespace
}  // namespace xdnasim::design
