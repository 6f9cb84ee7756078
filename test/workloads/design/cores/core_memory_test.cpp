// Memory that the code of a core sees.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/workloads/design/run_with_data.hpp"

namespace xdnasim::design {
namespace {

using testing::HasSubstr;

/// `access` in the rounds of core (0,2), from line 22 on, with %there of 16 words in tile
/// (0,`row`).
std::string accessing(const std::string& row, const std::string& access) {
    return with(one_core("i32", access, "      %one = arith.constant 1 : i32"),
                "    %program = aie.core",
                "    %other = aie.tile(0, " + row +
                    ")\n    %there = aie.buffer(%other) {sym_name = \"there\"} : "
                    "memref<16xi32>\n    %program = aie.core");
}

const std::string kStore = "        memref.store %one, %there[%0] : memref<16xi32>\n";
const std::string kLoad = "        %x = memref.load %there[%0] : memref<16xi32>\n";
const std::string kVector =
    "        %v = vector.load %there[%0] : memref<16xi32>, vector<16xi32>\n";
const std::string kCopy = "        memref.copy %there, %out : memref<16xi32> to memref<16xi32>\n";
const std::string kView =
    "        %p = memref.subview %there[4] [8] [1] : memref<16xi32> to memref<8xi32, strided<[1], "
    "offset: 4>>\n"
    "        %x = memref.load %p[%0] : memref<8xi32, strided<[1], offset: 4>>\n";

TEST(MemoryOfACore, IsThatOfItsTileAndOfThoseBesideIt) {
    for (const std::string& access : {kStore, kLoad, kVector, kCopy, kView}) {
        EXPECT_NO_THROW(static_cast<void>(read(accessing("3", access)))) << access;
        for (const std::string row : {"1", "4"})
            EXPECT_THAT(
                refusal(accessing(row, access)),
                HasSubstr("buffer 'there' is in the memory of (0," + row +
                          "), which core (0,2) cannot reach; allowed: its own memory, and those "
                          "beside it"))
                << access;
    }
}

TEST(MemoryOfACore, OutOfReachIsNamedWhereItIsUsed) {
    EXPECT_THAT(refusal(accessing("4", kStore)), HasSubstr("design.mlir:22:9: "));
    EXPECT_THAT(refusal(accessing("4", kView)), HasSubstr("design.mlir:23:9: "));
}

constexpr const char* kAtomic =
    "        %old = memref.atomic_rmw addi %one, %acc[%0] : (i32, memref<4xi32>) -> i32\n";

TEST(MemoryOfACore, TakesTheTimeOfALoadAnAdditionAndAStoreWhereTheyAreOne) {
    const Design atomic = read(accessing("3", kAtomic));
    ASSERT_EQ(atomic.schedule.kernels.size(), 1U);
    // 7, 1 and 1 (operation_cost.hpp).
    EXPECT_EQ(atomic.schedule.kernels.front().cycles->count(), 7 + 1 + 1);
}

TEST(MemoryOfACore, IsNotKnownBehindAnAdditionInMemory) {
    const std::string rounds =
        "        %w = memref.load %acc[%0] : memref<4xi32>\n"
        "        %n = arith.index_cast %w : i32 to index\n"
        "        scf.for %k = %0 to %n step %1 {\n"
        "          memref.store %one, %out[%k] : memref<16xi32>\n        }\n";
    const std::string stored = "        memref.store %one, %acc[%0] : memref<4xi32>\n";
    EXPECT_NO_THROW(static_cast<void>(read(accessing("3", stored + rounds))));
    EXPECT_THAT(refusal(accessing("3", stored + kAtomic + rounds)),
                HasSubstr("a loop whose number of rounds is not known"));
}

}  // namespace
}  // namespace xdnasim::design
