// Lowering of object FIFOs: the operations that take their place.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/workloads/design/design_text.hpp"
#include "test/workloads/design/fifo_designs.hpp"

namespace xdnasim::design {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

/// The number of occurrences of `what` in `text`.
int times(const std::string& text, const std::string& what) {
    int count = 0;
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1))
        ++count;
    return count;
}

TEST(ObjectFifos, HaveBuffersAndLocksOnBothSidesOfAStream) {
    const std::string text = lowered_text(fifo_device(fifo("of", "%a, {%far}, 3 : i32")));
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
    EXPECT_THAT(refused_by_lowering(fifo_device(of_none, core)),
                HasSubstr("design.mlir:9:5: object FIFO 'of' has no objects at tile (0,2), which "
                          "uses them: its depth there is 0; allowed: 1 or more"));
    EXPECT_THAT(lowered_text(fifo_device(of_none)), Not(HasSubstr("_buff_")));
    EXPECT_THAT(lowered_text(fifo_device(fifo("of", "%shim, {%a}, [0 : i32, 2 : i32]"), core)),
                HasSubstr("%of_cons_buff_1 = aie.buffer(%a)"));
    EXPECT_THAT(refused_by_lowering(fifo_device(
                    fifo("in", "%shim, {%mem}, 0 : i32") + fifo("out", "%mem, {%a}, 2 : i32", 32) +
                    "    aie.objectfifo.link [@in] -> [@out] ([] [])\n")),
                HasSubstr("'in' has no objects at tile (0,1)"));
}

TEST(ObjectFifos, HaveNoMoreLocksThanTheirTile) {
    const auto between_cores = [](int count) {
        std::string fifos;
        for (int i = 0; i < count; ++i)
            fifos += fifo(fmt::format("f{}", i), "%a, {%b}, 1 : i32", 4);
        return fifo_device(fifos);
    };
    // Two locks for each; a core's tile has 16.
    EXPECT_THAT(lowered_text(between_cores(8)), HasSubstr("aie.lock(%a, 15)"));
    EXPECT_THAT(refused_by_lowering(between_cores(9)),
                HasSubstr("design.mlir:17:5: object FIFO 'f8' needs a lock of core (0,2), which "
                          "has 16; all are taken"));
    EXPECT_THAT(refused_by_lowering(between_cores(200)), HasSubstr("object FIFO 'f8'"));
}

TEST(ObjectFifos, MayHaveTypesThatAreAliases) {
    const auto of_type = [](const std::string& aliases, const std::string& type) {
        return lowered_text(aliases + with(fifo_device(fifo("of", "%a, {%b}, 1 : i32", 64)),
                                           "!aie.objectfifo<memref<64xi32>>", type));
    };
    const std::string object = "!f = !aie.objectfifo<memref<64xi32>>\n";
    EXPECT_THAT(of_type(object, "!f"), HasSubstr("sym_name = \"of_buff_0\"} : memref<64xi32>\n"));
    EXPECT_THAT(of_type(object + "!g = !f\n", "!g"), HasSubstr("_0\"} : memref<64xi32>\n"));
    EXPECT_THAT(of_type("!a = memref<64xi32>\n!b = !a\n", "!aie.objectfifo<!b>"),
                HasSubstr("sym_name = \"of_buff_0\"} : !b\n"));
    EXPECT_THAT(of_type("!e = i32\n", "!aie.objectfifo<memref<64x!e>>"),
                HasSubstr("sym_name = \"of_buff_0\"} : memref<64x!e>\n"));
}

TEST(ObjectFifos, HaveTheSameObjectsOnBothSides) {
    EXPECT_THAT(refused_by_lowering(fifo_device("    aie.objectfifo @of(%shim, {%a}, 2 : i32) : "
                                                "!aie.objectfifo<memref<64xi32>> -> "
                                                "!aie.objectfifo<memref<32xi32>>\n")),
                HasSubstr("object FIFO 'of' has objects of another type at its consumers"));
}

TEST(ObjectFifos, OfNeighboursLieInTheMemoryThatBothReach) {
    // Cores above or below each other both reach the producer's memory. A core does not reach the
    // memory of its neighbour to the east.
    EXPECT_THAT(lowered_text(fifo_device(fifo("of", "%a, {%b}, 2 : i32"))),
                AllOf(HasSubstr("%of_buff_1 = aie.buffer(%a)"), Not(HasSubstr("aie.flow")),
                      Not(HasSubstr("of_cons_buff"))));
    EXPECT_THAT(lowered_text(fifo_device(fifo("of", "%a, {%east}, 2 : i32"))),
                HasSubstr("%of_buff_1 = aie.buffer(%a)"));
    EXPECT_THAT(lowered_text(fifo_device(fifo("of", "%east, {%a}, 2 : i32"))),
                HasSubstr("%of_buff_1 = aie.buffer(%a)"));
}

