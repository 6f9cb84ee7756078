// What a runtime sequence does to the array itself: locks, control packets, configurations.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.hpp"
#include "test/workloads/design/design_text.hpp"

namespace xdnasim::design {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

/// `text`, a form of scale_2026.mlir, with the operations `words` at the beginning of its sequence.
std::string beginning_with(const std::string& text, const std::string& words) {
    const std::string first = "      %t0 = aiex.dma_configure_task_for @in";
    return with(text, first, "      " + words + "\n" + first);
}

/// scale_2026.mlir whose core cannot write its output before the sequence sets a lock by `set`.
/// `words`: operations before that.
std::string held_back(const std::string& words, const std::string& set) {
    const std::string held =
        with(text_of("scale_2026.mlir"), "init = 2 : i32, sym_name = \"out_prod_lock\"",
             "init = 0 : i32, sym_name = \"out_prod_lock\"");
    const std::string wait = "      aiex.dma_await_task(%t1)\n";
    return with(held, wait, words + "      " + set + "\n" + wait);
}

const std::string kSet = "aiex.set_lock(%out_prod_lock, 2)";

TEST(SetLock, ActsWhereItStandsInTheSequence) {
    // The core has been waiting for a long time when the lock is set: each write before that delays
    // the end by the time that the command processor takes for a write.
    const arch::Device& device = phoenix();
    const std::string write = "      aiex.npu.rtp_write(@out_buff_1, 0, 5)\n";
    std::string words;
    for (int i = 0; i < 20; ++i)
        words += write;
    EXPECT_EQ(cycles_of(held_back(words + write, kSet)) - cycles_of(held_back(words, kSet)),
              device.cycles(device.command_processor.push).count());
    EXPECT_TRUE(read(held_back("", kSet)).losses.empty());
}

TEST(SetLock, IsAWriteOfTheLocksRegister) {
    // Lock 2 of (0,2): register 0x1F020 (AM025), plus 2 << 20 for row 2.
    const std::string write = "aiex.npu.write32 {address = 2224160 : ui32, value = 2 : ui32}";
    EXPECT_EQ(cycles_of(held_back("", write)), cycles_of(held_back("", kSet)));
}

TEST(SetLock, BeforeAllElseCostsItsWriteAlone) {
    const std::string text = text_of("scale_2026.mlir");
    const std::string unset = with(text, "init = 2 : i32, sym_name = \"in_prod_lock\"",
                                   "init = 0 : i32, sym_name = \"in_prod_lock\"");
    const std::string set = beginning_with(unset, "aiex.set_lock(%in_prod_lock, 2)");
    const arch::Device& device = phoenix();
    EXPECT_EQ(cycles_of(set) - cycles_of(text),
              device.cycles(device.command_processor.push).count());
}

TEST(SetLock, TooLittleIsADeadlockThatNamesIt) {
    try {
        cycles_of(held_back("", "aiex.set_lock(%out_prod_lock, 0)"));
        FAIL();
    } catch (const base::DeadlockError& error) {
        EXPECT_THAT(error.what(), HasSubstr("the runtime sequence at"));
    }
}

TEST(SetLock, RefusesValuesThatALockDoesNotHold) {
    EXPECT_THAT(refusal(held_back("", "aiex.set_lock(%out_prod_lock, 64)")),
                AllOf(HasSubstr("'value' of aiex.set_lock is 64"), HasSubstr("0 to 63")));
    const Design design = read(
        held_back("", "aiex.npu.write32 {address = 2224368 : ui32, value = 1 : ui32}"));  // lock 15
    ASSERT_EQ(design.losses.size(), 1U);
    EXPECT_THAT(design.losses.front().what, HasSubstr("lock 15 of (0,2), which nothing uses"));
    const schedule::Line line = DesignWorkload{design, "f", "d"}.summary().back();
    EXPECT_EQ(line.label, "left out");
    EXPECT_EQ(line.effect, schedule::Line::Effect::Some);
    EXPECT_EQ(line.shown(), to_string(design.losses.front()) + "; this changes the result");
}

TEST(ControlPacket, WritesItsRegistersAsTheCommandProcessorWould) {
    // The address is that of a word of a buffer in (0,2): 2 << 20 stands for row 2.
    const std::string text = text_of("scale_2026.mlir");
    const std::string packet = beginning_with(
        text,
        "aiex.control_packet {address = 2097152 : ui32, data = array<i32: 5>, opcode = 0 : i32, "
        "stream_id = 0 : i32}");
    const std::string write =
        beginning_with(text, "aiex.npu.write32 {address = 2097152 : ui32, value = 5 : ui32}");
    EXPECT_EQ(cycles_of(packet), cycles_of(write));
    const std::string reads = beginning_with(
        text,
        "aiex.control_packet {address = 2097152 : ui32, length = 1 : i32, opcode = 1 : i32, "
        "stream_id = 0 : i32}");
    EXPECT_THAT(refusal(reads), HasSubstr("aiex.control_packet does not write data"));
}

TEST(LoadPdi, OfAnotherDeviceIsAReconfiguration) {
    const std::string text = text_of("scale_2026.mlir");
    EXPECT_EQ(cycles_of(beginning_with(text, "aiex.npu.load_pdi {device_ref = @main}")),
              cycles_of(text));
    EXPECT_THAT(refusal(beginning_with(text, "aiex.npu.load_pdi {device_ref = @other}")),
                HasSubstr("aiex.npu.load_pdi: reconfiguration during the run is not supported."));
    EXPECT_THAT(refusal(beginning_with(text, "aiex.npu.load_pdi {id = 1 : i32}")),
                HasSubstr("aiex.npu.load_pdi: reconfiguration during the run"));
}

/// scale_2026.mlir with a second device @other that has `content`, and with the operations `words`
/// at the beginning of its sequence.
std::string beside(const std::string& content, const std::string& words) {
    return with(beginning_with(text_of("scale_2026.mlir"), words), "module {\n",
                "module {\n  aie.device(npu1_1col) @other {\n" + content + "  }\n");
}

TEST(LoadPdi, OfAnEmptyDeviceHasTheNextOneLoadedAnew) {
    const std::string empty = "aiex.npu.load_pdi {device_ref = @other}";
    const std::string main = "aiex.npu.load_pdi {device_ref = @main}";
    const std::string both = beside("", empty + "\n" + main);
    EXPECT_EQ(cycles_of(both), cycles_of(text_of("scale_2026.mlir")));
    EXPECT_EQ(read(both).ignored.size(), 2U);
    // Otherwise, the array is empty, or holds another design for a while.
    EXPECT_THAT(refusal(beside("", empty)),
                AllOf(HasSubstr("aiex.npu.load_pdi: reconfiguration during the run"),
                      HasSubstr("with design.aie_device (77:7)"), Not(HasSubstr("left out"))));
    EXPECT_THAT(refusal(beside("    %t = aie.tile(0, 2)\n", empty + "\n" + main)),
                HasSubstr("aiex.npu.load_pdi: reconfiguration during the run"));
}

TEST(Limits, OfNumbersThatGoIntoBdsAreNotInTheStream) {
    const std::string number = "%n = arith.constant 6 : i32\n      ";
    const std::string field = "aiex.npu.assert_bd_field(%n) {max = ";
    const std::string divisible = "aiex.npu.assert_bd_divisible(%n) {divisor = ";
    const auto text = [&](const std::string& words) {
        return beginning_with(text_of("scale_2026.mlir"), number + words + " : i32} : i32");
    };
    EXPECT_EQ(cycles_of(text(field + "6")), cycles_of(text_of("scale_2026.mlir")));
    EXPECT_EQ(cycles_of(text(divisible + "3")), cycles_of(text_of("scale_2026.mlir")));
    EXPECT_THAT(refusal(text(field + "5")),
                HasSubstr("'value' of aiex.npu.assert_bd_field is 6; allowed: 0 to 5"));
    EXPECT_THAT(refusal(text("aiex.npu.assert_bd_field(%n) {min = 7 : i32, max = 9")),
                HasSubstr("'value' of aiex.npu.assert_bd_field is 6; allowed: 7 to 9"));
    EXPECT_THAT(refusal(with(text(field + "6"), "constant 6", "constant -1")),
                HasSubstr("'value' of aiex.npu.assert_bd_field is -1; allowed: 0 to 6"));
    EXPECT_THAT(refusal(text(divisible + "4")),
                HasSubstr("'value' of aiex.npu.assert_bd_divisible is 6; allowed: multiples of 4"));
    EXPECT_TRUE(read(with(text("aiex.npu.assert_bd_divisible(%n) {allow_unit, divisor = 4"),
                          "constant 6", "constant 1"))
                    .losses.empty());
}

TEST(Subview, WithGapsIsRefused) {
    const std::string text = text_of("scale_2026.mlir");
    EXPECT_THAT(
        refusal(beginning_with(text,
                               "%p = memref.subview %arg0[0] [16] [2] : memref<2048xi32> to "
                               "memref<16xi32, strided<[2]>>")),
        HasSubstr("selects a part with gaps; allowed: contiguous elements"));
}

}  // namespace
}  // namespace xdnasim::design
