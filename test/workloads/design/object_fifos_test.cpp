// Object FIFOs, lowered: what stands in their place, and what cores do with them.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "backends/systemc/systemc_backend.hpp"
#include "base/error.hpp"
#include "test/support/temporary_folder.hpp"
#include "test/workloads/design/design_text.hpp"
#include "workloads/design/lowering/lower.hpp"
#include "workloads/problem/problem.hpp"
#include "workloads/schedule/operations.hpp"

namespace xdnasim::design {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

/// A device with tiles %shim, %mem, %a (0,2), %b (0,3), %east (1,2), %far (2,4).
std::string device(const std::string& fifos, const std::string& cores = "") {
    return "module {\n  aie.device(npu1) {\n"
           "    %shim = aie.tile(0, 0)\n    %mem = aie.tile(0, 1)\n    %a = aie.tile(0, 2)\n"
           "    %b = aie.tile(0, 3)\n    %east = aie.tile(1, 2)\n    %far = aie.tile(2, 4)\n" +
           fifos + cores +
           "    aie.runtime_sequence(%x: memref<64xi32>) {\n    }\n"
           "  }\n}\n";
}

std::string fifo(const std::string& name, const std::string& sides, int elements = 64,
                 const std::string& options = "") {
    return fmt::format("    aie.objectfifo @{}({}) {} : !aie.objectfifo<memref<{}xi32>>\n", name,
                       sides, options, elements);
}

std::string lowered_text(const std::string& text) {
    const ir::Text written{text, "design.mlir"};
    const auto changed = lowering::lowered(written, std::nullopt, phoenix());
    EXPECT_NE(changed, nullptr);
    return changed == nullptr ? "" : changed->content();
}

/// How often `what` stands in `text`.
int times(const std::string& text, const std::string& what) {
    int count = 0;
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1))
        ++count;
    return count;
}

std::string refused(const std::string& text) {
    return input_error([&] { return lowered_text(text); });
}

TEST(ObjectFifos, HaveBuffersAndLocksOnBothSidesOfAStream) {
    const std::string text = lowered_text(device(fifo("of", "%a, {%far}, 3 : i32")));
    EXPECT_THAT(
        text,
        AllOf(HasSubstr(R"(%of_buff_2 = aie.buffer(%a) {sym_name = "of_buff_2"} : memref<64xi32>)"),
              HasSubstr(R"(%of_prod_lock_0 = aie.lock(%a, 0) {init = 3 : i32,)"),
              HasSubstr(R"(%of_cons_lock_0 = aie.lock(%a, 1) {init = 0 : i32,)"),
              HasSubstr("%of_cons_buff_2 = aie.buffer(%far)"),
              HasSubstr("%of_cons_prod_lock_0 = aie.lock(%far, 0) {init = 3 : i32,"),
              HasSubstr("aie.flow(%a, DMA : 0, %far, DMA : 0)"), HasSubstr("aie.mem(%a)"),
              HasSubstr("aie.mem(%far)"), Not(HasSubstr("aie.objectfifo"))));
    EXPECT_EQ(times(text, "aie.dma_bd(%of_buff_"), 3);
    EXPECT_EQ(times(text, "aie.dma_bd(%of_cons_buff_"), 3);
    EXPECT_EQ(times(text, "aie.use_lock(%of_cons_lock_0, AcquireGreaterEqual, 1)"), 3);
    EXPECT_EQ(times(text, "aie.use_lock(%of_cons_cons_lock_0, Release, 1)"), 3);
}

TEST(ObjectFifos, HaveNoneWhereNobodyTakesAny) {
    const std::string core =
        "    %core = aie.core(%a) {\n"
        "      %0 = aie.objectfifo.acquire @of(Consume, 1) : "
        "!aie.objectfifosubview<memref<64xi32>>\n"
        "      aie.end\n    }\n";
    const std::string of_none = fifo("of", "%shim, {%a}, 0 : i32");
    EXPECT_THAT(refused(device(of_none, core)),
                HasSubstr("design.mlir:9:5: object FIFO 'of' has no objects at tile (0,2), where "
                          "they are taken: its depth there is 0; allowed: 1 or more"));
    EXPECT_THAT(lowered_text(device(of_none)), Not(HasSubstr("_buff_")));
    EXPECT_THAT(lowered_text(device(fifo("of", "%shim, {%a}, [0 : i32, 2 : i32]"), core)),
                HasSubstr("%of_cons_buff_1 = aie.buffer(%a)"));
    EXPECT_THAT(refused(device(fifo("in", "%shim, {%mem}, 0 : i32") +
                               fifo("out", "%mem, {%a}, 2 : i32", 32) +
                               "    aie.objectfifo.link [@in] -> [@out] ([] [])\n")),
                HasSubstr("'in' has no objects at tile (0,1)"));
}

