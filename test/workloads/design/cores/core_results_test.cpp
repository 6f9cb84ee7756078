// Operations with several results, which have one name and numbers, or names of their own.

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/workloads/design/run_with_data.hpp"
#include "workloads/schedule/operations.hpp"

namespace xdnasim::design {
namespace {

/// Stores %r#1 times, and then %r#0 times.
const std::string kStoresByResults =
    "        scf.for %k = %0 to %r#1 step %1 {\n"
    "          memref.store %three, %out[%0] : memref<16xi32>\n        }\n"
    "        scf.for %k = %0 to %r#0 step %1 {\n"
    "          memref.store %three, %out[%1] : memref<16xi32>\n        }\n";
/// Cycles of a round: a store 1, the branch and the counter 7 (operation_cost.hpp).
constexpr std::int64_t kRoundWithAStore = 1 + 7;

const std::string kThree = "      %three = arith.constant 3 : i32\n";

std::int64_t cycles_of_results(const std::string& results, const std::string& functions = "") {
    const Design design = read(one_core("i32", results + kStoresByResults, kThree, functions));
    EXPECT_EQ(design.schedule.kernels.size(), 1U);
    return design.schedule.kernels.front().cycles->count();
}

TEST(SeveralResults, OfAChoiceAreKnown) {
    EXPECT_EQ(cycles_of_results("        %true = arith.constant true\n"
                                "        %r:2 = scf.if %true -> (index, index) {\n"
                                "          scf.yield %4, %16 : index, index\n"
                                "        } else {\n"
                                "          scf.yield %8, %8 : index, index\n        }\n"),
              (4 + 16) * kRoundWithAStore);
    EXPECT_EQ(cycles_of_results("        %r:2 = scf.index_switch %1 -> index, index\n"
                                "        case 1 {\n"
                                "          scf.yield %4, %8 : index, index\n        }\n"
                                "        default {\n"
                                "          scf.yield %8, %16 : index, index\n        }\n"),
              (4 + 8) * kRoundWithAStore);
}

TEST(SeveralResults, OfALoopAreKnown) {
    EXPECT_EQ(cycles_of_results("        %r:2 = scf.while (%p = %0, %q = %8) : (index, index) -> "
                                "(index, index) {\n"
                                "          %go = arith.cmpi ult, %p, %4 : index\n"
                                "          scf.condition(%go) %p, %q : index, index\n"
                                "        } do {\n        ^bb0(%s: index, %t: index):\n"
                                "          %u = arith.addi %s, %1 : index\n"
                                "          scf.yield %u, %t : index, index\n        }\n"),
              (4 + 8) * kRoundWithAStore);
    // A choice by the loop's counter makes the loop be read round by round: the first round has a
    // store.
    EXPECT_EQ(cycles_of_results("        %r:2 = scf.for %k = %0 to %4 step %1 iter_args(%p = %16, "
                                "%q = %8) -> (index, index) {\n"
                                "          %is = arith.cmpi eq, %k, %0 : index\n"
                                "          scf.if %is {\n"
                                "            memref.store %three, %out[%0] : memref<16xi32>\n"
                                "          }\n"
                                "          scf.yield %q, %p : index, index\n        }\n"),
              1 + 4 * 7 + (16 + 8) * kRoundWithAStore);
}

TEST(SeveralResults, OfACallAreKnown) {
    // A call costs core_call 2, core_return 18 and core_restore 6 (aie-ml.yaml, chess).
    EXPECT_EQ(cycles_of_results("        %r:2 = func.call @both(%16) : (index) -> (index, index)\n",
                                "    func.func private @both(%n: index) -> (index, index) {\n"
                                "      %0 = arith.constant 8 : index\n"
                                "      return %0, %n : index, index\n    }\n"),
              2 + 18 + 6 + (8 + 16) * kRoundWithAStore);
}

TEST(SeveralResults, MayFollowMemoryThatNothingWrites) {
    const std::string counted = with(
        one_core("i32",
                 "        %r:2 = func.call @counts(%acc) : (memref<4xi32>) -> (index, index)\n" +
                     kStoresByResults,
                 kThree,
                 "    func.func private @counts(%m: memref<4xi32>) -> (index, index) {\n"
                 "      %0 = arith.constant 1 : index\n"
                 "      %w = memref.load %m[%0] : memref<4xi32>\n"
                 "      %n = arith.index_cast %w : i32 to index\n"
                 "      return %0, %n : index, index\n    }\n"),
        "dense<0>", "dense<[9, 3, 9, 9]>");
    const Design design = read(counted);
    ASSERT_EQ(design.schedule.kernels.size(), 1U);
    EXPECT_EQ(design.schedule.kernels.front().cycles->count(),
              2 + 18 + 6 + (1 + 3) * kRoundWithAStore);
}

TEST(SeveralResults, ThatAreMemoryArePassedToKernels) {
    const Design design =
        read(one_core("i32",
                      "        %r:2 = func.call @swapped(%in, %out) : (memref<16xi32>, "
                      "memref<16xi32>) -> (memref<16xi32>, memref<16xi32>)\n"
                      "        func.call @work(%r#1, %r#0) : (memref<16xi32>, memref<16xi32>) -> "
                      "()\n",
                      "",
                      "    func.func private @work(memref<16xi32>, memref<16xi32>)\n"
                      "    func.func private @swapped(%m: memref<16xi32>, %n: memref<16xi32>) -> "
                      "(memref<16xi32>, memref<16xi32>) {\n"
                      "      return %n, %m : memref<16xi32>, memref<16xi32>\n    }\n"));
    std::vector<std::vector<std::string>> passed;
    schedule::for_each_operation<schedule::Call>(
        design.schedule.find({0, 2})->core, [&](const schedule::Call& call, std::int64_t) {
            if (design.schedule.kernel(call.kernel)->name != "work") return;
            std::vector<std::string>& names = passed.emplace_back();
            for (const schedule::BufferSlice& slice : call.arguments)
                names.push_back(design.schedule.buffer(slice.buffer)->name);
        });
    ASSERT_FALSE(passed.empty());
    for (const std::vector<std::string>& names : passed)
        EXPECT_THAT(names,
                    testing::ElementsAre(testing::HasSubstr("in"), testing::HasSubstr("out")));
}

TEST(SeveralResults, ThatDependOnDataAreNotKnown) {
    EXPECT_THAT(refusal(one_core("i32",
                                 "        %x = memref.load %in[%0] : memref<16xi32>\n"
                                 "        %is = arith.cmpi eq, %x, %three : i32\n"
                                 "        %r:2 = scf.if %is -> (index, index) {\n"
                                 "          scf.yield %4, %16 : index, index\n"
                                 "        } else {\n"
                                 "          scf.yield %8, %8 : index, index\n        }\n" +
                                     kStoresByResults,
                                 kThree)),
                testing::HasSubstr("the number of rounds of this loop is not known"));
}

}  // namespace
}  // namespace xdnasim::design