constexpr const char* kOfTheProducer = "{via_shared_mem = 0 : i32}";
constexpr const char* kOfTheConsumer = "{via_shared_mem = 1 : i32}";

TEST(ObjectFifos, OfNeighboursLieInTheMemoryOfTheSideThatTheyName) {
    const auto lowered_as = [](const char* sides, const char* option) {
        return lowered_text(fifo_device(fifo("of", sides, 64, option)));
    };
    EXPECT_THAT(lowered_as("%a, {%b}, 2 : i32", kOfTheConsumer),
                AllOf(HasSubstr("%of_buff_1 = aie.buffer(%b)"),
                      HasSubstr("%of_cons_lock_0 = aie.lock(%b, 1)"), Not(HasSubstr("aie.flow"))));
    EXPECT_THAT(lowered_as("%a, {%b}, 2 : i32", kOfTheProducer),
                HasSubstr("%of_buff_1 = aie.buffer(%a)"));
    // If the consumer does not reach the producer's memory, mlir-aie uses the consumer's.
    EXPECT_THAT(lowered_as("%east, {%a}, 2 : i32", kOfTheProducer),
                HasSubstr("%of_buff_1 = aie.buffer(%a)"));
    EXPECT_THAT(lowered_text(fifo_device(fifo("of", "%a, {%b}, 2 : i32", 64, kOfTheConsumer) +
                                         "    aie.objectfifo.allocate @of(%a)\n")),
                HasSubstr("%of_buff_1 = aie.buffer(%a)"));
}

TEST(ObjectFifos, AreRefusedWhereTheyNameAMemoryThatTheyCannotHave) {
    int refusals = 0;
    const auto says = [&](const std::string& fifos, const std::string& what) {
        EXPECT_THAT(refused_by_lowering(fifo_device(fifos)), HasSubstr(what));
        ++refusals;
    };
    says(fifo("of", "%a, {%b}, 2 : i32", 64, "{via_shared_mem = 2 : i32}"),
         "'via_shared_mem' of aie.objectfifo is 2; allowed: 0 to 1");
    says(fifo("of", "%a, {%east}, 2 : i32", 64, kOfTheConsumer),
         "the producer's core (0,2) cannot reach; allowed: 0");
    const std::string stream =
        "design.mlir:9:5: object FIFO 'of' cannot use a shared memory (via_shared_mem), because it "
        "needs a stream";
    says(fifo("of", "%a, {%far}, 2 : i32", 64, kOfTheProducer), stream);
    says(fifo("of", "%a, {%b, %east}, 2 : i32", 64, kOfTheProducer), stream);
    says(fifo("of", "%a, {%b}, 2 : i32", 64, "{via_DMA = true, via_shared_mem = 0 : i32}"), stream);
    EXPECT_EQ(refusals, 5);
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
        EXPECT_THAT(lowered_text(fifo_device(text)),
                    HasSubstr("aie.flow(%a, DMA : 0, %b, DMA : 0)"));
        ++streams;
    }
    EXPECT_EQ(streams, 5);
}

TEST(ObjectFifos, OfAShimAreNamedForTheSequence) {
    const std::string text =
        with(fifo_device(fifo("of", "%shim, {%mem}, 2 : i32")), "memref<64xi32>) {\n",
             "memref<64xi32>) {\n      aiex.npu.dma_memcpy_nd(%x[0, 0, 0, 0][1, 1, 1, 64]"
             "[0, 0, 0, 1]) {id = 0 : i64, metadata = @of} : memref<64xi32>\n");
    EXPECT_THAT(lowered_text(text),
                AllOf(HasSubstr("aie.shim_dma_allocation @of_shim_alloc (%shim, MM2S, 0)"),
                      HasSubstr("metadata = @of_shim_alloc"), HasSubstr("aie.memtile_dma(%mem)"),
                      Not(HasSubstr("@of}"))));
    EXPECT_THAT(
        lowered_text(fifo_device(fifo("of", "%shim, {%mem}, 2 : i32", 64, "{plio = true}"))),
        AllOf(HasSubstr("(%shim, MM2S, 0) {plio = true}"),
              HasSubstr("aie.flow(%shim, PLIO : 0, %mem, DMA : 0)")));
}

TEST(ObjectFifos, HaveADepthForEachSide) {
    const std::string text =
        lowered_text(fifo_device(fifo("of", "%mem, {%a, %far}, [4 : i32, 1 : i32, 3 : i32]")));
    EXPECT_EQ(times(text, "%of_buff_"), 2 * 4);
    EXPECT_EQ(times(text, "%of_0_cons_buff_"), 2 * 1 + 1);  // definition, BD and fifo.end
    EXPECT_EQ(times(text, "%of_1_cons_buff_"), 2 * 3 + 3);
}