TEST(ObjectFifos, HaveTheSameObjectsOnBothSides) {
    EXPECT_THAT(refused(device("    aie.objectfifo @of(%shim, {%a}, 2 : i32) : "
                               "!aie.objectfifo<memref<64xi32>> -> "
                               "!aie.objectfifo<memref<32xi32>>\n")),
                HasSubstr("object FIFO 'of' has other objects at its consumers"));
}

TEST(ObjectFifos, OfNeighboursLieInTheMemoryThatBothReach) {
    // Above and below, both reach the producer's; a core to the west reaches only its own.
    EXPECT_THAT(lowered_text(device(fifo("of", "%a, {%b}, 2 : i32"))),
                AllOf(HasSubstr("%of_buff_1 = aie.buffer(%a)"), Not(HasSubstr("aie.flow")),
                      Not(HasSubstr("of_cons_buff"))));
    EXPECT_THAT(lowered_text(device(fifo("of", "%a, {%east}, 2 : i32"))),
                HasSubstr("%of_buff_1 = aie.buffer(%a)"));
    EXPECT_THAT(lowered_text(device(fifo("of", "%east, {%a}, 2 : i32"))),
                HasSubstr("%of_buff_1 = aie.buffer(%a)"));
}

TEST(ObjectFifos, OfNeighboursTakeAStreamWhereTheySaySo) {
    int streams = 0;
    for (const std::string& text :
         {fifo("of", "%a, {%b}, 2 : i32", 64, "{via_DMA = true}"),
          fifo("of", "%a, {%b}, 2 : i32", 64, "{repeat_count = 2 : i32}"),
          fifo("of",
               "%a dimensionsToStream [<size = 8, stride = 8>, <size = 8, stride = 1>], "
               "{%b}, 2 : i32"),
          fifo("of",
               "%a, {%b dimensionsFromStream [<size = 8, stride = 8>, <size = 8, stride = "
               "1>]}, 2 : i32"),
          fifo("of", "%a, {%b, %east}, 2 : i32")}) {
        EXPECT_THAT(lowered_text(device(text)), HasSubstr("aie.flow(%a, DMA : 0, %b, DMA : 0)"));
        ++streams;
    }
    EXPECT_EQ(streams, 5);
}

TEST(ObjectFifos, OfAShimAreNamedForTheSequence) {
    const std::string text =
        with(device(fifo("of", "%shim, {%mem}, 2 : i32")), "memref<64xi32>) {\n",
             "memref<64xi32>) {\n      aiex.npu.dma_memcpy_nd(%x[0, 0, 0, 0][1, 1, 1, 64]"
             "[0, 0, 0, 1]) {id = 0 : i64, metadata = @of} : memref<64xi32>\n");
    EXPECT_THAT(lowered_text(text),
                AllOf(HasSubstr("aie.shim_dma_allocation @of_shim_alloc (%shim, MM2S, 0)"),
                      HasSubstr("metadata = @of_shim_alloc"), HasSubstr("aie.memtile_dma(%mem)"),
                      Not(HasSubstr("@of}"))));
    EXPECT_THAT(lowered_text(device(fifo("of", "%shim, {%mem}, 2 : i32", 64, "{plio = true}"))),
                AllOf(HasSubstr("(%shim, MM2S, 0) {plio = true}"),
                      HasSubstr("aie.flow(%shim, PLIO : 0, %mem, DMA : 0)")));
}

