// Views of memory in a core's code: which elements they name.

#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/workloads/design/run_with_data.hpp"

namespace xdnasim::design {
namespace {

using testing::HasSubstr;

/// %m: the object of the input as 4 rows of 4 elements; the output begins as a copy of it.
const std::string kRowsOfFour =
    "        memref.copy %in, %out : memref<16xi32> to memref<16xi32>\n"
    "        %m = memref.expand_shape %in [[0, 1]] output_shape [4, 4] : memref<16xi32> into "
    "memref<4x4xi32>\n";

std::vector<std::int32_t> different_values() {
    std::vector<std::int32_t> values;
    for (int i = 0; i < kElements; ++i)
        values.push_back(i * i + 3);
    return values;
}

/// The output of a design that, in each object, replaces element `to` of each pair {to, from} by
/// element `from`.
std::vector<std::int32_t> with_elements(
    const std::vector<std::int32_t>& input,
    const std::vector<std::pair<std::size_t, std::size_t>>& of) {
    std::vector<std::int32_t> expected = input;
    for (std::size_t object = 0; object < kElements; object += kObject)
        for (const auto& [to, from] : of)
            expected[object + to] = input[object + from];
    return expected;
}

TEST_F(RunWithData, KeepsTheStridesOfMemoryThatIsCast) {
    // The middle of the 4 x 4 elements is 5, 6, 9 and 10.
    const std::string body =
        kRowsOfFour +
        "        %s = memref.subview %m[1, 1] [2, 2] [1, 1] : memref<4x4xi32> to memref<2x2xi32, "
        "strided<[4, 1], offset: 5>>\n"
        "        %c = memref.cast %s : memref<2x2xi32, strided<[4, 1], offset: 5>> to "
        "memref<2x2xi32, strided<[?, 1], offset: ?>>\n"
        "        %d = memref.memory_space_cast %c : memref<2x2xi32, strided<[?, 1], offset: ?>> to "
        "memref<2x2xi32, strided<[?, 1], offset: ?>, 1 : i32>\n"
        "        %v = vector.load %d[%0, %0] : memref<2x2xi32, strided<[?, 1], offset: ?>, 1 : "
        "i32>, vector<2x2xi32>\n"
        "        %w = vector.shape_cast %v : vector<2x2xi32> to vector<4xi32>\n"
        "        vector.store %w, %out[%0] : memref<16xi32>, vector<4xi32>\n"
        "        %x = memref.load %c[%1, %0] : memref<2x2xi32, strided<[?, 1], offset: ?>>\n"
        "        memref.store %x, %out[%8] : memref<16xi32>\n";
    const std::vector<std::int32_t> input = different_values();
    expect_all(one_core("i32", body), input,
               with_elements(input, {{0, 5}, {1, 6}, {2, 9}, {3, 10}, {8, 9}}));
}

TEST_F(RunWithData, LeavesOutOneOfSeveralDimensionsOfOneElement) {
    // The first type leaves out the last dimension, the second one the first. Indices [1, 0, 1] are
    // element 5, [1, 1, 1] are element 7, and [3, 0, 1] are element 13.
    const std::string body =
        "        memref.copy %in, %out : memref<16xi32> to memref<16xi32>\n"
        "        %m = memref.expand_shape %in [[0, 1, 2]] output_shape [4, 2, 2] : memref<16xi32> "
        "into memref<4x2x2xi32>\n"
        "        %s = memref.subview %m[1, 0, 1] [1, 2, 1] [1, 1, 1] : memref<4x2x2xi32> to "
        "memref<1x2xi32, strided<[4, 2], offset: 5>>\n"
        "        %x = memref.load %s[%0, %1] : memref<1x2xi32, strided<[4, 2], offset: 5>>\n"
        "        memref.store %x, %out[%0] : memref<16xi32>\n"
        "        %t = memref.subview %m[3, 0, 1] [1, 2, 1] [1, 1, 1] : memref<4x2x2xi32> to "
        "memref<2x1xi32, strided<[2, 1], offset: 13>>\n"
        "        %y = memref.load %t[%0, %0] : memref<2x1xi32, strided<[2, 1], offset: 13>>\n"
        "        memref.store %y, %out[%1] : memref<16xi32>\n"
        "        %u = memref.subview %m[0, 0, 0] [1, 2, 1] [1, 1, 1] : memref<4x2x2xi32> to "
        "memref<2xi32, strided<[2]>>\n"
        "        %z = memref.load %u[%1] : memref<2xi32, strided<[2]>>\n"
        "        memref.store %z, %out[%8] : memref<16xi32>\n";
    const std::vector<std::int32_t> input = different_values();
    expect_all(one_core("i32", body), input, with_elements(input, {{0, 7}, {1, 13}, {8, 2}}));
}

TEST_F(RunWithData, RefusesViewsThatLackADimensionOfSeveralElements) {
    const std::string body =
        "        %m = memref.expand_shape %in [[0, 1]] output_shape [4, 4] : memref<16xi32> into "
        "memref<4x4xi32>\n"
        "        %s = memref.subview %m[0, 0] [2, 3] [1, 1] : memref<4x4xi32> to memref<3xi32, "
        "strided<[1]>>\n";
    EXPECT_THAT(refused_with_data(one_core("i32", body)),
                HasSubstr("the type of memref.subview does not match its sizes"));
}

TEST_F(RunWithData, ChoosesBetweenBuffers) {
    // Element 1 of the output is 1, that of the input another number. Where element 0 is odd, the
    // first buffer is chosen.
    const auto choosing = [](const std::string& choice) {
        return one_core(
            "i32", fmt::format("        memref.copy %in, %out : memref<16xi32> to memref<16xi32>\n"
                               "        %x = memref.load %in[%0] : memref<16xi32>\n"
                               "        %one = arith.constant 1 : i32\n"
                               "        memref.store %one, %out[%1] : memref<16xi32>\n"
                               "        %odd = arith.trunci %x : i32 to i1\n"
                               "        %m = {}\n"
                               "        %y = memref.load %m[%1] : memref<16xi32>\n"
                               "        memref.store %y, %out[%4] : memref<16xi32>\n",
                               choice));
    };
    std::vector<std::int32_t> input;
    for (int i = 0; i < kElements; ++i)
        input.push_back(i / kObject + 50 * (i % kObject));
    std::vector<std::int32_t> first = input;
    std::vector<std::int32_t> second = input;
    for (std::size_t object = 0; object < kElements; object += kObject) {
        const bool odd = input[object] % 2 != 0;
        first[object + 1] = 1;
        second[object + 1] = 1;
        first[object + 4] = odd ? input[object + 1] : 1;
        second[object + 4] = odd ? 1 : input[object + 1];
    }
    expect_all(choosing("arith.select %odd, %in, %out : memref<16xi32>"), input, first);
    expect_all(choosing("\"arith.select\"(%odd, %out, %in) : (i1, memref<16xi32>, "
                        "memref<16xi32>) -> memref<16xi32>"),
               input, second);
}

TEST_F(RunWithData, KeepsTheStridesOfMemoryInAnotherShape) {
    const std::string body =
        kRowsOfFour +
        // Columns 1 and 2 in two pairs of rows: the second row of the second pair has 13 and 14.
        "        %s = memref.subview %m[0, 1] [4, 2] [1, 1] : memref<4x4xi32> to memref<4x2xi32, "
        "strided<[4, 1], offset: 1>>\n"
        "        %e = memref.expand_shape %s [[0, 1], [2]] output_shape [2, 2, 2] : "
        "memref<4x2xi32, strided<[4, 1], offset: 1>> into memref<2x2x2xi32, strided<[8, 4, 1], "
        "offset: 1>>\n"
        "        %x = memref.load %e[%1, %1, %1] : memref<2x2x2xi32, strided<[8, 4, 1], offset: "
        "1>>\n"
        "        memref.store %x, %out[%0] : memref<16xi32>\n"
        // Column 2: elements 2, 6, 10 and 14.
        "        %grown = memref.expand_shape %in [[0, 1, 2]] output_shape [4, 4, 1] : "
        "memref<16xi32> "
        "into memref<4x4x1xi32>\n"
        "        %p = memref.subview %grown[0, 2, 0] [4, 1, 1] [1, 1, 1] : memref<4x4x1xi32> to "
        "memref<4x1x1xi32, strided<[4, 1, 1], offset: 2>>\n"
        "        %c = memref.collapse_shape %p [[0, 1, 2]] : memref<4x1x1xi32, strided<[4, 1, 1], "
        "offset: 2>> into memref<4xi32, strided<[4], offset: 2>>\n"
        "        %y = memref.load %c[%1] : memref<4xi32, strided<[4], offset: 2>>\n"
        "        memref.store %y, %out[%8] : memref<16xi32>\n";
    const std::vector<std::int32_t> input = different_values();
    expect_all(one_core("i32", body), input, with_elements(input, {{0, 14}, {8, 6}}));
}

TEST_F(RunWithData, SeesBytesAsElementsFromAByteOn) {
    // Two views of the same bytes, 64 bytes apart.
    const std::string body =
        "        %first = memref.view %bytes[%0][] : memref<128xi8> to memref<16xi32>\n"
        "        %second = memref.view %bytes[%64][] : memref<128xi8> to memref<16xi32>\n"
        "        memref.copy %in, %first : memref<16xi32> to memref<16xi32>\n"
        "        %v = vector.load %in[%0] : memref<16xi32>, vector<16xi32>\n"
        "        %w = arith.addi %v, %v : vector<16xi32>\n"
        "        vector.store %w, %second[%0] : memref<16xi32>, vector<16xi32>\n"
        "        %a = vector.load %first[%0] : memref<16xi32>, vector<16xi32>\n"
        "        %b = vector.load %second[%0] : memref<16xi32>, vector<16xi32>\n"
        "        %c = arith.muli %b, %ten : vector<16xi32>\n"
        "        %y = arith.addi %a, %c : vector<16xi32>\n"
        "        vector.store %y, %out[%0] : memref<16xi32>, vector<16xi32>\n";
    expect_each<std::int32_t>(one_core("i32", body,
                                       "      %64 = arith.constant 64 : index\n"
                                       "      %ten = arith.constant dense<10> : vector<16xi32>\n"
                                       "      %bytes = memref.alloc() : memref<128xi8>\n"),
                              [](std::int32_t x) { return 21 * x; });
}

TEST_F(RunWithData, SeesElementsInStridesThatValuesSay) {
    // Rows r of two elements, 1 + 5 r and 1 + 5 r + 2; then elements 14 to 0 in reverse.
    const std::string body =
        "        memref.copy %in, %out : memref<16xi32> to memref<16xi32>\n"
        "        %n = arith.addi %4, %1 : index\n"
        "        %p = memref.reinterpret_cast %in to offset: [%1], sizes: [3, 2], strides: [%n, 2] "
        ": memref<16xi32> to memref<3x2xi32, strided<[?, 2], offset: ?>>\n"
        "        %x = memref.load %p[%1, %1] : memref<3x2xi32, strided<[?, 2], offset: ?>>\n"
        "        memref.store %x, %out[%0] : memref<16xi32>\n"
        "        %r = memref.reinterpret_cast %in to offset: [14], sizes: [15], strides: [-1] : "
        "memref<16xi32> to memref<15xi32, strided<[-1], offset: 14>>\n"
        "        %y = memref.load %r[%4] : memref<15xi32, strided<[-1], offset: 14>>\n"
        "        memref.store %y, %out[%1] : memref<16xi32>\n";
    const std::vector<std::int32_t> input = different_values();
    expect_all(one_core("i32", body), input, with_elements(input, {{0, 8}, {1, 10}}));
}

TEST_F(RunWithData, CountsAReinterpretationFromTheBeginningOfTheMemory) {
    // The offset of a reinterpret_cast replaces that of its subview. With a view of bytes, it
    // counts from the beginning of the view.
    const std::string body =
        kRowsOfFour +
        "        %s = memref.subview %m[1, 1] [2, 2] [1, 1] : memref<4x4xi32> to memref<2x2xi32, "
        "strided<[4, 1], offset: 5>>\n"
        "        %p = memref.reinterpret_cast %s to offset: [3], sizes: [4], strides: [1] : "
        "memref<2x2xi32, strided<[4, 1], offset: 5>> to memref<4xi32, strided<[1], offset: 3>>\n"
        "        %x = memref.load %p[%1] : memref<4xi32, strided<[1], offset: 3>>\n"
        "        memref.store %x, %out[%0] : memref<16xi32>\n"
        "        %whole = memref.view %bytes[%0][] : memref<64xi8> to memref<16xi32>\n"
        "        %half = memref.view %bytes[%32][] : memref<64xi8> to memref<8xi32>\n"
        "        memref.copy %in, %whole : memref<16xi32> to memref<16xi32>\n"
        "        %q = memref.reinterpret_cast %half to offset: [2], sizes: [4], strides: [1] : "
        "memref<8xi32> to memref<4xi32, strided<[1], offset: 2>>\n"
        "        %y = memref.load %q[%1] : memref<4xi32, strided<[1], offset: 2>>\n"
        "        memref.store %y, %out[%1] : memref<16xi32>\n";
    const std::vector<std::int32_t> input = different_values();
    expect_all(one_core("i32", body,
                        "      %32 = arith.constant 32 : index\n"
                        "      %bytes = memref.alloc() : memref<64xi8>\n"),
               input, with_elements(input, {{0, 4}, {1, 11}}));
}

TEST_F(RunWithData, RefusesElementsThatBeginBetweenOthers) {
    const std::string body =
        "        %p = memref.view %bytes[%1][] : memref<128xi8> to memref<16xi32>\n";
    EXPECT_THAT(
        refused_with_data(
            one_core("i32", body, "      %bytes = memref.alloc() : memref<128xi8>\n")),
        HasSubstr("elements of 4 bytes cannot start at byte 1; allowed: a multiple of their size"));
}

TEST_F(RunWithData, RefusesOtherShapesOfMemoryWhoseStridesAreOpen) {
    const std::string body =
        kRowsOfFour +
        "        %c = memref.cast %m : memref<4x4xi32> to memref<4x4xi32, strided<[?, ?], offset: "
        "?>>\n"
        "        %e = memref.expand_shape %c [[0, 1], [2]] output_shape [2, 2, 4] : "
        "memref<4x4xi32, strided<[?, ?], offset: ?>> into memref<2x2x4xi32, strided<[?, ?, ?], "
        "offset: ?>>\n";
    EXPECT_THAT(refused_with_data(one_core("i32", body)),
                HasSubstr("memref.expand_shape needs a type that gives all strides"));
}

TEST_F(RunWithData, RefusesMemoryOfItsOwnInAnotherOrder) {
    for (const std::string layout : {"strided<[1, 4]>", "affine_map<(d0, d1) -> (d1, d0)>"})
        EXPECT_THAT(refused_with_data(one_core(
                        "i32", "        %m = memref.alloc() : memref<4x4xi32, " + layout + ">\n")),
                    HasSubstr("unsupported element order of memory of the core"))
            << layout;
}

}  // namespace
}  // namespace xdnasim::design
