// Chains of BDs that end in a block of their own, and channels that start more than once.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/workloads/design/run_with_data.hpp"

namespace xdnasim::design {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::Field;
using testing::HasSubstr;
using testing::StartsWith;

/// A mem tile with two buffers of 16 elements and `blocks` for its DMA.
std::string mem_tile(const std::string& blocks) {
    return R"(module {
  aie.device(npu1_1col) {
    %shim = aie.tile(0, 0)
    %mem = aie.tile(0, 1)
    %first = aie.buffer(%mem) : memref<16xi32>
    %second = aie.buffer(%mem) : memref<16xi32>
    %free = aie.lock(%mem, 0) {init = 2 : i32}
    %filled = aie.lock(%mem, 1) {init = 0 : i32}
    aie.flow(%shim, DMA : 0, %mem, DMA : 0)
    aie.flow(%mem, DMA : 0, %shim, DMA : 0)
    aie.shim_dma_allocation @in(%shim, MM2S, 0)
    aie.shim_dma_allocation @out(%shim, S2MM, 0)
    aie.memtile_dma(%mem) {
)" + blocks +
           R"(
    ^end:
      aie.end
    }
    aie.runtime_sequence(%a: memref<32xi32>, %b: memref<32xi32>) {
      aiex.npu.dma_memcpy_nd(%a[0, 0, 0, 0][1, 1, 1, 32][0, 0, 0, 1]) {id = 0 : i64, metadata = @in} : memref<32xi32>
      aiex.npu.dma_memcpy_nd(%b[0, 0, 0, 0][1, 1, 1, 32][0, 0, 0, 1]) {id = 1 : i64, metadata = @out, issue_token = true} : memref<32xi32>
      aiex.npu.dma_wait {symbol = @out}
    }
  }
}
)";
}

/// A BD that fills `buffer`; `end`: the operation that ends its block.
std::string fill(const std::string& buffer, const std::string& end) {
    return "      aie.use_lock(%free, AcquireGreaterEqual, 1)\n      aie.dma_bd(%" + buffer +
           " : memref<16xi32>, 0, 16)\n      aie.use_lock(%filled, Release, 1)\n      " + end +
           "\n";
}

/// A design whose mem tile fills both buffers by a chain of BDs and sends them in the same order.
/// `end`: the operation that ends the chain.
std::string in_order(const std::string& end) {
    return mem_tile("      %0 = aie.dma_start(S2MM, 0, ^in, ^more)\n    ^in:\n" +
                    fill("first", "aie.next_bd ^in2") + "    ^in2:\n" + fill("second", end) +
                    R"(    ^more:
      %1 = aie.dma_start(MM2S, 0, ^out, ^end)
    ^out:
      aie.use_lock(%filled, AcquireGreaterEqual, 1)
      aie.dma_bd(%first : memref<16xi32>, 0, 16)
      aie.next_bd ^out2
    ^out2:
      aie.use_lock(%filled, AcquireGreaterEqual, 1)
      aie.dma_bd(%second : memref<16xi32>, 0, 16)
)" + "      " + end +
                    "\n");
}

/// A design whose mem tile fills each buffer by a task of its own and sends the second one first.
/// `second_start`: the rest of the second task's dma_start.
std::string by_tasks(const std::string& second_start = "^in2, ^third") {
    return mem_tile("      %0 = aie.dma_start(S2MM, 0, ^in, ^more)\n    ^in:\n" +
                    fill("first", "aie.end") + "    ^more:\n      %1 = aie.dma_start(S2MM, 0, " +
                    second_start + ")\n    ^in2:\n" + fill("second", "aie.end") +
                    R"(    ^third:
      %2 = aie.dma_start(MM2S, 0, ^out, ^fourth)
    ^out:
      aie.use_lock(%filled, AcquireGreaterEqual, 2)
      aie.dma_bd(%second : memref<16xi32>, 0, 16)
      aie.end
    ^fourth:
      %3 = aie.dma_start(MM2S, 0, ^out2, ^end)
    ^out2:
      aie.dma_bd(%first : memref<16xi32>, 0, 16)
      aie.end
)");
}

