// Operations of the index dialect in a core's code.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/workloads/design/run_with_data.hpp"

namespace xdnasim::design {
namespace {

using testing::HasSubstr;

TEST_F(RunWithData, ComputesOnIndices) {
    const std::string body =
        "          %w = index.casts %x : i32 to index\n"
        "          %a = index.mul %w, %seven\n"
        "          %b = index.sub %a, %1 {{why = \"any\"}}\n"
        "          %c = index.floordivs %b, %4\n"
        "          %d = index.maxs %c, %low\n"
        "          %is = index.cmp slt(%w, %0)\n"
        "          %e = arith.select %is, %d, %b : index\n"
        "          %y = {} : index to i32\n";
    const auto expected = [](std::int32_t x) {
        const std::int32_t b = 7 * x - 1;
        return x < 0 ? std::max<std::int32_t>(-(-b + 3) / 4, -1000) : b;
    };
    const std::string before =
        "      %seven = index.constant 7\n"
        "      %low = index.constant -1000\n";
    for (const char* const cast : {"index.casts %e", "index.castu %e"})
        expect_each<std::int32_t>(
            one_core("i32", each("i32", fmt::format(fmt::runtime(body), cast)), before), expected);
}

TEST_F(RunWithData, ComputesOnIndicesInGenericForm) {
    const std::string body =
        "          %w = \"index.casts\"(%x) : (i32) -> index\n"
        "          %a = \"index.add\"(%w, %seven) : (index, index) -> index\n"
        "          %y = \"index.casts\"(%a) : (index) -> i32\n";
    expect_each<std::int32_t>(
        one_core("i32", each("i32", body),
                 "      %seven = \"index.constant\"() <{value = 7 : index}> : () -> index\n"),
        [](std::int32_t x) { return x + 7; });
}

TEST_F(RunWithData, FollowsIndicesInTheRoundsOfLoops) {
    const std::string body =
        "          %n = index.add %four, %four\n"
        "          %y = scf.for %t = %0 to %n step %1 iter_args(%s = %x) -> (i32) {\n"
        "            %r = arith.addi %s, %ten : i32\n"
        "            scf.yield %r : i32\n"
        "          }\n";
    expect_each<std::int32_t>(one_core("i32", each("i32", body),
                                       "      %four = index.constant 4\n"
                                       "      %ten = arith.constant 10 : i32\n"),
                              [](std::int32_t x) { return x + 80; });
}

TEST_F(RunWithData, RefusesTheSizeOfAnIndex) {
    EXPECT_THAT(refused_with_data(one_core("i32", "        %n = index.sizeof\n")),
                HasSubstr("index.sizeof is not supported in a core"));
}

}  // namespace
}  // namespace xdnasim::design
