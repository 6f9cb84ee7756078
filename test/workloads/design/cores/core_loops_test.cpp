// Loops of blocks: endless ones, in all forms, and what loops compute.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/workloads/design/run_with_data.hpp"
#include "workloads/schedule/operations.hpp"

namespace xdnasim::design {
namespace {

using testing::HasSubstr;

/// A design whose core sends objects of 16 elements, four of which the sequence takes. The core
/// runs `begin`, acquires an object as %out, runs `middle`, releases the object, and runs `end`.
std::string giving(const std::string& begin, const std::string& middle, const std::string& end) {
    return R"(module {
  aie.device(npu1_1col) {
    %shim = aie.tile(0, 0)
    %core = aie.tile(0, 2)
    %count = aie.buffer(%core) {sym_name = "count"} : memref<1xi32>
    aie.objectfifo @out(%core, {%shim}, 2 : i32) : !aie.objectfifo<memref<16xi32>>
    %program = aie.core(%core) {
      %0 = arith.constant 0 : index
      %1 = arith.constant 1 : index
      %zero = arith.constant 0 : i32
      %one = arith.constant 1 : i32
      %two = arith.constant 2 : i32
      %seven = arith.constant 7 : i32
)" + begin +
           R"(
      %o = aie.objectfifo.acquire @out(Produce, 1) : !aie.objectfifosubview<memref<16xi32>>
      %out = aie.objectfifo.subview.access %o[0] : !aie.objectfifosubview<memref<16xi32>> -> memref<16xi32>
)" + middle +
           R"(
      aie.objectfifo.release @out(Produce, 1)
)" + end + R"(
    }
    aie.runtime_sequence(%a: memref<16xi32>, %b: memref<64xi32>) {
      aiex.npu.dma_memcpy_nd(%b[0, 0, 0, 0][1, 1, 1, 64][0, 0, 0, 1]) {id = 1 : i64, metadata = @out, issue_token = true} : memref<64xi32>
      aiex.npu.dma_wait {symbol = @out}
    }
  }
}
)";
}

/// The number of objects that the core sends; -1 if it does not end.
std::int64_t given(const std::string& text) {
    const Design design = read(text);
    const schedule::CoreBody& core = design.schedule.find({0, 2})->core;
    std::int64_t count = 0;
    schedule::for_each_operation<schedule::Release>(
        core, [&](const schedule::Release&, std::int64_t times) { count += times; });
    return schedule::ends(core) ? count : -1;
}

constexpr const char* kForEver = "cf.br ^round\n^round:\n";
constexpr const char* kAgain = "cf.br ^round\n";
constexpr const char* kExit = "cf.br ^round\n^exit:\naie.end\n";

TEST(CoreLoops, CountWithoutASignWhereTheySaySo) {
    // In 8 bits without a sign, -126 is 130: the counters 120, 123, 126 and 129 are below it.
    const std::string numbers =
        "%begin = arith.constant 120 : i8\n"
        "%end = arith.constant -126 : i8\n"
        "%step = arith.constant 3 : i8\n";
    EXPECT_EQ(given(giving(numbers + "scf.for unsigned %i = %begin to %end step %step : i8 {\n", "",
                           "}\naie.end\n")),
              4);
    EXPECT_EQ(given(giving(
                  numbers + "\"scf.for\"(%begin, %end, %step) <{unsignedCmp}> ({\n^bb0(%i: i8):\n",
                  "", "\"scf.yield\"() : () -> ()\n}) : (i8, i8, i8) -> ()\naie.end\n")),
              4);
    // A signed loop has no rounds.
    EXPECT_EQ(given(giving(numbers + "scf.for %i = %begin to %end step %step : i8 {\n", "",
                           "}\naie.end\n")),
              0);
}

