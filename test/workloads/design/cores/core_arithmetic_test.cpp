// Numbers that decide how often the loops of a core run, computed in the bits of their types.

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/workloads/design/run_with_data.hpp"

namespace xdnasim::design {
namespace {

/// The number of rounds of a loop up to %n, which `text` computes.
std::int64_t rounds_for(const std::string& text, const std::string& outside = "") {
    const Design design =
        read(one_core("i32",
                      text + "        %q = arith.constant 3 : i32\n"
                             "        scf.for %k = %0 to %n step %1 {\n"
                             "          memref.store %q, %out[%0] : memref<16xi32>\n"
                             "        }\n",
                      "", outside));
    // Cycles of a round: a store 1, the branch and the counter 7 (operation_cost.hpp).
    return design.schedule.kernels.empty()
               ? 0
               : design.schedule.kernels.front().cycles->count() / (1 + 7);
}

/// The number of rounds of a loop up to the i32 that `operation` computes from %a, which is
/// `constant`.
std::int64_t rounds_of(const std::string& constant, const std::string& operation) {
    return rounds_for("        %a = arith.constant " + constant + "\n        %x = " + operation +
                      "\n        %n = arith.index_cast %x : i32 to index\n");
}

/// As rounds_of(), for an `operation` on %a and %b, which are i32.
std::int64_t rounds_of_two(const std::string& a, const std::string& b,
                           const std::string& operation) {
    return rounds_for("        %a = arith.constant " + a + " : i32\n        %b = arith.constant " +
                      b + " : i32\n        %x = " + operation +
                      " %a, %b : i32\n        %n = arith.index_cast %x : i32 to index\n");
}

TEST(KnownNumbers, AreExtendedFromTheBitsOfTheirType) {
    EXPECT_EQ(rounds_of("-56 : i8", "arith.extui %a : i8 to i32"), 200);
    EXPECT_EQ(rounds_of("-56 : i8", "\"arith.extui\"(%a) : (i8) -> i32"), 200);
    // MLIR prints 200 : i8 as -56.
    EXPECT_EQ(rounds_of("200 : i8", "arith.extui %a : i8 to i32"), 200);
    EXPECT_EQ(rounds_of("200 : i8", "arith.extsi %a : i8 to i32"), 0);
    EXPECT_EQ(rounds_of("true", "arith.extui %a : i1 to i32"), 1);
    EXPECT_EQ(rounds_of("9 : i4", "arith.extui %a : i4 to i32"), 9);
    EXPECT_EQ(rounds_for("        %a = arith.constant -56 : i8\n"
                         "        %n = arith.index_castui %a : i8 to index\n"),
              200);
    // True is 1 without a sign and -1 with one: 1 - (-1) = 2.
    EXPECT_EQ(rounds_for("        %a = arith.constant true\n"
                         "        %u = arith.extui %a : i1 to i32\n"
                         "        %s = arith.extsi %a : i1 to i32\n"
                         "        %d = arith.subi %u, %s : i32\n"
                         "        %n = arith.index_cast %d : i32 to index\n"),
              2);
}

TEST(KnownNumbers, AreTruncatedToTheBitsOfTheirType) {
    const auto extended = [](const std::string& number, const std::string& extension) {
        return rounds_for(
            "        %a = arith.constant " + number +
            " : i32\n        %t = arith.trunci %a : i32 to i8\n        %x = " + extension +
            " %t : i8 to i32\n        %n = arith.index_cast %x : i32 to index\n");
    };
    EXPECT_EQ(extended("260", "arith.extui"), 4);
    EXPECT_EQ(extended("260", "arith.extsi"), 4);
    EXPECT_EQ(extended("200", "arith.extui"), 200);
    EXPECT_EQ(extended("200", "arith.extsi"), 0);
}

TEST(KnownNumbers, WrapWithinTheBitsOfTheirType) {
    // 641 * 6,700,417 = 2^32 + 1, and -2,147,483,648 - 2,147,483,645 = -2^32 + 3.
    EXPECT_EQ(rounds_of_two("641", "6700417", "arith.muli"), 1);
    EXPECT_EQ(rounds_of_two("-2147483648", "2147483645", "arith.subi"), 3);
}

TEST(KnownNumbers, CountWithoutASignWhereTheOperationSaysSo) {
    // In 32 bits without a sign, -3 is 4,294,967,293.
    EXPECT_EQ(rounds_of_two("-3", "1073741824", "arith.divui"), 3);
    EXPECT_EQ(rounds_of_two("-3", "10", "arith.remui"), 3);
    EXPECT_EQ(rounds_of_two("-3", "28", "arith.shrui"), 15);
    EXPECT_EQ(rounds_of_two("-3", "7", "arith.minui"), 7);
}

TEST(KnownNumbers, AreComparedAsTheirTypeHasThem) {
    // The sum is below 0 in 32 bits.
    const std::string sum =
        "        %a = arith.constant 2147483647 : i32\n"
        "        %b = arith.constant 5 : i32\n"
        "        %s = arith.addi %a, %b : i32\n";
    EXPECT_EQ(rounds_for(sum + "        %is = arith.cmpi slt, %s, %b : i32\n"
                               "        %n = arith.select %is, %4, %8 : index\n"),
              4);
    EXPECT_EQ(rounds_for(sum + "        %is = arith.cmpi ult, %s, %b : i32\n"
                               "        %n = arith.select %is, %4, %8 : index\n"),
              8);
    EXPECT_EQ(
        rounds_for(sum + "        %is = \"arith.cmpi\"(%s, %b) <{predicate = 2 : i64}> : (i32, "
                         "i32) -> i1\n"
                         "        %n = \"arith.select\"(%is, %4, %8) : (i1, index, index) -> "
                         "index\n"),
        4);
}

TEST(KnownNumbers, OfAConstantGlobalAreExtendedFromItsElements) {
    EXPECT_EQ(rounds_for("        %t = memref.get_global @t : memref<4xi8>\n"
                         "        %v = memref.load %t[%1] : memref<4xi8>\n"
                         "        %w = arith.extui %v : i8 to i32\n"
                         "        %n = arith.index_cast %w : i32 to index\n",
                         "    memref.global \"private\" constant @t : memref<4xi8> = "
                         "dense<[1, 200, 3, 4]>\n"),
              200);
}

TEST(KnownNumbers, AreNoneOfWhatMlirLeavesOpen) {
    for (const char* const text : {"arith.divsi %b, %a : i32", "arith.remui %b, %a : i32",
                                   "arith.shli %a, %b : i32", "arith.shrui %a, %b : i32"})
        EXPECT_THAT(refusal(one_core("i32",
                                     "        %a = arith.constant 0 : i32\n"
                                     "        %b = arith.constant 32 : i32\n        %x = " +
                                         std::string{text} +
                                         "\n        %n = arith.index_cast %x : i32 to index\n"
                                         "        scf.for %k = %0 to %n step %1 {\n"
                                         "          memref.store %b, %out[%0] : memref<16xi32>\n"
                                         "        }\n")),
                    testing::HasSubstr("the number of rounds of this loop is not known"))
            << text;
}

}  // namespace
}  // namespace xdnasim::design
