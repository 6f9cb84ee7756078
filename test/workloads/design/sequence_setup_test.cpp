// What a runtime sequence does to the array itself: locks, control packets, configurations.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/workloads/design/design_text.hpp"

namespace xdnasim::design {
namespace {

using testing::AllOf;
using testing::HasSubstr;

/// scale_2026.mlir with `words` as the first ones of its sequence.
std::string beginning_with(const std::string& text, const std::string& words) {
    const std::string first = "      %t0 = aiex.dma_configure_task_for @in";
    return with(text, first, "      " + words + "\n" + first);
}

TEST(SetLock, BeforeAllElseIsWhatTheLockBeginsWith) {
    const std::string text = text_of("scale_2026.mlir");
    const std::string unset = with(text, "init = 2 : i32, sym_name = \"in_prod_lock\"",
                                   "init = 0 : i32, sym_name = \"in_prod_lock\"");
    const std::string set = beginning_with(unset, "aiex.set_lock(%in_prod_lock, 2)");
    EXPECT_EQ(cycles_of(set), cycles_of(text));
    const Design design = read(set);
    ASSERT_EQ(design.losses.size(), 1);
    EXPECT_THAT(design.losses.front().what, HasSubstr("aiex.set_lock before all else"));
}

TEST(SetLock, BehindOtherOperationsIsRefusedWithItsPlace) {
    const std::string text =
        with(text_of("scale_2026.mlir"), "      aiex.dma_start_task(%t0)\n",
             "      aiex.dma_start_task(%t0)\n      aiex.set_lock(%in_prod_lock, 2)\n");
    EXPECT_THAT(refusal(text), AllOf(HasSubstr("aiex.set_lock behind other operations"),
                                     HasSubstr("`init` of the lock (80:7)")));
}

TEST(ControlPacket, WritesItsRegistersAsTheCommandProcessorWould) {
    // A word of a buffer in the memory of (0,2): 2 << 20 is its row.
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
    EXPECT_THAT(refusal(reads), HasSubstr("aiex.control_packet that does not write data"));
}

TEST(LoadPdi, OfAnotherDeviceIsAReconfiguration) {
    const std::string text = text_of("scale_2026.mlir");
    EXPECT_EQ(cycles_of(beginning_with(text, "aiex.npu.load_pdi {device_ref = @main}")),
              cycles_of(text));
    EXPECT_THAT(refusal(beginning_with(text, "aiex.npu.load_pdi {device_ref = @other}")),
                HasSubstr("aiex.npu.load_pdi: reconfiguration during the run; allowed:"));
    EXPECT_THAT(refusal(beginning_with(text, "aiex.npu.load_pdi {id = 1 : i32}")),
                HasSubstr("aiex.npu.load_pdi: reconfiguration during the run"));
}

TEST(Subview, WithGapsIsRefused) {
    const std::string text = text_of("scale_2026.mlir");
    EXPECT_THAT(
        refusal(beginning_with(text,
                               "%p = memref.subview %arg0[0] [16] [2] : memref<2048xi32> to "
                               "memref<16xi32, strided<[2]>>")),
        HasSubstr("cuts out a part with gaps; allowed: elements that follow each other"));
}

}  // namespace
}  // namespace xdnasim::design
