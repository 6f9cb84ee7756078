// Values that cores compute by affine maps, and poison values, which may be anything.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/workloads/design/run_with_data.hpp"

namespace xdnasim::design {
namespace {

using testing::HasSubstr;

std::int64_t code_cycles(const std::string& body) {
    const Design design = read(one_core("i32", body, "      %six = arith.constant 6 : index"));
    EXPECT_EQ(design.schedule.kernels.size(), 1U);
    return design.schedule.kernels.front().cycles->count();
}

/// Adds 1 to each of the 16 elements, in parts of 6, 6 and 4.
const std::string kParts =
    "        scf.for %t = %0 to %16 step %six {\n"
    "          %n = affine.min affine_map<(d0) -> (6, -d0 + 16)>(%t)\n"
    "          scf.for %k = %0 to %n step %1 {\n"
    "            %at = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%t, %k)\n"
    "            %x = memref.load %in[%at] : memref<16xi32>\n"
    "            %y = arith.addi %x, %one : i32\n"
    "            memref.store %y, %out[%at] : memref<16xi32>\n          }\n        }\n";
const std::string kOne = "        %one = arith.constant 1 : i32\n";

TEST_F(RunWithData, FollowsMapsOfAffine) {
    // The object is a matrix of 4 x 4, which is transposed.
    const auto transposed = [](const std::string& map) {
        return one_core("i32",
                        "        scf.for %k = %0 to %16 step %1 {\n"
                        "          %at = affine.apply " +
                            map +
                            "(%k)[%4]\n"
                            "          %x = memref.load %in[%k] : memref<16xi32>\n"
                            "          memref.store %x, %out[%at] : memref<16xi32>\n"
                            "        }\n");
    };
    std::vector<std::int32_t> input;
    std::vector<std::int32_t> expected(kElements);
    for (int i = 0; i < kElements; ++i) {
        input.push_back(3 * i + 2);
        const int object = i / kObject * kObject;
        const int row = i % kObject / 4;
        expected[static_cast<std::size_t>(object + i % 4 * 4 + row)] = 3 * i + 2;
    }
    // The remainder of a negative number is not negative.
    const std::string map = "affine_map<(d0)[s0] -> (d0 floordiv 4 + ((d0 - 16) mod 4) * s0)>";
    expect_all(transposed(map), input, expected);
    expect_all("#map = " + map + "\n" + transposed("#map"), input, expected);
}

TEST_F(RunWithData, FollowsTheLeastAndTheGreatestOfAMap) {
    const auto plus_one = [](std::int32_t x) { return x + 1; };
    const std::string before = "      %six = arith.constant 6 : index";
    expect_each<std::int32_t>(one_core("i32", kOne + kParts, before), plus_one);
    const std::string greatest =
        with(with(kParts, "affine.min", "affine.max"), "(6, -d0 + 16)", "(4, 16 - d0, 1)");
    // Parts of 16, 10 and 4 elements, which overlap.
    expect_each<std::int32_t>(one_core("i32", kOne + greatest, before), plus_one);
}

TEST(MapsOfAffine, TakeNoTimeOnNumbers) {
    // Each element takes a load 7, an addition 1, a store 1, the branch and the counter 7
    // (operation_cost.hpp); each of the three parts takes these 7 as well.
    EXPECT_EQ(code_cycles(kOne + kParts), 16 * (7 + 1 + 1 + 7) + 3 * 7);
}

TEST(MapsOfAffine, TakeTheTimeOfTheirOperationsOnData) {
    const auto storing = [](const std::string& at) {
        return "        %w = memref.load %in[%0] : memref<16xi32>\n"
               "        %d = arith.index_cast %w : i32 to index\n" +
               at + "        memref.store %w, %out[%0] : memref<16xi32>\n";
    };
    // A multiplication 2, an addition 1.
    EXPECT_EQ(
        code_cycles(storing("        %at = affine.apply affine_map<(d0) -> (d0 * 4 + 1)>(%d)\n")) -
            code_cycles(storing("")),
        2 + 1);
}

TEST(MapsOfAffine, AreRefusedWhereMlirRefusesThem) {
    const auto refused = [](const std::string& results) {
        return refusal(one_core(
            "i32", "        %at = affine.apply affine_map<(d0) -> (" + results + ")>(%round)\n"));
    };
    EXPECT_THAT(refused("d1"),
                HasSubstr("design.mlir:20:48: 'd1' in a map; allowed: whole numbers, and its "
                          "dimensions and symbols: d0"));
    EXPECT_THAT(refused("symbol"), HasSubstr("design.mlir:20:48: 'symbol' in a map; allowed: "));
    EXPECT_THAT(refused("d0 1"), HasSubstr("design.mlir:20:48: cannot parse an expression"));
    EXPECT_THAT(refused("d0, d0 + 1"),
                HasSubstr("design.mlir:20:9: affine.apply of a map with 2 results; allowed: 1"));
    EXPECT_NO_THROW(
        read(one_core("i32", "        %at = affine.apply affine_map<(d0) -> (d0 -1)>(%round)\n")));
}

TEST(MapsOfAffine, MultiplyAndDivideByNumbersAndSymbols) {
    const auto applied = [](const std::string& expression) {
        return one_core("i32", "        %at = affine.apply affine_map<(d0, d1)[s0, s1] -> (" +
                                   expression + ")>(%round, %4)[%8, %16]\n");
    };
    for (const char* const affine :
         {"d0 * 4", "4 * d0", "d0 * s0", "(s0 + 1) * (d0 - d1)", "d0 floordiv s0 + d1 mod (s0 * 2)",
          "s0 * s1 * d0", "-(d0 ceildiv 4)", "s0 floordiv s1"})
        EXPECT_NO_THROW(static_cast<void>(read(applied(affine)))) << affine;
    for (const char* const other : {"d0 * d1", "d0 * (s0 + d0)", "d0 + 4 floordiv d1", "s0 mod d0",
                                    "d0 ceildiv (d1 * 2)", "(d0 * s0) * d1"})
        EXPECT_THAT(refusal(applied(other)),
                    HasSubstr("an expression that is not affine; allowed: a product with a number "
                              "or a symbol, and floordiv, ceildiv and mod by one"))
            << other;
}

TEST(MapsOfAffine, AreRefusedWhereTheyAreNestedTooDeep) {
    const auto applied = [](const std::string& expression) {
        return one_core(
            "i32", "        %at = affine.apply affine_map<(d0) -> (" + expression + ")>(%round)\n");
    };
    const std::string open(10'000, '(');
    const std::string close(10'000, ')');
    // The first parenthesis, and the first sign, stand in column 48.
    EXPECT_THAT(
        refusal(applied(open + "d0" + close)),
        HasSubstr("design.mlir:20:304: an expression inside 256 others; allowed: up to 255"));
    std::string signs;
    for (int i = 0; i < 30'000; ++i)
        signs += "- ";
    EXPECT_THAT(
        refusal(applied(signs + "d0")),
        HasSubstr("design.mlir:20:560: an expression inside 256 others; allowed: up to 255"));
    EXPECT_NO_THROW(read(applied(open.substr(0, 200) + "d0" + close.substr(0, 200))));
}

TEST_F(RunWithData, PadsWithAnyValue) {
    const std::string body =
        "        %p = ub.poison : i32\n"
        "        %v = vector.transfer_read %in[%0], %p {in_bounds = [true]} : memref<16xi32>, "
        "vector<16xi32>\n"
        "        vector.transfer_write %v, %out[%0] {in_bounds = [true]} : vector<16xi32>, "
        "memref<16xi32>\n";
    expect_each<std::int32_t>(one_core("i32", body), [](std::int32_t x) { return x; });
}

}  // namespace
}  // namespace xdnasim::design
