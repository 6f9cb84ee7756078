// Loops of cores whose number of rounds follows parameters that the runtime sequence writes.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/workloads/design/run_with_data.hpp"
#include "workloads/schedule/operations.hpp"

namespace xdnasim::design {
namespace {

using testing::HasSubstr;

const std::string kBeforeTransfers = "      aiex.npu.dma_memcpy_nd(%a";

/// A design whose core doubles each element as often as word 1 of 'acc' says. `written`: operations
/// of the sequence before its transfers.
std::string doubled(const std::string& written) {
    const std::string body = each("i32",
                                  "          %w = memref.load %acc[%1] : memref<4xi32>\n"
                                  "          %n = arith.index_cast %w : i32 to index\n"
                                  "          %y = scf.for %r = %0 to %n step %1 "
                                  "iter_args(%s = %x) -> (i32) {\n"
                                  "            %t = arith.addi %s, %s : i32\n"
                                  "            scf.yield %t : i32\n"
                                  "          }\n");
    return with(one_core("i32", body), kBeforeTransfers,
                "      " + written + "\n" + kBeforeTransfers);
}

/// A design whose core sends, in each round, the sum of as many objects of the input as the
/// parameter of the round says. `parameters`: operations of the sequence before its transfers.
std::string summed(const std::string& parameters) {
    return "module {\n  aie.device(npu1_1col) {\n" + std::string{R"(
    %shim = aie.tile(0, 0)
    %core = aie.tile(0, 2)
    aie.objectfifo @in(%shim, {%core}, 2 : i32) : !aie.objectfifo<memref<16xi32>>
    aie.objectfifo @out(%core, {%shim}, 2 : i32) : !aie.objectfifo<memref<16xi32>>
    %counts = aie.buffer(%core) {sym_name = "counts"} : memref<4xi32>
    %program = aie.core(%core) {
      %0 = arith.constant 0 : index
      %1 = arith.constant 1 : index
      %16 = arith.constant 16 : index
      %many = arith.constant 294967295 : index
      %zero = arith.constant 0 : i32
      scf.for %round = %0 to %many step %1 {
        %o = aie.objectfifo.acquire @out(Produce, 1) : !aie.objectfifosubview<memref<16xi32>>
        %out = aie.objectfifo.subview.access %o[0] : !aie.objectfifosubview<memref<16xi32>> -> memref<16xi32>
        scf.for %k = %0 to %16 step %1 {
          memref.store %zero, %out[%k] : memref<16xi32>
        }
        scf.while (%done = %1) : (index) -> (index) {
          %i = aie.objectfifo.acquire @in(Consume, 1) : !aie.objectfifosubview<memref<16xi32>>
          %in = aie.objectfifo.subview.access %i[0] : !aie.objectfifosubview<memref<16xi32>> -> memref<16xi32>
          scf.for %k = %0 to %16 step %1 {
            %x = memref.load %in[%k] : memref<16xi32>
            %s = memref.load %out[%k] : memref<16xi32>
            %y = arith.addi %x, %s : i32
            memref.store %y, %out[%k] : memref<16xi32>
          }
          aie.objectfifo.release @in(Consume, 1)
          %word = memref.load %counts[%round] : memref<4xi32>
          %count = arith.index_cast %word : i32 to index
          %next = arith.addi %done, %1 : index
          %more = arith.cmpi slt, %done, %count : index
          scf.condition(%more) %next : index
        } do {
        ^bb0(%passed: index):
          scf.yield %passed : index
        }
        aie.objectfifo.release @out(Produce, 1)
      }
      aie.end
    }
    aie.runtime_sequence(%a: memref<96xi32>, %b: memref<48xi32>) {
)"} + parameters +
           R"(      aiex.npu.dma_memcpy_nd(%a[0, 0, 0, 0][1, 1, 1, 96][0, 0, 0, 1]) {id = 0 : i64, metadata = @in} : memref<96xi32>
      aiex.npu.dma_memcpy_nd(%b[0, 0, 0, 0][1, 1, 1, 48][0, 0, 0, 1]) {id = 1 : i64, metadata = @out, issue_token = true} : memref<48xi32>
      aiex.npu.dma_wait {symbol = @out}
    }
  }
}
)";
}

