// BDs of object FIFOs that repeat their objects, and the data that they send.

#include <cstdint>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/workloads/design/fifo_designs.hpp"
#include "test/workloads/design/run_with_data.hpp"

namespace xdnasim::design {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

/// The number of occurrences of `what` in `text`.
int occurrences(const std::string& text, const std::string& what) {
    int count = 0;
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1))
        ++count;
    return count;
}

/// A device whose FIFO sends from core (0,2) to core (2,4).
std::string to_a_far_core(int depth, const std::string& options) {
    return fifo_device(fifo("of", fmt::format("%a, {{%far}}, {} : i32", depth), 64, options));
}

TEST(FifoStreams, OfOneObjectRepeatItsTaskInsteadOfItsBd) {
    const std::string core = lowered_text(to_a_far_core(1, "{repeat_count = 4 : i32}"));
    EXPECT_THAT(core, AllOf(HasSubstr("aie.dma_start(MM2S, 0, ^fifo0_0, ^behind0, repeat_count = "
                                      "3)\n  ^fifo0_0:"),
                            HasSubstr("aie.next_bd ^fifo0_0\n  ^behind0:")));
    EXPECT_EQ(occurrences(core, "aie.dma_bd(%of_buff_0"), 1);
    EXPECT_THAT(lowered_text(to_a_far_core(1, "{repeat_count = 1 : i32}")),
                Not(HasSubstr(", repeat_count")));
}

TEST(FifoStreams, OfSeveralObjectsOrBdChainsThatEndRepeatEachBd) {
    const std::string two = lowered_text(to_a_far_core(2, "{repeat_count = 3 : i32}"));
    EXPECT_EQ(occurrences(two, "aie.dma_bd(%of_buff_0"), 3);
    EXPECT_EQ(occurrences(two, "aie.dma_bd(%of_buff_1"), 3);
    EXPECT_THAT(two, Not(HasSubstr(", repeat_count")));
    // The task of a mem tile runs its three BDs five times, and ends.
    const std::string ends = lowered_text(fifo_device(
        fifo("of", "%mem, {%a}, 1 : i32", 64, "{repeat_count = 3 : i32, iter_count = 5 : i32}")));
    EXPECT_EQ(occurrences(ends, "aie.dma_bd(%of_buff_0"), 3);
    EXPECT_THAT(ends, AllOf(HasSubstr("(MM2S, 0, ^fifo0_0, ^behind0, repeat_count = 4)"),
                            HasSubstr("aie.end\n  ^behind0:")));
}

TEST(FifoStreams, OfAJoinRepeatEachPart) {
    const std::string text = lowered_text(fifo_device(
        fifo("low", "%a, {%mem}, 1 : i32", 32) + fifo("high", "%far, {%mem}, 1 : i32", 64) +
        fifo("out", "%mem, {%shim}, 1 : i32", 96, "{repeat_count = 3 : i32}") +
        "    aie.objectfifo.link [@low, @high] -> [@out]([0, 32] [])\n"));
    for (const char* part : {"0", "1"}) {
        const auto lock = [&](const char* side, const char* use) {
            return occurrences(text,
                               fmt::format("aie.use_lock(%out_{}_lock_{}, {})", side, part, use));
        };
        // The part arrives once, for three times that it is sent.
        EXPECT_THAT(text, HasSubstr(fmt::format("sym_name = \"out_prod_lock_{}\"", part)));
        EXPECT_EQ(lock("prod", "AcquireGreaterEqual, 3"), 1);
        EXPECT_EQ(lock("cons", "Release, 3"), 1);
        EXPECT_EQ(lock("cons", "AcquireGreaterEqual, 1"), 3);
        EXPECT_EQ(lock("prod", "Release, 1"), 3);
    }
    EXPECT_EQ(occurrences(text, "{init = 3 : i32, sym_name = \"out_prod_lock_"), 2);
}

/// A device whose FIFO sends from one mem tile to another.
std::string between_mem_tiles(int depth, const std::string& options) {
    return with(
        fifo_device(fifo("of", fmt::format("%mem, {{%other}}, {} : i32", depth), 64, options)),
        "    %mem", "    %other = aie.tile(1, 1)\n    %mem");
}

