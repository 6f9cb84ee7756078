// Operations with regions in a core's code: their results, and loops with unsigned counters.

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/workloads/design/run_with_data.hpp"

namespace xdnasim::design {
namespace {

using testing::HasSubstr;

TEST_F(RunWithData, GivesAsManyResultsAsALoopCarries) {
    // 20 values, each of which takes the one after it in each round: after two rounds, %r#17 is the
    // last one.
    std::vector<std::string> carried;
    std::vector<std::string> yielded;
    for (int i = 0; i < 20; ++i) {
        carried.push_back(fmt::format("%c{} = {}", i, i == 19 ? "%x" : "%seven"));
        yielded.push_back(fmt::format("%c{}", (i + 1) % 20));
    }
    const std::vector<std::string> types(20, "i32");
    const std::string body = fmt::format(
        "          %r:20 = scf.for %t = %0 to %two step %1 iter_args({}) -> ({}) {{\n"
        "            scf.yield {} : {}\n"
        "          }}\n"
        "          %y = arith.addi %r#17, %r#16 : i32\n",
        fmt::join(carried, ", "), fmt::join(types, ", "), fmt::join(yielded, ", "),
        fmt::join(types, ", "));
    expect_each<std::int32_t>(one_core("i32", each("i32", body),
                                       "      %two = arith.constant 2 : index\n"
                                       "      %seven = arith.constant 7 : i32\n"),
                              [](std::int32_t x) { return x + 7; });
}

TEST_F(RunWithData, GivesResultsOneByOneAndInRows) {
    const std::string body =
        "          %p, %q:2 = scf.for %t = %0 to %1 step %1 iter_args(%a = %x, %b = %ten, %c = "
        "%seven) -> (i32, i32, i32) {\n"
        "            scf.yield %a, %b, %c : i32, i32, i32\n"
        "          }\n"
        "          %s = arith.muli %p, %q#0 : i32\n"
        "          %y = arith.addi %s, %q#1 : i32\n";
    expect_each<std::int32_t>(one_core("i32", each("i32", body),
                                       "      %ten = arith.constant 10 : i32\n"
                                       "      %seven = arith.constant 7 : i32\n"),
                              [](std::int32_t x) { return 10 * x + 7; });
}

TEST_F(RunWithData, RunsARegionOnce) {
    const std::string body =
        "          %y = scf.execute_region -> i32 {\n"
        "            %d = arith.addi %x, %x : i32\n"
        "            scf.yield %d : i32\n"
        "          }\n";
    expect_each<std::int32_t>(one_core("i32", each("i32", body)),
                              [](std::int32_t x) { return 2 * x; });
    // The result is known before the run: it is a number of rounds.
    const std::string rounds =
        "          %n = scf.execute_region -> index {\n"
        "            %d = arith.addi %1, %4 : index\n"
        "            scf.yield %d : index\n"
        "          }\n"
        "          %y = scf.for %t = %0 to %n step %1 iter_args(%a = %x) -> (i32) {\n"
        "            %b = arith.addi %a, %three : i32\n"
        "            scf.yield %b : i32\n"
        "          }\n";
    expect_each<std::int32_t>(
        one_core("i32", each("i32", rounds), "      %three = arith.constant 3 : i32\n"),
        [](std::int32_t x) { return x + 15; });
}

TEST_F(RunWithData, RefusesARegionOfSeveralBlocks) {
    const std::string body =
        "          %y = scf.execute_region -> i32 {\n"
        "            cf.br ^end\n"
        "          ^end:\n"
        "            scf.yield %x : i32\n"
        "          }\n";
    EXPECT_THAT(refused_with_data(one_core("i32", each("i32", body))),
                HasSubstr("scf.execute_region is not supported in a core"));
}

/// A design that adds 10 to element 8 of each object in every round of `loop`.
std::string counting(const std::string& loop, const std::string& end = "") {
    return one_core("i32",
                    "        memref.copy %in, %out : memref<16xi32> to memref<16xi32>\n"
                    "        " +
                        loop +
                        "\n"
                        "          %q = memref.load %out[%8] : memref<16xi32>\n"
                        "          %r = arith.addi %q, %ten : i32\n"
                        "          memref.store %r, %out[%8] : memref<16xi32>\n" +
                        end,
                    "      %ten = arith.constant 10 : i32\n"
                    "      %b = arith.constant 120 : i8\n"
                    "      %e = arith.constant -126 : i8\n"
                    "      %s = arith.constant 3 : i8\n");
}

class UnsignedLoops : public RunWithData {
 protected:
    void expect_rounds(const std::string& text, std::int32_t rounds) const {
        std::vector<std::int32_t> input;
        for (int i = 0; i < kElements; ++i)
            input.push_back(3 * i);
        std::vector<std::int32_t> expected = input;
        for (std::size_t object = 0; object < kElements; object += kObject)
            expected[object + 8] += 10 * rounds;
        expect_all(text, input, expected);
    }
};

TEST_F(UnsignedLoops, GoOnBeyondTheLargestSignedNumber) {
    // In 8 bits without a sign, -126 is 130: the counters 120, 123, 126 and 129 are below it.
    expect_rounds(counting("scf.for unsigned %n = %b to %e step %s : i8 {", "        }\n"), 4);
    expect_rounds(counting("\"scf.for\"(%b, %e, %s) <{unsignedCmp}> ({\n        ^bb0(%n: i8):",
                           "          \"scf.yield\"() : () -> ()\n"
                           "        }) : (i8, i8, i8) -> ()\n"),
                  4);
    // A signed loop has no rounds.
    expect_rounds(counting("scf.for %n = %b to %e step %s : i8 {", "        }\n"), 0);
    expect_rounds(counting("scf.for unsigned %n = %0 to %4 step %1 {", "        }\n"), 4);
}

}  // namespace
}  // namespace xdnasim::design