/// Parameters of three rounds: 3, 1 and 2 objects. Nothing writes that of the fourth round.
const std::string kCounts =
    "      aiex.npu.rtp_write(@counts, 0, 3)\n      aiex.npu.rtp_write(@counts, 1, 1)\n"
    "      aiex.npu.rtp_write(@counts, 2, 2)\n";

TEST_F(RunWithData, RunsALoopAsOftenAsAParameterSays) {
    expect_each<std::int32_t>(doubled("aiex.npu.rtp_write(@acc, 1, 3)"),
                              [](std::int32_t x) { return 8 * x; });
}

TEST(CoreParameters, SayHowOftenALoopRuns) {
    // With so many rounds, the core limits the run.
    const auto rounds = [](int count) {
        return cycles_of(doubled(fmt::format("aiex.npu.rtp_write(@acc, 1, {})", count)));
    };
    EXPECT_GT(rounds(300), rounds(200));
    EXPECT_EQ(rounds(400) - rounds(300), rounds(300) - rounds(200));
}

TEST_F(RunWithData, GoesRoundAWhileAsOftenAsTheParameterOfTheRoundSays) {
    std::vector<std::int32_t> input;
    for (int i = 0; i < 96; ++i)
        input.push_back(i * i);
    std::vector<std::int32_t> expected(48);
    const std::vector<std::size_t> round_of{0, 0, 0, 1, 2, 2};
    for (std::size_t i = 0; i < input.size(); ++i)
        expected[16 * round_of[i / 16] + i % 16] += input[i];
    expect_all(summed(kCounts), input, expected);
}

TEST(CoreParameters, StopTheProgramBehindTheEndOfTheirBuffer) {
    const Design design = read(summed(kCounts));
    const schedule::TileProgram& core = *design.schedule.find({0, 2});
    EXPECT_TRUE(schedule::ends(core.core));
    std::int64_t taken = 0;
    schedule::for_each_operation<schedule::Release>(
        core.core, [&](const schedule::Release& release, std::int64_t times) {
            const schedule::Lock* lock = core.lock(release.lock.id);
            if (lock->name.find("in_cons_prod") != std::string::npos) taken += times;
        });
    // 3, 1 and 2 objects; one in the round whose parameter nothing writes; and one before the core
    // reads beyond the end of the buffer.
    EXPECT_EQ(taken, 3 + 1 + 2 + 1 + 1);
    std::string said;
    for (const Finding& finding : design.losses)
        said += finding.what + '\n';
    EXPECT_THAT(said, HasSubstr("a parameter is read beyond the end of 'counts'"));
    EXPECT_THAT(
        said,
        HasSubstr(
            "a decision depends on 'counts', which is assumed to hold from the start the value"));
}

TEST(CoreParameters, StopTheProgramBeforeTheBeginOfTheirBuffer) {
    for (const char* const first : {"-1", "-9000000000"}) {
        const std::string viewed = with(
            with(doubled("aiex.npu.rtp_write(@acc, 1, 3)"), "          %w = memref.load %acc[%1] ",
                 fmt::format("          %before = arith.constant {} : index\n"
                             "          %view = memref.subview %acc[%before] [2] [1] : "
                             "memref<4xi32> to memref<2xi32, strided<[1], offset: ?>>\n"
                             "          %w = memref.load %acc[%1] ",
                             first)),
            "memref.load %acc[%1] : memref<4xi32>",
            "memref.load %view[%0] : memref<2xi32, strided<[1], offset: ?>>");
        const Design design = read(viewed);
        std::string said;
        for (const Finding& finding : design.losses)
            said += finding.what + '\n';
        EXPECT_THAT(said, HasSubstr("a parameter is read before the start of 'acc'")) << first;
    }
}