TEST(ObjectFifos, HaveADepthForEachSide) {
    const std::string text =
        lowered_text(device(fifo("of", "%mem, {%a, %far}, [4 : i32, 1 : i32, 3 : i32]")));
    EXPECT_EQ(times(text, "%of_buff_"), 2 * 4);
    EXPECT_EQ(times(text, "%of_0_cons_buff_"), 2 * 1 + 1);  // and in what the core is told
    EXPECT_EQ(times(text, "%of_1_cons_buff_"), 2 * 3 + 3);
}

TEST(ObjectFifos, AreOneDeeperThanTheCoreHolds) {
    const std::string core =
        "    %core = aie.core(%a) {\n"
        "      %v = aie.objectfifo.acquire @of(Consume, 2) : "
        "!aie.objectfifosubview<memref<64xi32>>\n"
        "      aie.objectfifo.release @of(Consume, 2)\n      aie.end\n    }\n";
    const std::string text = lowered_text(device(fifo("of", "%mem, {%a, %far}, 8 : i32"), core));
    EXPECT_THAT(text, AllOf(HasSubstr("%of_0_cons_prod_lock_0 = aie.lock(%a, 0) {init = 3 : i32"),
                            HasSubstr("%of_1_cons_prod_lock_0 = aie.lock(%far, 0) {init = 8 : i32"),
                            HasSubstr("%of_prod_lock_0 = aie.lock(%mem, 0) {init = 8 : i32")));
}

TEST(ObjectFifos, OfADistributionShareTheBuffersOfTheWhole) {
    const std::string text = lowered_text(
        device(fifo("in", "%shim, {%mem}, 2 : i32", 96) + fifo("low", "%mem, {%a}, 2 : i32", 32) +
               fifo("high", "%mem, {%far}, 2 : i32", 64) +
               "    aie.objectfifo.link [@in] -> [@low, @high]([] [0, 32])\n"));
    EXPECT_THAT(text, AllOf(HasSubstr("%in_cons_prod_lock_1 = aie.lock(%mem, 2) {init = 2 : i32"),
                            HasSubstr("%in_cons_cons_lock_1 = aie.lock(%mem, 3) {init = 0 : i32"),
                            HasSubstr("aie.dma_bd(%in_cons_buff_1 : memref<96xi32>, 32, 64)"),
                            Not(HasSubstr("%low_buff_0")), Not(HasSubstr("%high_buff_0"))));
    // The whole comes in by parts, each with its locks; each part goes out by a channel of its own.
    EXPECT_EQ(times(text, "aie.use_lock(%in_cons_prod_lock_0, AcquireGreaterEqual, 1)"), 2);
    EXPECT_EQ(times(text, "aie.dma_bd(%in_cons_buff_0 : memref<96xi32>, 0, 32)"), 2);
    EXPECT_THAT(text, AllOf(HasSubstr("aie.flow(%mem, DMA : 0, %a, DMA : 0)"),
                            HasSubstr("aie.flow(%mem, DMA : 1, %far, DMA : 0)")));
}

TEST(ObjectFifos, OfAJoinShareTheBuffersOfTheWhole) {
    const std::string text = lowered_text(
        device(fifo("low", "%a, {%mem}, 2 : i32", 32) + fifo("high", "%far, {%mem}, 2 : i32", 64) +
               fifo("out", "%mem, {%shim}, 2 : i32", 96) +
               "    aie.objectfifo.link [@low, @high] -> [@out]([0, 32] [])\n"));
    EXPECT_THAT(text, AllOf(HasSubstr("%out_prod_lock_1 = aie.lock(%mem, 2) {init = 2 : i32"),
                            Not(HasSubstr("%low_cons_buff_0"))));
    EXPECT_EQ(times(text, "aie.dma_bd(%out_buff_1 : memref<96xi32>, 32, 64)"), 2);
    EXPECT_EQ(times(text, "aie.use_lock(%out_prod_lock_1, AcquireGreaterEqual, 1)"), 2);
    EXPECT_THAT(text, HasSubstr("aie.flow(%far, DMA : 0, %mem, DMA : 1)"));
}