TEST(DmaProgram, EndsWhereItsLastBdLeadsToTheEnd) {
    const std::string text = in_order("aie.next_bd ^end");
    EXPECT_FALSE(read(text).schedule.find({0, 1})->bds[1].next);
    EXPECT_EQ(cycles_of(text), cycles_of(in_order("aie.end")));
    EXPECT_EQ(cycles_of(text), cycles_of(in_order("cf.br ^end")));
    EXPECT_THAT(refusal(in_order("aie.next_bd ^more")), HasSubstr("'^more' has no aie.dma_bd"));
}

TEST_F(RunWithData, ABdWhoseInnermostStepsAreLessThanAWordGoesOnForItsLength) {
    // For an innermost dimension of half a word, mlir-aie writes a wrap of 0, which is none.
    const auto of_halves = [](std::string text, const std::string& walk) {
        text = with(text, "%first = aie.buffer(%mem) : memref<16xi32>",
                    "%first = aie.buffer(%mem) : memref<32xbf16>");
        const std::string whole = "(%first : memref<16xi32>, 0, 16)";
        const std::string halves = fmt::format("(%first : memref<32xbf16>, 0, 32{})", walk);
        for (int i = 0; i < 2; ++i)
            text = with(text, whole, halves);
        return text;
    };
    const std::string text = in_order("aie.end");
    std::vector<std::int32_t> numbers;
    for (int i = 0; i < 32; ++i)
        numbers.push_back(1000 + 7 * i);
    expect_all(of_halves(text, ", [<size = 1, stride = 2>, <size = 1, stride = 1>]"), numbers,
               numbers);
    // Other innermost dimensions that are not whole words are refused.
    EXPECT_THAT(refusal(of_halves(text, ", [<size = 32, stride = 1>, <size = 1, stride = 1>]")),
                HasSubstr("the innermost dimension has 1 elements of bf16; allowed: whole words of "
                          "4 bytes"));
    EXPECT_THAT(refusal(of_halves(text, ", [<size = 11, stride = 3>, <size = 3, stride = 1>]")),
                HasSubstr("the innermost dimension has 3 elements of bf16; allowed: whole words of "
                          "4 bytes"));
}

TEST(DmaProgram, AcquiresNoLockThatIsNotEnabled) {
    // BDs 2 and 3 send: they acquire "filled" and release nothing.
    const std::string text = in_order("aie.end");
    const std::string acquire = "%filled, AcquireGreaterEqual, 1)";
    const auto acquires = [](const std::string& changed) {
        std::vector<bool> found;
        for (const schedule::Bd& bd : read(changed).schedule.find({0, 1})->bds)
            found.push_back(bd.acquire.has_value());
        return found;
    };
    EXPECT_THAT(acquires(text), ElementsAre(true, true, true, true));
    EXPECT_THAT(acquires(with(text, acquire, acquire + " {acq_en = true}")),
                ElementsAre(true, true, true, true));
    EXPECT_THAT(acquires(with(text, acquire, acquire + " {acq_en = false}")),
                ElementsAre(true, true, false, true));
}

TEST(DmaProgram, SaysWhichOperationNamesABlockThatIsNotThere) {
    for (const char* next : {"aie.next_bd ^nowhere", "cf.br ^nowhere"})
        EXPECT_THAT(refusal(in_order(next)),
                    AllOf(StartsWith("design.mlir:24:7: "), HasSubstr("no block '^nowhere'")));
}