TEST(CoreParameters, WrittenTwiceAreNotKnown) {
    EXPECT_THAT(refusal(doubled("aiex.npu.rtp_write(@acc, 1, 3)\n"
                                "      aiex.npu.rtp_write(@acc, 1, 4)")),
                HasSubstr("parameters that the sequence writes once"));
    // Writing the same value again changes nothing.
    EXPECT_NO_THROW(
        static_cast<void>(read(doubled("aiex.npu.rtp_write(@acc, 1, 3)\n"
                                       "      aiex.npu.rtp_write(@acc, 1, 3)"))));
}

TEST(CoreCode, OnDataThatALoopCarriesTakesItsTime) {
    // The number of rounds is a constant in the text.
    const auto rounds = [](int count) {
        return cycles_of(with(doubled("aiex.npu.rtp_write(@acc, 1, 3)"),
                              "memref.load %acc[%1] : memref<4xi32>",
                              fmt::format("arith.constant {} : i32", count)));
    };
    // A round takes 8 cycles: an addition 1, and 7 for the branch back with its delay slots and for
    // the counter (operation_cost.hpp). There are 16 elements in each of 8 objects.
    EXPECT_EQ(rounds(300) - rounds(200), 100 * 8 * kElements);
}

TEST(CoreCode, OnWhatARoundMakesDataTakesItsTime) {
    // The carried value begins as a known number; the first round makes it data, and the next ones
    // double it.
    const auto rounds = [](int count) {
        std::string text =
            with(doubled("aiex.npu.rtp_write(@acc, 1, 3)"), "memref.load %acc[%1] : memref<4xi32>",
                 fmt::format("arith.constant {} : i32", count));
        text =
            with(text, "iter_args(%s = %x) -> (i32)", "iter_args(%s = %w, %p = %w) -> (i32, i32)");
        text = with(text, "%y = scf.for", "%y:2 = scf.for");
        text = with(text, "scf.yield %t : i32", "scf.yield %x, %t : i32, i32");
        return cycles_of(with(text, "memref.store %y,", "memref.store %y#1,"));
    };
    EXPECT_EQ(rounds(300) - rounds(200), 100 * 8 * kElements);
}

TEST(CoreParameters, ThatTheCoreWritesItselfAreNotKnown) {
    const std::string text =
        with(doubled("aiex.npu.rtp_write(@acc, 1, 3)"), "          %w = memref.load",
             "          memref.store %x, %acc[%1] : memref<4xi32>\n"
             "          %w = memref.load");
    EXPECT_THAT(refusal(text), HasSubstr("the number of rounds of this loop is not known"));
    const std::string by_view =
        with(text, "memref.store %x, %acc[%1] : memref<4xi32>",
             "%view = memref.subview %acc[1] [1] [1] : memref<4xi32> to memref<1xi32, strided<[1], "
             "offset: 1>>\n"
             "          memref.store %x, %view[%0] : memref<1xi32, strided<[1], offset: 1>>");
    EXPECT_THAT(refusal(by_view), HasSubstr("the number of rounds of this loop is not known"));
    const std::string copied = with(text, "memref.store %x, %acc[%1] : memref<4xi32>",
                                    "memref.copy %acc, %acc : memref<4xi32> to memref<4xi32>");
    EXPECT_THAT(refusal(copied), HasSubstr("the number of rounds of this loop is not known"));
    const std::string masked =
        with(text, "memref.store %x, %acc[%1] : memref<4xi32>",
             "%v = arith.constant dense<9> : vector<4xi32>\n"
             "          %mask = arith.constant dense<true> : vector<4xi1>\n"
             "          vector.maskedstore %acc[%0], %mask, %v : memref<4xi32>, vector<4xi1>, "
             "vector<4xi32>");
    EXPECT_THAT(refusal(masked), HasSubstr("the number of rounds of this loop is not known"));
    const std::string returned =
        with(with(text, "memref.store %x, %acc[%1] : memref<4xi32>",
                  "%same = func.call @same(%acc) : (memref<4xi32>) -> memref<4xi32>\n"
                  "          memref.store %x, %same[%1] : memref<4xi32>"),
             "    %shim = ",
             "    func.func private @same(%m: memref<4xi32>) -> memref<4xi32> {\n"
             "      return %m : memref<4xi32>\n    }\n    %shim = ");
    EXPECT_THAT(refusal(returned), HasSubstr("the number of rounds of this loop is not known"));
}

