// Functions with a body in the text, and the cores that call them.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/yaml.hpp"
#include "test/workloads/design/cores/called_functions.hpp"
#include "workloads/schedule/operations.hpp"

namespace xdnasim::design {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// Cycles that a call costs in addition to the body, on the device of the tests: core_call 2,
/// core_return 18 and core_restore 6 (aie-ml.yaml, chess).
constexpr std::int64_t kAroundABody = 2 + 18 + 6;

/// Cycles of the code of a round of one_core() with `body` in it; `functions`: text of the device.
std::int64_t cycles_of_code_in(const std::string& body, const std::string& functions) {
    const Design design = read(one_core("i32", body, "", functions));
    EXPECT_EQ(design.schedule.kernels.size(), 1U);
    return design.schedule.kernels.front().cycles->count();
}

TEST(FunctionWithABody, TakesWhatItsCodeTakesAndTheCall) {
    // 16 rounds of a load 7, an addition 1, a store 1, the branch and the counter 7
    // (operation_cost.hpp).
    const std::int64_t code = 16 * (7 + 1 + 1 + 7);
    EXPECT_EQ(cycles_of_code_in(kCallAddAll, kAddAll), code + kAroundABody);
    EXPECT_EQ(cycles_of_code_in(with(kCallAddAll, "%16", "%4"), kAddAll), code / 4 + kAroundABody);
    // In a loop, each round also takes the branch of the loop.
    EXPECT_EQ(
        cycles_of_code_in("        scf.for %k = %0 to %4 step %1 {\n" + kCallAddAll + "        }\n",
                          kAddAll),
        4 * (code + kAroundABody + 7));
}

TEST(FunctionWithABody, NeedsNoWordOfAKernel) {
    const Design design = read(one_core("i32", kCallAddAll, "", kAddAll), {});
    EXPECT_FALSE(design.missing.has_value());
    EXPECT_THAT(design.kernels_template, testing::Not(HasSubstr("add_all")));
}

TEST(FunctionWithABody, IsAKernelWhereItsCyclesAreSaid) {
    Request request;
    request.kernels.kernels = base::parse_yaml("add_all: 1234\n", "kernels.yaml");
    const Design design = read(one_core("i32", kCallAddAll, "", kAddAll), request);
    ASSERT_EQ(design.schedule.kernels.size(), 1U);
    EXPECT_EQ(design.schedule.kernels.front().name, "add_all");
    EXPECT_EQ(design.schedule.kernels.front().cycles->count(), 1234);
    EXPECT_FALSE(design.schedule.kernels.front().inlined);
}

TEST(FunctionWithABody, MayStandBesideTheDevice) {
    const std::string text = one_core("i32", kCallAddAll);
    EXPECT_EQ(
        cycles_of(with(text, "  aie.device(npu1_1col) {", kAddAll + "  aie.device(npu1_1col) {")),
        cycles_of(one_core("i32", kCallAddAll, "", kAddAll)));
}

TEST(FunctionWithABody, MayBeInGenericForm) {
    const std::string generic =
        "    \"func.func\"() <{function_type = (memref<16xi32>, memref<16xi32>, index) -> (), "
        "sym_name = \"add_all\", sym_visibility = \"private\"}> ({\n"
        "    ^bb0(%from: memref<16xi32>, %to: memref<16xi32>, %n: index):\n"
        "      %0 = \"arith.constant\"() <{value = 7 : i32}> : () -> i32\n"
        "      %1 = \"arith.constant\"() <{value = 0 : index}> : () -> index\n"
        "      %2 = \"arith.constant\"() <{value = 1 : index}> : () -> index\n"
        "      \"scf.for\"(%1, %n, %2) ({\n"
        "      ^bb0(%k: index):\n"
        "        %x = \"memref.load\"(%from, %k) : (memref<16xi32>, index) -> i32\n"
        "        %y = \"arith.addi\"(%x, %0) : (i32, i32) -> i32\n"
        "        \"memref.store\"(%y, %to, %k) : (i32, memref<16xi32>, index) -> ()\n"
        "        \"scf.yield\"() : () -> ()\n"
        "      }) : (index, index, index) -> ()\n"
        "      \"func.return\"() : () -> ()\n"
        "    }) : () -> ()\n";
    const std::string call =
        "        \"func.call\"(%in, %out, %16) <{callee = @add_all}> : (memref<16xi32>, "
        "memref<16xi32>, index) -> ()\n";
    EXPECT_EQ(cycles_of_code_in(call, generic), cycles_of_code_in(kCallAddAll, kAddAll));
}

TEST(FunctionWithABody, MayHaveItsNameBehindItsBody) {
    // As MLIR printed the generic form until 2023: attributes follow the regions.
    const std::string functions =
        "    func.func private @work(memref<16xi32>)\n"
        "    \"func.func\"() ({\n"
        "    ^bb0(%p: memref<16xi32>, %q: memref<16xi32>):\n"
        "      \"func.call\"(%p) {callee = @work} : (memref<16xi32>) -> ()\n"
        "      \"func.call\"(%q) {callee = @work} : (memref<16xi32>) -> ()\n"
        "      \"func.return\"() : () -> ()\n"
        "    }) {function_type = (memref<16xi32>, memref<16xi32>) -> (), sym_name = \"outer\", "
        "sym_visibility = \"private\"} : () -> ()\n";
    const Design design = read(one_core("i32",
                                        "        \"func.call\"(%in, %out) {callee = @outer} : "
                                        "(memref<16xi32>, memref<16xi32>) -> ()\n",
                                        "", functions));
    int calls = 0;
    schedule::for_each_operation<schedule::Call>(
        design.schedule.find({0, 2})->core, [&](const schedule::Call& call, std::int64_t) {
            if (design.schedule.kernel(call.kernel)->name == "work") ++calls;
        });
    // Two rounds use both objects of each FIFO, one after the other.
    EXPECT_EQ(calls, 2 * 2);
}

TEST(FunctionWithABody, ReturnsWhatIsKnown) {
    // One of the two paths is taken; both return.
    const std::string chosen =
        "    func.func private @chosen(%n: index) -> index {\n"
        "      %0 = arith.constant 10 : index\n"
        "      %many = arith.cmpi sgt, %n, %0 : index\n"
        "      cf.cond_br %many, ^some, ^all\n"
        "    ^some:\n"
        "      return %0 : index\n"
        "    ^all:\n"
        "      return %n : index\n"
        "    }\n";
    const auto rounds = [&](const std::string& asked) {
        return "        %n = func.call @chosen(%" + asked +
               ") : (index) -> index\n"
               "        %q = arith.constant 3 : i32\n"
               "        scf.for %k = %0 to %n step %1 {\n"
               "          memref.store %q, %out[%k] : memref<16xi32>\n        }\n";
    };
    // A store 1, the branch and the counter 7.
    EXPECT_EQ(cycles_of_code_in(rounds("16"), chosen), kAroundABody + 10 * (1 + 7));
    EXPECT_EQ(cycles_of_code_in(rounds("8"), chosen), kAroundABody + 8 * (1 + 7));
}

TEST(FunctionWithABody, CallsKernelsAndOtherFunctions) {
    const std::string functions =
        "    func.func private @work(memref<16xi32>)\n"
        "    func.func private @inner(%m: memref<16xi32>) {\n"
        "      call @work(%m) : (memref<16xi32>) -> ()\n"
        "      return\n    }\n"
        "    func.func private @outer(%m: memref<16xi32>, %o: memref<16xi32>) {\n"
        "      call @inner(%o) : (memref<16xi32>) -> ()\n"
        "      func.call @inner(%m) : (memref<16xi32>) -> ()\n"
        "      return\n    }\n";
    const Design design =
        read(one_core("i32",
                      "        func.call @outer(%in, %out) : (memref<16xi32>, memref<16xi32>) -> "
                      "()\n",
                      "", functions));
    std::vector<std::string> called;
    schedule::for_each_operation<schedule::Call>(
        design.schedule.find({0, 2})->core, [&](const schedule::Call& call, std::int64_t) {
            const auto& kernel = *design.schedule.kernel(call.kernel);
            if (kernel.name != "work") return;
            ASSERT_EQ(call.arguments.size(), 1U);
            called.push_back(design.schedule.buffer(call.arguments[0].buffer)->name);
        });
    // Two rounds use both objects of each FIFO, one after the other.
    EXPECT_THAT(called,
                ElementsAre(HasSubstr("out"), HasSubstr("in"), HasSubstr("out"), HasSubstr("in")));
}

TEST_F(RunWithData, ComputesWhatFunctionsWithABodyCompute) {
    const auto plus_seven = [](std::int32_t x) { return x + 7; };
    expect_each<std::int32_t>(one_core("i32", kCallAddAll, "", kAddAll), plus_seven);
    // Functions with arguments and results that call another function, twice with different values.
    const std::string functions =
        "    func.func private @twice(%x: i32) -> i32 {\n"
        "      %y = arith.addi %x, %x : i32\n      return %y : i32\n    }\n"
        "    func.func private @mixed(%y: i32, %x: i32) -> (i32, i32) {\n"
        "      %0 = call @twice(%y) : (i32) -> i32\n"
        "      %1 = call @twice(%0) : (i32) -> i32\n"
        "      %k = arith.subi %1, %x : i32\n"
        "      return %k, %0 : i32, i32\n    }\n";
    expect_each<std::int32_t>(
        one_core("i32",
                 each("i32",
                      "          %p:2 = func.call @mixed(%x, %five) : (i32, i32) -> (i32, i32)\n"
                      "          %y = arith.muli %p#0, %p#1 : i32\n"),
                 "      %five = arith.constant 5 : i32", functions),
        [](std::int32_t x) { return (4 * x - 5) * (2 * x); });
}

TEST_F(RunWithData, FollowsTheBlocksOfAFunction) {
    const std::string functions =
        "    func.func private @clamped(%x: i32, %most: i32) -> i32 {\n"
        "      %over = arith.cmpi sgt, %x, %most : i32\n"
        "      cf.cond_br %over, ^end(%most : i32), ^more\n"
        "    ^more:\n"
        "      %y = arith.addi %x, %x : i32\n"
        "      cf.br ^end(%y : i32)\n"
        "    ^end(%z: i32):\n"
        "      return %z : i32\n    }\n";
    expect_each<std::int32_t>(
        one_core("i32",
                 each("i32", "          %y = func.call @clamped(%x, %five) : (i32, i32) -> i32\n"),
                 "      %five = arith.constant 5 : i32", functions),
        [](std::int32_t x) { return x > 5 ? 5 : 2 * x; });
}

const std::string kAtMost =
    "    func.func private @at_most(%x: i32, %most: i32) -> (i32, index) {\n"
    "      %three = arith.constant 3 : index\n"
    "      %four = arith.constant 4 : index\n"
    "      %over = arith.cmpi sgt, %x, %most : i32\n"
    "      cf.cond_br %over, ^over, ^under\n"
    "    ^over:\n"
    "      return %most, %three : i32, index\n"
    "    ^under:\n"
    "      %y = arith.addi %x, %x : i32\n"
    "      return %y, %three : i32, index\n    }\n";

TEST_F(RunWithData, FollowsWaysOfAFunctionThatBothReturn) {
    expect_each<std::int32_t>(
        one_core("i32",
                 each("i32",
                      "          %r:2 = func.call @at_most(%x, %five) : (i32, i32) -> (i32, "
                      "index)\n"
                      "          %z = arith.addi %r#0, %five : i32\n"
                      "          %y = arith.muli %z, %five : i32\n"),
                 "      %five = arith.constant 5 : i32", kAtMost),
        [](std::int32_t x) { return 5 * ((x > 5 ? 5 : 2 * x) + 5); });
}

TEST(FunctionWithABody, ReturnsWhatBothOfItsWaysReturn) {
    const auto rounds = [](const std::string& functions) {
        return one_core("i32",
                        "        %five = arith.constant 5 : i32\n"
                        "        %x = memref.load %in[%0] : memref<16xi32>\n"
                        "        %r, %n = func.call @at_most(%x, %five) : (i32, i32) -> (i32, "
                        "index)\n"
                        "        scf.for %k = %0 to %n step %1 {\n"
                        "          memref.store %r, %out[%k] : memref<16xi32>\n        }\n",
                        "", functions);
    };
    const Design design = read(rounds(kAtMost));
    ASSERT_EQ(design.schedule.kernels.size(), 1U);
    // A load 7, a comparison and the addition of the longer path 1 each, three rounds of a store 1,
    // the branch and the counter 7 (operation_cost.hpp).
    EXPECT_EQ(design.schedule.kernels.front().cycles->count(),
              7 + kAroundABody + 1 + 1 + 3 * (1 + 7));
    EXPECT_THAT(refusal(rounds(with(kAtMost, "return %y, %three", "return %y, %four"))),
                HasSubstr("the number of rounds of this loop is not known"));
}

TEST_F(RunWithData, RunsALoopInAFunctionAsOftenAsABufferSaysThatNothingWrites) {
    const std::string functions =
        "    func.func private @count(%acc: memref<4xi32>) -> index {\n"
        "      %0 = arith.constant 1 : index\n"
        "      %w = memref.load %acc[%0] : memref<4xi32>\n"
        "      %n = arith.index_cast %w : i32 to index\n"
        "      return %n : index\n    }\n"
        "    func.func private @doubled(%x: i32, %n: index) -> i32 {\n"
        "      %0 = arith.constant 0 : index\n"
        "      %1 = arith.constant 1 : index\n"
        "      %y = scf.for %r = %0 to %n step %1 iter_args(%s = %x) -> (i32) {\n"
        "        %t = arith.addi %s, %s : i32\n        scf.yield %t : i32\n      }\n"
        "      return %y : i32\n    }\n";
    expect_each<std::int32_t>(
        with(one_core("i32",
                      each("i32",
                           "          %n = func.call @count(%acc) : (memref<4xi32>) -> index\n"
                           "          %y = func.call @doubled(%x, %n) : (i32, index) -> i32\n"),
                      "", functions),
             "dense<0>", "dense<[9, 3, 9, 9]>"),
        [](std::int32_t x) { return 8 * x; });
}

}  // namespace
}  // namespace xdnasim::design
