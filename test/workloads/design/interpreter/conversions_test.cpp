// Conversions from floating-point numbers to integers in a core's code.

#include <array>
#include <cstdint>
#include <limits>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "test/workloads/design/run_with_data.hpp"

namespace xdnasim::design {
namespace {

/// An f32 number and the 64-bit integer that it is converted to.
struct Converted {
    float from;
    std::uint64_t to;
};

/// A design that converts each element to 64 bits by `operation` and outputs half of them. `shift`:
/// 0 for the low half, 32 for the high half.
std::string converting(const char* operation, int shift) {
    const std::string body = fmt::format(
        "          %w = arith.{} %x : f32 to i64\n"
        "          %h = arith.shrui %w, %shift : i64\n"
        "          %y = arith.trunci %h : i64 to i32\n",
        operation);
    return one_core("f32", each("f32", body, "i32"),
                    fmt::format("      %shift = arith.constant {} : i64\n", shift), "", "i32");
}

class ConversionsOfACore : public RunWithData {
 protected:
    void expect_converted(const char* operation, const std::array<Converted, 4>& numbers) const {
        for (const int shift : {0, 32}) {
            std::vector<float> input;
            std::vector<std::uint32_t> expected;
            for (std::size_t i = 0; i < kElements; ++i) {
                input.push_back(numbers[i % 4].from);
                expected.push_back(static_cast<std::uint32_t>(numbers[i % 4].to >> shift));
            }
            expect_all(converting(operation, shift), input, expected);
        }
    }
};

constexpr float kNone = std::numeric_limits<float>::quiet_NaN();

// By hand: the largest f32 below 2^63 is 2^63 - 2^39, that below 2^64 is 2^64 - 2^40.

TEST_F(ConversionsOfACore, ToInt64GiveTheNearestNumberThatFits) {
    expect_converted("fptosi", {{{0x1p63F - 0x1p39F, 0x7FFFFF80'00000000},
                                 {0x1p63F, 0x7FFFFFFF'FFFFFFFF},
                                 {-0x1p63F, 0x80000000'00000000},
                                 {-0x1.8p64F, 0x80000000'00000000}}});
    expect_converted("fptosi", {{{0x1.8p64F, 0x7FFFFFFF'FFFFFFFF},
                                 {-0x1p63F + 0x1p39F, 0x80000080'00000000},
                                 {-2.75F, 0xFFFFFFFF'FFFFFFFE},
                                 {kNone, 0}}});
}

TEST_F(ConversionsOfACore, ToUint64GiveTheNearestNumberThatFits) {
    expect_converted("fptoui", {{{0x1p63F, 0x80000000'00000000},
                                 {0x1p64F - 0x1p40F, 0xFFFFFF00'00000000},
                                 {0x1p64F, 0xFFFFFFFF'FFFFFFFF},
                                 {2.75F, 2}}});
    expect_converted("fptoui", {{{0x1.8p65F, 0xFFFFFFFF'FFFFFFFF},
                                 {-1, 0},
                                 {0x1p63F - 0x1p39F, 0x7FFFFF80'00000000},
                                 {kNone, 0}}});
}

TEST_F(ConversionsOfACore, GoThroughIntegersOfAnyNumberOfBits) {
    // By hand: 24 bits hold 2 * x with its sign, 4 bits hold -8 to 7.
    const std::string body =
        "          %a = arith.trunci %x : i32 to i24\n"
        "          %b = arith.addi %a, %a : i24\n"
        "          %c = arith.extsi %b : i24 to i32\n"
        "          %d = arith.trunci %x : i32 to i4\n"
        "          %e = arith.extsi %d : i4 to i32\n"
        "          %y = arith.addi %c, %e : i32\n";
    expect_each<std::int32_t>(one_core("i32", each("i32", body)), [](std::int32_t x) {
        const std::int32_t low = ((x % 16) + 16) % 16;
        return 2 * x + (low < 8 ? low : low - 16);
    });
}

TEST_F(ConversionsOfACore, TakeLiteralsOf64BitsWithoutASign) {
    // 2^64 - 1, whose upper half is -1 (all bits set), and 2^63.
    const std::string body =
        "          %w = arith.constant 18446744073709551615 : i64\n"
        "          %h = arith.shrui %w, %shift : i64\n"
        "          %a = arith.trunci %h : i64 to i32\n"
        "          %v = arith.constant 9223372036854775808 : i64\n"
        "          %j = arith.shrui %v, %shift : i64\n"
        "          %b = arith.trunci %j : i64 to i32\n"
        "          %c = arith.xori %a, %b : i32\n"
        "          %y = arith.xori %c, %x : i32\n";
    expect_each<std::int32_t>(
        one_core("i32", each("i32", body), "      %shift = arith.constant 32 : i64\n"),
        [](std::int32_t x) { return 0x7FFFFFFF ^ x; });
}

}  // namespace
}  // namespace xdnasim::design
