// Memory that the code of a core sees.

#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/workloads/design/run_with_data.hpp"
#include "workloads/schedule/operations.hpp"

namespace xdnasim::design {
namespace {

using testing::HasSubstr;

/// A design with `access` in the rounds of core (0,2), from line 22 on, and with a buffer %there of
/// 16 words in tile (0,`row`).
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
            EXPECT_THAT(refusal(accessing(row, access)),
                        HasSubstr("buffer 'there' is in the memory of (0," + row +
                                  "), which core (0,2) cannot reach; allowed: its own memory and "
                                  "those of its neighbours"))
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
    // A load 7, an addition 1 and a store 1 (operation_cost.hpp).
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
                HasSubstr("the number of rounds of this loop is not known"));
}

/// A loop that stores as often as the word at `index` of 'acc' says.
std::string as_often_as(const std::string& index) {
    return "        %w = memref.load %acc[%" + index +
           "] : memref<4xi32>\n"
           "        %n = arith.index_cast %w : i32 to index\n"
           "        scf.for %k = %0 to %n step %1 {\n"
           "          memref.store %one, %out[%k] : memref<16xi32>\n        }\n";
}

/// A design whose core stores 1 in word 0 of 'acc', runs `write`, and then a loop with as many
/// rounds as that word says.
std::string written_between(const std::string& write) {
    return with(accessing("3",
                          "        %three = arith.constant 3 : i32\n"
                          "        memref.store %one, %acc[%0] : memref<4xi32>\n" +
                              write + as_often_as("0")),
                "    %shim = ", "    func.func private @work(memref<4xi32>)\n    %shim = ");
}

TEST(MemoryOfACore, IsNotKnownBehindWhateverMayWriteIt) {
    EXPECT_NO_THROW(static_cast<void>(read(written_between(""))));
    // An operation that reads only the size of 'acc' does not write to it.
    EXPECT_NO_THROW(static_cast<void>(
        read(written_between("        %d = memref.dim %acc, %0 : memref<4xi32>\n"))));
    const std::string vector = "        %v = vector.load %in[%0] : memref<16xi32>, vector<4xi32>\n";
    const std::string masked =
        "        %v = arith.constant dense<3> : vector<4xi32>\n"
        "        %at = arith.constant dense<0> : vector<4xi32>\n"
        "        %mask = arith.constant dense<true> : vector<4xi1>\n";
    const std::string row =
        "        %p = memref.subview %in[0] [4] [1] : memref<16xi32> to memref<4xi32, "
        "strided<[1]>>\n";
    const std::string every_other =
        "        %p = memref.subview %acc[0] [2] [2] : memref<4xi32> to memref<2xi32, "
        "strided<[2]>>\n";
    const std::vector<std::string> writes{
        masked +
            "        vector.maskedstore %acc[%0], %mask, %v : memref<4xi32>, vector<4xi1>, "
            "vector<4xi32>\n",
        masked +
            "        vector.compressstore %acc[%0], %mask, %v : memref<4xi32>, vector<4xi1>, "
            "vector<4xi32>\n",
        masked +
            "        vector.scatter %acc[%0] [%at], %mask, %v : memref<4xi32>, vector<4xi32>, "
            "vector<4xi1>, vector<4xi32>\n",
        "        affine.store %three, %acc[0] : memref<4xi32>\n",
        vector + "        vector.store %v, %acc[%0] : memref<4xi32>, vector<4xi32>\n",
        vector + "        vector.transfer_write %v, %acc[%0] : vector<4xi32>, memref<4xi32>\n",
        row + "        memref.copy %p, %acc : memref<4xi32, strided<[1]>> to memref<4xi32>\n",
        "        func.call @work(%acc) : (memref<4xi32>) -> ()\n",
        // Views whose elements are not contiguous, or whose offset is not known.
        every_other + "        memref.store %three, %p[%0] : memref<2xi32, strided<[2]>>\n",
        "        %x = memref.load %in[%0] : memref<16xi32>\n"
        "        %d = arith.index_cast %x : i32 to index\n"
        "        %p = memref.subview %acc[%d] [1] [1] : memref<4xi32> to memref<1xi32, "
        "strided<[1], offset: ?>>\n"
        "        memref.store %three, %p[%0] : memref<1xi32, strided<[1], offset: ?>>\n"};
    for (const std::string& write : writes)
        EXPECT_THAT(refusal(written_between(write)),
                    HasSubstr("the number of rounds of this loop is not known"))
            << write;
}

