// memref.global in a core's code.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/workloads/design/run_with_data.hpp"

namespace xdnasim::design {
namespace {

using testing::HasSubstr;

TEST_F(RunWithData, KeepsInAGlobalWhatIsStoredThere) {
    // A function counts its calls in a global, which the core reads as well.
    const std::string outside =
        "    memref.global \"private\" @state : memref<1xi32> = dense<5>\n"
        "    func.func private @next() -> i32 {\n"
        "      %first = arith.constant 0 : index\n"
        "      %one = arith.constant 1 : i32\n"
        "      %state = memref.get_global @state : memref<1xi32>\n"
        "      %old = memref.load %state[%first] : memref<1xi32>\n"
        "      %new = arith.addi %old, %one : i32\n"
        "      memref.store %new, %state[%first] : memref<1xi32>\n"
        "      return %new : i32\n    }\n";
    const std::string body =
        "        memref.copy %in, %out : memref<16xi32> to memref<16xi32>\n"
        "        %a = func.call @next() : () -> i32\n"
        "        %b = func.call @next() : () -> i32\n"
        "        %state = memref.get_global @state : memref<1xi32>\n"
        "        %c = memref.load %state[%0] : memref<1xi32>\n"
        "        memref.store %a, %out[%0] : memref<16xi32>\n"
        "        memref.store %b, %out[%1] : memref<16xi32>\n"
        "        memref.store %c, %out[%4] : memref<16xi32>\n";
    const std::vector<std::int32_t> input(kElements, -1);
    std::vector<std::int32_t> expected(kElements, -1);
    std::int32_t counted = 5;
    for (std::size_t object = 0; object < kElements; object += kObject) {
        expected[object] = ++counted;
        expected[object + 1] = ++counted;
        expected[object + 4] = counted;
    }
    expect_all(one_core("i32", body, "", outside), input, expected);
}

TEST_F(RunWithData, RefusesGlobalsWhoseValuesStandElsewhere) {
    const std::string text =
        one_core("i32", "        %w = memref.get_global @weights : memref<4xi32>\n", "",
                 "    memref.global \"private\" constant @weights : memref<4xi32> = "
                 "dense_resource<weights>\n");
    EXPECT_THAT(refused_with_data(text), HasSubstr("cannot parse the values of a global"));
}

}  // namespace
}  // namespace xdnasim::design
