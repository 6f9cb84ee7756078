// Adjacent regions whose values have the same names, as MLIR prints them.

#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/workloads/design/run_with_data.hpp"
#include "workloads/schedule/operations.hpp"

namespace xdnasim::design {
namespace {

using testing::AllOf;
using testing::HasSubstr;

const std::string kZero = "      %zero = arith.constant 0 : i32\n";

/// Two loops that use the same names. In the first one, of one round, %v is a vector, which is
/// copied; in the second one, %v is an element and %w is twice that, which is stored.
const std::string kLoops =
    "        scf.for %k = %0 to %1 step %1 {\n"
    "          %v = vector.load %in[%k] : memref<16xi32>, vector<16xi32>\n"
    "          vector.store %v, %out[%k] : memref<16xi32>, vector<16xi32>\n        }\n"
    "        scf.for %k = %0 to %16 step %1 {\n"
    "          %v = memref.load %in[%k] : memref<16xi32>\n"
    "          %w = arith.addi %v, %v : i32\n"
    "          memref.store %w, %out[%k] : memref<16xi32>\n        }\n";

TEST_F(RunWithData, TellsValuesOfOneNameInLoopsApart) {
    expect_each<std::int32_t>(one_core("i32", kLoops), [](std::int32_t x) { return 2 * x; });
    // After the loops, the names are free again.
    expect_each<std::int32_t>(
        one_core("i32", kLoops +
                            "        %v = vector.load %out[%0] : memref<16xi32>, vector<16xi32>\n"
                            "        %w = arith.addi %v, %v : vector<16xi32>\n"
                            "        vector.store %w, %out[%0] : memref<16xi32>, vector<16xi32>\n"),
        [](std::int32_t x) { return 4 * x; });
}

TEST_F(RunWithData, TellsValuesOfOneNameInTheWaysOfAChoiceApart) {
    const std::string sixteen =
        "            %v = vector.broadcast %x : i32 to vector<16xi32>\n"
        "            %w = vector.reduction <add>, %v : vector<16xi32> into i32\n"
        "            scf.yield %w : i32\n          }";
    const std::string three =
        "            %v = arith.addi %x, %x : i32\n"
        "            %w = arith.addi %v, %x : i32\n"
        "            scf.yield %w : i32\n          }";
    const auto expected = [](std::int32_t x) { return x < 0 ? 16 * x : 3 * x; };
    const std::string negative = "          %p = arith.cmpi slt, %x, %zero : i32\n";
    expect_each<std::int32_t>(
        one_core("i32",
                 each("i32", negative + "          %y = scf.if %p -> (i32) {\n" + sixteen +
                                 " else {\n" + three + "\n"),
                 kZero),
        expected);
    expect_each<std::int32_t>(
        one_core("i32",
                 each("i32", negative + "          %n = arith.index_castui %p : i1 to index\n" +
                                 "          %y = scf.index_switch %n -> i32\n          case 1 {\n" +
                                 sixteen + "\n          default {\n" + three + "\n"),
                 kZero),
        expected);
}

TEST_F(RunWithData, TellsValuesOfOneNameInTheRegionsOfAWhileApart) {
    const std::string sum =
        "          %r:2 = scf.while (%n = %0, %s = %zero) : (index, i32) -> (index, i32) {\n"
        "            %v = arith.cmpi ult, %n, %4 : index\n"
        "            scf.condition(%v) %n, %s : index, i32\n"
        "          } do {\n          ^bb0(%n: index, %s: i32):\n"
        "            %v = arith.addi %s, %x : i32\n"
        "            %w = arith.addi %n, %1 : index\n"
        "            scf.yield %w, %v : index, i32\n          }\n"
        "          %y = arith.addi %r#1, %r#1 : i32\n";
    expect_each<std::int32_t>(one_core("i32", each("i32", sum), kZero),
                              [](std::int32_t x) { return 2 * 4 * x; });
}

TEST_F(RunWithData, TellsMemoryOfOneNameApart) {
    const std::string body =
        "        scf.for %k = %0 to %1 step %1 {\n"
        "          %m = memref.get_global @table : memref<4xi32>\n"
        "          %x = memref.load %m[%1] : memref<4xi32>\n"
        "          memref.store %x, %out[%0] : memref<16xi32>\n        }\n"
        "        scf.for %k = %0 to %1 step %1 {\n"
        "          %m = memref.subview %in[4] [4] [1] : memref<16xi32> to "
        "memref<4xi32, strided<[1], offset: 4>>\n"
        "          %x = memref.load %m[%1] : memref<4xi32, strided<[1], offset: 4>>\n"
        "          memref.store %x, %out[%1] : memref<16xi32>\n        }\n";
    const std::string table =
        "    memref.global \"private\" constant @table : memref<4xi32> = dense<[5, 200, 7, 8]>\n";
    std::vector<std::int32_t> input;
    std::vector<std::int32_t> expected(kElements);
    for (int i = 0; i < kElements; ++i)
        input.push_back(i * 3 + 1);
    for (std::size_t object = 0; object < kElements; object += kObject) {
        expected[object] = 200;
        expected[object + 1] = input[object + 5];
    }
    expect_all(one_core("i32", body, "", table), input, expected);
}

TEST_F(RunWithData, TellsValuesOfOneNameInFunctionsAndBlocksApart) {
    // %v and %k are different values in each loop of the function's blocks and in the core.
    const std::string function =
        "    func.func private @twice(%in: memref<16xi32>, %out: memref<16xi32>) {\n"
        "      %0 = arith.constant 0 : index\n      %1 = arith.constant 1 : index\n"
        "      %16 = arith.constant 16 : index\n      cf.br ^bb1(%0 : index)\n"
        "    ^bb1(%n: index):\n"
        "      %more = arith.cmpi slt, %n, %1 : index\n      cf.cond_br %more, ^bb2, ^bb3\n"
        "    ^bb2:\n" +
        kLoops +
        "      %next = arith.addi %n, %1 : index\n      cf.br ^bb1(%next : index)\n"
        "    ^bb3:\n      return\n    }\n";
    const std::string call =
        "        scf.for %k = %0 to %1 step %1 {\n"
        "          %v = memref.subview %{0}[0] [16] [1] : memref<16xi32> to memref<16xi32>\n"
        "          func.call @twice(%v, %out) : (memref<16xi32>, memref<16xi32>) -> ()\n"
        "        }\n";
    expect_each<std::int32_t>(
        one_core("i32", with(call, "{0}", "in") + with(call, "{0}", "out"), "", function),
        [](std::int32_t x) { return 4 * x; });
}

/// Expects that `text` takes as long if, in its last loop, the name `name` is replaced by `other`.
void expect_same_time(const std::string& text, const std::string& name, const std::string& other) {
    std::string apart = text;
    std::size_t at = apart.rfind("scf.for");
    ASSERT_NE(at, std::string::npos);
    int renamed = 0;
    for (; (at = apart.find(name, at)) != std::string::npos; ++renamed)
        apart.replace(at, name.size(), other);
    ASSERT_GT(renamed, 1);
    EXPECT_EQ(cycles_of(text), cycles_of(apart));
}

/// A design whose core runs `body`, and whose sequence writes 3 to word 1 of 'acc'.
std::string with_written_word(const std::string& body) {
    const std::string transfer = "      aiex.npu.dma_memcpy_nd(%a";
    return with(one_core("i32", body, kZero), transfer,
                "      aiex.npu.rtp_write(@acc, 1, 3)\n" + transfer);
}

const std::string kByParameter =
    "        scf.for %k = %0 to %1 step %1 {\n"
    "          %v = memref.load %acc[%1] : memref<4xi32>\n"
    "          %w = arith.index_cast %v : i32 to index\n"
    "          scf.for %j = %0 to %w step %1 {\n"
    "            memref.store %zero, %out[%j] : memref<16xi32>\n          }\n        }\n";

TEST(NamesByRegion, LeaveTheRoundsThatAParameterSaysKnown) {
    const std::string behind =
        "        scf.for %k = %0 to %1 step %1 {\n"
        "          %w = memref.load %in[%0] : memref<16xi32>\n"
        "          memref.store %w, %out[%0] : memref<16xi32>\n        }\n";
    expect_same_time(with_written_word(kByParameter + behind), "%w", "%other");
}

TEST(NamesByRegion, DoNotHideThatTheCoreWritesAParameter) {
    const std::string writes =
        "        scf.for %k = %0 to %1 step %1 {\n"
        "          %m = memref.subview %acc[0] [4] [1] : memref<4xi32> to memref<4xi32>\n"
        "          memref.store %zero, %m[%1] : memref<4xi32>\n        }\n";
    const std::string behind =
        "        scf.for %k = %0 to %1 step %1 {\n"
        "          %m = memref.alloc() : memref<4xi32>\n"
        "          memref.store %zero, %m[%1] : memref<4xi32>\n        }\n";
    EXPECT_THAT(refusal(with_written_word(writes + kByParameter + behind)),
                HasSubstr("the number of rounds of this loop is not known before the run"));
}

TEST(NamesByRegion, DoNotMakeALoopEndless) {
    const std::string body =
        "        scf.while (%n = %0) : (index) -> (index) {\n"
        "          %v = arith.cmpi ult, %n, %300 : index\n"
        "          scf.condition(%v) %n : index\n"
        "        } do {\n        ^bb0(%m: index):\n"
        "          memref.store %zero, %out[%0] : memref<16xi32>\n"
        "          %next = arith.addi %m, %1 : index\n"
        "          scf.yield %next : index\n        }\n"
        "        scf.for %k = %0 to %1 step %1 {\n"
        "          %v = arith.constant true\n"
        "          %w = arith.extui %v : i1 to i32\n"
        "          memref.store %w, %out[%k] : memref<16xi32>\n        }\n";
    expect_same_time(one_core("i32", body, kZero + "      %300 = arith.constant 300 : index\n"),
                     "%v", "%other");
}

TEST(NamesByRegion, TellObjectsOfCoresApart) {
    const auto core = [](int row) {
        return fmt::format(
            "    %tile_{0} = aie.tile(1, {0})\n    %core_{0} = aie.core(%tile_{0}) {{\n"
            "      %own = aie.buffer(%tile_{0}) : memref<16xi32>\n"
            "      func.call @work(%own) : (memref<16xi32>) -> ()\n      aie.end\n    }}\n",
            row);
    };
    const std::string text =
        with(one_core("i32", "", "", "    func.func private @work(memref<16xi32>)\n"),
             "    aie.runtime_sequence", core(2) + core(3) + "    aie.runtime_sequence");
    const Design design = read(with(text, "npu1_1col", "npu1_2col"));
    int calls = 0;
    for (const arch::TileId tile : {arch::TileId{1, 2}, arch::TileId{1, 3}})
        schedule::for_each_operation<schedule::Call>(
            design.schedule.find(tile)->core, [&](const schedule::Call& call, std::int64_t) {
                ++calls;
                EXPECT_EQ(call.arguments.at(0).buffer.tile, tile);
                EXPECT_EQ(design.schedule.buffer(call.arguments[0].buffer)->name, "own");
            });
    EXPECT_EQ(calls, 2);
}

TEST(NamesByRegion, AreInMessagesAsTheyAreWritten) {
    const std::string objects =
        "        scf.for %k = %0 to %1 step %1 {\n"
        "          %v = arith.addi %k, %k : index\n"
        "          %w = aie.objectfifo.subview.access %v[0] : "
        "!aie.objectfifosubview<memref<16xi32>> -> memref<16xi32>\n        }\n";
    EXPECT_THAT(refusal(one_core("i32", kLoops + objects)),
                HasSubstr("'subview' of aie.objectfifo.subview.access is '%v', which is not the "
                          "result of an acquire"));
    const std::string unknown =
        "        scf.for %k = %0 to %1 step %1 {\n"
        "          %v = arith.addi %k, %k : index\n          aie.use_lock(%v, Acquire, 1)\n"
        "        }\n";
    EXPECT_THAT(refusal(one_core("i32", kLoops + unknown)),
                HasSubstr("'v' is not a lock of the design"));
}

TEST(NamesByRegion, AreRefusedWhereTheFirstOneIsKnown) {
    const std::string value = "        %v = arith.addi %zero, %zero : i32\n";
    const std::string inside = "        scf.for %k = %0 to %1 step %1 {\n" + value + "        }\n";
    const auto refused =
        AllOf(HasSubstr(": '%v' is already defined here, design.mlir:21:9. Use another name"));
    EXPECT_THAT(refusal(one_core("i32", value + value, kZero)),
                AllOf(HasSubstr("design.mlir:22:9"), refused));
    EXPECT_THAT(refusal(one_core("i32", value + inside, kZero)),
                AllOf(HasSubstr("design.mlir:23:9"), refused));
    EXPECT_NO_THROW(static_cast<void>(read(one_core("i32", inside + inside + value, kZero))));
}

TEST(NamesByRegion, AreNotSeenFromOutside) {
    const std::string used = kLoops + "        memref.store %w, %out[%0] : memref<16xi32>\n";
    EXPECT_THAT(refusal(one_core("i32", used)),
                AllOf(HasSubstr("design.mlir:29:22: '%w' is used outside of its region; allowed: "
                                "values of this region and of those around it")));
}

}  // namespace
}  // namespace xdnasim::design
