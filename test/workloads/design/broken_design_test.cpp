// Designs that are broken or have unused parts, and what a run or an import reports about them.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/workloads/design/design_text.hpp"

namespace xdnasim::design {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;

std::string fault_of(const std::string& text) {
    try {
        static_cast<void>(cycles_of(text));
    } catch (const base::Error& error) {
        EXPECT_EQ(error.code(), base::ExitCode::Deadlock);
        return error.what();
    }
    return "none";
}

constexpr const char* kAwait = "aiex.npu.dma_wait {symbol = @out}";

TEST(FaultOfADesign, SaysWhichTaskTheQueueHasNoRoomFor) {
    // A sequence that writes to the queue's register itself does not poll for room.
    std::string more;
    for (int task = 0; task < 7; ++task)
        more +=
            "aiex.npu.push_queue (0, 0, MM2S:0) {bd_id = 1 : i32, issue_token = false, "
            "repeat_count = 0 : i32}\n";
    EXPECT_THAT(fault_of(with(text_of("scale_2024.mlir"), kAwait, more + kAwait)),
                AllOf(HasSubstr("pushes BD 1 to MM2S 0 of shim (0,0), whose task queue is full"),
                      HasSubstr("design.mlir:84:1")));
}

TEST(FaultOfADesign, SaysWhichTransferRewritesABdInUse) {
    const std::string text = with(text_of("scale_2024.mlir"), "{id = 0 : i64, metadata = @out}",
                                  "{id = 1 : i64, metadata = @out}");
    EXPECT_THAT(fault_of(text), AllOf(HasSubstr("rewrites BD 1 of shim (0,0) while a task"),
                                      HasSubstr("design.mlir:78:7")));
}

TEST(FaultOfADesign, SaysWhichReleaseALockHasNoRoomFor) {
    const std::string text =
        with(text_of("scale_2024.mlir"), "aie.use_lock(%in_prod_lock, Release, 1)",
             "aie.use_lock(%in_prod_lock, Release, 60)");
    EXPECT_THAT(fault_of(with(text, "aie.use_lock(%in_prod_lock, Release, 1)",
                              "aie.use_lock(%in_prod_lock, Release, 60)")),
                AllOf(HasSubstr("'in_prod_lock' would become"), HasSubstr("design.mlir:65:7")));
}

TEST(FaultOfADesign, NamesTheLinesOfFlowsThatEndAtOnePort) {
    const std::string text =
        with(text_of("scale_2026.mlir"), "    aie.flow(",
             "    aie.flow(%shim_noc_tile_0_0, DMA : 1, %tile_0_2, DMA : 0)\n    aie.flow(");
    EXPECT_THAT(input_error([&] { cycles_of(text); }),
                AllOf(HasSubstr("design.mlir: flows "), HasSubstr("(15:5) "), HasSubstr("(16:5) "),
                      HasSubstr("both use (0,2) master DMA:0")));
}

TEST(UnusedFlow, IsLeftOutWithoutEffect) {
    const std::string text =
        with(text_of("scale_2026.mlir"), "    aie.flow(",
             "    %mem = aie.tile(0, 1)\n    aie.flow(%shim_noc_tile_0_0, DMA : 1, %mem, DMA : 0)\n"
             "    aie.flow(");
    const Design design = read(text);
    ASSERT_EQ(design.ignored.size(), 1U);
    EXPECT_EQ(to_string(design.ignored[0]),
              "flow '(0,0) slave DMA:1', through which nothing is sent (16:5)");
    EXPECT_EQ(cycles_of(text), cycles_of(text_of("scale_2026.mlir")));
}

TEST(UnusedFlow, IsALossWhereItsEndTakesNothing) {
    const std::string text =
        with(text_of("scale_2026.mlir"), "    aie.flow(",
             "    %mem = aie.tile(0, 1)\n    aie.flow(%tile_0_2, DMA : 0, %mem, DMA : 0)\n"
             "    aie.flow(");
    const Design design = read(text);
    ASSERT_EQ(design.losses.size(), 1U);
    EXPECT_THAT(
        to_string(design.losses[0]),
        AllOf(HasSubstr("ends at (0,1) master DMA:0, which has no task"), HasSubstr("(16:5)")));
    // The core's output stalls, because one of its two sinks takes nothing.
    EXPECT_THAT(fault_of(text), HasSubstr("deadlock"));
}

TEST(MissingFlow, IsNamedByTheChannelsThatItShouldReach) {
    const std::string text = with(text_of("scale_2026.mlir"),
                                  "aie.flow(%shim_noc_tile_0_0, DMA : 0, %tile_0_2, DMA : 0)", "");
    EXPECT_THAT(refusal(text),
                AllOf(HasSubstr("'in' ((0,0) slave DMA:0) has a task, but no flow starts there "
                                "(79:7)"),
                      HasSubstr("'in_buff_0' ((0,2) master DMA:0) has a task, but no flow ends "
                                "there (53:7)")));
}

TEST(SecondFlow, IsRefusedWithThePlaceOfTheFirst) {
    const std::string flow = "    aie.flow(%tile_0_2, DMA : 0, %shim_noc_tile_0_0, DMA : 0)\n";
    EXPECT_THAT(refusal(with(text_of("scale_2026.mlir"), flow, flow + flow)),
                HasSubstr("design.mlir:17:5: a second flow from (0,2) slave DMA:0 to (0,0) master "
                          "DMA:0; the first one: design.mlir:16:5"));
}

TEST(MissingConnection, InAShimMuxIsFound) {
    const std::string text =
        with(text_of("scale_2024.mlir"), "      aie.connect<DMA : 0, North : 3>\n", "");
    EXPECT_THAT(refusal(text), HasSubstr("'in' ((0,0) slave DMA:0) has a task, but no flow starts "
                                         "there (76:7)"));
}

/// scale_2024.mlir with packets in place of the circuit from the core to the shim.
std::string with_packets() {
    std::string text = text_of("scale_2024.mlir");
    text = with(text, "      aie.connect<North : 0, South : 2>\n",
                "      %p0 = aie.amsel<0> (0)\n"
                "      %p1 = aie.masterset(South : 2, %p0)\n"
                "      aie.packet_rules(North : 0) {\n        aie.rule(31, 3, %p0)\n      }\n");
    text = with(text, "      aie.connect<North : 0, South : 0>\n",
                "      %p0 = aie.amsel<0> (0)\n      %p1 = aie.masterset(South : 0, %p0)\n"
                "      aie.packet_rules(North : 0) {\n        aie.rule(31, 3, %p0)\n      }\n");
    text = with(text, "      aie.connect<DMA : 0, South : 0>\n",
                "      %p0 = aie.amsel<0> (0)\n      %p1 = aie.masterset(South : 0, %p0)\n"
                "      aie.packet_rules(DMA : 0) {\n        aie.rule(31, 3, %p0)\n      }\n");
    for (const char* buffer : {"{bd_id = 2 : i32", "{bd_id = 3 : i32"})
        text = with(text, buffer,
                    "{packet = #aie.packet_info<pkt_type = 0, pkt_id = 3>, " +
                        std::string{buffer}.substr(1));
    return with(text, "    aie.wire(",
                "    aie.packet_flow(3) {\n      aie.packet_source<%tile_0_2, DMA : 0>\n"
                "      aie.packet_dest<%tile_0_0, DMA : 0>\n    }\n    aie.wire(");
}

TEST(PacketRoute, IsTakenAsTheSwitchesHaveIt) {
    const Design design = read(with_packets());
    EXPECT_THAT(design.losses, IsEmpty());
    ASSERT_EQ(design.schedule.routes.size(), 2U);
    // The only difference is a header word for each of eight BDs.
    EXPECT_GT(cycles_of(with_packets()), cycles_of(text_of("scale_2024.mlir")));
}

TEST(PacketRoute, ThatIsBrokenIsNotMended) {
    const auto refused = [](const std::string& from, const std::string& to) {
        return refusal(with(with_packets(), from, to));
    };
    const auto named = AllOf(HasSubstr("packets with id 3 from (0,2) slave DMA:0, which the "
                                       "switches do not lead to (0,0) master DMA:0"),
                             HasSubstr("(125:5)"));
    EXPECT_THAT(refused("packet_rules(DMA : 0) {\n        aie.rule(31, 3, %p0)",
                        "packet_rules(DMA : 0) {\n        aie.rule(31, 4, %p0)"),
                named);
    EXPECT_THAT(refused("aie.masterset(South : 2, %p0)", "aie.masterset(South : 3, %p0)"), named);
}

TEST(PacketRoute, IsThatOfTheFirstRuleOfAPortThatTakesThePacket) {
    const std::string rule = "packet_rules(DMA : 0) {\n        aie.rule(31, 3, %p0)\n";
    const auto with_rules = [&](const std::string& rules) {
        return with(with(with_packets(), rule, "packet_rules(DMA : 0) {\n" + rules),
                    "%p1 = aie.masterset(South : 0, %p0)\n      aie.packet_rules(DMA : 0)",
                    "%p1 = aie.masterset(South : 0, %p0)\n      %p2 = aie.amsel<1> (0)\n      "
                    "%p3 = aie.masterset(South : 1, %p2)\n      aie.packet_rules(DMA : 0)");
    };
    const std::string right = "        aie.rule(31, 3, %p0)\n";
    const std::string astray = "        aie.rule(0, 0, %p2)\n";
    EXPECT_EQ(cycles_of(with_rules(right + astray)), cycles_of(with_packets()));
    EXPECT_THAT(refusal(with_rules(astray + right)),
                HasSubstr("which the switches do not lead to"));
    // A rule for an id that no packet has, and a second rule with the same destination, have no
    // effect.
    for (const char* second : {"        aie.rule(31, 4, %p2)\n", "        aie.rule(3, 3, %p0)\n"})
        EXPECT_NO_THROW(static_cast<void>(read(with_rules(right + second))));
}

}  // namespace
}  // namespace xdnasim::design
