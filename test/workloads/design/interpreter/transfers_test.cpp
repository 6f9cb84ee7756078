// vector.transfer_read and vector.transfer_write in a core's code: lanes beyond the end of memory,
// masked lanes, and lanes along other dimensions.

#include <optional>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/workloads/design/run_with_data.hpp"

namespace xdnasim::design {
namespace {

using testing::HasSubstr;

constexpr std::int32_t kPadding = -7;
constexpr std::int32_t kStored = -9;

/// Constants of the core, defined before its rounds.
const std::string kConstants =
    "      %2 = arith.constant 2 : index\n"
    "      %3 = arith.constant 3 : index\n"
    "      %12 = arith.constant 12 : index\n"
    "      %pad = arith.constant -7 : i32\n"
    "      %nines = arith.constant dense<-9> : vector<4xi32>\n"
    "      %square = arith.constant dense<-9> : vector<2x2xi32>\n"
    "      %mask = arith.constant dense<[true, false, false, true]> : vector<4xi1>\n";

/// The output begins as a copy of the input; %m and %n are input and output as 4 rows of 4
/// elements.
const std::string kRows =
    "        memref.copy %in, %out : memref<16xi32> to memref<16xi32>\n"
    "        %m = memref.expand_shape %in [[0, 1]] output_shape [4, 4] : memref<16xi32> into "
    "memref<4x4xi32>\n"
    "        %n = memref.expand_shape %out [[0, 1]] output_shape [4, 4] : memref<16xi32> into "
    "memref<4x4xi32>\n";

std::string transferring(const std::string& body) {
    return one_core("i32", kRows + body, kConstants);
}

/// Element `to` of each output object is element `from` of the input object or, without `from`,
/// `value`.
struct Change {
    std::size_t to = 0;
    std::optional<std::size_t> from{};
    std::int32_t value = kPadding;
};

class Transfers : public RunWithData {
 protected:
    void expect_changes(const std::string& body, const std::vector<Change>& changes) const {
        std::vector<std::int32_t> input;
        for (int i = 0; i < kElements; ++i)
            input.push_back(i * i + 3);
        std::vector<std::int32_t> expected = input;
        for (std::size_t object = 0; object < kElements; object += kObject)
            for (const Change& change : changes)
                expected[object + change.to] =
                    change.from ? input[object + *change.from] : change.value;
        expect_all(transferring(body), input, expected);
    }