TEST(DmaProgram, SaysWhatOffsetsAndLengthsAreAllowed) {
    const auto of = [](const std::string& pattern) {
        return refusal(
            with(in_order("aie.end"), "memref<16xi32>, 0, 16", "memref<16xi32>" + pattern));
    };
    EXPECT_THAT(of(", -4, 16"), HasSubstr("design.mlir:17:43: offset -4; allowed: 0 to "));
    EXPECT_THAT(of(", 0, -16"), HasSubstr("design.mlir:17:46: len -16; allowed: 0 to "));
    EXPECT_THAT(of(" offset = -4 len = 16"), HasSubstr("offset -4; allowed: 0 to "));
    EXPECT_THAT(of(" offset = 0 len = -16"), HasSubstr("len -16; allowed: 0 to "));
    EXPECT_THAT(of(" offset = 0 len = 16 sizes = [-4, 4] strides = [4, 1]"),
                HasSubstr("sizes -4; allowed: 0 to "));
    EXPECT_THAT(of(", %many, 16"), HasSubstr("'%many' is not a number that is known"));
    EXPECT_THAT(of(", 0, 16, 4"), HasSubstr("4 after an offset and a length"));
}

TEST(DmaProgram, QueuesTheStartsOfAChannel) {
    const Design design = read(by_tasks("^in2, ^third, repeat_count = 3"));
    const schedule::TileProgram& mem = *design.schedule.find({0, 1});
    ASSERT_EQ(mem.channels.size(), 2U);
    EXPECT_THAT(mem.channels[0].tasks,
                ElementsAre(Field(&schedule::Task::repeat, 0), Field(&schedule::Task::repeat, 3)));
    EXPECT_NE(mem.channels[0].tasks[0].bd, mem.channels[0].tasks[1].bd);
}

TEST_F(RunWithData, RunsTheStartsOfAChannelInTurn) {
    std::vector<std::int32_t> input(32);
    std::vector<std::int32_t> expected(32);
    for (int i = 0; i < 32; ++i) {
        input[static_cast<std::size_t>(i)] = 1000 + i;
        expected[static_cast<std::size_t>((i + 16) % 32)] = 1000 + i;
    }
    expect_all(by_tasks(), input, expected);
}

/// A design whose mem tile fills by `fills` BDs on S2MM channel 0, and sends by one on MM2S channel
/// 0.
std::string with_fills(int fills) {
    std::string blocks = "      aie.dma_start(S2MM, 0, ^in0, ^more)\n";
    for (int i = 0; i < fills; ++i)
        blocks += fmt::format("    ^in{}:\n", i) +
                  fill("first", fmt::format("aie.next_bd ^in{}", (i + 1) % fills));
    return mem_tile(blocks + R"(    ^more:
      aie.dma_start(MM2S, 0, ^out, ^end)
    ^out:
      aie.use_lock(%filled, AcquireGreaterEqual, 1)
      aie.dma_bd(%first : memref<16xi32>, 0, 16)
      aie.use_lock(%free, Release, 1)
      aie.next_bd ^out
)");
}

TEST(DmaProgram, StaysWithinTheBdsOfItsChannels) {
    // Channels of even number run the lower half of a mem tile's 48 BDs (AM025).
    EXPECT_EQ(read(with_fills(23)).schedule.find({0, 1})->bds.back().id, 23);
    EXPECT_THAT(refusal(with_fills(24)),
                HasSubstr("mem tile (0,1) has no BD left for channel 0: BDs 0 to 23 are taken"));
}

TEST(DmaProgram, HasNoMoreStartsThanAQueueTakes) {
    // The queue holds four tasks that wait while a fifth one runs (AM025).
    std::string starts;
    for (int i = 0; i < 6; ++i)
        starts += fmt::format(
            "      aie.dma_start(S2MM, 0, ^in{0}, ^more{0})\n    ^in{0}:\n{1}"
            "    ^more{0}:\n",
            i, fill("first", "aie.end"));
    starts += R"(      aie.dma_start(MM2S, 0, ^out, ^end)
    ^out:
      aie.dma_bd(%first : memref<16xi32>, 0, 16)
      aie.end
)";
    EXPECT_THAT(input_error([&] { static_cast<void>(cycles_of(mem_tile(starts))); }),
                HasSubstr("number of tasks is 6"));
}

}  // namespace
}  // namespace xdnasim::design