TEST(ObjectFifos, ThatAreLinkedUseTheLargerObjects) {
    const std::string text = lowered_text(
        device(fifo("in", "%shim, {%mem}, 2 : i32", 16) + fifo("on", "%mem, {%a}, 4 : i32", 8) +
               "    aie.objectfifo.link [@in] -> [@on]([] [])\n"));
    EXPECT_EQ(times(text, "aie.dma_bd(%in_cons_buff_0 : memref<16xi32>, 0, 16)"), 2);
    EXPECT_EQ(times(text, "aie.dma_bd(%on_cons_buff_"), 4);
    EXPECT_THAT(text, Not(HasSubstr("%on_buff_0")));
}

TEST(ObjectFifos, ThatRepeatCountEachObjectAsOften) {
    const std::string text =
        lowered_text(device(fifo("in", "%shim, {%mem}, 1 : i32") +
                            fifo("on", "%mem, {%a}, 1 : i32", 64, "{repeat_count = 3 : i32}") +
                            "    aie.objectfifo.link [@in] -> [@on]([] [])\n"));
    EXPECT_THAT(text, AllOf(HasSubstr("%in_cons_prod_lock_0 = aie.lock(%mem, 0) {init = 3 : i32"),
                            HasSubstr("aie.use_lock(%in_cons_prod_lock_0, AcquireGreaterEqual, 3)"),
                            HasSubstr("aie.use_lock(%in_cons_cons_lock_0, Release, 3)")));
    EXPECT_EQ(times(text, "aie.use_lock(%in_cons_cons_lock_0, AcquireGreaterEqual, 1)"), 3);
}

TEST(ObjectFifos, ThatAreInitialisedBeginFilled) {
    const std::string text =
        lowered_text(device("    aie.objectfifo @of(%a, {%b}, 2 : i32) : "
                            "!aie.objectfifo<memref<2xi32>> = [dense<[1, 2]>"
                            " : memref<2xi32>, dense<7> : memref<2xi32>]\n"));
    EXPECT_THAT(text, AllOf(HasSubstr("%of_prod_lock_0 = aie.lock(%a, 0) {init = 0 : i32"),
                            HasSubstr("%of_cons_lock_0 = aie.lock(%a, 1) {init = 2 : i32"),
                            HasSubstr("memref<2xi32> = dense<[1, 2]>"),
                            HasSubstr("memref<2xi32> = dense<7>")));
}

TEST(ObjectFifos, WithoutSynchronisationHaveNoLocks) {
    EXPECT_THAT(lowered_text(device(
                    fifo("of", "%a, {%far}, 2 : i32", 64, "{disable_synchronization = true}"))),
                AllOf(Not(HasSubstr("lock")), HasSubstr("aie.dma_bd(%of_buff_1")));
}

TEST(ObjectFifos, GoOnWhereAProgramIsWritten) {
    const std::string mem =
        "    %l = aie.lock(%a, 0) {init = 1 : i32}\n"
        "    %buffer = aie.buffer(%a) {sym_name = \"own\"} : memref<8xi32>\n"
        "    %m = aie.mem(%a) {\n      %0 = aie.dma_start(MM2S, 0, ^bb1, ^bb2)\n    ^bb1:\n"
        "      aie.dma_bd(%buffer : memref<8xi32>, 0, 8)\n      aie.next_bd ^bb1\n    ^bb2:\n"
        "      aie.end\n    }\n    aie.flow(%a, DMA : 0, %far, DMA : 1)\n";
    const std::string text = lowered_text(device(mem + fifo("of", "%a, {%far}, 2 : i32")));
    EXPECT_EQ(times(text, "aie.mem(%a)"), 1);
    EXPECT_THAT(text, AllOf(HasSubstr("aie.dma_start(MM2S, 1,"),
                            HasSubstr("%of_prod_lock_0 = aie.lock(%a, 1)")));
    EXPECT_EQ(read(device(mem + fifo("of", "%a, {%far}, 2 : i32"))).schedule.tiles.size(), 3U);
}

