// Numbers that a core's code rounds: once, to the nearest, halves to even.

#include <cstdint>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/workloads/design/run_with_data.hpp"

namespace xdnasim::design {
namespace {

using testing::HasSubstr;

class RoundingOfACore : public RunWithData {
 protected:
    /// Expects that every element of the output, computed as %y of `body` in `type`, has these
    /// bits.
    template <class Word>
    void expect_bits(const std::string& type, const std::string& body, Word bits) const {
        expect_all(one_core(type, each(type, body)), std::vector<Word>(kElements),
                   std::vector<Word>(kElements, bits));
    }
};

TEST_F(RoundingOfACore, RoundsLargeIntegersOnce) {
    // 2^60 + 2^36 + 1 is above the middle between 2^60 and the next f32, 2^60 + 2^37. Rounded to 53
    // bits (f64), it is the middle.
    constexpr std::string_view body =
        "          %w = arith.constant {} : i64\n"
        "          %y = arith.{} %w : i64 to f32\n";
    constexpr std::uint32_t kAbove = 0x5D800001;
    expect_bits("f32", fmt::format(body, "1152921573326323713", "sitofp"), kAbove);
    expect_bits("f32", fmt::format(body, "1152921573326323713", "uitofp"), kAbove);
    expect_bits("f32", fmt::format(body, "-1152921573326323713", "sitofp"), kAbove | 0x80000000);
    // The middle itself.
    expect_bits("f32", fmt::format(body, "1152921573326323712", "sitofp"), kAbove - 1);
}

TEST_F(RoundingOfACore, RoundsDoublesOnce) {
    // 1 + 2^-8 + 2^-40 is above the middle between 1 and the next bf16, 1 + 2^-7. Rounded to f32,
    // it is the middle.
    constexpr std::string_view body =
        "          %d = arith.constant {} : f64\n"
        "          %y = arith.truncf %d : f64 to bf16\n";
    expect_bits<std::uint16_t>("bf16", fmt::format(body, "0x3FF0100000001000"), 0x3F81);
    expect_bits<std::uint16_t>("bf16", fmt::format(body, "0x3FF0100000000000"), 0x3F80);
    expect_bits<std::uint16_t>("bf16", fmt::format(body, "0xBFF0100000001000"), 0xBF81);
    // 1 + 3 * 2^-8 - 2^-40 is below the middle between 1 + 2^-7 and 1 + 2^-6.
    expect_bits<std::uint16_t>("bf16", fmt::format(body, "0x3FF02FFFFFFFF000"), 0x3F81);
}

TEST_F(RoundingOfACore, RoundsMultiplicationsWithAdditionsOnce) {
    // (1 + 2^-12)^2 is the middle between two f32, 1 + 2^-11 and the next one. Adding 2^-80 or
    // -2^-80 moves it off the middle, by too little for an f64 to hold.
    constexpr std::string_view body =
        "          %a = arith.constant 0x3F800800 : f32\n"
        "          %c = arith.constant {} : f32\n"
        "          %y = math.fma %a, %a, %c : f32\n";
    expect_bits<std::uint32_t>("f32", fmt::format(body, "0x17800000"), 0x3F801001);
    expect_bits<std::uint32_t>("f32", fmt::format(body, "0x97800000"), 0x3F801000);
    expect_bits<std::uint32_t>("f32", fmt::format(body, "0x00000000"), 0x3F801000);
}

TEST_F(RoundingOfACore, RefusesOtherModesOfRounding) {
    const auto refusal = [&](const char* operation) {
        return refused_with_data(
            one_core("f32", each("f32", fmt::format("          %b = {}\n"
                                                    "          %y = arith.extf %b : bf16 to f32\n",
                                                    operation))));
    };
    EXPECT_THAT(refusal("arith.truncf %x toward_zero : f32 to bf16"),
                HasSubstr("arith.truncf is supported only with rounding to_nearest_even"));
    EXPECT_THAT(refusal("\"arith.truncf\"(%x) <{roundingmode = 1 : i32}> : (f32) -> bf16"),
                HasSubstr("arith.truncf is supported only with rounding to_nearest_even"));
    expect_bits<std::uint16_t>("bf16",
                               "          %f = arith.constant 1.998046875 : f32\n"
                               "          %y = arith.truncf %f to_nearest_even : f32 to bf16\n",
                               0x4000);
}

}  // namespace
}  // namespace xdnasim::design