TEST(MemoryOfACore, IsNotKnownBehindAChoiceThatMayWriteIt) {
    const auto choosing = [](const std::string& otherwise) {
        return written_between(
            "        %x = memref.load %in[%0] : memref<16xi32>\n"
            "        %is = arith.cmpi eq, %x, %one : i32\n"
            "        scf.if %is {\n"
            "          memref.store %three, %acc[%0] : memref<4xi32>\n        }" +
            otherwise + "\n");
    };
    const char* const unknown = "the number of rounds of this loop is not known";
    EXPECT_THAT(refusal(choosing("")), HasSubstr(unknown));
    EXPECT_THAT(refusal(choosing(" else {\n        }")), HasSubstr(unknown));
    EXPECT_NO_THROW(static_cast<void>(
        read(choosing(" else {\n          memref.store %three, %acc[%0] : memref<4xi32>\n"
                      "        }"))));
}

TEST(MemoryOfACore, IsNotKnownWhereAChoiceOrARoundMayGiveIt) {
    const std::string by_data =
        "        %x = memref.load %in[%0] : memref<16xi32>\n"
        "        %is = arith.cmpi eq, %x, %one : i32\n";
    const std::string chosen = by_data +
                               "        %m = scf.if %is -> memref<4xi32> {\n"
                               "          scf.yield %acc : memref<4xi32>\n        } else {\n"
                               "          scf.yield %spare : memref<4xi32>\n        }\n";
    const std::string store = "        memref.store %three, %m[%0] : memref<4xi32>\n";
    const std::vector<std::string> writes{
        chosen + store, chosen + "        func.call @work(%m) : (memref<4xi32>) -> ()\n",
        by_data + "        %m = arith.select %is, %acc, %spare : memref<4xi32>\n" + store,
        "        scf.for %r = %0 to %4 step %1 iter_args(%m = %spare, %p = %acc) -> "
        "(memref<4xi32>, memref<4xi32>) {\n" +
            store + "        scf.yield %p, %m : memref<4xi32>, memref<4xi32>\n        }\n"};
    for (const std::string& write : writes)
        EXPECT_THAT(
            refusal(with(written_between(write), "    %program = aie.core",
                         "    %spare = aie.buffer(%core) {sym_name = \"spare\"} : memref<4xi32>\n"
                         "    %program = aie.core")),
            HasSubstr("the number of rounds of this loop is not known"))
            << write;
}

TEST(MemoryOfACore, ThatALoopHasCountedUpIsNotKnownWhereItDecides) {
    EXPECT_THAT(refusal(accessing("3",
                                  "        %zero = arith.constant 0 : i32\n"
                                  "        memref.store %zero, %acc[%0] : memref<4xi32>\n"
                                  "        scf.for %r = %0 to %4 step %1 {\n"
                                  "          %v = memref.load %acc[%0] : memref<4xi32>\n"
                                  "          %more = arith.addi %v, %one : i32\n"
                                  "          memref.store %more, %acc[%0] : memref<4xi32>\n"
                                  "        }\n" +
                                      as_often_as("0"))),
                HasSubstr("design.mlir:31:9: a value that core (0,2) uses here depends on a loop "
                          "that has ended"));
}

