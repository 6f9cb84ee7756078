// Blocks of words that the runtime sequence writes from a global, in all forms of MLIR.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/workloads/design/run_with_data.hpp"

namespace xdnasim::design {
namespace {

using testing::HasSubstr;

/// A design whose sequence writes four words of `global` to 'acc', and whose core adds the last of
/// them to each element.
std::string adding(const std::string& global) {
    const std::string body = each("i32",
                                  "          %w = memref.load %acc[%3] : memref<4xi32>\n"
                                  "          %y = arith.addi %x, %w : i32\n");
    const std::string text = one_core("i32", body, "      %3 = arith.constant 3 : index\n", global);
    const std::string transfer = "      aiex.npu.dma_memcpy_nd(%a";
    return with(text, transfer,
                "      %d = memref.get_global @d : memref<4xi32>\n"
                "      aiex.npu.blockwrite(%d) {buffer = @acc, address = 0 : ui32} : "
                "memref<4xi32>\n" +
                    transfer);
}

std::string global(const std::string& value, const std::string& type = "memref<4xi32>") {
    return "    memref.global \"private\" constant @d : " + type + value + "\n";
}

TEST_F(RunWithData, WritesTheWordsOfAGlobal) {
    const auto plus_five = [](std::int32_t x) { return x + 5; };
    expect_each<std::int32_t>(adding(global(" = dense<[2, 3, 4, 5]>")), plus_five);
    expect_each<std::int32_t>(adding(global(" = dense<5>")), plus_five);
    // The form in which MLIR prints more than 100 elements.
    expect_each<std::int32_t>(adding(global(" = dense<\"0x02000000030000000400000005000000\">")),
                              plus_five);
    expect_each<std::int32_t>(
        adding("    \"memref.global\"() <{constant, initial_value = dense<5> : tensor<4xi32>, "
               "sym_name = \"d\", sym_visibility = \"private\", type = memref<4xi32>}> : () -> "
               "()\n"),
        plus_five);
}

TEST(Blockwrite, IsOfWordsThatTheTextHas) {
    const std::string refused = "is of memory without contents; allowed: words of 32 bits";
    EXPECT_THAT(refusal(adding(global(""))), HasSubstr(refused));
    EXPECT_THAT(refusal(adding(global(" = dense<[1, 2, 3]>"))), HasSubstr(refused));
    EXPECT_THAT(refusal(adding(global(" = dense<5>", "memref<4xi16>"))), HasSubstr(refused));
}

}  // namespace
}  // namespace xdnasim::design