TEST(LoopOfBlocks, GoesOnForEverHoweverItIsWritten) {
    const std::int64_t expected = cycles_of(giving(kForEver, "", kAgain));
    const std::vector<std::string> texts{
        // As mlir-aie's passes write it: scf.while {condition(true)}, lowered by scf-to-cf.
        giving("cf.br ^round\n^round:\n%true = arith.constant true\n"
               "cf.cond_br %true, ^body, ^exit\n^body:\n",
               "", kExit),
        giving("%true = arith.constant true\ncf.br ^round\n^round:\n"
               "cf.cond_br %true, ^body, ^exit\n^body:\n",
               "", kExit),
        giving(kForEver, "",
               "%true = arith.constant true\ncf.cond_br %true, ^round, ^exit\n^exit:\naie.end\n"),
        // The header ends in a choice within the loop.
        giving(kForEver,
               "%same = arith.cmpi eq, %zero, %seven : i32\ncf.cond_br %same, ^more, ^behind\n"
               "^more:\ncf.br ^behind\n^behind:\n",
               kAgain),
        giving(kForEver, "cf.switch %zero : i32, [\ndefault: ^behind,\n0: ^behind\n]\n^behind:\n",
               kAgain),
        // Each round begins in the state of an earlier one, and none leaves the loop.
        giving("cf.br ^round(%zero : i32)\n^round(%turn: i32):\n"
               "%go = arith.cmpi slt, %turn, %two : i32\ncf.cond_br %go, ^body, ^exit\n^body:\n",
               "",
               "%next = arith.xori %turn, %one : i32\ncf.br ^round(%next : i32)\n"
               "^exit:\naie.end\n")};
    for (const std::string& text : texts) {
        EXPECT_EQ(given(text), -1) << text;
        EXPECT_EQ(cycles_of(text), expected) << text;
    }
}

TEST(LoopOfBlocks, EndsWhereItsCounterInMemorySays) {
    // 300 rounds are more than are read to find out what repeats.
    const std::string counted =
        "%old = memref.load %count[%0] : memref<1xi32>\n%new = arith.addi %old, %one : i32\n"
        "memref.store %new, %count[%0] : memref<1xi32>\n"
        "%go = arith.cmpi slt, %new, %end : i32\n";
    const std::string begin =
        "memref.store %zero, %count[%0] : memref<1xi32>\n%end = arith.constant 300 : i32\n";
    EXPECT_EQ(given(giving(begin + kForEver, "",
                           counted + "cf.cond_br %go, ^round, ^exit\n^exit:\naie.end\n")),
              300);
    EXPECT_EQ(given(giving(begin + "scf.while : () -> () {\n", "",
                           counted + "scf.condition(%go)\n} do {\nscf.yield\n}\naie.end\n")),
              300);
}

TEST(LoopOfBlocks, WithoutEndMayCountInMemory) {
    EXPECT_EQ(given(giving("memref.store %zero, %count[%0] : memref<1xi32>\nscf.while : () -> () "
                           "{\n%true = arith.constant true\nscf.condition(%true)\n} do {\n",
                           "%old = memref.load %count[%0] : memref<1xi32>\n"
                           "%new = arith.addi %old, %one : i32\n"
                           "memref.store %new, %count[%0] : memref<1xi32>\n",
                           "scf.yield\n}\naie.end\n")),
              -1);
}

TEST(LoopOfBlocks, SeesWhatItsRoundsStoreByAView) {
    const Design design = read(giving(
        "%four = arith.constant 4 : index\nmemref.store %zero, %count[%0] : memref<1xi32>\n"
        "cf.br ^round(%0 : index)\n^round(%i: index):\n"
        "%go = arith.cmpi slt, %i, %four : index\ncf.cond_br %go, ^body, ^exit\n^body:\n",
        "%old = memref.load %count[%0] : memref<1xi32>\n%new = arith.addi %old, %one : i32\n"
        "%view = memref.reinterpret_cast %count to offset: [0], sizes: [1], strides: [1] : "
        "memref<1xi32> to memref<1xi32, strided<[1]>>\n"
        "memref.store %new, %view[%0] : memref<1xi32, strided<[1]>>\n"
        "%n = arith.index_cast %old : i32 to index\n"
        "scf.for %q = %0 to %n step %1 {\nmemref.store %zero, %out[%0] : memref<16xi32>\n}\n",
        "%next = arith.addi %i, %1 : index\ncf.br ^round(%next : index)\n^exit:\naie.end\n"));
    std::vector<std::int64_t> cycles;
    for (const auto& kernel : design.schedule.kernels)
        cycles.push_back(kernel.cycles->count());
    // One store before the rounds. Rounds 0, 1, 2 and 3 take a store 1 and, as often as their
    // number, a store 1, the branch and the counter 7.
    EXPECT_THAT(cycles, testing::UnorderedElementsAre(1, 1, 9, 17, 25));
}