TEST(FifoStreams, ThatEndReceiveEachObjectAsOftenAsItIsSent) {
    // Two objects, each sent twice in each of three runs: twelve objects, which the other side
    // takes in six runs of its two BDs.
    const std::string text =
        lowered_text(between_mem_tiles(2, "{repeat_count = 2 : i32, iter_count = 3 : i32}"));
    EXPECT_THAT(text,
                AllOf(HasSubstr("aie.dma_start(MM2S, 0, ^fifo0_0, ^behind0, repeat_count = 2)"),
                      HasSubstr("aie.dma_start(S2MM, 0, ^fifo0_0, ^behind0, repeat_count = 5)")));
    EXPECT_EQ(occurrences(text, "aie.dma_bd(%of_buff_0"), 2);
    EXPECT_EQ(occurrences(text, "aie.dma_bd(%of_cons_buff_0"), 1);
    EXPECT_THAT(lowered_text(between_mem_tiles(2, "{iter_count = 3 : i32}")),
                HasSubstr("aie.dma_start(S2MM, 0, ^fifo0_0, ^behind0, repeat_count = 2)"));
    EXPECT_THAT(refused_by_lowering(
                    between_mem_tiles(1, "{repeat_count = 3 : i32, iter_count = 100 : i32}")),
                HasSubstr("object FIFO 'of' needs a task of mem tile (1,1) that runs 300 times; "
                          "allowed: 256"));
}

TEST(FifoStreams, RepeatATaskNoMoreOftenThanItsQueueCanSay) {
    const auto repeated = [](int count) {
        return to_a_far_core(
            1, fmt::format("{{repeat_count = {} : i32, disable_synchronization = true}}", count));
    };
    EXPECT_THAT(lowered_text(repeated(256)), HasSubstr("repeat_count = 255)"));
    EXPECT_THAT(refused_by_lowering(repeated(257)),
                HasSubstr("design.mlir:9:5: object FIFO 'of' needs a task of core (0,2) that runs "
                          "257 times; allowed: 256"));
}

TEST(FifoStreams, OfAMemTileMayCountRepeatsWithoutTheFirstTime) {
    const auto linked = [](const std::string& options) {
        return fifo_device(fifo("in", "%shim, {%mem}, 2 : i32") +
                           fifo("on", "%mem, {%a}, 2 : i32", 64, options) +
                           "    aie.objectfifo.link [@in] -> [@on]([] [])\n");
    };
    const std::string text = lowered_text(linked("{memtile_repeat = 3 : i32}"));
    EXPECT_EQ(text, lowered_text(linked("{repeat_count = 4 : i32}")));
    EXPECT_EQ(occurrences(text, "aie.use_lock(%in_cons_cons_lock_0, Release, 4)"), 2);
    EXPECT_EQ(lowered_text(linked("{memtile_repeat = 0 : i32}")),
              lowered_text(linked("{repeat_count = 1 : i32}")));
    EXPECT_TRUE(read(linked("{memtile_repeat = 3 : i32}")).unknown.empty());
    EXPECT_THAT(refused_by_lowering(to_a_far_core(1, "{memtile_repeat = 3 : i32}")),
                HasSubstr("'memtile_repeat' of aie.objectfifo is for FIFOs that a mem tile "
                          "produces, but core (0,2) produces 'of'"));
}

/// Objects of kObject words, one after the other, by their numbers: the words of object 2 begin
/// with 200.
std::vector<std::int32_t> words_of_objects(const std::vector<int>& objects, int first = 0,
                                           int count = kObject) {
    std::vector<std::int32_t> words;
    for (const int object : objects)
        for (int i = first; i < first + count; ++i)
            words.push_back(object * 100 + i);
    return words;
}

class RunRepeats : public RunWithData {};

TEST_F(RunRepeats, SendAnObjectMoreOftenThanAMemTileHasBds) {
    const std::string text = R"(module {
  aie.device(npu1_1col) {
    %shim = aie.tile(0, 0)
    %mem = aie.tile(0, 1)
    aie.objectfifo @in(%shim, {%mem}, 1 : i32) : !aie.objectfifo<memref<16xi32>>
    aie.objectfifo @out(%mem, {%shim}, 1 : i32) {repeat_count = 32 : i32} : !aie.objectfifo<memref<16xi32>>
    aie.objectfifo.link [@in] -> [@out]([] [])
    aie.runtime_sequence(%a: memref<32xi32>, %b: memref<1024xi32>) {
      aiex.npu.dma_memcpy_nd(%a[0, 0, 0, 0][1, 1, 1, 32][0, 0, 0, 1]) {id = 0 : i64, metadata = @in} : memref<32xi32>
      aiex.npu.dma_memcpy_nd(%b[0, 0, 0, 0][1, 1, 1, 1024][0, 0, 0, 1]) {id = 1 : i64, metadata = @out, issue_token = true} : memref<1024xi32>
      aiex.npu.dma_wait {symbol = @out}
    }
  }
}
)";
    std::vector<int> sent(32, 0);
    sent.insert(sent.end(), 32, 1);
    expect_all(text, words_of_objects({0, 1}), words_of_objects(sent));
}