/// What the core at (0,2) of `text` does, in short: "a1" acquires 1, "r" releases, "c0" calls with
/// buffer 0, "3[...]" a loop.
std::string steps_of(const schedule::CoreBody& body) {
    std::string text;
    for (const schedule::CoreOp& operation : body) {
        if (const auto* acquire = std::get_if<schedule::Acquire>(&operation.op))
            text += fmt::format("a{} ", acquire->value);
        if (const auto* release = std::get_if<schedule::Release>(&operation.op))
            text += fmt::format("r{} ", release->value);
        if (const auto* call = std::get_if<schedule::Call>(&operation.op)) {
            text += 'c';
            for (const schedule::BufferSlice& slice : call->arguments)
                text += fmt::to_string(slice.buffer.index);
            text += ' ';
        }
        if (const auto* loop = std::get_if<schedule::Loop>(&operation.op))
            text += fmt::format("{}[{}] ", loop->count ? fmt::to_string(*loop->count) : "*",
                                steps_of(loop->body));
    }
    return text;
}

std::string core(const std::string& body) {
    return "    func.func private @f(memref<64xi32>)\n    %core = aie.core(%a) {\n"
           "      %0 = arith.constant 0 : index\n      %1 = arith.constant 1 : index\n"
           "      %7 = arith.constant 7 : index\n      %30000 = arith.constant 30000 : index\n"
           "      %forever = arith.constant 9223372036854775807 : index\n" +
           body + "      aie.end\n    }\n";
}

std::string take(int held, int used) {
    return fmt::format(
        "      %v = aie.objectfifo.acquire @of(Consume, {}) : "
        "!aie.objectfifosubview<memref<64xi32>>\n"
        "      %e = aie.objectfifo.subview.access %v[{}] : "
        "!aie.objectfifosubview<memref<64xi32>> -> memref<64xi32>\n"
        "      func.call @f(%e) : (memref<64xi32>) -> ()\n",
        held, used);
}

std::string core_steps(const std::string& depth, const std::string& body) {
    const Design design = read(device(fifo("of", "%shim, {%a}, " + depth), core(body)));
    for (const schedule::TileProgram& tile : design.schedule.tiles)
        if (tile.tile == arch::TileId{0, 2}) return steps_of(tile.core);
    return "no core";
}

TEST(ObjectFifos, GiveACoreTheirObjectsInTurn) {
    const std::string release = "      aie.objectfifo.release @of(Consume, 1)\n";
    const std::string loop =
        "      scf.for %i = %0 to %7 step %1 {\n" + take(1, 0) + release + "      }\n";
    EXPECT_EQ(core_steps("2 : i32", loop), "3[a1 c0 r1 a1 c1 r1 ] a1 c0 r1 ");
    EXPECT_EQ(core_steps("[2, 3]", loop), "2[a1 c0 r1 a1 c1 r1 a1 c2 r1 ] a1 c0 r1 ");
    // Seven rounds of two buffers: every other time they begin with the second one.
    EXPECT_EQ(
        core_steps("2 : i32", "      scf.for %j = %0 to %forever step %1 {\n" + loop + "      }\n"),
        "*[3[a1 c0 r1 a1 c1 r1 ] a1 c0 r1 3[a1 c1 r1 a1 c0 r1 ] a1 c1 r1 ] ");
}

TEST(ObjectFifos, GiveObjectsInTurnInLoopsOfAnyLength) {
    EXPECT_EQ(core_steps("3 : i32", "      scf.for %i = %0 to %30000 step %1 {\n" + take(1, 0) +
                                        "      aie.objectfifo.release @of(Consume, 1)\n      }\n"),
              "15000[a1 c0 r1 a1 c1 r1 ] ");
}

TEST(ObjectFifos, CountWhatACoreHoldsAmongWhatItAcquires) {
    // A window of three objects that moves by one.
    EXPECT_EQ(
        core_steps("3 : i32", take(2, 1) + "      scf.for %i = %0 to %7 step %1 {\n" + take(3, 2) +
                                  "      aie.objectfifo.release @of(Consume, 1)\n      }\n"
                                  "      aie.objectfifo.release @of(Consume, 2)\n"),
        "a2 c1 1[a1 c2 r1 a1 c3 r1 a1 c0 r1 a1 c1 r1 ] a1 c2 r1 a1 c3 r1 a1 c0 r1 r2 ");
}