TEST(MemoryOfACore, IsNotWrittenUnderAMaskOfItsOwn) {
    EXPECT_THAT(
        refusal(written_between("        %v = arith.constant dense<3> : vector<4xi32>\n"
                                "        %mask = arith.constant dense<true> : vector<4xi1>\n"
                                "        vector.mask %mask { vector.transfer_write %v, %acc[%0] : "
                                "vector<4xi32>, memref<4xi32> } : vector<4xi1>\n")),
        HasSubstr("vector.mask is not supported in a core. Put the code into a function, and give "
                  "its cycles in kernels.yaml"));
}

TEST(MemoryOfACore, IsNotKnownWhereAnotherCoreUsesIt) {
    EXPECT_THAT(refusal(with(written_between(""), "    %program = aie.core",
                             "    %beside = aie.core(%other) {\n"
                             "      %at = arith.constant 0 : index\n"
                             "      %two = arith.constant 2 : i32\n"
                             "      memref.store %two, %acc[%at] : memref<4xi32>\n"
                             "      aie.end\n    }\n"
                             "    %program = aie.core")),
                HasSubstr("the number of rounds of this loop is not known"));
}

TEST(MemoryOfACore, IsKnownWhereAViewPutsIt) {
    struct Case {
        std::string view;
        std::string store;
    };
    const std::vector<Case> cases{
        {"        %p = memref.subview %acc[2] [2] [1] : memref<4xi32> to memref<2xi32, "
         "strided<[1], "
         "offset: 2>>\n",
         "        memref.store %three, %p[%0] : memref<2xi32, strided<[1], offset: 2>>\n"},
        {"        %p = memref.reinterpret_cast %acc to offset: [1], sizes: [2], strides: [1] : "
         "memref<4xi32> to memref<2xi32, strided<[1], offset: 1>>\n",
         "        memref.store %three, %p[%1] : memref<2xi32, strided<[1], offset: 1>>\n"},
        // The offset of a reinterpret_cast replaces that of its subview.
        {"        %s = memref.subview %acc[3] [1] [1] : memref<4xi32> to memref<1xi32, "
         "strided<[1], offset: 3>>\n"
         "        %p = memref.reinterpret_cast %s to offset: [1], sizes: [2], strides: [1] : "
         "memref<1xi32, strided<[1], offset: 3>> to memref<2xi32, strided<[1], offset: 1>>\n",
         "        memref.store %three, %p[%1] : memref<2xi32, strided<[1], offset: 1>>\n"},
        {"        %p = memref.expand_shape %acc [[0, 1]] output_shape [2, 2] : memref<4xi32> into "
         "memref<2x2xi32>\n",
         "        memref.store %three, %p[%1, %0] : memref<2x2xi32>\n"},
        {"        %p = memref.subview %acc[2] [2] [1] : memref<4xi32> to !part\n",
         "        memref.store %three, %p[%0] : !part\n"},
        {"        %p = memref.expand_shape %acc [[0, 1]] output_shape [2, 2] : memref<4xi32> into "
         "!square\n",
         "        memref.store %three, %p[%1, %0] : !square\n"}};
    const std::string names =
        "!part = memref<2xi32, strided<[1], offset: 2>>\n!square = memref<2x2xi32>\n";
    for (const auto& [view, store] : cases)
        for (const auto& [word, rounds] : {std::pair{"0", 1}, std::pair{"2", 3}}) {
            std::string code =
                "        %three = arith.constant 3 : i32\n"
                "        %2 = arith.constant 2 : index\n"
                "        memref.store %one, %acc[%0] : memref<4xi32>\n";
            code.append(view).append(store).append(as_often_as(word));
            const Design design = read(std::string{names}.append(accessing("3", code)));
            ASSERT_EQ(design.schedule.kernels.size(), 1U) << view;
            // Two stores, and in each round a store 1, the branch and the counter 7
            // (operation_cost.hpp).
            EXPECT_EQ(design.schedule.kernels.front().cycles->count(), 2 + rounds * (1 + 7))
                << view;
        }
}