TEST(CoreParameters, ThatAnotherCoreWritesAreNotKnown) {
    const auto beside = [](const std::string& access) {
        return with(doubled("aiex.npu.rtp_write(@acc, 1, 3)"), "    %program = aie.core",
                    "    %above = aie.tile(0, 3)\n    %other = aie.core(%above) {\n"
                    "      %at = arith.constant 1 : index\n"
                    "      %two = arith.constant 2 : i32\n" +
                        access + "      aie.end\n    }\n    %program = aie.core");
    };
    EXPECT_THAT(refusal(beside("      memref.store %two, %acc[%at] : memref<4xi32>\n")),
                HasSubstr("the number of rounds of this loop is not known"));
    EXPECT_NO_THROW(
        static_cast<void>(read(beside("      %word = memref.load %acc[%at] : memref<4xi32>\n"))));
}

/// A design whose core sends objects whose first elements are 7. `body`: code with GIVE in place of
/// the loop that sends as many objects as the parameter, word 1 of 'count', says.
std::string giving_sevens(const std::string& body) {
    return R"(module {
  aie.device(npu1_1col) {
    %shim = aie.tile(0, 0)
    %core = aie.tile(0, 2)
    %count = aie.buffer(%core) {sym_name = "count"} : memref<2xi32> = dense<[9, 0]>
    aie.objectfifo @out(%core, {%shim}, 2 : i32) : !aie.objectfifo<memref<16xi32>>
    %program = aie.core(%core) {
      %0 = arith.constant 0 : index
      %1 = arith.constant 1 : index
      %zero = arith.constant 0 : i32
      %seven = arith.constant 7 : i32
      %many = arith.constant 9223372036854775807 : index
)" + with(body, "GIVE", R"(
      %w = memref.load %count[%1] : memref<2xi32>
      %n = arith.index_cast %w : i32 to index
      scf.for %q = %0 to %n step %1 {
        %o = aie.objectfifo.acquire @out(Produce, 1) : !aie.objectfifosubview<memref<16xi32>>
        %out = aie.objectfifo.subview.access %o[0] : !aie.objectfifosubview<memref<16xi32>> -> memref<16xi32>
        memref.store %seven, %out[%0] : memref<16xi32>
        aie.objectfifo.release @out(Produce, 1)
      }
)") + R"(
      aie.end
    }
    aie.runtime_sequence(%a: memref<16xi32>, %b: memref<64xi32>) {
      aiex.npu.rtp_write(@count, 1, 4)
      aiex.npu.dma_memcpy_nd(%b[0, 0, 0, 0][1, 1, 1, 64][0, 0, 0, 1]) {id = 1 : i64, metadata = @out, issue_token = true} : memref<64xi32>
      aiex.npu.dma_wait {symbol = @out}
    }
  }
}
)";
}

TEST_F(RunWithData, HasParametersThatDecideFromTheBeginning) {
    // The core reads the parameter long before the sequence writes it.
    std::vector<std::int32_t> expected(64);
    for (std::size_t object = 0; object < 4; ++object)
        expected[16 * object] = 7;
    const std::vector<std::int32_t> input(16);
    expect_all(giving_sevens("GIVE"), input, expected);
    expect_all(giving_sevens("scf.for %r = %0 to %many step %1 {\nGIVE}\n"), input, expected);
    expect_all(giving_sevens("scf.while : () -> () {\n"
                             "  %p = memref.load %count[%1] : memref<2xi32>\n"
                             "  %unset = arith.cmpi eq, %p, %zero : i32\n"
                             "  scf.condition(%unset)\n} do {\n  scf.yield\n}\nGIVE"),
               input, expected);
}

