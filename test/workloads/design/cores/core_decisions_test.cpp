// Loops of cores whose number of rounds follows from what other loops and choices carry and yield.

#include <string>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/workloads/design/run_with_data.hpp"

namespace xdnasim::design {
namespace {

using testing::HasSubstr;

/// Stores %n times; %n is an index.
const std::string kStoresAsOften =
    "        scf.for %r = %0 to %n step %1 {\n"
    "          memref.store %three, %out[%0] : memref<16xi32>\n        }\n";
/// Cycles of a round: a store 1, the branch and the counter 7 (operation_cost.hpp).
constexpr std::int64_t kStoreAndBranch = 1 + 7;

const std::string kDecidingConstants =
    "      %zero = arith.constant 0 : i32\n      %one = arith.constant 1 : i32\n"
    "      %three = arith.constant 3 : i32\n      %true = arith.constant true\n";

/// A design whose core runs `body`, and whose sequence writes 3 to word 1 of 'acc'.
std::string with_parameter_of_three(const std::string& body, const std::string& functions = "") {
    const std::string transfer = "      aiex.npu.dma_memcpy_nd(%a";
    return with(one_core("i32", body, kDecidingConstants, functions), transfer,
                "      aiex.npu.rtp_write(@acc, 1, 3)\n" + transfer);
}

std::int64_t cycles_of_core(const std::string& text) {
    const Design design = read(text);
    EXPECT_EQ(design.schedule.kernels.size(), 1U);
    return design.schedule.kernels.front().cycles->count();
}

const std::string kLoadsTheParameter = "        %w = memref.load %acc[%1] : memref<4xi32>\n";
const std::string kMakesItAnIndex = "        %n = arith.index_cast %y : i32 to index\n";

TEST(CoreParameters, MayBeCountedDownByAWhile) {
    // Three stores, and the branches of three rounds; the condition takes no time.
    EXPECT_EQ(cycles_of_core(with_parameter_of_three(
                  kLoadsTheParameter + "        scf.while (%k = %w) : (i32) -> (i32) {\n"
                                       "          %more = arith.cmpi sgt, %k, %zero : i32\n"
                                       "          scf.condition(%more) %k : i32\n"
                                       "        } do {\n        ^bb0(%k: i32):\n"
                                       "          memref.store %three, %out[%0] : memref<16xi32>\n"
                                       "          %less = arith.subi %k, %one : i32\n"
                                       "          scf.yield %less : i32\n        }\n")),
              3 * kStoreAndBranch);
}

TEST(CoreParameters, MayBeCountedDownByBlocks) {
    const std::string function =
        "    func.func private @count(%acc: memref<4xi32>, %out: memref<16xi32>) {\n"
        "      %0 = arith.constant 0 : index\n      %1 = arith.constant 1 : index\n" +
        kDecidingConstants + kLoadsTheParameter +
        "      cf.br ^bb1(%w : i32)\n"
        "    ^bb1(%k: i32):\n"
        "      %more = arith.cmpi sgt, %k, %zero : i32\n"
        "      cf.cond_br %more, ^bb2, ^bb3\n"
        "    ^bb2:\n"
        "      memref.store %three, %out[%0] : memref<16xi32>\n"
        "      %less = arith.subi %k, %one : i32\n"
        "      cf.br ^bb1(%less : i32)\n"
        "    ^bb3:\n      return\n    }\n";
    // A call costs core_call 2, core_return 18 and core_restore 6 (aie-ml.yaml, chess).
    EXPECT_EQ(cycles_of_core(
                  with_parameter_of_three("        func.call @count(%acc, %out) : (memref<4xi32>, "
                                          "memref<16xi32>) -> ()\n",
                                          function)),
              2 + 18 + 6 + 3 * kStoreAndBranch);
}

TEST(CoreParameters, MayBeWhatAChoiceYields) {
    const std::string choice = "        %y = scf.if %true -> (i32) {\n  " + kLoadsTheParameter +
                               "          scf.yield %w : i32\n        } else {\n"
                               "          scf.yield %zero : i32\n        }\n";
    EXPECT_EQ(cycles_of_core(with_parameter_of_three(choice + kMakesItAnIndex + kStoresAsOften)),
              3 * kStoreAndBranch);
    const std::string one_of_several =
        "        %y = scf.index_switch %1 -> i32\n        case 1 {\n  " + kLoadsTheParameter +
        "          scf.yield %w : i32\n        }\n        default {\n"
        "          scf.yield %zero : i32\n        }\n";
    EXPECT_EQ(
        cycles_of_core(with_parameter_of_three(one_of_several + kMakesItAnIndex + kStoresAsOften)),
        3 * kStoreAndBranch);
}

TEST(CoreParameters, AreNotKnownWhereDataTakesPart) {
    const std::string choice = "        %x = memref.load %in[%0] : memref<16xi32>\n" +
                               kLoadsTheParameter +
                               "        %y = scf.if %true -> (i32) {\n"
                               "          scf.yield %x : i32\n        } else {\n"
                               "          scf.yield %w : i32\n        }\n";
    EXPECT_THAT(refusal(with_parameter_of_three(choice + kMakesItAnIndex + kStoresAsOften)),
                HasSubstr("the number of rounds of this loop is not known before the run"));
}

/// Cycles of code that stores as often as the result of a loop says. The loop has `rounds` rounds
/// with `body`, and carries %s, which begins as 3.
std::int64_t cycles_of_counted(const std::string& rounds, const std::string& body) {
    return cycles_of_core(one_core("i32",
                                   "        %y = scf.for %k = %0 to " + rounds +
                                       " step %1 iter_args(%s = %three) -> (i32) {\n" + body +
                                       "        }\n" + kMakesItAnIndex + kStoresAsOften,
                                   kDecidingConstants));
}

TEST(ResultOfALoop, IsKnownWhereItsRoundsSayIt) {
    const std::string unchanged = "          scf.yield %s : i32\n";
    EXPECT_EQ(cycles_of_counted("%0", unchanged), 3 * kStoreAndBranch);
    EXPECT_EQ(cycles_of_counted("%8", unchanged), 3 * kStoreAndBranch);
    EXPECT_EQ(cycles_of_counted("%8", "          scf.yield %one : i32\n"), kStoreAndBranch);
    // 3, plus 1 in each of 8 rounds.
    EXPECT_EQ(cycles_of_counted("%8",
                                "          %t = arith.addi %s, %one : i32\n"
                                "          scf.yield %t : i32\n"),
              (3 + 8) * kStoreAndBranch);
    // The counter of the last of 8 rounds.
    EXPECT_EQ(cycles_of_counted("%8",
                                "          %t = arith.index_cast %k : index to i32\n"
                                "          scf.yield %t : i32\n"),
              7 * kStoreAndBranch);
}

TEST(ResultOfALoop, ThatIsDataIsNotKnown) {
    EXPECT_THAT(refusal(one_core("i32",
                                 "        %y = scf.for %k = %0 to %8 step %1 iter_args(%s = "
                                 "%three) -> (i32) {\n"
                                 "          %x = memref.load %in[%k] : memref<16xi32>\n"
                                 "          scf.yield %x : i32\n        }\n" +
                                     kMakesItAnIndex + kStoresAsOften,
                                 kDecidingConstants)),
                HasSubstr("the number of rounds of this loop is not known before the run"));
}

TEST_F(RunWithData, GoesRoundAsOftenAsALoopHasCounted) {
    // 3 + 2 rounds, each of which adds the element.
    const std::string body = each("i32",
                                  "          %c = scf.for %j = %0 to %2 step %1 iter_args(%s = "
                                  "%three) -> (i32) {\n"
                                  "            %t = arith.addi %s, %one : i32\n"
                                  "            scf.yield %t : i32\n          }\n"
                                  "          %n = arith.index_cast %c : i32 to index\n"
                                  "          %y = scf.for %j = %0 to %n step %1 iter_args(%s = "
                                  "%zero) -> (i32) {\n"
                                  "            %t = arith.addi %s, %x : i32\n"
                                  "            scf.yield %t : i32\n          }\n");
    expect_each<std::int32_t>(
        one_core("i32", body, kDecidingConstants + "      %2 = arith.constant 2 : index\n"),
        [](std::int32_t x) { return 5 * x; });
}

TEST(LoopOfBlocks, WhoseBoundItsRoundsComputeIsReadRoundByRound) {
    // Rounds go on while %k < 8 - 2 * %k, for 0, 1 and 2, in each call of the function.
    const std::string function =
        "    func.func private @narrow(%out: memref<16xi32>) {\n"
        "      %0 = arith.constant 0 : index\n      %1 = arith.constant 1 : index\n"
        "      %8 = arith.constant 8 : index\n      %three = arith.constant 3 : i32\n"
        "      cf.br ^bb1(%0 : index)\n"
        "    ^bb1(%k: index):\n"
        "      %twice = arith.addi %k, %k : index\n"
        "      %end = arith.subi %8, %twice : index\n"
        "      %more = arith.cmpi slt, %k, %end : index\n"
        "      cf.cond_br %more, ^bb2, ^bb3\n"
        "    ^bb2:\n"
        "      memref.store %three, %out[%0] : memref<16xi32>\n"
        "      %next = arith.addi %k, %1 : index\n"
        "      cf.br ^bb1(%next : index)\n"
        "    ^bb3:\n      return\n    }\n";
    const std::string call = "        func.call @narrow(%out) : (memref<16xi32>) -> ()\n";
    EXPECT_EQ(cycles_of_core(one_core("i32", call + call, "", function)),
              2 * (2 + 18 + 6 + 3 * kStoreAndBranch));
}

TEST(LoopsInLoops, AreReadOnceForEachRoundOfTheOneThatDecides) {
    // The innermost of 14 loops has as many rounds as the counter of the outermost one says: 0 and
    // 1.
    constexpr int kBetween = 12;
    std::string body = "        scf.for %n = %0 to %2 step %1 {\n";
    for (int i = 0; i < kBetween; ++i)
        body += fmt::format("        scf.for %k{} = %0 to %2 step %1 {{\n", i);
    body += kStoresAsOften;
    for (int i = 0; i <= kBetween; ++i)
        body += "        }\n";
    // Each loop between has two rounds, which take what is within it and a branch, 7.
    std::int64_t cycles = kStoreAndBranch;
    for (int i = 0; i < kBetween; ++i)
        cycles = 2 * (cycles + 7);
    EXPECT_EQ(cycles_of_core(one_core(
                  "i32", body, kDecidingConstants + "      %2 = arith.constant 2 : index\n")),
              cycles + 2 * 7);
}

}  // namespace
}  // namespace xdnasim::design