/// Cycles of the code of a round that stores %n times; `number`: code that computes %n.
std::int64_t cycles_of_rounds(const std::string& number) {
    std::string code = number;
    code +=
        "        scf.for %k = %0 to %n step %1 {\n"
        "          memref.store %one, %out[%k] : memref<16xi32>\n        }\n";
    const Design design = read("!t = memref<16xi32>\n" + accessing("3", code));
    EXPECT_EQ(design.schedule.kernels.size(), 1U) << number;
    return design.schedule.kernels.front().cycles->count();
}

const std::string kSquare =
    "        %m = memref.expand_shape %in [[0, 1]] output_shape [2, 8] : memref<16xi32> into "
    "memref<2x8xi32>\n";

TEST(MemoryOfACore, HasSizesThatAreKnown) {
    // Cycles of a round: a store 1, the branch and the counter 7 (operation_cost.hpp).
    for (const char* const number :
         {"memref.dim %in, %0 : memref<16xi32>", "memref.dim %in, %0 : !t",
          "\"memref.dim\"(%in, %0) : (memref<16xi32>, index) -> index"})
        EXPECT_EQ(cycles_of_rounds("        %n = " + std::string{number} + "\n"), 16 * (1 + 7))
            << number;
    EXPECT_EQ(cycles_of_rounds(kSquare + "        %n = memref.dim %m, %1 : memref<2x8xi32>\n"),
              8 * (1 + 7));
    EXPECT_EQ(cycles_of_rounds(kSquare + "        %n = memref.rank %m : memref<2x8xi32>\n"),
              2 * (1 + 7));
    const std::string unknown =
        "        %x = memref.load %in[%0] : memref<16xi32>\n"
        "        %d = arith.index_cast %x : i32 to index\n"
        "        %n = memref.dim %m, %d : memref<2x8xi32>\n";
    EXPECT_THAT(input_error([&] { return cycles_of_rounds(kSquare + unknown); }),
                HasSubstr("the number of rounds of this loop is not known"));
}

TEST(MemoryOfACore, IsNotWhatIsSaidOfIt) {
    const std::string body =
        "        %base, %offset, %size, %stride = memref.extract_strided_metadata %in : "
        "memref<16xi32> -> memref<i32>, index, index, index\n"
        "        %at = memref.extract_aligned_pointer_as_index %in : memref<16xi32> -> index\n"
        "        %n = memref.dim %in, %0 : memref<16xi32>\n"
        "        func.call @work(%in, %size, %at, %n) : (memref<16xi32>, index, index, index) -> "
        "()\n";
    const Design design = read(with(accessing("3", body), "    %shim = ",
                                    "    func.func private @work(memref<16xi32>, index, index, "
                                    "index)\n    %shim = "));
    int calls = 0;
    schedule::for_each_operation<schedule::Call>(design.schedule.find({0, 2})->core,
                                                 [&](const schedule::Call& call, std::int64_t) {
                                                     EXPECT_EQ(call.arguments.size(), 1U);
                                                     ++calls;
                                                 });
    EXPECT_GT(calls, 0);
}

TEST_F(RunWithData, KnowsTheSizesOfMemory) {
    const std::string body =
        kSquare +
        "        %p = memref.expand_shape %out [[0, 1]] output_shape [2, 8] : memref<16xi32> into "
        "memref<2x8xi32>\n"
        "        %rows = memref.dim %m, %0 : memref<2x8xi32>\n"
        "        %columns = memref.dim %m, %1 : memref<2x8xi32>\n"
        "        %rank = memref.rank %m : memref<2x8xi32>\n"
        "        %add = arith.index_cast %rank : index to i32\n"
        "        scf.for %r = %0 to %rows step %1 {\n"
        "          scf.for %c = %0 to %columns step %1 {\n"
        "            %x = memref.load %m[%r, %c] : memref<2x8xi32>\n"
        "            %y = arith.addi %x, %add : i32\n"
        "            memref.store %y, %p[%r, %c] : memref<2x8xi32>\n"
        "          }\n        }\n";
    expect_each<std::int32_t>(one_core("i32", body), [](std::int32_t x) { return x + 2; });
}

}  // namespace
}  // namespace xdnasim::design
