// Designs in the constructs of mlir-aie: what is read from them, and how wrong ones are refused.

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.hpp"
#include "test/workloads/design/design_text.hpp"
#include "workloads/schedule/operations.hpp"
#include "workloads/schedule/patterns.hpp"

namespace xdnasim::design {
namespace {

using testing::AllOf;
using testing::ContainsRegex;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const schedule::TileProgram& core_tile(const Design& design) {
    return *design.schedule.find({0, 2});
}

TEST(ReadDesign, HasTheObjectsOfTheText) {
    const Design design = read(text_of("scale_2024.mlir"));
    const schedule::TileProgram& tile = core_tile(design);
    ASSERT_EQ(tile.buffers.size(), 4U);
    EXPECT_EQ(tile.buffers[2].name, "in_buff_0");
    EXPECT_EQ(tile.buffers[2].address.count(), 3072);
    EXPECT_EQ(tile.buffers[2].size.count(), 1024);
    ASSERT_EQ(tile.locks.size(), 4U);
    EXPECT_EQ(tile.locks[0].initial, 2);
    EXPECT_EQ(tile.locks[0].role, schedule::LockRole::Free);
    EXPECT_EQ(tile.locks[1].role, schedule::LockRole::Filled);
    EXPECT_EQ(tile.bds.size(), 4U);
    EXPECT_EQ(tile.bds[1].next, 0);
    EXPECT_EQ(tile.stack, phoenix().core_stack);
    EXPECT_EQ(design.array, "npu1_1col");
}

TEST(ReadDesign, TakesHeadersOfPacketsBesideTheBd) {
    const std::string bd = "      aie.dma_bd(%out_buff_0";
    const std::string beside = "      aie.dma_bd_packet(0x2, 0x5)\n";
    const std::string text = with(text_of("scale_2024.mlir"), bd, beside + bd);
    const auto packet = core_tile(read(text)).bds[2].packet;
    ASSERT_TRUE(packet);
    EXPECT_EQ(packet->type, 2);
    EXPECT_EQ(packet->id, 5);
    EXPECT_THAT(refusal(with(text, "0x5", "0x1005")),
                HasSubstr("design.mlir:97:30: 'packet_id' of aie.dma_bd_packet"));
    // A header has five bits for the id and three for the type.
    EXPECT_THAT(refusal(with(text, "0x5", "0x20")), HasSubstr("is 32; allowed: 0 to 31"));
    EXPECT_THAT(refusal(with(text, "0x2", "0x8")), HasSubstr("is 8; allowed: 0 to 7"));
}

TEST(ReadDesign, RefusesHeadersOfPacketsThatNoHeaderWordHolds) {
    const auto header = [](const std::string& fields) {
        return with(text_of("scale_2024.mlir"), "{bd_id = 2 : i32",
                    "{packet = #aie.packet_info<" + fields + ">, bd_id = 2 : i32");
    };
    const auto packet = core_tile(read(header("pkt_type = 7, pkt_id = 31"))).bds[2].packet;
    ASSERT_TRUE(packet);
    EXPECT_EQ(packet->type, 7);
    EXPECT_EQ(packet->id, 31);
    EXPECT_THAT(refusal(header("pkt_type = 0, pkt_id = 32")),
                HasSubstr("'packet' of aie.dma_bd holds pkt_id = 32; allowed: 0 to 31"));
    EXPECT_THAT(refusal(header("pkt_type = 8, pkt_id = 0")),
                HasSubstr("'packet' of aie.dma_bd holds pkt_type = 8; allowed: 0 to 7"));
}

TEST(ReadDesign, FollowsBlocksOfBdsThatEndAsThoseOfPrograms) {
    std::string text = text_of("scale_2024.mlir");
    const std::int64_t cycles = cycles_of(text);
    for (int ends = 0; ends < 4; ++ends)
        text = with(text, "aie.next_bd", "cf.br");
    EXPECT_EQ(cycles_of(text), cycles);
    EXPECT_EQ(core_tile(read(text)).bds[1].next, 0);
    EXPECT_THAT(refusal(with(text, "cf.br ^bb1", "cf.br ^gone")), HasSubstr("no block '^gone'"));
}

TEST(ReadDesign, FollowsTheSwitchesFromChannelToChannel) {
    const Design design = read(text_of("scale_2024.mlir"));
    ASSERT_EQ(design.schedule.flows.size(), 2U);
    ASSERT_EQ(design.schedule.routes.size(), 2U);
    for (std::size_t i = 0; i < 2; ++i) {
        EXPECT_EQ(design.schedule.routes[i].connections.size(), 3U);
        EXPECT_THAT(design.schedule.routes[i].hops, ElementsAre(3));
    }
    EXPECT_EQ(design.schedule.flows[0].name, "in");
    EXPECT_EQ(design.schedule.flows[1].name, "out");
}

TEST(ReadDesign, TurnsBlocksIntoLoops) {
    const Design design = read(text_of("scale_2024.mlir"));
    const schedule::CoreBody& core = core_tile(design).core;
    ASSERT_EQ(core.size(), 1U);
    const auto& endless = std::get<schedule::Loop>(core[0].op);
    EXPECT_FALSE(endless.count.has_value());
    ASSERT_EQ(endless.body.size(), 1U);
    const auto& four = std::get<schedule::Loop>(endless.body[0].op);
    EXPECT_EQ(four.count, 4);
    EXPECT_EQ(four.body.size(), 10U);
    const auto& call = std::get<schedule::Call>(four.body[2].op);
    EXPECT_EQ(call.arguments.size(), 2U);
    EXPECT_EQ(four.body[2].origin.line, 59);
}

TEST(ReadDesign, TakesLocksThatSayWhetherTheyBlock) {
    const std::string text = text_of("scale_2026.mlir");
    const std::string blocking =
        with(with(text, "AcquireGreaterEqual, %one)", "AcquireGreaterEqual, %one, Blocking)"),
             "Release, %one)", "Release, %one, Blocking)");
    EXPECT_EQ(cycles_of(blocking), cycles_of(text));
}

TEST(ReadDesign, FindsThePeriodOfBuffersThatTakeTurns) {
    const Design design = read(text_of("scale_2026.mlir"));
    const auto& endless = std::get<schedule::Loop>(core_tile(design).core.at(0).op);
    const auto& pairs = std::get<schedule::Loop>(endless.body.at(0).op);
    EXPECT_EQ(pairs.count, 4);
    std::vector<int> buffers;
    schedule::for_each_operation<schedule::Call>(pairs.body, [&](const schedule::Call& call) {
        buffers.push_back(call.arguments.front().buffer.index);
    });
    EXPECT_THAT(buffers, ElementsAre(2, 3));
}

TEST(ReadDesign, GivesIdsAndAddressesToWhatHasNone) {
    const Design design = read(text_of("scale_2026.mlir"));
    const schedule::TileProgram& tile = core_tile(design);
    std::vector<int> locks;
    for (const schedule::Lock& lock : tile.locks)
        locks.push_back(lock.id);
    EXPECT_THAT(locks, ElementsAre(0, 1, 2, 3));
    // Each buffer has its own bank; the first one lies after the stack of 1,024 bytes.
    std::vector<std::int64_t> addresses;
    for (const schedule::Buffer& buffer : tile.buffers)
        addresses.push_back(buffer.address.count());
    EXPECT_THAT(addresses, ElementsAre(1024, 16384, 32768, 49152));
    EXPECT_THAT(design.schedule.routes, IsEmpty());
}

TEST(ReadDesign, ReadsTheGenericFormAlike) {
    std::string text = text_of("scale_2024.mlir");
    text = with(text, "aie.lock(%tile_0_2, 1) {init = 0 : i32, sym_name = \"in_cons_lock\"}",
                "\"aie.lock\"(%tile_0_2) <{init = 0 : i32, lockID = 1 : i32, sym_name = "
                "\"in_cons_lock\"}> : (index) -> index");
    text = with(text, "cf.cond_br %1, ^bb2, ^bb6",
                "\"cf.cond_br\"(%1)[^bb2, ^bb6] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : "
                "(i1) -> ()");
    text = with(text, "cf.br ^bb1(%5 : index)", "\"cf.br\"(%5)[^bb1] : (index) -> ()");
    text = with(text, "aie.use_lock(%out_cons_lock, Release, 1)",
                "\"aie.use_lock\"(%out_cons_lock) <{action = 1 : i32, value = 1 : i32}> : (index) "
                "-> ()");
    const Design design = read(text);
    const Design pretty = read(text_of("scale_2024.mlir"));
    const auto count = [](const Design& of) {
        return schedule::count_operations(core_tile(of).core).lock_operations();
    };
    EXPECT_EQ(count(design), count(pretty));
    EXPECT_EQ(core_tile(design).locks.size(), 4U);
}

TEST(ReadDesign, EstimatesCodeThatIsWrittenOut) {
    const std::string loop =
        "%first = arith.constant 0 : index\n%n = arith.constant 256 : index\n"
        "%by = arith.constant 1 : index\nscf.for %k = %first to %n step %by {\n"
        "%x = memref.load %in_buff_0[%k] : memref<256xi32>\n"
        "%y = arith.addi %x, %x : i32\n"
        "memref.store %y, %out_buff_0[%k] : memref<256xi32>\n}\n";
    const Design design =
        read(with(text_of("scale_2026.mlir"),
                  "func.call @scale(%in_buff_0, %out_buff_0, %c256_i32) : (memref<256xi32>, "
                  "memref<256xi32>, i32) -> ()",
                  loop));
    ASSERT_EQ(design.schedule.kernels.size(), 2U);
    // 256 rounds of 16 cycles: a load (7), an addition (1), a store (1) and the branch (7).
    const auto code = std::ranges::find(design.schedule.kernels, true, &kernels::Kernel::inlined);
    ASSERT_NE(code, design.schedule.kernels.end());
    EXPECT_EQ(code->cycles->count(), 256 * 16);
}

TEST(ReadDesign, SaysWhatIsLeftOut) {
    const Design design = read(text_of("scale_2024.mlir"));
    ASSERT_EQ(design.ignored.size(), 3U);
    EXPECT_EQ(to_string(design.ignored[0]), "memref.global (2 times, first at 4:5)");
    EXPECT_THAT(design.losses, IsEmpty());
}

TEST(ReadDesign, CountsWhatStandsInALoopOnce) {
    const std::string await = "aiex.npu.dma_wait {symbol = @out}";
    const std::string text = with(text_of("scale_2024.mlir"), await,
                                  "%c0 = arith.constant 0 : index\n"
                                  "%c1 = arith.constant 1 : index\n"
                                  "%c4 = arith.constant 4 : index\n"
                                  "scf.for %i = %c0 to %c4 step %c1 {\n"
                                  "  aiex.npu.unheard_of {x = 1 : i32}\n}\n" +
                                      await);
    EXPECT_THAT(refusal(text),
                ContainsRegex("aiex.npu.unheard_of is not supported in [^(]* \\([0-9]+:3\\)\n"));
}

TEST(ReadDesign, NamesAllThatIsNotSupportedAtOnce) {
    std::string text = text_of("scale_2024.mlir");
    text = with(text, "aie.wire",
                "aie.trace.never(%a, {%b}, 2 : i32)\n    aie.unheard_of {x}\n"
                "    aie.wire");
    EXPECT_THAT(refusal(text), AllOf(HasSubstr("design.mlir: the design cannot be simulated"),
                                     HasSubstr("\n  aie.trace.never (113:5)"),
                                     HasSubstr("\n  aie.unheard_of (114:5)"),
                                     HasSubstr("left out, without effect:\n  memref.global")));
}

TEST(ReadDesign, ListsKernelsWithoutCycles) {
    const Design design = read(text_of("scale_2024.mlir"), {});
    ASSERT_TRUE(design.missing.has_value());
    EXPECT_THAT(*design.missing,
                AllOf(HasSubstr("the cycles of 1 kernel are not known"),
                      HasSubstr("scale(memref<256xi32>, memref<256xi32>, i32), called at "
                                "design.mlir:59:7")));
    EXPECT_THAT(design.kernels_template,
                HasSubstr("  scale:  # cycles of a call; (memref<256xi32>"));
}

/// scale_2024.mlir as aiecc leaves it when it has compiled the core's program.
std::string compiled_scale() {
    const std::string text = text_of("scale_2024.mlir");
    const std::size_t begin = text.find("aie.core(");
    const std::size_t body = text.find('{', begin) + 1;
    const std::size_t end = text.find("} {link_with", body);
    return text.substr(0, body) + "\n      aie.end\n    } {elf_file = \"core_0_2.elf\", link_with" +
           text.substr(end + std::string{"} {link_with"}.size());
}

TEST(ReadDesign, SaysInADeadlockThatTheProgramOfACoreIsLeftOut) {
    std::string message = "it ran";
    try {
        static_cast<void>(cycles_of(compiled_scale()));
    } catch (const base::DeadlockError& error) {
        message = error.what();
    }
    EXPECT_THAT(message, HasSubstr("\n  left out, which changes the result: the program of core "
                                   "(0,2), which is only in 'core_0_2.elf' ("));
    // The message does not blame the core's locks.
    EXPECT_THAT(message, testing::Not(HasSubstr("note: ")));
}

TEST(ReadDesign, SaysInADeadlockWhatItHasNotRead) {
    const std::string await = "aiex.npu.dma_wait {symbol = @out}";
    const std::string acquire = "aie.use_lock(%in_cons_lock, AcquireGreaterEqual, 1)";
    const std::string text = with(with(text_of("scale_2024.mlir"), await,
                                       "aiex.npu.dma_wait {symbol = @out, so_often = 2 : i32}"),
                                  acquire, "aie.use_lock(%in_cons_lock, AcquireGreaterEqual, 9)");
    std::string message = "it ran";
    try {
        static_cast<void>(cycles_of(text));
    } catch (const base::DeadlockError& error) {
        message = error.what();
    }
    EXPECT_THAT(message, HasSubstr("\n  note, which may change the result: unknown, and ignored: "
                                   "'so_often' of aiex.npu.dma_wait"));
}

TEST(ReadDesign, SaysWhenThereIsNoMoreOfAProgramThanItsElf) {
    const Design design = read(compiled_scale());
    ASSERT_EQ(design.losses.size(), 1U);
    EXPECT_THAT(to_string(design.losses[0]),
                HasSubstr("the program of core (0,2), which is only in 'core_0_2.elf'"));
}

TEST(ReadDesign, FindsATransferBeyondItsArgument) {
    const Design design =
        read(with(text_of("scale_2024.mlir"), "[1, 1, 1, 2048][0, 0, 0, 1]) {id = 1",
                  "[1, 1, 1, 4096][0, 0, 0, 1]) {id = 1"));
    ASSERT_EQ(design.losses.size(), 1U);
    EXPECT_THAT(to_string(design.losses[0]),
                HasSubstr("a transfer touches 16384 bytes of 'arg0', which has 8192"));
    EXPECT_EQ(design.schedule.host_buffers[0].size.count(), 16384);
    // If another transfer touches more, that one is named instead.
    const Design more = read(with(
        with(text_of("scale_2024.mlir"), "[1, 1, 1, 2048][0, 0, 0, 1]) {id = 1",
             "[1, 1, 1, 4096][0, 0, 0, 1]) {id = 1"),
        "      aiex.npu.dma_wait",
        "      aiex.npu.dma_memcpy_nd(0, 0, %arg0[0, 0, 0, 0][1, 1, 1, 5000][0, 0, 0, 1]) {id = 4 "
        ": i64, metadata = @in} : memref<2048xi32>\n      aiex.npu.dma_wait"));
    ASSERT_EQ(more.losses.size(), 1U);
    EXPECT_THAT(to_string(more.losses[0]), HasSubstr("20000 bytes of 'arg0', which has 8192"));
    // The summary shows the finding as a note, not as left out.
    const schedule::Line line = DesignWorkload{design, "f", "d"}.summary().back();
    EXPECT_EQ(line.label, "note");
    EXPECT_EQ(line.shown(), to_string(design.losses[0]) + "; this changes the result");
}

struct WrongText {
    const char* from;
    const char* to;
    const char* message;
};

class WrongDesign : public testing::TestWithParam<WrongText> {};

TEST_P(WrongDesign, IsRefusedWithItsPlace) {
    const std::string message =
        refusal(with(text_of("scale_2024.mlir"), GetParam().from, GetParam().to));
    EXPECT_THAT(message, HasSubstr(GetParam().message));
}

INSTANTIATE_TEST_SUITE_P(
    Texts, WrongDesign,
    testing::Values(
        WrongText{"aie.tile(0, 2)", "aie.tile(0, 9)",
                  "design.mlir:9:5: device xdna-phoenix has "
                  "no tile (0,9)"},
        WrongText{"aie.use_lock(%in_cons_lock, A", "aie.use_lock(%in_con_lock, A",
                  "design.mlir:57:20: 'in_con_lock' is not a lock of the design; did you mean "
                  "'in_cons_lock'?"},
        WrongText{"cf.br ^bb3(%c0_0", "cf.br ^bb9(%c0_0", "there is no block '^bb9'"},
        WrongText{"next_bd_id = 1", "next_bd_id = 3",
                  "next_bd_id is 3, but the next block has BD 1"},
        WrongText{"memref<256xi32>\n    %out_buff_1", "memref<256xmine>\n    %out_buff_1",
                  "is not a type of memory whose size is known"},
        WrongText{"memref<256xi32>\n    %out_buff_1", "memref<256xbf17>\n    %out_buff_1",
                  "is not a type of memory whose size is known"},
        WrongText{"memref<256xi32>\n    %out_buff_1", "memref<256xf24>\n    %out_buff_1",
                  "is not a type of memory whose size is known"},
        WrongText{"memref<256xi32>\n    %out_buff_1", "memref<-256xi32>\n    %out_buff_1",
                  "is not a type of memory whose size is known"},
        WrongText{"%arg0[0, 0, 0, 0][1, 1, 1, 2048][0, 0, 0, 1]",
                  "%arg0[4294967296, 0, 0, 0][1, 1, 1, 2048][4294967296, 0, 0, 1]",
                  "design.mlir:77:7: an offset of 4 GiB or more"},
        WrongText{"metadata = @out", "metadata = @oout",
                  "'oout' is neither a shim_dma_allocation of the design nor an object FIFO with "
                  "an end at a shim; did you mean 'out'?"},
        WrongText{"aiex.npu.dma_wait {symbol = @out}",
                  "aiex.npu.dma_wait {symbol = @out}\n      aiex.npu.dma_wait {symbol = @out}",
                  "design.mlir:80:7: a TCT of S2MM 0 of shim (0,0), where no task is left"},
        WrongText{"aie.shim_dma_allocation @out(", "aie.shim_dma_allocation @in(",
                  "a second aie.shim_dma_allocation 'in'"},
        WrongText{"module {",
                  "module {\n aie.device(npu1) { aie.runtime_sequence() { } aie.end }\n",
                  "more than one aie.device: 2, of which"}));

std::vector<std::string> breaches(const std::string& text) {
    std::vector<std::string> found;
    for (const schedule::Breach& breach : schedule::validate(read(text).schedule, phoenix()))
        found.push_back(breach.where + ": " + breach.what);
    return found;
}

TEST(ReadDesign, IsValidWhereTheDesignIs) {
    EXPECT_THAT(breaches(text_of("scale_2024.mlir")), IsEmpty());
}

TEST(ReadDesign, FindsBuffersThatOverlap) {
    EXPECT_THAT(breaches(with(text_of("scale_2024.mlir"), "address = 3072", "address = 2560")),
                testing::Contains(HasSubstr("buffer 'in_buff_0' at design.mlir:12:5: begins at "
                                            "byte 2560, within buffer 'out_buff_1'")));
}

TEST(ReadDesign, FindsALockThatIsReleasedTooLittle) {
    const auto found = breaches(with(text_of("scale_2024.mlir"),
                                     "      aie.use_lock(%in_prod_lock, Release, 1)\n      "
                                     "aie.use_lock(%out_cons_lock, Release, 1)\n      %4",
                                     "      aie.use_lock(%out_cons_lock, Release, 1)\n      %4"));
    EXPECT_THAT(found, testing::Contains(AllOf(HasSubstr("'in_"), HasSubstr("at design.mlir:1"))));
}

TEST(ReadDesign, FindsAStreamThatIsNotRouted) {
    EXPECT_THAT(
        refusal(with(text_of("scale_2024.mlir"), "      aie.connect<South : 0, DMA : 0>\n", "")),
        AllOf(HasSubstr("'in_buff_0' ((0,2) master DMA:0) has a task, but no flow ends there "
                        "(84:7)"),
              HasSubstr("a stream that ends at (0,1) master North:0, where nothing takes it "
                        "(32:7)")));
}

}  // namespace
}  // namespace xdnasim::design
