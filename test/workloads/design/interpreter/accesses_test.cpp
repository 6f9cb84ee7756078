// Loads and stores in a core's code.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/workloads/design/run_with_data.hpp"

namespace xdnasim::design {
namespace {

using testing::HasSubstr;

TEST_F(RunWithData, KeepsVectorsInMemoryOfVectors) {
    const std::string body =
        "        %v = vector.load %in[%0] : memref<16xi32>, vector<16xi32>\n"
        "        %w = arith.muli %v, %ten : vector<16xi32>\n"
        "        memref.store %w, %kept[%0] : memref<2xvector<16xi32>>\n"
        "        memref.store %v, %kept[%1] : memref<2xvector<16xi32>>\n"
        "        %a = memref.load %kept[%0] : memref<2xvector<16xi32>>\n"
        "        %b = memref.load %kept[%1] : memref<2xvector<16xi32>>\n"
        "        %y = arith.subi %a, %b : vector<16xi32>\n"
        "        vector.store %y, %out[%0] : memref<16xi32>, vector<16xi32>\n";
    expect_each<std::int32_t>(one_core("i32", body,
                                       "      %ten = arith.constant dense<10> : vector<16xi32>\n"
                                       "      %kept = memref.alloc() : memref<2xvector<16xi32>>\n"),
                              [](std::int32_t x) { return 9 * x; });
}

TEST_F(RunWithData, FollowsMapsOfAffineAccessesInGenericForm) {
    // Each object comes out reversed and rotated by half its length.
    const std::string body =
        "        affine.for %k = 0 to 16 {\n"
        "          %x = \"affine.load\"(%in, %k) <{map = affine_map<(d0) -> (-d0 + 15)>}> : "
        "(memref<16xi32>, index) -> i32\n"
        "          \"affine.store\"(%x, %out, %k) <{map = affine_map<(d0) -> ((d0 + 8) mod 16)>}> "
        ": "
        "(i32, memref<16xi32>, index) -> ()\n        }\n";
    std::vector<std::int32_t> input;
    std::vector<std::int32_t> expected(kElements);
    for (int i = 0; i < kElements; ++i) {
        input.push_back(5 * i + 2);
        const int object = i / kObject * kObject;
        const int from = i % kObject;
        expected[static_cast<std::size_t>(object + (15 - from + 8) % kObject)] = 5 * i + 2;
    }
    expect_all(one_core("i32", body), input, expected);
}

TEST_F(RunWithData, RefusesElementsOfLessThanAByte) {
    const std::string text =
        with(one_core("i32", "        %x = memref.load %nibbles[%0] : memref<16xi4>\n"),
             "    %program = aie.core",
             "    %nibbles = aie.buffer(%core) {sym_name = \"nibbles\"} : memref<16xi4>\n"
             "    %program = aie.core");
    EXPECT_THAT(refused_with_data(text), HasSubstr("unsupported element type i4"));
}

}  // namespace
}  // namespace xdnasim::design
