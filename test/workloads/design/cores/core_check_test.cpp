// Errors in the values and types of a core's code, which mlir-aie would refuse as well.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/workloads/design/run_with_data.hpp"

namespace xdnasim::design {
namespace {

using testing::AllOf;
using testing::HasSubstr;

constexpr const char* kDeclared =
    "    func.func private @work(memref<16xi32>, memref<16xi32>, i32)\n";
constexpr const char* kCall =
    "        func.call @work(%in, %out, %n) : (memref<16xi32>, memref<16xi32>, i32) -> ()\n";

std::string calling(const std::string& call, const std::string& declared = kDeclared) {
    return one_core("i32", call, "      %n = arith.constant 3 : i32", declared);
}

TEST(CallInACore, IsReadWhereItsTypesAreThoseOfTheDeclaration) {
    EXPECT_EQ(read(calling(kCall)).schedule.kernels.size(), 1U);
}

TEST(CallInACore, MayPassNoLock) {
    const std::string declared = with(kDeclared, "i32)", "index)");
    const std::string call = with(with(kCall, "%n)", "%mine)"), "i32)", "index)");
    const std::string mine = "    %mine = aie.lock(%core, 9) {init = 1 : i32}\n";
    const std::string locked = with(calling(call, declared), "    %acc =", mine + "    %acc =");
    EXPECT_THAT(refusal(locked),
                HasSubstr("'%mine' is a lock, which is passed to 'work'. What a function does with "
                          "locks is not known. Acquire and release them in the core"));
    const std::string of_fifo = with(calling(kCall), "        func.call",
                                     "        %g, %h = aie.objectfifo.lock @in (Consume) : (index, "
                                     "index)\n        func.call");
    EXPECT_THAT(refusal(of_fifo),
                HasSubstr("aie.objectfifo.lock: what a function does with a lock is not known"));
}

TEST(CascadeOfACore, MovesWholeWords) {
    const auto put = [](const std::string& type) {
        return calling("        %v = vector.load %in[%0] : memref<16xi32>, " + type +
                       "\n        aie.put_cascade(%v : " + type + ")\n");
    };
    EXPECT_THAT(refusal(put("vector<8xi32>")),
                HasSubstr("aie.put_cascade of 256 bits; allowed: 512, as wide as the cascade is"));
    EXPECT_THAT(refusal(calling("        %v = aie.get_cascade() : vector<4x4xi16>\n")),
                HasSubstr("aie.get_cascade of 256 bits; allowed: 512"));
    EXPECT_NO_THROW(read(put("vector<16xi32>")));
}

TEST(CascadeOfACore, MovesWholeWordsOfTypesWithAName) {
    const auto put = [](const std::string& type) {
        return "!v = " + type + "\n" +
               calling(
                   "        %v = vector.load %in[%0] : memref<16xi32>, !v\n"
                   "        aie.put_cascade(%v : !v)\n");
    };
    EXPECT_THAT(refusal(put("vector<8xi32>")),
                HasSubstr("aie.put_cascade of 256 bits; allowed: 512, as wide as the cascade is"));
    EXPECT_NO_THROW(read(put("vector<16xi32>")));
}

TEST(CallInACore, MayBeOfTypesThatAreNotKnownHere) {
    const auto kernels = [](const std::string& declared) {
        return read(calling(kCall, declared)).schedule.kernels.size();
    };
    for (const char* const last : {"i32 {llvm.signext}", "i32 loc(\"x\":1:1)"})
        EXPECT_EQ(kernels(with(kDeclared, "i32)", std::string{last} + ")")), 1U) << last;
    for (const char* const odd : {"memref<?xi32, strided<[1]>>", "memref<4xf6E2M3FN>", "!odd.type"})
        EXPECT_EQ(kernels(with(kDeclared, "memref<16xi32>", odd)), 1U) << odd;
}

TEST(CallInACore, MustBeOfAFunctionThatIsDeclared) {
    EXPECT_THAT(refusal(calling(with(kCall, "@work", "@wokr"))),
                AllOf(HasSubstr("design.mlir:21:19: "),
                      HasSubstr("'wokr', which is not a function of the design; did you mean "
                                "'work'?")));
}

TEST(CallInACore, MayBeOfAFunctionBesideTheDevice) {
    EXPECT_EQ(read(with(calling(kCall, ""), "  aie.device(npu1_1col) {",
                        std::string{kDeclared} + "  aie.device(npu1_1col) {"))
                  .schedule.kernels.size(),
              1U);
}

TEST(CallInACore, MayBeOfOneOfTwoFunctionsOfOneNameWhereTheyStandApart) {
    const std::string other = "    func.func private @work(i32)\n";
    EXPECT_EQ(
        read(with(calling(kCall), "  aie.device(npu1_1col) {", other + "  aie.device(npu1_1col) {"))
            .schedule.kernels.size(),
        1U);
    EXPECT_THAT(refusal(calling(kCall, kDeclared + other)),
                HasSubstr("design.mlir:4:5: a second function 'work'; the first one: "
                          "design.mlir:3:5"));
}

TEST(CallInACore, MustPassWhatTheFunctionTakes) {
    EXPECT_THAT(refusal(calling(with(kCall, ", %n)", ")"))),
                HasSubstr("'work', which is passed 2 values, but the call lists 3 types"));
    EXPECT_THAT(refusal(calling("        func.call @work(%in, %out) : (memref<16xi32>, "
                                "memref<16xi32>) -> ()\n")),
                HasSubstr("'work', which takes 3 arguments; 2 passed"));
    EXPECT_THAT(refusal(calling(kCall, with(kDeclared, "i32)", "index)"))),
                HasSubstr("argument 2 of 'work' is i32 here, and index where it is declared"));
    EXPECT_THAT(refusal(calling(kCall, with(kDeclared, "16xi32", "64xi32"))),
                HasSubstr("argument 0 of 'work' is memref<16xi32> here, and memref<64xi32> where"));
    EXPECT_THAT(
        refusal(calling(with(kCall, "memref<16xi32>", "memref<16xi8>"),
                        with(kDeclared, "memref<16xi32>", "memref<16xi8>"))),
        HasSubstr("argument 0 of 'work' is 16 bytes of i8; the value passed is 64 bytes of i32"));
}

TEST(ValueInACore, MustBeDefined) {
    EXPECT_THAT(refusal(calling(with(kCall, "%out", "%outt"))),
                HasSubstr("design.mlir:21:30: '%outt' is not a value of the design; did you mean "
                          "'%out'?"));
    EXPECT_THAT(refusal(one_core("i32", each("i32", "          %y = arith.addi %x, %q : i32\n"))),
                HasSubstr("'%q' is not a value of the design"));
}

TEST(GlobalInACore, HasOneTypeAndStandsOnce) {
    const std::string global = "    memref.global \"private\" @g : memref<4xi32> = dense<3>\n";
    const std::string text =
        one_core("i32", each("i32", "          %y = arith.addi %x, %w : i32\n"),
                 "      %m = memref.get_global @g : memref<4xi32>\n"
                 "      %w = memref.load %m[%0] : memref<4xi32>",
                 global);
    EXPECT_NO_THROW(static_cast<void>(read(text)));
    EXPECT_THAT(refusal(with(text, "@g : memref<4xi32>\n", "@g : memref<8xi32>\n")),
                HasSubstr("design.mlir:15:35: memref.get_global has type memref<8xi32>; the "
                          "memref.global at design.mlir:3:5 has type memref<4xi32>"));
    EXPECT_THAT(refusal(with(text, global, global + with(global, "dense<3>", "dense<4>"))),
                HasSubstr("design.mlir:4:5: a second memref.global 'g'; the first one: "
                          "design.mlir:3:5"));
}

TEST(GlobalInACore, IsLeftOutWhereNothingReadsIt) {
    const auto left_out = [](const std::string& before) {
        std::vector<std::string> what;
        const std::string text = one_core(
            "i32", "", before, "    memref.global \"private\" @g : memref<4xi32> = dense<3>\n");
        for (const Finding& finding : read(text).ignored)
            what.push_back(finding.what);
        return what;
    };
    EXPECT_THAT(left_out(""), testing::Contains("memref.global"));
    EXPECT_THAT(left_out("      %m = memref.get_global @g : memref<4xi32>"),
                testing::Not(testing::Contains("memref.global")));
}

TEST(GlobalInACore, MustBeOneOfTheDevice) {
    const std::string text =
        one_core("i32", each("i32", "          %y = arith.addi %x, %w : i32\n"),
                 "      %m = memref.get_global @weights : memref<1xi32>\n"
                 "      %w = memref.load %m[%0] : memref<1xi32>",
                 "    memref.global \"private\" @weights : memref<1xi32> = dense<3>\n");
    EXPECT_NO_THROW(static_cast<void>(read(text)));
    EXPECT_THAT(refusal(with(text, "get_global @weights", "get_global @weigths")),
                AllOf(HasSubstr("design.mlir:15:30: "),
                      HasSubstr("'weigths' is not a memref.global of the device; did you mean "
                                "'weights'?")));
    // A device is a symbol table of its own: symbols outside of it are not visible within.
    const std::string global =
        "    memref.global \"private\" @weights : memref<1xi32> = dense<3>\n";
    EXPECT_THAT(refusal(with(with(text, global, ""), "  aie.device(npu1_1col) {",
                             global + "  aie.device(npu1_1col) {")),
                HasSubstr("'weights' is not a memref.global of the device"));
}

TEST(ObjectInACore, IsAsLargeAsTheFifoSays) {
    EXPECT_THAT(refusal(with(calling(kCall), "-> memref<16xi32>", "-> memref<17xi32>")),
                HasSubstr("has 68 bytes; an object of the FIFO has 64 bytes"));
}

}  // namespace
}  // namespace xdnasim::design
