// Vectors that a core's code puts together.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/workloads/design/run_with_data.hpp"

namespace xdnasim::design {
namespace {

using testing::HasSubstr;

TEST_F(RunWithData, InsertsPartsIntoVectors) {
    // Lanes 4 to 11 become the first half of the object; then the middle 2 x 2 of the 4 x 4 lanes
    // becomes elements 0 to 3.
    const std::string body =
        "        %half = vector.load %in[%0] : memref<16xi32>, vector<8xi32>\n"
        "        %v = vector.insert_strided_slice %half, %ones {offsets = [4], strides = [1]} : "
        "vector<8xi32> into vector<16xi32>\n"
        "        %rows = vector.shape_cast %v : vector<16xi32> to vector<4x4xi32>\n"
        "        %four = vector.load %in[%0] : memref<16xi32>, vector<4xi32>\n"
        "        %square = vector.shape_cast %four : vector<4xi32> to vector<2x2xi32>\n"
        "        %w = vector.insert_strided_slice %square, %rows {offsets = [1, 1], strides = [1, "
        "1]} : vector<2x2xi32> into vector<4x4xi32>\n"
        // Lanes 2 and 3 of row 3 become elements 8 and 9.
        "        %two = vector.load %in[%8] : memref<16xi32>, vector<2xi32>\n"
        "        %x = vector.insert_strided_slice %two, %w {offsets = [3, 2], strides = [1]} : "
        "vector<2xi32> into vector<4x4xi32>\n"
        "        %y = vector.shape_cast %x : vector<4x4xi32> to vector<16xi32>\n"
        "        vector.store %y, %out[%0] : memref<16xi32>, vector<16xi32>\n";
    std::vector<std::int32_t> input;
    std::vector<std::int32_t> expected;
    for (int object = 0; object < kObjects; ++object) {
        const auto in = [&](int i) { return 100 * object + i * i + 2; };
        for (int i = 0; i < kObject; ++i)
            input.push_back(in(i));
        expected.insert(expected.end(), {1, 1, 1, 1,                  // row 0
                                         in(0), in(0), in(1), in(3),  // lanes 0 to 3 of the half
                                         in(4), in(2), in(3), in(7),  // 4 to 7
                                         1, 1, in(8), in(9)});
    }
    expect_all(one_core("i32", body, "      %ones = arith.constant dense<1> : vector<16xi32>\n"),
               input, expected);
}

TEST_F(RunWithData, PutsVectorsTogetherFromNumbers) {
    const std::string body =
        "        memref.copy %in, %out : memref<16xi32> to memref<16xi32>\n"
        "        %a = memref.load %in[%4] : memref<16xi32>\n"
        "        %b = memref.load %in[%8] : memref<16xi32>\n"
        "        %v = vector.from_elements %a, %b, %b, %five : vector<2x2xi32>\n"
        "        %w = vector.shape_cast %v : vector<2x2xi32> to vector<4xi32>\n"
        "        vector.store %w, %out[%0] : memref<16xi32>, vector<4xi32>\n";
    std::vector<std::int32_t> input;
    for (int i = 0; i < kElements; ++i)
        input.push_back(3 * i - 50);
    std::vector<std::int32_t> expected = input;
    for (std::size_t object = 0; object < kElements; object += kObject) {
        expected[object] = input[object + 4];
        expected[object + 1] = input[object + 8];
        expected[object + 2] = input[object + 8];
        expected[object + 3] = 5;
    }
    expect_all(one_core("i32", body, "      %five = arith.constant 5 : i32\n"), input, expected);
}

TEST_F(RunWithData, SpreadsAVectorWithoutDimensions) {
    const std::string body =
        "        %a = memref.load %in[%4] : memref<16xi32>\n"
        "        %v = vector.broadcast %a : i32 to vector<i32>\n"
        "        %w = vector.broadcast %v : vector<i32> to vector<16xi32>\n"
        "        vector.store %w, %out[%0] : memref<16xi32>, vector<16xi32>\n"
        "        %b = vector.extract %v[] : i32 from vector<i32>\n"
        "        %c = arith.addi %b, %b : i32\n"
        "        memref.store %c, %out[%0] : memref<16xi32>\n";
    std::vector<std::int32_t> input;
    std::vector<std::int32_t> expected;
    for (int i = 0; i < kElements; ++i)
        input.push_back(3 * i - 50);
    for (std::size_t i = 0; i < kElements; ++i)
        expected.push_back(input[i / kObject * kObject + 4] * (i % kObject == 0 ? 2 : 1));
    expect_all(one_core("i32", body), input, expected);
}

TEST_F(RunWithData, RefusesPartsBehindTheEndOfAVector) {
    const std::string body =
        "        %half = vector.load %in[%0] : memref<16xi32>, vector<8xi32>\n"
        "        %v = vector.load %in[%0] : memref<16xi32>, vector<16xi32>\n"
        "        %w = vector.insert_strided_slice %half, %v {offsets = [9], strides = [1]} : "
        "vector<8xi32> into vector<16xi32>\n";
    EXPECT_THAT(
        refused_with_data(one_core("i32", body)),
        HasSubstr("this form of vector.insert_strided_slice is not supported in a run with data"));
}

}  // namespace
}  // namespace xdnasim::design
