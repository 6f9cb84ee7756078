// Functions with a body in the text for which a design is refused.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/workloads/design/cores/called_functions.hpp"

namespace xdnasim::design {
namespace {

using testing::AllOf;
using testing::HasSubstr;

TEST(FunctionWithABody, MayNotCallItself) {
    const std::string functions =
        "    func.func private @ping(%n: index) {\n"
        "      call @pong(%n) : (index) -> ()\n"
        "      return\n    }\n"
        "    func.func private @pong(%n: index) {\n"
        "      call @ping(%n) : (index) -> ()\n"
        "      return\n    }\n";
    const std::string text =
        one_core("i32", "        func.call @ping(%4) : (index) -> ()\n", "", functions);
    EXPECT_THAT(refusal(text),
                AllOf(HasSubstr("design.mlir:8:7: "),
                      HasSubstr("function 'ping' calls itself, by way of 'pong'. Use a loop")));
    // A function that no core calls may call itself.
    EXPECT_NO_THROW(
        static_cast<void>(read(with(text, "        func.call @ping(%4) : (index) -> ()\n", ""))));
}

TEST(FunctionWithABody, CallsOthersInAChainOfLimitedLength) {
    const auto calling = [](int length) {
        std::string functions;
        for (int i = 0; i < length; ++i)
            functions += fmt::format(
                "    func.func private @f{}(%n: index) {{\n"
                "      call @f{}(%n) : (index) -> ()\n      return\n    }}\n",
                i, i + 1);
        functions +=
            fmt::format("    func.func private @f{}(%n: index) {{\n      return\n    }}\n", length);
        return one_core("i32", "        func.call @f0(%4) : (index) -> ()\n", "", functions);
    };
    EXPECT_NO_THROW(static_cast<void>(read(calling(40))));
    // The call in @f63 stands in line 3 + 4 * 63 + 1.
    EXPECT_THAT(refusal(calling(5'000)),
                AllOf(HasSubstr("design.mlir:256:7: a call nested in the bodies of 64 functions"),
                      HasSubstr("allowed: regions in up to 63 others, counting each body as one")));
}

TEST(FunctionWithABody, MustBePassedWhatItTakes) {
    const auto calling = [](const std::string& call) {
        return refusal(one_core("i32", call, "", kAddAll));
    };
    // The function takes lines 3 to 13, the call is in line 31.
    EXPECT_THAT(
        calling("        func.call @add_all(%in, %out) : (memref<16xi32>, memref<16xi32>) -> ()\n"),
        AllOf(HasSubstr("design.mlir:31:19: "),
              HasSubstr("'add_all', which takes 3 arguments; 2 passed")));
    EXPECT_THAT(calling(with(kCallAddAll, "(memref<16xi32>, memref<16xi32>, index)",
                             "(memref<16xi32>, memref<16xi32>, i32)")),
                AllOf(HasSubstr("design.mlir:31:79: "),
                      HasSubstr("argument 2 of 'add_all' is i32 here, and index where it is "
                                "declared")));
}

TEST(FunctionWithABody, MustReturnWhatIsTaken) {
    const std::string functions =
        "    func.func private @one() -> index {\n"
        "      %1 = arith.constant 1 : index\n      return %1 : index\n    }\n";
    const auto calling = [&](const std::string& types, const std::string& of) {
        return refusal(
            one_core("i32", "        %n = func.call @one() : () -> " + types + "\n", "", of));
    };
    EXPECT_THAT(calling("i32", functions),
                AllOf(HasSubstr("design.mlir:24:39: "),
                      HasSubstr("result 0 of 'one' is i32 here, and index where it is declared")));
    EXPECT_THAT(calling("(index, index)", functions),
                HasSubstr("'one', which returns 1 result; 2 expected"));
    EXPECT_THAT(calling("index", with(functions, "return %1 : index", "return")),
                AllOf(HasSubstr("design.mlir:24:9: "),
                      HasSubstr("a call expects 1 value from a function that returns 0")));
}

TEST(FunctionWithABody, ReturnsTheTypesThatItDeclares) {
    const std::string functions =
        "    func.func private @one(%m: memref<16xi32>) -> (i32, index) {\n"
        "      %1 = arith.constant 1 : index\n"
        "      %x = memref.load %m[%1] : memref<16xi32>\n"
        "      return %x, %1 : i32, index\n    }\n";
    const auto calling = [](const std::string& of) {
        return one_core("i32",
                        "        %n:2 = func.call @one(%in) : (memref<16xi32>) -> (i32, index)\n",
                        "", of);
    };
    EXPECT_NO_THROW(static_cast<void>(read(calling(functions))));
    EXPECT_THAT(
        refusal(calling(with(functions, "return %x, %1 : i32, index", "return %x, %x : i32, i32"))),
        AllOf(HasSubstr("design.mlir:6:28: "),
              HasSubstr("result 1 of 'one' is i32 here, and index where it is declared")));
    EXPECT_THAT(refusal(calling(with(functions, "return %x, %1 : i32, index",
                                     "\"func.return\"(%1, %1) : (index, index) -> ()"))),
                AllOf(HasSubstr("design.mlir:6:32: "),
                      HasSubstr("result 0 of 'one' is index here, and i32 where it is declared")));
}

TEST(FunctionWithABody, EndsEachBlockWithAReturnOrABranch) {
    EXPECT_THAT(refusal(one_core("i32", kCallAddAll, "", with(kAddAll, "      return\n", ""))),
                AllOf(HasSubstr("design.mlir:7:7: "),
                      HasSubstr("this block of function 'add_all' has no terminator; end it with a "
                                "return or a branch")));
}

TEST(FunctionWithABody, TakesNoObjects) {
    const std::string function =
        "    func.func private @take() {\n"
        "      %i = aie.objectfifo.acquire @in(Consume, 1) : "
        "!aie.objectfifosubview<memref<16xi32>>\n"
        "      aie.objectfifo.release @in(Consume, 1)\n"
        "      return\n    }\n";
    const std::string text =
        one_core("i32", "        func.call @take() : () -> ()\n", "", function);
    const auto refused = HasSubstr(
        "aie.objectfifo.acquire in function 'take'. Use it only in the program of a core");
    EXPECT_THAT(refusal(text), AllOf(HasSubstr("design.mlir:4:7: "), refused));
    EXPECT_THAT(refusal(with(with(text, function, ""), "  aie.device(npu1_1col) {",
                             function + "  aie.device(npu1_1col) {")),
                refused);
}

TEST(FunctionWithABody, SeesItsOwnValuesAlone) {
    EXPECT_THAT(refusal(one_core("i32", kCallAddAll, "", with(kAddAll, "%from[%k]", "%acc[%k]"))),
                AllOf(HasSubstr("design.mlir:8:26: "),
                      HasSubstr("'%acc' is not a value of function 'add_all'; allowed: its "
                                "arguments, and what its body defines")));
}

TEST(FunctionWithABody, HasNoValuesThatTheCoreMightMean) {
    const std::string text = one_core(
        "i32", kCallAddAll + "        memref.store %weigh, %out[%0] : memref<16xi32>\n",
        "      %weight = arith.constant 3 : i32",
        with(kAddAll, "      %step = ", "      %weigh = arith.constant 2 : i32\n      %step = "));
    EXPECT_THAT(refusal(text),
                HasSubstr("'%weigh' is not a value of the design; did you mean '%weight'?"));
    EXPECT_THAT(refusal(with(text, "      %weight = arith.constant 3 : i32", "")),
                testing::EndsWith("'%weigh' is not a value of the design"));
}

TEST(FunctionWithABody, IsNamedWhereItStands) {
    EXPECT_THAT(
        refusal(one_core("i32", kCallAddAll, "",
                         with(kAddAll, "arith.addi %x, %0 : i32", "llvm.inline_asm %x, %0 : i32"))),
        AllOf(HasSubstr("9:9"), HasSubstr("llvm.inline_asm is not supported in a core")));
}

TEST(FunctionWithABody, IsNotCalledByTheSequence) {
    const auto calling = [](const std::string& call) {
        return with(one_core("i32", kCallAddAll, "", kAddAll), "      aiex.npu.dma_wait",
                    call + "      aiex.npu.dma_wait");
    };
    EXPECT_THAT(
        refusal(calling("      func.call @add_all(%a, %b) : (memref<128xi32>, "
                        "memref<128xi32>) -> ()\n")),
        testing::EndsWith("design.mlir:41:7: the runtime sequence calls 'add_all', but only cores "
                          "can call functions. Write the body of the function instead"));
    // The sequence does not know the result of a function, either.
    EXPECT_THAT(refusal(calling("      %n = func.call @rows() : () -> index\n"
                                "      scf.for %i = %n to %n step %n {\n      }\n")),
                HasSubstr("design.mlir:41:7: the runtime sequence calls 'rows'"));
}

}  // namespace
}  // namespace xdnasim::design