TEST(LoopOfBlocks, IsRefusedWhereItIsNestedTooDeep) {
    // Each loop counts to 4 and has the next one in its body.
    const auto nested = [](int depth) {
        std::string blocks = "cf.br ^head0(%0 : index)\n";
        for (int i = 0; i < depth; ++i)
            blocks += fmt::format(
                "^head{0}(%i{0}: index):\n%go{0} = arith.cmpi slt, %i{0}, %4 : index\n"
                "cf.cond_br %go{0}, ^body{0}, ^{1}\n^body{0}:\ncf.br ^{2}\n",
                i, i > 0 ? fmt::format("latch{}", i - 1) : "behind",
                i + 1 < depth ? fmt::format("head{}(%0 : index)", i + 1) : "inner");
        blocks += fmt::format("^inner:\ncf.br ^latch{}\n", depth - 1);
        for (int i = 0; i < depth; ++i)
            blocks += fmt::format(
                "^latch{0}:\n%n{0} = arith.addi %i{0}, %1 : index\ncf.br ^head{0}(%n{0} : index)\n",
                i);
        return one_core("i32", "", blocks + "^behind:\n");
    };
    EXPECT_NO_THROW(static_cast<void>(read(nested(20))));
    EXPECT_THAT(refusal(nested(100)), HasSubstr("a loop of blocks in 64 others; allowed: 63"));
}

TEST(LoopOfBlocks, WhoseRoundsDoNotRepeatIsRefused) {
    EXPECT_THAT(refusal(giving("cf.br ^round(%zero : i32)\n^round(%turn: i32):\n"
                               "%go = arith.cmpi ne, %turn, %seven : i32\n"
                               "cf.cond_br %go, ^body, ^exit\n^body:\n",
                               "",
                               "%next = arith.addi %turn, %two : i32\ncf.br ^round(%next : i32)\n"
                               "^exit:\naie.end\n")),
                HasSubstr("this loop has not ended after 4096 rounds"));
}

TEST(LoopOfBlocks, ComparesWithoutASignWhereItSaysSo) {
    const auto counting = [](const std::string& from, const std::string& to) {
        return giving("%minus = arith.constant -3 : i32\ncf.br ^round(" + from +
                          " : i32)\n^round(%turn: i32):\n%go = arith.cmpi ult, %turn, " + to +
                          " : i32\ncf.cond_br %go, ^body, ^exit\n^body:\n",
                      "",
                      "%next = arith.addi %turn, %one : i32\ncf.br ^round(%next : i32)\n"
                      "^exit:\naie.end\n");
    };
    EXPECT_EQ(given(counting("%one", "%seven")), 6);
    EXPECT_EQ(given(counting("%minus", "%seven")), 0);
    EXPECT_THAT(refusal(counting("%one", "%minus")),
                HasSubstr("this loop has not ended after 4096 rounds"));
}

/// Cycles of the code of a round of one_core() with `body` in it.
std::int64_t cycles_of_code_in(const std::string& body) {
    const Design design = read(one_core("i32", body,
                                        "      %five = arith.constant 5 : index\n"
                                        "      %q = arith.constant 3 : i32"));
    EXPECT_EQ(design.schedule.kernels.size(), 1U);
    return design.schedule.kernels.front().cycles->count();
}

TEST(LoopThatComputes, TakesItsBranchInEachRoundHoweverItsRoundsAreRead) {
    const std::string sum =
        "          %x = memref.load %in[%k] : memref<16xi32>\n"
        "          %y = arith.addi %x, %q : i32\n"
        "          memref.store %y, %out[%k] : memref<16xi32>\n";
    // 16 rounds of a load 7, an addition 1, a store 1, the branch and the counter 7
    // (operation_cost.hpp).
    const std::int64_t all = 16 * (7 + 1 + 1 + 7);
    EXPECT_EQ(cycles_of_code_in("        scf.for %k = %0 to %16 step %1 {\n" + sum + "        }\n"),
              all);
    EXPECT_EQ(cycles_of_code_in("        scf.while (%k = %0) : (index) -> index {\n"
                                "          %go = arith.cmpi ult, %k, %16 : index\n"
                                "          scf.condition(%go) %k : index\n"
                                "        } do {\n        ^bb0(%k: index):\n" +
                                sum +
                                "          %n = arith.addi %k, %1 : index\n"
                                "          scf.yield %n : index\n        }\n"),
              all);
    // One round has a second store.
    EXPECT_EQ(cycles_of_code_in("        scf.for %k = %0 to %16 step %1 {\n" + sum +
                                "          %is = arith.cmpi eq, %k, %five : index\n"
                                "          scf.if %is {\n"
                                "            memref.store %q, %out[%0] : memref<16xi32>\n"
                                "          }\n        }\n"),
              all + 1);
}