TEST(ObjectFifos, AreRefusedWithTheirPlace) {
    const std::string in = fifo("in", "%shim, {%mem}, 2 : i32", 64);
    int refusals = 0;
    const auto says = [&](const std::string& fifos, const std::string& what) {
        EXPECT_THAT(refused(device(fifos)), HasSubstr(what));
        ++refusals;
    };
    says(fifo("of", "%none, {%b}, 2 : i32"), "design.mlir:9:24: '%none' is not a tile");
    says(fifo("of", "%a, {}, 2 : i32"), "'of' has no consumer");
    says(fifo("of", "%a, {%b}, 5000 : i32"), "'5000' is not a depth");
    says(fifo("of", "%a, {%b}, [1, 2, 3]"), "3 depths of an object FIFO with 1 consumers");
    says(fifo("of", "%a, {%b}"), "an object FIFO that is not written as known here");
    says(in + in, "another object FIFO has the name 'in', too");
    says(in + "    aie.objectfifo.link [@in] -> [@inn]([] [])\n", "'inn' is not an object FIFO");
    says(in + fifo("on", "%a, {%b}, 2 : i32") + "    aie.objectfifo.link [@in] -> [@on]([] [])\n",
         "no tile in common");
    says(in + fifo("x", "%mem, {%a}, 2 : i32", 32) + fifo("y", "%mem, {%b}, 2 : i32", 32) +
             "    aie.objectfifo.link [@in] -> [@x, @y]([] [0, 64])\n",
         "offset 64 of a link, where a part of 'in' begins");
    says(in + fifo("x", "%mem, {%a}, 2 : i32", 32) + fifo("y", "%mem, {%b}, 2 : i32", 32) +
             "    aie.objectfifo.link [@in] -> [@x, @y]([] [0])\n",
         "the link has 2 parts but 1 offset; allowed: one offset for each");
    says(fifo("p", "%a, {%far}, 2 : i32") + fifo("q", "%a, {%far}, 2 : i32") +
             fifo("r", "%a, {%far}, 2 : i32"),
         "object FIFO 'r' needs an MM2S channel of core (0,2), which has 2; all are taken");
    says(
        "    aie.objectfifo @of(%a, {%b}, 2 : i32) : !aie.objectfifo<memref<2xi32>> = [dense<1>]\n",
        "'of' has 1 initial values for 2 objects");
    says(fifo("of", "%a, {%b}, 2 : i32") + "    %dma = aie.memtile_dma(%mem) {a = 1 : i32}\n",
         "aie.memtile_dma without its blocks");
    EXPECT_EQ(refusals, 13);
}

TEST(ObjectFifos, AreNamedWhereTheyAreNotKnown) {
    EXPECT_THAT(refusal(device(fifo("of", "%shim, {%a}, 2 : i32"),
                               core("      aie.objectfifo.peek @of(Consume, 1)\n"))),
                HasSubstr("aie.objectfifo.peek in the program of a core"));
}

TEST(ObjectFifos, AreRefusedInCoresWithTheirPlace) {
    const auto refusal_of = [](const std::string& body) {
        return refusal(device(fifo("of", "%shim, {%a}, 2 : i32"), core(body)));
    };
    EXPECT_THAT(refusal_of("      aie.objectfifo.release @of(Consume, 1)\n"),
                HasSubstr("the core holds 0 objects of 'of' here"));
    EXPECT_THAT(refusal_of("      aie.objectfifo.release @of(Produce, 1)\n"),
                HasSubstr("core (0,2) is not its producer"));
    EXPECT_THAT(refusal_of(take(1, 1)), HasSubstr("is not a number from 0 to 0"));
    EXPECT_THAT(refusal(device(fifo("of", "%shim, {%a}, [2, 2]"), core(take(3, 0)))),
                HasSubstr("object FIFO 'of' has 2 objects here"));
}

TEST(ObjectFifos, AreSuggestedToTheSequenceByTheirOwnNames) {
    EXPECT_THAT(
        refusal(with(text_of("scale_source.mlir"), "dma_configure_task_for @out ",
                     "dma_configure_task_for @outt ")),
        HasSubstr("'outt' is neither a shim_dma_allocation of the design nor an object FIFO "
                  "with an end at a shim; did you mean 'out'?"));
}

