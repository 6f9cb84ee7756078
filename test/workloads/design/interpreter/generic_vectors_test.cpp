// Vector operations in the generic form compute the same as in the pretty form.

#include <vector>

#include <gtest/gtest.h>

#include "test/workloads/design/run_with_data.hpp"

namespace xdnasim::design {
namespace {

/// Fixture that expects element i of each output object to be element from[i] of the input object,
/// or 7 if from[i] is -1.
class GenericVectors : public RunWithData {
 protected:
    void expect_elements(const std::string& body, const std::vector<int>& from) const {
        ASSERT_EQ(std::ssize(from), kObject);
        std::vector<std::int32_t> input;
        std::vector<std::int32_t> expected;
        for (int i = 0; i < kElements; ++i)
            input.push_back(i * i + 20);
        for (std::size_t object = 0; object < kElements; object += kObject)
            for (const int element : from)
                expected.push_back(element < 0 ? 7
                                               : input[object + static_cast<std::size_t>(element)]);
        expect_all(one_core("i32",
                            "        %v = \"vector.load\"(%in, %0) <{nontemporal = false}> : "
                            "(memref<16xi32>, index) -> vector<16xi32>\n" +
                                body +
                                "        \"vector.store\"(%y, %out, %0) <{nontemporal = false}> : "
                                "(vector<16xi32>, memref<16xi32>, index) -> ()\n",
                            "      %seven = arith.constant 7 : i32\n"),
                   input, expected);
    }
};

TEST_F(GenericVectors, AreTransposed) {
    expect_elements(
        "        %r = \"vector.shape_cast\"(%v) : (vector<16xi32>) -> vector<2x8xi32>\n"
        "        %t = \"vector.transpose\"(%r) <{permutation = array<i64: 1, 0>}> : "
        "(vector<2x8xi32>) -> vector<8x2xi32>\n"
        "        %y = \"vector.shape_cast\"(%t) : (vector<8x2xi32>) -> vector<16xi32>\n",
        {0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15});
}

TEST_F(GenericVectors, AreTakenApartAndPutTogether) {
    expect_elements(
        "        %r = \"vector.shape_cast\"(%v) : (vector<16xi32>) -> vector<4x4xi32>\n"
        // Row 2, and one element of row 1.
        "        %row = \"vector.extract\"(%r) <{static_position = array<i64: 2>}> : "
        "(vector<4x4xi32>) -> vector<4xi32>\n"
        "        %x = \"vector.extract\"(%r, %1) <{static_position = array<i64: 1, "
        "-9223372036854775808>}> : (vector<4x4xi32>, index) -> i32\n"
        "        %s = \"vector.insert\"(%row, %r, %1) <{static_position = "
        "array<i64: -9223372036854775808>}> : (vector<4xi32>, vector<4x4xi32>, index) -> "
        "vector<4x4xi32>\n"
        "        %t = \"vector.insert\"(%x, %s) <{static_position = array<i64: 0, 3>}> : (i32, "
        "vector<4x4xi32>) -> vector<4x4xi32>\n"
        "        %y = \"vector.shape_cast\"(%t) : (vector<4x4xi32>) -> vector<16xi32>\n",
        {0, 1, 2, 5, 8, 9, 10, 11, 8, 9, 10, 11, 12, 13, 14, 15});
}

TEST_F(GenericVectors, AreSlicedAndShuffled) {
    expect_elements(
        "        %h = \"vector.extract_strided_slice\"(%v) <{offsets = [4], sizes = [8], strides "
        "= [1]}> : (vector<16xi32>) -> vector<8xi32>\n"
        "        %b = \"vector.broadcast\"(%seven) : (i32) -> vector<8xi32>\n"
        "        %w = \"vector.shuffle\"(%h, %b) <{mask = array<i64: 7, 6, 5, 4, 3, 2, 1, 0, 8, "
        "9, 0, 0, 0, 0, 0, 0>}> : (vector<8xi32>, vector<8xi32>) -> vector<16xi32>\n"
        "        %y = \"vector.insert_strided_slice\"(%h, %w) <{offsets = [8], strides = [1]}> : "
        "(vector<8xi32>, vector<16xi32>) -> vector<16xi32>\n",
        {11, 10, 9, 8, 7, 6, 5, 4, 4, 5, 6, 7, 8, 9, 10, 11});
    expect_elements(
        "        %e = \"vector.from_elements\"(%seven, %seven) : (i32, i32) -> vector<2xi32>\n"
        "        %y = \"vector.insert_strided_slice\"(%e, %v) <{offsets = [1], strides = [1]}> : "
        "(vector<2xi32>, vector<16xi32>) -> vector<16xi32>\n",
        {0, -1, -1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15});
}

TEST_F(GenericVectors, AreReducedByRows) {
    // 100 plus the sums of the columns of 2 x 8 lanes.
    const std::string body =
        "        %v = vector.load %in[%0] : memref<16xi32>, vector<16xi32>\n"
        "        %r = vector.shape_cast %v : vector<16xi32> to vector<2x8xi32>\n"
        "        %z = arith.constant dense<100> : vector<8xi32>\n"
        "        %s = \"vector.multi_reduction\"(%r, %z) <{kind = #vector.kind<add>, "
        "reduction_dims = array<i64: 0>}> : (vector<2x8xi32>, vector<8xi32>) -> vector<8xi32>\n"
        "        memref.copy %in, %out : memref<16xi32> to memref<16xi32>\n"
        "        vector.store %s, %out[%0] : memref<16xi32>, vector<8xi32>\n";
    std::vector<std::int32_t> input;
    for (int i = 0; i < kElements; ++i)
        input.push_back(5 * i);
    std::vector<std::int32_t> expected = input;
    for (std::size_t object = 0; object < kElements; object += kObject)
        for (std::size_t i = 0; i < 8; ++i)
            expected[object + i] = 100 + input[object + i] + input[object + i + 8];
    expect_all(one_core("i32", body), input, expected);
}

}  // namespace
}  // namespace xdnasim::design
