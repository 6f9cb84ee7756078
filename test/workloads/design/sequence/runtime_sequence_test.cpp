// Runtime sequences with loops, of one device among several, and with BDs of mem tiles and cores.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/workloads/design/design_text.hpp"
#include "workloads/schedule/operations.hpp"

namespace xdnasim::design {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr const char* kSequenceOfScale = "aie.runtime_sequence @sequence";

/// scale_2026.mlir with `body` as the body of its sequence.
std::string with_sequence(const std::string& body) {
    const std::string text = text_of("scale_2026.mlir");
    const std::size_t begin = text.find('{', text.find(kSequenceOfScale));
    const std::size_t end = text.rfind('}', text.rfind('}', text.rfind('}') - 1) - 1);
    return text.substr(0, begin + 1) + "\n" + body + text.substr(end);
}

/// Operations that move a quarter of the data in and out, from element `offset` on. `end`: of the
/// names of their tasks.
std::string quarter(const std::string& offset, const std::string& end = "") {
    return fmt::format(
        "%in{1} = aiex.dma_configure_task_for @in {{\n"
        "aie.dma_bd(%arg0 : memref<2048xi32> offset = {0} len = 512)\naie.end\n}}\n"
        "%out{1} = aiex.dma_configure_task_for @out {{\n"
        "aie.dma_bd(%arg1 : memref<2048xi32> offset = {0} len = 512)\naie.end\n"
        "}} {{issue_token = true}}\n"
        "aiex.dma_start_task(%in{1})\naiex.dma_start_task(%out{1})\n"
        "aiex.dma_await_task(%out{1})\naiex.dma_free_task(%in{1})\n",
        offset, end);
}

std::vector<std::int64_t> offsets_of(const Design& design) {
    std::vector<std::int64_t> offsets;
    schedule::for_each_operation<schedule::WriteBd>(
        design.schedule.sequence,
        [&](const schedule::WriteBd& write) { offsets.push_back(write.offset.base); });
    return offsets;
}

TEST(RuntimeSequence, RunsItsLoopsRoundByRound) {
    const std::string loop =
        "%zero = arith.constant 0 : index\n%four = arith.constant 4 : index\n"
        "%one = arith.constant 1 : index\n%part = arith.constant 512 : index\n"
        "scf.for %i = %zero to %four step %one {\n"
        "%at = arith.muli %i, %part : index\n" +
        quarter("%at") + "}\n";
    const Design looped = read(with_sequence(loop));
    EXPECT_THAT(offsets_of(looped), ElementsAre(0, 0, 2048, 2048, 4096, 4096, 6144, 6144));
    std::string unrolled;
    for (const char* offset : {"0", "512", "1024", "1536"})
        unrolled += quarter(offset, offset);
    EXPECT_EQ(cycles_of(with_sequence(loop)), cycles_of(with_sequence(unrolled)));
}

TEST(RuntimeSequence, HandsOnWhatALoopCarries) {
    const std::string loop =
        "%zero = arith.constant 0 : index\n%two = arith.constant 2 : index\n"
        "%one = arith.constant 1 : index\n%part = arith.constant 1024 : index\n"
        "%end = scf.for %i = %zero to %two step %one iter_args(%at = %zero) -> (index) {\n" +
        quarter("%at") + "%next = arith.addi %at, %part : index\nscf.yield %next : index\n}\n" +
        quarter("%end");
    EXPECT_THAT(
        offsets_of(read(with_sequence("%last = arith.constant 1536 : index\n" +
                                      loop.substr(0, loop.rfind("%in = ")) + quarter("%last")))),
        ElementsAre(0, 0, 4096, 4096, 6144, 6144));
}

TEST(RuntimeSequence, ComputesWithTheBitsOfItsTypes) {
    // 66,048 = 65,536 + 512: its lower 16 bits are 512 elements, 2,048 bytes.
    EXPECT_THAT(offsets_of(read(with_sequence("%many = arith.constant 66048 : i32\n"
                                              "%few = arith.trunci %many : i32 to i16\n"
                                              "%at = arith.index_cast %few : i16 to index\n" +
                                              quarter("%at")))),
                ElementsAre(2048, 2048));
}

TEST(RuntimeSequence, SaysWhichBoundOfALoopIsNotKnown) {
    EXPECT_THAT(refusal(with_sequence("%zero = arith.constant 0 : index\n"
                                      "scf.for %i = %zero to %many step %zero {\n}\n")),
                AllOf(HasSubstr("design.mlir:76:1"), HasSubstr("'%many'"),
                      HasSubstr("design.instructions")));
}

TEST(SeveralDevices, RunsTheOneWithASequence) {
    const std::string text = with(text_of("scale_2026.mlir"), "module {",
                                  "module {\naie.device(npu1) @empty {\naie.end\n}\n");
    const Design design = read(text);
    EXPECT_THAT(design.other_devices, ElementsAre("empty"));
    EXPECT_EQ(cycles_of(text), cycles_of(text_of("scale_2026.mlir")));
}

TEST(SeveralDevices, AreChosenByName) {
    const std::string text = with(text_of("scale_2026.mlir"), "module {",
                                  "module {\naie.device(npu1_2col) @other {\n"
                                  "aie.runtime_sequence() {\n}\naie.end\n}\n");
    EXPECT_THAT(refusal(text), AllOf(HasSubstr("of which 2 have a runtime sequence"),
                                     HasSubstr("choose one with design.aie_device: other, ")));
    Request request = hundred_cycles();
    request.aie_device = "other";
    EXPECT_EQ(read(text, request).array, "npu1_2col");
    request.aie_device = "third";
    EXPECT_THAT(input_error([&] { return read(text, request); }),
                HasSubstr("there is no aie.device 'third' in this text; allowed: other, "));
}

TEST(SeveralDevices, AreChosenByNumberWhetherTheyHaveSymbolsOrNot) {
    const std::string text = with(text_of("scale_2026.mlir"), "module {",
                                  "module {\naie.device(npu1_2col) @other {\n"
                                  "aie.runtime_sequence() {\n}\naie.end\n}\n");
    Request request = hundred_cycles();
    request.aie_device = "2";
    EXPECT_EQ(read(text, request).aie_device, "main");
    request.aie_device = "1";
    EXPECT_EQ(read(text, request).aie_device, "other");
    request.aie_device = "3";
    EXPECT_THAT(input_error([&] { return read(text, request); }),
                HasSubstr("there is no aie.device '3' in this text; allowed: other, main"));
}

TEST(SeveralSequences, AreChosenByName) {
    const std::string sequence = "    aie.runtime_sequence @sequence";
    const std::string text = with(text_of("scale_2026.mlir"), sequence,
                                  "    aie.runtime_sequence @init() {\n    }\n" + sequence);
    EXPECT_THAT(refusal(text), HasSubstr("design.mlir:76:5: more than one runtime sequence; choose "
                                         "one with design.sequence: init, sequence"));
    Request request = hundred_cycles();
    request.sequence = "sequence";
    EXPECT_EQ(read(text, request).schedule.sequence.size(),
              read(text_of("scale_2026.mlir")).schedule.sequence.size());
    request.sequence = "init";
    EXPECT_TRUE(read(text, request).schedule.sequence.empty());
    request.sequence = "run";
    EXPECT_THAT(input_error([&] { return read(text, request); }),
                HasSubstr("there is no runtime sequence 'run' in this device; allowed: init, "
                          "sequence"));
}

/// A design that moves 1,024 words to `tile` and back. `programs`: text of the device, such as the
/// program of the tile's DMA; `tasks`: operations of the sequence, such as tasks of the tile's DMA.
std::string there_and_back(const std::string& tile, const std::string& programs,
                           const std::string& tasks) {
    return "module {\n  aie.device(npu1_1col) {\n"
           "    %shim = aie.tile(0, 0)\n    %tile = aie.tile(" +
           tile +
           ")\n"
           "    %free = aie.lock(%tile, 0) {init = 1 : i32}\n"
           "    %full = aie.lock(%tile, 1) {init = 0 : i32}\n"
           "    %buffer = aie.buffer(%tile) {address = 4096 : i32} : memref<1024xi32>\n"
           "    aie.flow(%shim, DMA : 0, %tile, DMA : 0)\n"
           "    aie.flow(%tile, DMA : 0, %shim, DMA : 0)\n"
           "    aie.shim_dma_allocation @in(%shim, MM2S, 0)\n"
           "    aie.shim_dma_allocation @out(%shim, S2MM, 0)\n" +
           programs + "    aie.runtime_sequence(%a: memref<1024xi32>, %b: memref<1024xi32>) {\n" +
           tasks +
           "      aiex.npu.dma_memcpy_nd(%b[0, 0, 0, 0][1, 1, 1, 1024][0, 0, 0, 1]) {id = 1 : i64, "
           "metadata = @out} : memref<1024xi32>\n"
           "      aiex.npu.dma_memcpy_nd(%a[0, 0, 0, 0][1, 1, 1, 1024][0, 0, 0, 1]) {id = 0 : i64, "
           "metadata = @in} : memref<1024xi32>\n"
           "      aiex.npu.dma_wait {symbol = @out}\n    }\n  }\n}\n";
}

constexpr const char* kTasks =
    "      %in = aiex.dma_configure_task(%tile, S2MM, 0) {\n"
    "        aie.use_lock(%free, AcquireGreaterEqual, 1)\n"
    "        aie.dma_bd(%buffer : memref<1024xi32>, 0, 1024) {bd_id = 3 : i32}\n"
    "        aie.use_lock(%full, Release, 1)\n        aie.end\n      }\n"
    "      %out = aiex.dma_configure_task(%tile, MM2S, 0) {\n"
    "        aie.use_lock(%full, AcquireGreaterEqual, 1)\n"
    "        aie.dma_bd(%buffer : memref<1024xi32>, 0, 1024)\n"
    "        aie.use_lock(%free, Release, 1)\n        aie.end\n      }\n"
    "      aiex.dma_start_task(%in)\n      aiex.dma_start_task(%out)\n";

std::string program_of(const std::string& operation) {
    return "    %dma = " + operation +
           "(%tile) {\n      %0 = aie.dma_start(S2MM, 0, ^in, ^next)\n    ^in:\n"
           "      aie.use_lock(%free, AcquireGreaterEqual, 1)\n"
           "      aie.dma_bd(%buffer : memref<1024xi32>, 0, 1024)\n"
           "      aie.use_lock(%full, Release, 1)\n      aie.next_bd ^in\n    ^next:\n"
           "      %1 = aie.dma_start(MM2S, 0, ^out, ^end)\n    ^out:\n"
           "      aie.use_lock(%full, AcquireGreaterEqual, 1)\n"
           "      aie.dma_bd(%buffer : memref<1024xi32>, 0, 1024)\n"
           "      aie.use_lock(%free, Release, 1)\n      aie.next_bd ^out\n    ^end:\n"
           "      aie.end\n    }\n";
}

struct MemoryDma {
    const char* tile;
    const char* operation;
};

class WrittenDuringTheRun : public testing::TestWithParam<MemoryDma> {};

TEST_P(WrittenDuringTheRun, MovesTheSameAsBdsThatAreFixed) {
    const std::int64_t fixed =
        cycles_of(there_and_back(GetParam().tile, program_of(GetParam().operation), ""));
    const std::int64_t written = cycles_of(there_and_back(GetParam().tile, "", kTasks));
    // The only difference is that the command processor writes two BDs and pushes two tasks more.
    const auto& command = phoenix().command_processor;
    const std::int64_t more =
        2 * (phoenix().cycles(command.bd_write) + phoenix().cycles(command.push)).count();
    EXPECT_NEAR(static_cast<double>(written - fixed), static_cast<double>(more), 4);
    EXPECT_GT(fixed, 2 * 1024);
}

TEST_P(WrittenDuringTheRun, FindsTheBufferOfAnAddress) {
    const Design design = read(there_and_back(GetParam().tile, "", kTasks));
    const auto& first = std::get<schedule::WriteBd>(design.schedule.sequence.at(0).op);
    const auto buffer = std::get<schedule::BufferRef>(first.bd.buffer);
    EXPECT_EQ(design.schedule.buffer(buffer)->name, "buffer");
    EXPECT_EQ(first.offset.base, 0);
    EXPECT_EQ(first.id.base, 3);
    ASSERT_TRUE(first.bd.acquire && first.bd.release);
    EXPECT_EQ(first.bd.acquire->lock.id, 0);
    EXPECT_EQ(first.bd.release->lock.id, 1);
}

INSTANTIATE_TEST_SUITE_P(Tiles, WrittenDuringTheRun,
                         testing::Values(MemoryDma{"0, 1", "aie.memtile_dma"},
                                         MemoryDma{"0, 2", "aie.mem"}));

TEST(RuntimeSequence, AcquiresALockOfATaskThatIsNotEnabled) {
    // mlir-aie's AIEDMATasksToNPU sets the enable bit of every acquire.
    const std::string acquire = "%full, AcquireGreaterEqual, 1)";
    const Design design =
        read(there_and_back("0, 1", "", with(kTasks, acquire, acquire + " {acq_en = false}")));
    const auto& second = std::get<schedule::WriteBd>(design.schedule.sequence.at(1).op);
    EXPECT_TRUE(second.bd.acquire);
    ASSERT_EQ(design.losses.size(), 1U);
    EXPECT_FALSE(design.losses.front().left_out);
    EXPECT_THAT(design.losses.front().what,
                testing::HasSubstr("'acq_en' of aie.use_lock in a task"));
}

TEST(RuntimeSequence, WaitsForATokenOfACore) {
    // The core's DMA gets the task to send only after the token for what it has received.
    const std::string tasks =
        "      %in = aiex.dma_configure_task(%tile, S2MM, 0) {\n"
        "        aie.dma_bd(%buffer : memref<1024xi32>, 0, 1024)\n        aie.end\n"
        "      } {issue_token = true}\n"
        "      aiex.npu.dma_memcpy_nd(%a[0, 0, 0, 0][1, 1, 1, 1024][0, 0, 0, 1]) {id = 2 : i64, "
        "metadata = @in} : memref<1024xi32>\n"
        "      aiex.dma_start_task(%in)\n      aiex.dma_await_task(%in)\n"
        "      %out = aiex.dma_configure_task(%tile, MM2S, 0) {\n"
        "        aie.dma_bd(%buffer : memref<1024xi32>, 0, 1024)\n        aie.end\n      }\n"
        "      aiex.dma_start_task(%out)\n";
    EXPECT_GT(cycles_of(there_and_back("0, 2", "", tasks)), 2 * 1024);
}

TEST(RuntimeSequence, RefusesABdThatIsInABufferInPart) {
    const std::string text =
        with(there_and_back("0, 2", "", kTasks), "%buffer : memref<1024xi32>, 0, 1024) {bd_id = 3",
             "%buffer : memref<1024xi32>, 512, 1024) {bd_id = 3");
    EXPECT_THAT(refusal(text), HasSubstr("touches bytes 6144 to 10239 of (0,2)"));
    // One position, that of the BD.
    EXPECT_THAT(refusal(text), testing::MatchesRegex("[^ ]*: BD 3 of .*"));
}

/// BD 3 of a tile in row `row` of column 0, for 1,024 words from `offset` on.
std::string written_bd(int row, int offset) {
    return fmt::format(
        "      aiex.npu.writebd {{bd_id = 3 : i32, buffer_length = 1024 : i32, buffer_offset = {} "
        ": "
        "i32, column = 0 : i32, row = {} : i32, valid_bd = 1 : i32}}\n",
        offset, row);
}

TEST(RuntimeSequence, CountsTheOffsetOfAWrittenBdInBytesForACoreAndInWordsForAMemTile) {
    const auto first_address = [](const char* tile, const std::string& written) {
        const Design design = read(there_and_back(tile, "", written));
        const auto& bd = std::get<schedule::WriteBd>(design.schedule.sequence.front().op);
        const auto ref = std::get<schedule::BufferRef>(bd.bd.buffer);
        return design.schedule.buffer(ref)->address.count() + bd.offset.base;
    };
    EXPECT_EQ(first_address("0, 2", written_bd(2, 4096)), 4096);
    // The highest address that leaves room for 4,096 bytes in the memory of a core.
    EXPECT_EQ(first_address("0, 2", written_bd(2, 61440)), 61440);
    EXPECT_THAT(refusal(there_and_back("0, 2", "", written_bd(2, 61444))),
                HasSubstr("touches bytes 61444 to 65539 of (0,2), which has 65536"));
    EXPECT_THAT(refusal(there_and_back("0, 2", "", written_bd(2, 4098))),
                HasSubstr("'buffer_offset' of aiex.npu.writebd is 4098; allowed: multiples of 4"));
    // A mem tile sees its own memory behind that of its western neighbour, 524,288 bytes.
    EXPECT_EQ(first_address("0, 1", written_bd(1, (524288 + 4096) / 4)), 4096);
}

TEST(RuntimeSequence, SaysWhichTaskGivesNoToken) {
    EXPECT_THAT(refusal(with(text_of("scale_2026.mlir"), "await_task(%t1)", "await_task(%t0)")),
                HasSubstr("design.mlir:85:27: 'task' of aiex.dma_await_task is a task that does "
                          "not signal its end"));
}

TEST(RuntimeSequence, SaysWhichNumberOfATransferIsNotAllowed) {
    EXPECT_THAT(refusal(with(text_of("scale_2024.mlir"), "[1, 1, 1, 2048]", "[1, 1, 1, -5]")),
                HasSubstr("design.mlir:77:53: 'sizes' of aiex.npu.dma_memcpy_nd holds -5; allowed: "
                          "1 to "));
}

/// `text` with an additional argument %n, which is a number.
std::string with_a_number(const std::string& text) {
    return with(text, "%arg1: memref<2048xi32>", "%arg1: memref<2048xi32>, %n: index");
}

TEST(RuntimeSequence, MayHaveAnArgumentThatIsANumberAndThatNothingUses) {
    const Design design = read(with_a_number(text_of("scale_2026.mlir")));
    EXPECT_EQ(design.schedule.host_buffers.size(), 3U);
    EXPECT_EQ(cycles_of(with_a_number(text_of("scale_2026.mlir"))),
              cycles_of(text_of("scale_2026.mlir")));
}

TEST(RuntimeSequence, SaysWhereItUsesAnArgumentThatIsANumber) {
    EXPECT_THAT(refusal(with_a_number(with_sequence("%zero = arith.constant 0 : index\n"
                                                    "%one = arith.constant 1 : index\n"
                                                    "scf.for %i = %zero to %n step %one {\n}\n"))),
                AllOf(HasSubstr("'%n' is an argument of the runtime sequence that is not a memory"),
                      HasSubstr("design.instructions"), HasSubstr("77:23")));
}

TEST(RuntimeSequence, TakesTheAddressOfABdFromItsPatchWhateverItsOffset) {
    // The address is that of BD 9 of the shim in column 0.
    const std::string before =
        "aiex.npu.writebd {bd_id = 9 : i32, buffer_length = 64 : i32, buffer_offset = 256 : i32, "
        "column = 0 : i32, row = 0 : i32, valid_bd = 1 : i32}\n"
        "      aiex.npu.address_patch {addr = 119076 : ui32, arg_idx = 0 : i32, arg_plus = 128 : "
        "i32}\n      ";
    const Design design = read(with(text_of("scale_2024.mlir"), "aiex.npu.dma_memcpy_nd",
                                    before + "aiex.npu.dma_memcpy_nd"));
    EXPECT_TRUE(design.losses.empty());
    const auto& written = std::get<schedule::WriteBd>(design.schedule.sequence.front().op);
    EXPECT_EQ(written.id.base, 9);
    EXPECT_EQ(written.offset.base, 128);
}

TEST(RuntimeSequence, TakesBuffersThatTheHostPassesBeyondItsArguments) {
    const Design design =
        read(with(text_of("scale_2024.mlir"), "aiex.npu.dma_memcpy_nd",
                  "aiex.npu.writebd {bd_id = 9 : i32, buffer_length = 64 : i32, buffer_offset = 0 "
                  ": i32, column = 0 : i32, row = 0 : i32, ddr_id = 4 : i32, valid_bd = 1 : i32}\n"
                  "      aiex.npu.dma_memcpy_nd"));
    EXPECT_EQ(design.schedule.host_buffers.size(), 5U);
    EXPECT_EQ(design.schedule.host_buffers.back().name, "arg4");
}

}  // namespace
}  // namespace xdnasim::design