TEST(LoopThatComputes, TakesItsBranchInRoundsThatDoNothing) {
    const std::string once =
        "          %is = arith.cmpi eq, %k, %five : index\n"
        "          scf.if %is {\n"
        "            memref.store %q, %out[%0] : memref<16xi32>\n          }\n";
    // A store 1, and the branch and the counter 7 in each of 16 rounds.
    EXPECT_EQ(
        cycles_of_code_in("        scf.for %k = %0 to %16 step %1 {\n" + once + "        }\n"),
        1 + 16 * 7);
    EXPECT_EQ(cycles_of_code_in("        scf.while (%k = %0) : (index) -> index {\n"
                                "          %go = arith.cmpi ult, %k, %16 : index\n"
                                "          scf.condition(%go) %k : index\n"
                                "        } do {\n        ^bb0(%k: index):\n" +
                                once +
                                "          %n = arith.addi %k, %1 : index\n"
                                "          scf.yield %n : index\n        }\n"),
              1 + 16 * 7);
}

TEST(LoopThatComputes, IsNoneWhereItDoesNothing) {
    EXPECT_EQ(cycles_of_code_in("        scf.for %k = %0 to %16 step %1 {\n"
                                "          %n = arith.addi %k, %1 : index\n        }\n"
                                "        memref.store %q, %out[%0] : memref<16xi32>\n"),
              1);
}

TEST(LoopThatComputes, TakesTheBranchesOfRoundsBeforeThoseThatRepeat) {
    // A word in memory is 3, 2, 1 and then 0. Each of 16 rounds takes a store 1, the branch and the
    // counter 7. The word itself is stored once before the rounds and in three of them.
    EXPECT_EQ(cycles_of_code_in("        memref.store %q, %acc[%0] : memref<4xi32>\n"
                                "        scf.for %k = %0 to %16 step %1 {\n"
                                "          %w = memref.load %acc[%0] : memref<4xi32>\n"
                                "          %d = arith.index_cast %w : i32 to index\n"
                                "          %is = arith.cmpi eq, %d, %0 : index\n"
                                "          scf.if %is {\n"
                                "            memref.store %q, %out[%0] : memref<16xi32>\n"
                                "          } else {\n"
                                "            memref.store %q, %out[%1] : memref<16xi32>\n"
                                "            %j = arith.subi %d, %1 : index\n"
                                "            %s = arith.index_cast %j : index to i32\n"
                                "            memref.store %s, %acc[%0] : memref<4xi32>\n"
                                "          }\n        }\n"),
              16 * (1 + 7) + 1 + 3);
}

TEST(StoreOfAKnownWord, TakesACycleAsThatOfAnyOther) {
    const std::string known = "        memref.store %q, %acc[%0] : memref<4xi32>\n";
    EXPECT_EQ(cycles_of_code_in(known), 1);
    EXPECT_EQ(cycles_of_code_in(known + known), 2);
    // The stored word, and what the program computes from it, are known: only the two stores take
    // time.
    EXPECT_EQ(cycles_of_code_in(known + "        %w = memref.load %acc[%0] : memref<4xi32>\n"
                                        "        %d = arith.addi %w, %q : i32\n"
                                        "        memref.store %d, %acc[%1] : memref<4xi32>\n"),
              2);
    // A store to a buffer that the DMA sends.
    EXPECT_EQ(cycles_of_code_in("        memref.store %q, %out[%0] : memref<16xi32>\n"), 1);
}

TEST_F(RunWithData, SwitchesBetweenBlocks) {
    // In rounds in which %at is 0, -1, 1 and 0, the core stores 5, 6, 7 and 5.
    const std::string text = giving(
        "%five = arith.constant 5 : i32\n%six = arith.constant 6 : i32\n"
        "%minus = arith.constant -1 : i32\nmemref.store %zero, %count[%0] : memref<1xi32>\n" +
            std::string{kForEver},
        "%at = memref.load %count[%0] : memref<1xi32>\n"
        "cf.switch %at : i32, [\ndefault: ^store(%seven, %zero : i32, i32),\n"
        "-1: ^store(%six, %one : i32, i32),\n0: ^store(%five, %minus : i32, i32)\n]\n"
        "^store(%value: i32, %next: i32):\n"
        "memref.store %value, %out[%0] : memref<16xi32>\n"
        "memref.store %next, %count[%0] : memref<1xi32>\n",
        kAgain);
    std::vector<std::int32_t> expected(64);
    expected[0] = 5;
    expected[16] = 6;
    expected[32] = 7;
    expected[48] = 5;
    expect_all(text, std::vector<std::int32_t>(16), expected);
}

}  // namespace
}  // namespace xdnasim::design
