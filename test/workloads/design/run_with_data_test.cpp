// Designs whose cores compute: the data that comes out of the simulated array against what the
// test computes itself.

#include "test/workloads/design/run_with_data.hpp"

#include <bit>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace xdnasim::design {
namespace {

TEST_F(RunWithData, AddsToIntegers) {
    expect_each<std::int32_t>(
        one_core("i32", each("i32", "          %y = arith.addi %x, %c : i32\n"),
                 "      %c = arith.constant 41 : i32\n"),
        [](std::int32_t x) { return x + 41; });
}

TEST_F(RunWithData, WrapsAndShiftsAndSelects) {
    expect_each<std::int16_t>(
        one_core("i16",
                 each("i16",
                      "          %s = arith.muli %x, %c : i16\n"
                      "          %t = arith.shrsi %s, %two : i16\n"
                      "          %n = arith.cmpi slt, %t, %zero : i16\n"
                      "          %y = arith.select %n, %zero, %t : i16\n"),
                 "      %c = arith.constant 123 : i16\n      %two = arith.constant 2 : i16\n"
                 "      %zero = arith.constant 0 : i16\n"),
        [](std::int16_t x) {
            const auto product = static_cast<std::int16_t>(x * 123);
            return static_cast<std::int16_t>(product < 0 ? 0 : product >> 2);
        });
}

TEST_F(RunWithData, WidensAndNarrowsBytes) {
    expect_each<std::uint8_t>(
        one_core("i8",
                 each("i8",
                      "          %w = arith.extui %x : i8 to i32\n"
                      "          %s = arith.addi %w, %c : i32\n"
                      "          %m = arith.minui %s, %most : i32\n"
                      "          %y = arith.trunci %m : i32 to i8\n"),
                 "      %c = arith.constant 100 : i32\n      %most = arith.constant 255 : i32\n"),
        [](std::uint8_t x) { return static_cast<std::uint8_t>(std::min(x + 100, 255)); });
}

TEST_F(RunWithData, ComputesInGenericFormWithTheTypesThatItHas) {
    expect_each<std::uint8_t>(
        one_core("i8",
                 each("i8",
                      "          %w = \"arith.extui\"(%x) : (i8) -> i32\n"
                      "          %s = \"arith.addi\"(%w, %c) <{overflowFlags = "
                      "#arith.overflow<none>}> : (i32, i32) -> i32\n"
                      "          %is = \"arith.cmpi\"(%s, %most) <{predicate = 6 : i64}> : (i32, "
                      "i32) -> i1\n"
                      "          %m = \"arith.select\"(%is, %s, %most) : (i1, i32, i32) -> i32\n"
                      "          %y = \"arith.trunci\"(%m) : (i32) -> i8\n"),
                 "      %c = arith.constant 100 : i32\n      %most = arith.constant 255 : i32\n"),
        [](std::uint8_t x) { return static_cast<std::uint8_t>(std::min(x + 100, 255)); });
}

TEST_F(RunWithData, RoundsFloatsAsTheirTypeDoes) {
    expect_each<float>(one_core("f32",
                                each("f32",
                                     "          %p = arith.mulf %x, %c : f32\n"
                                     "          %y = arith.addf %p, %x : f32\n"),
                                "      %c = arith.constant 1.100000e-01 : f32\n"),
                       [](float x) {
                           const float product = x * 0.11F;
                           return product + x;
                       });
}

TEST_F(RunWithData, ComputesInBfloat16) {
    // An f32 is rounded to the nearest bf16, halves to even.
    const auto widened = [](std::uint16_t bits) {
        return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16U);
    };
    std::vector<std::uint16_t> input;
    std::vector<std::uint16_t> expected;
    for (int i = 0; i < kElements; ++i) {
        input.push_back(static_cast<std::uint16_t>(0x3F00 + 5 * i));
        const float product = widened(input.back()) * 3.0F;
        const auto bits = std::bit_cast<std::uint32_t>(product);
        const std::uint32_t low = bits & 0xFFFFU;
        std::uint32_t high = bits >> 16U;
        if (low > 0x8000U || (low == 0x8000U && (high & 1U) != 0)) ++high;
        expected.push_back(static_cast<std::uint16_t>(high));
    }
    expect_all(one_core("bf16", each("bf16", "          %y = arith.mulf %x, %c : bf16\n"),
                        "      %c = arith.constant 3.000000e+00 : bf16\n"),
               input, expected);
}

TEST_F(RunWithData, ComputesInVectors) {
    const std::string body =
        "        %v = vector.load %in[%0] : memref<16xi32>, vector<16xi32>\n"
        "        %w = arith.muli %v, %three : vector<16xi32>\n"
        "        %sum = vector.reduction <add>, %v : vector<16xi32> into i32\n"
        "        %sums = vector.broadcast %sum : i32 to vector<16xi32>\n"
        "        %y = arith.addi %w, %sums : vector<16xi32>\n"
        "        vector.store %y, %out[%0] : memref<16xi32>, vector<16xi32>\n";
    std::vector<std::int32_t> input;
    std::vector<std::int32_t> expected;
    for (int object = 0; object < kObjects; ++object) {
        int sum = 0;
        for (int i = 0; i < kObject; ++i) {
            input.push_back(object * 100 + i * i);
            sum += input.back();
        }
        for (int i = 0; i < kObject; ++i)
            expected.push_back(3 * (object * 100 + i * i) + sum);
    }
    expect_all(one_core("i32", body, "      %three = arith.constant dense<3> : vector<16xi32>\n"),
               input, expected);
}