TEST(ObjectFifos, AreOneDeeperThanTheCoreHolds) {
    const std::string core =
        "    %core = aie.core(%a) {\n"
        "      %v = aie.objectfifo.acquire @of(Consume, 2) : "
        "!aie.objectfifosubview<memref<64xi32>>\n"
        "      aie.objectfifo.release @of(Consume, 2)\n      aie.end\n    }\n";
    const std::string text =
        lowered_text(fifo_device(fifo("of", "%mem, {%a, %far}, 8 : i32"), core));
    EXPECT_THAT(text, AllOf(HasSubstr("%of_0_cons_prod_lock_0 = aie.lock(%a, 0) {init = 3 : i32"),
                            HasSubstr("%of_1_cons_prod_lock_0 = aie.lock(%far, 0) {init = 8 : i32"),
                            HasSubstr("%of_prod_lock_0 = aie.lock(%mem, 0) {init = 8 : i32")));
}

TEST(ObjectFifos, OfADistributionShareTheBuffersOfTheWhole) {
    const std::string text = lowered_text(fifo_device(
        fifo("in", "%shim, {%mem}, 2 : i32", 96) + fifo("low", "%mem, {%a}, 2 : i32", 32) +
        fifo("high", "%mem, {%far}, 2 : i32", 64) +
        "    aie.objectfifo.link [@in] -> [@low, @high]([] [0, 32])\n"));
    EXPECT_THAT(text, AllOf(HasSubstr("%in_cons_prod_lock_1 = aie.lock(%mem, 2) {init = 2 : i32"),
                            HasSubstr("%in_cons_cons_lock_1 = aie.lock(%mem, 3) {init = 0 : i32"),
                            HasSubstr("aie.dma_bd(%in_cons_buff_1 : memref<96xi32>, 32, 64)"),
                            Not(HasSubstr("%low_buff_0")), Not(HasSubstr("%high_buff_0"))));
    // The object arrives in parts, each with its own locks; each part leaves by its own channel.
    EXPECT_EQ(times(text, "aie.use_lock(%in_cons_prod_lock_0, AcquireGreaterEqual, 1)"), 2);
    EXPECT_EQ(times(text, "aie.dma_bd(%in_cons_buff_0 : memref<96xi32>, 0, 32)"), 2);
    EXPECT_THAT(text, AllOf(HasSubstr("aie.flow(%mem, DMA : 0, %a, DMA : 0)"),
                            HasSubstr("aie.flow(%mem, DMA : 1, %far, DMA : 0)")));
}

TEST(ObjectFifos, OfAJoinShareTheBuffersOfTheWhole) {
    const std::string text = lowered_text(fifo_device(
        fifo("low", "%a, {%mem}, 2 : i32", 32) + fifo("high", "%far, {%mem}, 2 : i32", 64) +
        fifo("out", "%mem, {%shim}, 2 : i32", 96) +
        "    aie.objectfifo.link [@low, @high] -> [@out]([0, 32] [])\n"));
    EXPECT_THAT(text, AllOf(HasSubstr("%out_prod_lock_1 = aie.lock(%mem, 2) {init = 2 : i32"),
                            Not(HasSubstr("%low_cons_buff_0"))));
    EXPECT_EQ(times(text, "aie.dma_bd(%out_buff_1 : memref<96xi32>, 32, 64)"), 2);
    EXPECT_EQ(times(text, "aie.use_lock(%out_prod_lock_1, AcquireGreaterEqual, 1)"), 2);
    EXPECT_THAT(text, HasSubstr("aie.flow(%far, DMA : 0, %mem, DMA : 1)"));
}

TEST(ObjectFifos, ThatAreLinkedUseTheLargerObjects) {
    const std::string text = lowered_text(fifo_device(
        fifo("in", "%shim, {%mem}, 2 : i32", 16) + fifo("on", "%mem, {%a}, 4 : i32", 8) +
        "    aie.objectfifo.link [@in] -> [@on]([] [])\n"));
    EXPECT_EQ(times(text, "aie.dma_bd(%in_cons_buff_0 : memref<16xi32>, 0, 16)"), 2);
    EXPECT_EQ(times(text, "aie.dma_bd(%on_cons_buff_"), 4);
    EXPECT_THAT(text, Not(HasSubstr("%on_buff_0")));
}