    [[nodiscard]] std::string refused(const std::string& body) const {
        return refused_with_data(transferring(body));
    }
};

TEST_F(Transfers, ReadThePaddingBehindTheEndOfADimension) {
    expect_changes(
        "        %a = vector.transfer_read %m[%1, %2], %pad : memref<4x4xi32>, vector<4xi32>\n"
        "        vector.store %a, %out[%0] : memref<16xi32>, vector<4xi32>\n"
        // All lanes lie beyond the end.
        "        %b = vector.transfer_read %in[%16], %pad : memref<16xi32>, vector<4xi32>\n"
        "        vector.store %b, %out[%4] : memref<16xi32>, vector<4xi32>\n"
        // The second row lies beyond the last one.
        "        %c = vector.transfer_read %m[%3, %2], %pad {in_bounds = [false, true]} : "
        "memref<4x4xi32>, vector<2x2xi32>\n"
        "        %d = vector.shape_cast %c : vector<2x2xi32> to vector<4xi32>\n"
        "        vector.store %d, %out[%8] : memref<16xi32>, vector<4xi32>\n",
        {{0, 6}, {1, 7}, {2}, {3}, {4}, {5}, {6}, {7}, {8, 14}, {9, 15}, {10}, {11}});
}

TEST_F(Transfers, WriteNothingBehindTheEndOfADimension) {
    expect_changes(
        "        vector.transfer_write %nines, %n[%1, %2] : vector<4xi32>, memref<4x4xi32>\n"
        "        vector.transfer_write %square, %n[%3, %3] {in_bounds = [false, false]} : "
        "vector<2x2xi32>, memref<4x4xi32>\n",
        {{6, {}, kStored}, {7, {}, kStored}, {15, {}, kStored}});
}

TEST_F(Transfers, GoBeyondARowThatIsSaidToHoldThem) {
    // The result of such a read is undefined; a core loads the elements that follow.
    expect_changes(
        "        %a = vector.transfer_read %m[%1, %2], %pad {in_bounds = [true]} : "
        "memref<4x4xi32>, vector<4xi32>\n"
        "        vector.store %a, %out[%0] : memref<16xi32>, vector<4xi32>\n",
        {{0, 6}, {1, 7}, {2, 8}, {3, 9}});
}

TEST_F(Transfers, MoveTheLanesOfTheirMaskAlone) {
    expect_changes(
        "        %a = vector.transfer_read %in[%8], %pad, %mask {in_bounds = [true]} : "
        "memref<16xi32>, vector<4xi32>\n"
        "        vector.store %a, %out[%0] : memref<16xi32>, vector<4xi32>\n"
        "        vector.transfer_write %nines, %out[%12], %mask {in_bounds = [true]} : "
        "vector<4xi32>, memref<16xi32>\n",
        {{0, 8}, {1}, {2}, {3, 11}, {12, {}, kStored}, {15, {}, kStored}});
}

TEST_F(Transfers, FollowTheDimensionsOfTheirMap) {
    expect_changes(
        // One element in all lanes, a transposed square, a column that is written, and a column of
        // which the last lane lies beyond the end.
        "        %a = vector.transfer_read %in[%1], %pad {in_bounds = [true], permutation_map = "
        "affine_map<(d0) -> (0)>} : memref<16xi32>, vector<2xi32>\n"
        "        vector.store %a, %out[%0] : memref<16xi32>, vector<2xi32>\n"
        "        %b = vector.transfer_read %m[%0, %1], %pad {in_bounds = [true, true], "
        "permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : memref<4x4xi32>, vector<2x2xi32>\n"
        "        %c = vector.shape_cast %b : vector<2x2xi32> to vector<4xi32>\n"
        "        vector.store %c, %out[%4] : memref<16xi32>, vector<4xi32>\n"
        "        vector.transfer_write %nines, %n[%0, %3] {in_bounds = [true], permutation_map = "
        "affine_map<(d0, d1) -> (d0)>} : vector<4xi32>, memref<4x4xi32>\n"
        "        %d = vector.transfer_read %m[%1, %2], %pad {permutation_map = affine_map<(d0, d1) "
        "-> (d0)>} : memref<4x4xi32>, vector<4xi32>\n"
        "        vector.store %d, %out[%12] : memref<16xi32>, vector<4xi32>\n",
        {{0, 1},
         {1, 1},
         {4, 1},
         {5, 5},
         {6, 2},
         {3, {}, kStored},
         {7, {}, kStored},
         {11, {}, kStored},
         {12, 6},
         {13, 10},
         {14, 14},
         {15}});
}

TEST_F(Transfers, AreRefusedWithOtherMapsAndWithIndicesBeforeTheMemory) {
    const std::string to_rows = " : memref<4x4xi32>, vector<4xi32>\n";
    EXPECT_THAT(refused("        %a = vector.transfer_read %m[%0, %0], %pad {permutation_map = "
                        "affine_map<(d0, d1) -> (d0 + d1)>}" +
                        to_rows),
                HasSubstr("vector.transfer_read is supported only with maps such as (d0, d1)"));
    EXPECT_THAT(refused("        vector.transfer_write %nines, %m[%0, %0] {permutation_map = "
                        "affine_map<(d0, d1) -> (0)>} : vector<4xi32>, memref<4x4xi32>\n"),
                HasSubstr("vector.transfer_write is supported only with maps such as (d0, d1)"));
    EXPECT_THAT(refused("        %a = vector.transfer_read %m[%0, %0], %pad, %mask {in_bounds = "
                        "[true], permutation_map = affine_map<(d0, d1) -> (d0)>}" +
                        to_rows),
                HasSubstr("vector.transfer_read is not supported with both a map and a mask"));
    EXPECT_THAT(refused("        %before = arith.constant -1 : index\n"
                        "        %a = vector.transfer_read %m[%0, %before], %pad" +
                        to_rows),
                HasSubstr("index -1 is outside of dimension 1"));
}

}  // namespace
}  // namespace xdnasim::design