TEST_F(RunWithData, FollowsAffineLoopsAndIndices) {
    // The object is a matrix of 4 x 4, which is transposed.
    const std::string body =
        "        affine.for %r = 0 to 4 {\n          affine.for %c = 0 to 4 {\n"
        "            %x = affine.load %in[%r * 4 + %c] : memref<16xi32>\n"
        "            affine.store %x, %out[%c * 4 + %r] : memref<16xi32>\n          }\n        }\n";
    std::vector<std::int32_t> input;
    std::vector<std::int32_t> expected(kElements);
    for (int i = 0; i < kElements; ++i) {
        input.push_back(7 * i + 1);
        const int object = i / kObject;
        const int row = i % kObject / 4;
        const int column = i % 4;
        expected[static_cast<std::size_t>(object * kObject + column * 4 + row)] = 7 * i + 1;
    }
    expect_all(one_core("i32", body), input, expected);
}

TEST_F(RunWithData, BranchesOnData) {
    expect_each<std::int32_t>(
        one_core("i32",
                 each("i32",
                      "          %odd = arith.andi %x, %one : i32\n"
                      "          %is = arith.cmpi ne, %odd, %nothing : i32\n"
                      "          %y = scf.if %is -> (i32) {\n"
                      "            %t = arith.muli %x, %three : i32\n"
                      "            %u = arith.addi %t, %one : i32\n"
                      "            scf.yield %u : i32\n          } else {\n"
                      "            %h = arith.divsi %x, %two : i32\n"
                      "            scf.yield %h : i32\n          }\n"),
                 "      %nothing = arith.constant 0 : i32\n      %one = arith.constant 1 : i32\n"
                 "      %two = arith.constant 2 : i32\n      %three = arith.constant 3 : i32\n"),
        [](std::int32_t x) { return x % 2 != 0 ? 3 * x + 1 : x / 2; });
}

TEST_F(RunWithData, HandsValuesFromRoundToRound) {
    // Prefix sums within an object, plus the total of all objects before it, which is kept in
    // memory.
    const std::string body =
        "        %old = memref.load %acc[%0] : memref<4xi32>\n"
        "        %new = scf.for %k = %0 to %16 step %1 iter_args(%s = %old) -> (i32) {\n"
        "          %x = memref.load %in[%k] : memref<16xi32>\n"
        "          %t = arith.addi %s, %x : i32\n"
        "          memref.store %t, %out[%k] : memref<16xi32>\n"
        "          scf.yield %t : i32\n        }\n"
        "        memref.store %new, %acc[%0] : memref<4xi32>\n";
    std::vector<std::int32_t> input;
    std::vector<std::int32_t> expected;
    int sum = 0;
    for (int i = 0; i < kElements; ++i) {
        input.push_back(i * i - 1000);
        expected.push_back(sum += input.back());
    }
    expect_all(one_core("i32", body), input, expected);
}

TEST_F(RunWithData, ReadsGlobalsAndPartsOfBuffers) {
    const std::string body =
        "        %w = memref.get_global @weights : memref<4xi32>\n"
        "        scf.for %r = %0 to %4 step %1 {\n"
        "          %at = arith.muli %r, %4 : index\n"
        "          %row = memref.subview %in[%at] [4] [1] : memref<16xi32> to "
        "memref<4xi32, strided<[1], offset: ?>>\n"
        "          scf.for %k = %0 to %4 step %1 {\n"
        "            %x = memref.load %row[%k] : memref<4xi32, strided<[1], offset: ?>>\n"
        "            %f = memref.load %w[%k] : memref<4xi32>\n"
        "            %y = arith.muli %x, %f : i32\n"
        "            %to = arith.addi %at, %k : index\n"
        "            memref.store %y, %out[%to] : memref<16xi32>\n          }\n        }\n";
    std::vector<std::int32_t> input;
    std::vector<std::int32_t> expected;
    constexpr std::array kWeights{2, -3, 5, 7};
    for (int i = 0; i < kElements; ++i) {
        input.push_back(i);
        expected.push_back(i * kWeights[static_cast<std::size_t>(i % 4)]);
    }
    expect_all(one_core("i32", body, "",
                        "    memref.global \"private\" constant @weights : memref<4xi32> = "
                        "dense<[2, -3, 5, 7]>\n"),
               input, expected);
}

TEST_F(RunWithData, BeginsWithTheValuesOfBuffers) {
    const std::string text =
        with(one_core("i32", each("i32",
                                  "          %q = arith.remui %k, %4 : index\n"
                                  "          %w = memref.load %acc[%q] : memref<4xi32>\n"
                                  "          %y = arith.addi %x, %w : i32\n")),
             "dense<0>", "dense<[10, 20, -30, 40]>");
    std::vector<std::int32_t> input;
    std::vector<std::int32_t> expected;
    constexpr std::array kHeld{10, 20, -30, 40};
    for (int i = 0; i < kElements; ++i) {
        input.push_back(i);
        expected.push_back(i + kHeld[static_cast<std::size_t>(i % 4)]);
    }
    expect_all(text, input, expected);
}

}  // namespace
}  // namespace xdnasim::design