/// As doubled(), but the sequence does not write word 1 of 'acc'. `content`: initial values of
/// 'acc'.
std::string doubled_by_content(const std::string& content) {
    const std::string write = "aiex.npu.rtp_write(@acc, 1, 3)";
    return with(with(doubled(write), write, ""), "dense<0>", content);
}

TEST_F(RunWithData, RunsALoopAsOftenAsABufferSaysThatNothingWrites) {
    const auto eight_times = [](std::int32_t x) { return 8 * x; };
    expect_each<std::int32_t>(doubled_by_content("dense<3>"), eight_times);
    expect_each<std::int32_t>(doubled_by_content("dense<[9, 3, 9, 9]>"), eight_times);
    // Nothing is assumed, so nothing is reported.
    EXPECT_TRUE(read(doubled_by_content("dense<3>")).losses.empty());
}

TEST_F(RunWithData, RunsALoopAsOftenAsAConstantGlobalSays) {
    std::string text = with(doubled_by_content("dense<0>"), "memref.load %acc[%1] : memref<4xi32>",
                            "memref.load %g[%1] : memref<2xi32>");
    text = with(text, "      scf.for %round",
                "      %g = memref.get_global @counts : memref<2xi32>\n      scf.for %round");
    text = with(text, "    %shim = ",
                "    memref.global \"private\" constant @counts : memref<2xi32> = dense<[9, 3]>\n"
                "    %shim = ");
    expect_each<std::int32_t>(text, [](std::int32_t x) { return 8 * x; });
    // The global need not be constant if only the core uses it and stores nothing there.
    expect_each<std::int32_t>(with(text, "constant @counts", "@counts"),
                              [](std::int32_t x) { return 8 * x; });
}

TEST(CoreParameters, ThatSomethingMayWriteAreNotKnown) {
    const std::string text = doubled_by_content("dense<3>");
    const std::string before = "        scf.for %k = ";
    const std::vector<std::string> uses{
        "        %old = memref.atomic_rmw addi %word, %acc[%0] : (i32, memref<4xi32>) -> i32\n",
        "        func.call @work(%acc) : (memref<4xi32>) -> ()\n"};
    const std::string declared =
        with(with(text, "    %shim = ", "    func.func private @work(memref<4xi32>)\n    %shim = "),
             "      scf.for %round", "      %word = arith.constant 1 : i32\n      scf.for %round");
    EXPECT_NO_THROW(static_cast<void>(read(declared)));
    for (const std::string& use : uses)
        EXPECT_THAT(refusal(with(declared, before, use + before)),
                    HasSubstr("the number of rounds of this loop is not known"))
            << use;
}

TEST_F(RunWithData, LeavesCoresAloneThatIdleForEver) {
    const std::string idle =
        "    %other = aie.tile(0, 3)\n    %idle = aie.core(%other) {\n"
        "      scf.while : () -> () {\n        %go = arith.constant true\n"
        "        scf.condition(%go)\n      } do {\n        scf.yield\n      }\n"
        "      aie.end\n    }\n";
    std::vector<std::int32_t> expected(64);
    for (std::size_t object = 0; object < 4; ++object)
        expected[16 * object] = 7;
    expect_all(
        with(giving_sevens("GIVE"), "    %program = aie.core", idle + "    %program = aie.core"),
        std::vector<std::int32_t>(16), expected);
}

TEST(CoreParameters, AreToldOfOnce) {
    const Design design = read(doubled("aiex.npu.rtp_write(@acc, 1, 3)"));
    ASSERT_EQ(design.losses.size(), 1U);
    EXPECT_EQ(design.losses.front().count, 1);
}

}  // namespace
}  // namespace xdnasim::design