TEST(ObjectFifos, ThatRepeatCountEachObjectAsOften) {
    const std::string text =
        lowered_text(fifo_device(fifo("in", "%shim, {%mem}, 1 : i32") +
                                 fifo("on", "%mem, {%a}, 1 : i32", 64, "{repeat_count = 3 : i32}") +
                                 "    aie.objectfifo.link [@in] -> [@on]([] [])\n"));
    EXPECT_THAT(text, AllOf(HasSubstr("%in_cons_prod_lock_0 = aie.lock(%mem, 0) {init = 3 : i32"),
                            HasSubstr("aie.use_lock(%in_cons_prod_lock_0, AcquireGreaterEqual, 3)"),
                            HasSubstr("aie.use_lock(%in_cons_cons_lock_0, Release, 3)")));
    // One BD takes a unit of the lock in each of its runs.
    EXPECT_EQ(times(text, "aie.use_lock(%in_cons_cons_lock_0, AcquireGreaterEqual, 1)"), 1);
}

TEST(ObjectFifos, ThatTakeTurnsWithWholeObjectsAreRefused) {
    const std::string fifos = fifo("in", "%shim, {%mem}, 2 : i32") +
                              fifo("one", "%mem, {%a}, 2 : i32") +
                              fifo("two", "%mem, {%b}, 2 : i32");
    const char* what =
        "design.mlir:12:5: a link whose object FIFOs take turns with whole objects (mode = "
        "#aie.link_mode<time>) is not supported. Use a link of slices";
    EXPECT_THAT(refused_by_lowering(fifo_device(
                    fifos + "    aie.objectfifo.link [@in] -> [@one, @two]([] []) {mode = "
                            "#aie.link_mode<time>}\n")),
                HasSubstr(what));
    EXPECT_THAT(refused_by_lowering(fifo_device(
                    fifos + "    \"aie.objectfifo.link\"() <{dst_offsets = [], fifoIns = [@in], "
                            "fifoOuts = [@one, @two], mode = #aie.link_mode<time>, src_offsets = "
                            "[]}> : () -> ()\n")),
                HasSubstr(what));
}

TEST(ObjectFifos, ThatAreInitialisedBeginFilled) {
    const std::string text =
        lowered_text(fifo_device("    aie.objectfifo @of(%a, {%b}, 2 : i32) : "
                                 "!aie.objectfifo<memref<2xi32>> = [dense<[1, 2]>"
                                 " : memref<2xi32>, dense<7> : memref<2xi32>]\n"));
    EXPECT_THAT(text, AllOf(HasSubstr("%of_prod_lock_0 = aie.lock(%a, 0) {init = 0 : i32"),
                            HasSubstr("%of_cons_lock_0 = aie.lock(%a, 1) {init = 2 : i32"),
                            HasSubstr("memref<2xi32> = dense<[1, 2]>"),
                            HasSubstr("memref<2xi32> = dense<7>")));
}

TEST(ObjectFifos, WithoutSynchronisationHaveNoLocks) {
    EXPECT_THAT(lowered_text(fifo_device(
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
    const std::string text = lowered_text(fifo_device(mem + fifo("of", "%a, {%far}, 2 : i32")));
    EXPECT_EQ(times(text, "aie.mem(%a)"), 1);
    EXPECT_THAT(text, AllOf(HasSubstr("aie.dma_start(MM2S, 1,"),
                            HasSubstr("%of_prod_lock_0 = aie.lock(%a, 1)")));
    EXPECT_EQ(read(fifo_device(mem + fifo("of", "%a, {%far}, 2 : i32"))).schedule.tiles.size(), 3U);
}

TEST(ObjectFifos, AreRefusedWithTheirPlace) {
    const std::string in = fifo("in", "%shim, {%mem}, 2 : i32", 64);
    int refusals = 0;
    const auto says = [&](const std::string& fifos, const std::string& what) {
        EXPECT_THAT(refused_by_lowering(fifo_device(fifos)), HasSubstr(what));
        ++refusals;
    };
    says(fifo("of", "%none, {%b}, 2 : i32"), "design.mlir:9:24: '%none' is not a tile");
    says(fifo("of", "%a, {}, 2 : i32"), "'of' has no consumer");
    says(fifo("of", "%a, {%b}, 5000 : i32"), "'5000' is not a depth");
    says(fifo("of", "%a, {%b}, [1, 2, 3]"), "3 depths of an object FIFO with 1 consumers");
    says(fifo("of", "%a, {%b}"), "cannot parse an object FIFO");
    says(in + in, "another object FIFO is also named 'in'");
    says(in + "    aie.objectfifo.link [@in] -> [@inn]([] [])\n", "'inn' is not an object FIFO");
    says(in + fifo("on", "%a, {%b}, 2 : i32") + "    aie.objectfifo.link [@in] -> [@on]([] [])\n",
         "no tile in common");
    says(in + fifo("x", "%mem, {%a}, 2 : i32", 32) + fifo("y", "%mem, {%b}, 2 : i32", 32) +
             "    aie.objectfifo.link [@in] -> [@x, @y]([] [0, 64])\n",
         "offset 64 of a part of 'in' in a link");
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

}  // namespace
}  // namespace xdnasim::design