TEST(LogicalTiles, ArePlacedInTurnAndNextToTheirCores) {
    std::string text =
        device(fifo("in", "%s, {%m}, 2 : i32") + fifo("on", "%m, {%p, %q}, 2 : i32") +
               "    aie.objectfifo.link [@in] -> [@on]([] [])\n");
    text = with(text, "    %shim = ",
                "    %p = aie.logical_tile<CoreTile>(?, ?)\n"
                "    %q = aie.logical_tile<CoreTile>(3, ?)\n"
                "    %m = aie.logical_tile<MemTile>(?, ?)\n"
                "    %s = aie.logical_tile<ShimNOCTile>(?, ?)\n    %shim = ");
    // (0,2) and (0,3) are taken by %a and %b; the mean of columns 0 and 3 is 1.5.
    EXPECT_THAT(lowered_text(text),
                AllOf(HasSubstr("%p = aie.tile(0, 4)\n    %q = aie.tile(3, 2)\n"
                                "    %m = aie.tile(2, 1)\n    %s = aie.tile(2, 0)\n    %shim"),
                      HasSubstr("aie.flow(%m, DMA : 0, %p, DMA : 0)")));
    EXPECT_EQ(read(text).schedule.flows.size(), 2U);
}

TEST(LogicalTiles, AreRefusedWithTheirPlace) {
    const auto says = [](const std::string& tile) {
        return refused(with(device(""), "    %shim = ", "    %p = " + tile + "\n    %shim = "));
    };
    EXPECT_THAT(says("aie.logical_tile<CoreTile>(0, 2)"),
                HasSubstr("design.mlir:3:5: core cannot stand at (0,2)"));
    EXPECT_THAT(says("aie.logical_tile<CoreTile>(0, 1)"), HasSubstr("cannot stand at (0,1)"));
    EXPECT_THAT(says("aie.logical_tile<MemTile>(9, ?)"),
                HasSubstr("'col' of aie.logical_tile is 9"));
    EXPECT_THAT(says("aie.logical_tile<Core>(?, ?)"), HasSubstr("allowed: CoreTile, MemTile"));
}

class RunObjectFifos : public testing::Test {
 protected:
    [[nodiscard]] std::int64_t cycles(const std::string& text) const {
        const auto file = folder_.write("design.mlir", text);
        const std::vector<problem::Setting> settings{{"design.default_cycles", "100"}};
        const problem::Problem problem = problem::load_problem(file, settings);
        return backends::make_systemc_backend()
            ->run(map_problem(problem), problem.device, {})
            .cycles->count();
    }
    TemporaryFolder folder_;
};

TEST_F(RunObjectFifos, TakeAsLongAsTheLoweredDesign) {
    EXPECT_EQ(cycles(text_of("scale_source.mlir")), cycles(text_of("scale_2026.mlir")));
}

TEST_F(RunObjectFifos, GiveDeadlocksThePlaceOfTheFifo) {
    const std::string text = with(text_of("scale_source.mlir"),
                                  "          aie.objectfifo.release @out(Produce, 1)\n", "");
    try {
        static_cast<void>(cycles(text));
        ADD_FAILURE() << "no deadlock";
    } catch (const base::DeadlockError& error) {
        EXPECT_THAT(error.what(),
                    AllOf(HasSubstr("waits for lock 1 'in_cons_cons_lock_0' of (0,2) to be >= 1"),
                          HasSubstr("design.mlir:17:11; released by BD 0 of (0,2) at"),
                          HasSubstr("lock 3 'out_cons_lock_0'"), HasSubstr("design.mlir:8:5")));
    }
}

TEST_F(RunObjectFifos, NameTheCoreThatEndsBeforeAllObjectsHaveCome) {
    // One round of five, where the sequence sends eight objects.
    const std::string text = with(
        with(text_of("scale_source.mlir"), "arith.constant 8 : index", "arith.constant 5 : index"),
        "arith.constant 9223372036854775807", "arith.constant 1");
    try {
        static_cast<void>(cycles(text));
        ADD_FAILURE() << "no deadlock";
    } catch (const base::DeadlockError& error) {
        EXPECT_THAT(error.what(),
                    AllOf(HasSubstr("\n  core (0,2) has come to the end of its program\n"),
                          HasSubstr("design.mlir:22:11, whose program has ended")));
    }
}

}  // namespace
}  // namespace xdnasim::design
