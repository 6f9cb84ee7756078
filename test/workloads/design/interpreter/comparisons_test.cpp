// Comparisons of floating-point numbers in a core's code.

#include <array>
#include <limits>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "test/workloads/design/run_with_data.hpp"

namespace xdnasim::design {
namespace {

/// Predicates of arith.cmpf in the order of their numbers in the generic form.
constexpr std::array kPredicates{"false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord",
                                 "ueq",   "ugt", "uge", "ult", "ule", "une", "uno", "true"};

/// A design whose output has bit i set if predicate i holds for the element of the input and 2.
std::string comparing(bool generic) {
    std::string body = "          %r0 = arith.constant 0 : i32\n";
    for (std::size_t i = 0; i < kPredicates.size(); ++i) {
        const std::string written =
            generic ? fmt::format(
                          "\"arith.cmpf\"(%x, %two) <{{fastmath = #arith.fastmath<none>, predicate "
                          "= {} : i64}}> : (f32, f32) -> i1",
                          i)
                    : fmt::format("arith.cmpf {}, %x, %two : f32", kPredicates[i]);
        body += fmt::format(
            "          %is{0} = {1}\n"
            "          %w{0} = arith.extui %is{0} : i1 to i32\n"
            "          %n{0} = arith.constant {0} : i32\n"
            "          %b{0} = arith.shli %w{0}, %n{0} : i32\n"
            "          %r{2} = arith.ori %r{0}, %b{0} : i32\n",
            i, written, i + 1);
    }
    body += "          %y = arith.addi %r16, %r0 : i32\n";
    return one_core("f32", each("f32", body, "i32"),
                    "      %two = arith.constant 2.000000e+00 : f32\n", "", "i32");
}

TEST_F(RunWithData, ComparesFloatsByEachPredicate) {
    // A number below 2, 2 itself, one above 2, and NaN.
    constexpr std::array kInputs{1.0F, 2.0F, 3.0F, std::numeric_limits<float>::quiet_NaN()};
    const std::array<std::vector<int>, 4> holding{{{4, 5, 6, 7, 11, 12, 13, 15},
                                                   {1, 3, 5, 7, 8, 10, 12, 15},
                                                   {2, 3, 6, 7, 9, 10, 13, 15},
                                                   {8, 9, 10, 11, 12, 13, 14, 15}}};
    std::vector<float> input;
    std::vector<std::int32_t> expected;
    for (std::size_t i = 0; i < kElements; ++i) {
        input.push_back(kInputs[i % 4]);
        std::int32_t bits = 0;
        for (const int predicate : holding[i % 4])
            bits |= 1 << predicate;
        expected.push_back(bits);
    }
    for (const bool generic : {false, true})
        expect_all(comparing(generic), input, expected);
}

TEST_F(RunWithData, TakesATrueBooleanForMinusOneWhereItCountsSigned) {
    const std::string body =
        "          %b = arith.cmpi sgt, %x, %zero : i32\n"
        "          %p0 = arith.cmpi slt, %true, %b : i1\n"  // not %b
        "          %p1 = arith.minsi %false, %b : i1\n"     // %b
        "          %p2 = arith.maxsi %true, %b : i1\n"      // %b
        "          %p3 = arith.minsi %true, %b : i1\n"      // true
        "          %p4 = \"arith.cmpi\"(%b, %false) <{predicate = 4 : i64}> : (i1, i1) -> i1\n"
        "          %w0 = arith.extui %p0 : i1 to i32\n"
        "          %w1 = arith.extui %p1 : i1 to i32\n"
        "          %w2 = arith.extui %p2 : i1 to i32\n"
        "          %w3 = arith.extui %p3 : i1 to i32\n"
        "          %w4 = arith.extui %p4 : i1 to i32\n"
        "          %s0 = arith.addi %w0, %w0 : i32\n"
        "          %s1 = arith.addi %s0, %w1 : i32\n"
        "          %d1 = arith.addi %s1, %s1 : i32\n"
        "          %s2 = arith.addi %d1, %w2 : i32\n"
        "          %d2 = arith.addi %s2, %s2 : i32\n"
        "          %s3 = arith.addi %d2, %w3 : i32\n"
        "          %d3 = arith.addi %s3, %s3 : i32\n"
        "          %y = arith.addi %d3, %w4 : i32\n";
    expect_each<std::int32_t>(one_core("i32", each("i32", body),
                                       "      %zero = arith.constant 0 : i32\n"
                                       "      %true = arith.constant true\n"
                                       "      %false = arith.constant false\n"),
                              // The binary digits are p0 to p4. Predicate 4 is sgt; a true boolean
                              // is -1, which is not above 0.
                              [](std::int32_t x) { return x > 0 ? 0b01110 : 0b10010; });
}

TEST_F(RunWithData, TakesPlusZeroForLargerThanMinusZero) {
    const auto computing = [](const char* operation) {
        return one_core("f32", each("f32", fmt::format("          %y = {} : f32\n", operation)),
                        "      %plus = arith.constant 0.0 : f32\n"
                        "      %minus = arith.constant -0.0 : f32\n");
    };
    const std::vector<float> any(kElements, 1);
    const std::vector<float> plus(kElements, 0.0F);
    const std::vector<float> minus(kElements, -0.0F);
    for (const char* const name : {"arith.maximumf", "arith.maxf"}) {
        expect_all(computing(fmt::format("{} %minus, %plus", name).c_str()), any, plus);
        expect_all(computing(fmt::format("{} %plus, %minus", name).c_str()), any, plus);
    }
    for (const char* const name : {"arith.minimumf", "arith.minf"}) {
        expect_all(computing(fmt::format("{} %plus, %minus", name).c_str()), any, minus);
        expect_all(computing(fmt::format("{} %minus, %plus", name).c_str()), any, minus);
    }
}

TEST_F(RunWithData, SelectsLanesOfFloatsThatAreNotBelowAnother) {
    // ReLU, written with "ugt".
    const std::string body =
        "        %v = vector.load %in[%0] : memref<16xf32>, vector<16xf32>\n"
        "        %is = arith.cmpf ugt, %v, %zero : vector<16xf32>\n"
        "        %y = arith.select %is, %v, %zero : vector<16xi1>, vector<16xf32>\n"
        "        vector.store %y, %out[%0] : memref<16xf32>, vector<16xf32>\n";
    expect_each<float>(
        one_core("f32", body, "      %zero = arith.constant dense<0.0> : vector<16xf32>\n"),
        [](float x) { return x > 0 ? x : 0.0F; });
}

}  // namespace
}  // namespace xdnasim::design