TEST_F(RunRepeats, PassFromMemTileToMemTileAndEnd) {
    const std::string text = R"(module {
  aie.device(npu1_2col) {
    %shim = aie.tile(0, 0)
    %first = aie.tile(0, 1)
    %second = aie.tile(1, 1)
    %last = aie.tile(1, 0)
    aie.objectfifo @in(%shim, {%first}, 2 : i32) : !aie.objectfifo<memref<16xi32>>
    aie.objectfifo @on(%first, {%second}, 2 : i32) {repeat_count = 2 : i32, iter_count = 3 : i32} : !aie.objectfifo<memref<16xi32>>
    aie.objectfifo @out(%second, {%last}, 2 : i32) : !aie.objectfifo<memref<16xi32>>
    aie.objectfifo.link [@in] -> [@on]([] [])
    aie.objectfifo.link [@on] -> [@out]([] [])
    aie.runtime_sequence(%a: memref<96xi32>, %b: memref<192xi32>) {
      aiex.npu.dma_memcpy_nd(%a[0, 0, 0, 0][1, 1, 1, 96][0, 0, 0, 1]) {id = 0 : i64, metadata = @in} : memref<96xi32>
      aiex.npu.dma_memcpy_nd(%b[0, 0, 0, 0][1, 1, 1, 192][0, 0, 0, 1]) {id = 1 : i64, metadata = @out, issue_token = true} : memref<192xi32>
      aiex.npu.dma_wait {symbol = @out}
    }
  }
}
)";
    expect_all(text, words_of_objects({0, 1, 2, 3, 4, 5}),
               words_of_objects({0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5}));
}

TEST_F(RunRepeats, OfAJoinSendThePartsOneAfterTheOther) {
    const std::string text = R"(module {
  aie.device(npu1_2col) {
    %shim = aie.tile(0, 0)
    %mem = aie.tile(0, 1)
    %last = aie.tile(1, 0)
    aie.objectfifo @low(%shim, {%mem}, 2 : i32) : !aie.objectfifo<memref<4xi32>>
    aie.objectfifo @high(%shim, {%mem}, 2 : i32) : !aie.objectfifo<memref<12xi32>>
    aie.objectfifo @out(%mem, {%last}, 2 : i32) {repeat_count = 2 : i32} : !aie.objectfifo<memref<16xi32>>
    aie.objectfifo.link [@low, @high] -> [@out]([0, 4] [])
    aie.runtime_sequence(%a: memref<48xi32>, %b: memref<96xi32>) {
      aiex.npu.dma_memcpy_nd(%a[0, 0, 0, 0][1, 1, 3, 4][0, 0, 16, 1]) {id = 0 : i64, metadata = @low} : memref<48xi32>
      aiex.npu.dma_memcpy_nd(%a[0, 0, 0, 4][1, 1, 3, 12][0, 0, 16, 1]) {id = 1 : i64, metadata = @high} : memref<48xi32>
      aiex.npu.dma_memcpy_nd(%b[0, 0, 0, 0][1, 1, 1, 96][0, 0, 0, 1]) {id = 2 : i64, metadata = @out, issue_token = true} : memref<96xi32>
      aiex.npu.dma_wait {symbol = @out}
    }
  }
}
)";
    std::vector<std::int32_t> sent;
    for (const int object : {0, 1, 2})
        for (const auto& part :
             {words_of_objects({object, object}, 0, 4), words_of_objects({object, object}, 4, 12)})
            sent.insert(sent.end(), part.begin(), part.end());
    expect_all(text, words_of_objects({0, 1, 2}), sent);
}

}  // namespace
}  // namespace xdnasim::design
