// Routes of object FIFOs: packets instead of a circuit, and channels that the FIFO names.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/workloads/design/fifo_designs.hpp"

namespace xdnasim::design {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

TEST(PacketFifos, HaveAPacketFlowToAllConsumers) {
    EXPECT_THAT(lowered_text(fifo_device(
                    fifo("of", "%a, {%east, %far}, 2 : i32", 64, "{packet, packet_id = 5 : i8}"))),
                AllOf(HasSubstr("aie.packet_flow(5) {\n"
                                "      aie.packet_source<%a, DMA : 0>\n"
                                "      aie.packet_dest<%east, DMA : 0>\n"
                                "      aie.packet_dest<%far, DMA : 0>\n"),
                      HasSubstr("aie.dma_bd(%of_buff_1 : memref<64xi32>, 0, 64) "
                                "{packet = #aie.packet_info<pkt_type = 0, pkt_id = 5>}"),
                      HasSubstr("aie.dma_bd(%of_0_cons_buff_1 : memref<64xi32>, 0, 64)\n"),
                      Not(HasSubstr("aie.flow("))));
}

TEST(PacketFifos, WithoutAnIdGetOneThatNoOtherFlowHas) {
    const std::string text = lowered_text(
        fifo_device("    aie.packet_flow(0) {\n      aie.packet_source<%b, DMA : 1>\n"
                    "      aie.packet_dest<%far, DMA : 1>\n    }\n" +
                    fifo("one", "%shim, {%a}, 2 : i32", 64, "{packet}") +
                    fifo("two", "%a, {%far}, 2 : i32", 64, "{packet, packet_id = 1 : i8}") +
                    fifo("three", "%a, {%far}, 2 : i32", 64, "{packet}")));
    EXPECT_THAT(text, AllOf(HasSubstr("aie.packet_flow(2) {\n      aie.packet_source<%shim"),
                            HasSubstr("aie.packet_flow(3) {\n      aie.packet_source<%a, DMA : 1>"),
                            HasSubstr("aie.shim_dma_allocation @one_shim_alloc (%shim, MM2S, 0, "
                                      "<pkt_type = 0, pkt_id = 2>)")));
}

TEST(PacketFifos, WithoutAnIdGetNoneThatTheMaskOfAFlowClaims) {
    // 0 to 3 are claimed.
    EXPECT_THAT(lowered_text(fifo_device("    aie.packet_flow(0x2, mask = 0x1c) {\n"
                                         "      aie.packet_source<%b, DMA : 1>\n"
                                         "      aie.packet_dest<%far, DMA : 1>\n    }\n" +
                                         fifo("of", "%shim, {%a}, 2 : i32", 64, "{packet}"))),
                HasSubstr("aie.packet_flow(4) {\n      aie.packet_source<%shim"));
}

TEST(PacketFifos, RunAsLongAsCircuitsAndTheWordsOfTheirHeaders) {
    const std::string circuit = text_of("scale_source.mlir");
    const std::string out = "{%shim_noc_tile_0_0}, 2 : i32)";
    const std::string packets = with(circuit, out, out + " {packet}");
    // Each object has a header of one word. All but the last header are sent while the core
    // computes.
    const std::int64_t more = cycles_of(packets) - cycles_of(circuit);
    EXPECT_GE(more, 1);
    EXPECT_LE(more, 8);
}

TEST(FifoChannels, FromShimToShimGoByTheNameOfTheEndThatSends) {
    std::string device = fifo_device(fifo("on", "%shim, {%other}, 2 : i32"));
    device.insert(device.find("    %mem"), "    %other = aie.tile(1, 0)\n");
    const std::string text = lowered_text(device);
    EXPECT_THAT(text, AllOf(HasSubstr("aie.shim_dma_allocation @on_shim_alloc (%shim, MM2S, 0)"),
                            HasSubstr("aie.flow(%shim, DMA : 0, %other, DMA : 0)"),
                            Not(HasSubstr("(%other, S2MM"))));
}

TEST(FifoChannels, AreThoseThatTheFifoNames) {
    // The FIFO that names its channels comes second, and gets them nevertheless.
    const std::string text = lowered_text(
        fifo_device(fifo("any", "%shim, {%a}, 2 : i32") +
                    fifo("named", "%mem, {%far, %a}, 2 : i32", 64,
                         "{prod_dma_channel = 3 : i32, cons_dma_channels = array<i32: -1, 0>}")));
    EXPECT_THAT(text, AllOf(HasSubstr("aie.flow(%shim, DMA : 0, %a, DMA : 1)"),
                            HasSubstr("aie.flow(%mem, DMA : 3, %far, DMA : 0)"),
                            HasSubstr("aie.flow(%mem, DMA : 3, %a, DMA : 0)")));
}

TEST(FifoChannels, AreNotThoseOfAllocationsInTheText) {
    int forms = 0;
    for (const char* allocation :
         {"aie.shim_dma_allocation @own (%shim, MM2S, 0)",
          "aie.shim_dma_allocation @own(MM2S, 0, 0)",
          "\"aie.shim_dma_allocation\"(%shim) <{channel_dir = 1 : i32, channel_index = 0 : i64, "
          "sym_name = \"own\"}> : (index) -> ()",
          "\"aie.shim_dma_allocation\"() <{channel_dir = 1 : i32, channel_index = 0 : i64, "
          "col = 0 : i64, sym_name = \"own\"}> : () -> ()"}) {
        EXPECT_THAT(lowered_text(fifo_device(fmt::format("    {}\n", allocation) +
                                             fifo("in", "%shim, {%a}, 2 : i32") +
                                             fifo("out", "%a, {%shim}, 2 : i32"))),
                    AllOf(HasSubstr("aie.flow(%shim, DMA : 1, %a, DMA : 0)"),
                          // The allocation is for the other direction.
                          HasSubstr("aie.flow(%a, DMA : 0, %shim, DMA : 0)")))
            << allocation;
        ++forms;
    }
    EXPECT_EQ(forms, 4);
}

TEST(FifoChannels, AreThoseOfAllocationsForPacketsOnlyWhereTheFifoSendsPackets) {
    const auto with_allocation = [](const std::string& options) {
        return lowered_text(
            fifo_device("    aie.shim_dma_allocation @own (%shim, MM2S, 0, <pkt_type = 0, "
                        "pkt_id = 7>)\n" +
                        fifo("in", "%shim, {%a}, 2 : i32", 64, options)));
    };
    EXPECT_THAT(with_allocation(""), HasSubstr("aie.flow(%shim, DMA : 1, %a, DMA : 0)"));
    EXPECT_THAT(with_allocation("{packet}"), HasSubstr("aie.packet_source<%shim, DMA : 0>"));
    EXPECT_THAT(with_allocation("{packet, prod_dma_channel = 0 : i32}"),
                HasSubstr("aie.packet_source<%shim, DMA : 0>"));
}

TEST(FifoChannels, AreRefusedWhereTheTileHasNoneOrTheyAreTaken) {
    const auto refused = [](const std::string& options, const std::string& more = "") {
        return refused_by_lowering(
            fifo_device(more + fifo("of", "%shim, {%a}, 2 : i32", 64, options)));
    };
    EXPECT_THAT(refused("{prod_dma_channel = 2 : i32}"),
                HasSubstr("object FIFO 'of' names MM2S 2 of shim (0,0), which has 2 channels"));
    const std::string other =
        fifo("other", "%shim, {%b}, 2 : i32", 64, "{prod_dma_channel = 1 : i32}");
    EXPECT_THAT(refused("{prod_dma_channel = 1 : i32}", other),
                HasSubstr("object FIFO 'of' names MM2S 1 of shim (0,0), which is taken"));
    EXPECT_THAT(refused("{prod_dma_channel = 1 : i32}",
                        "    aie.shim_dma_allocation @own (%shim, MM2S, 1)\n"),
                HasSubstr("object FIFO 'of' names MM2S 1 of shim (0,0), which is taken"));
    EXPECT_THAT(refused("",
                        "    aie.shim_dma_allocation @one (%shim, MM2S, 1)\n"
                        "    aie.shim_dma_allocation @none (%shim, MM2S, 0)\n"),
                HasSubstr("object FIFO 'of' needs an MM2S channel of shim (0,0), which has 2; all "
                          "are taken"));
    EXPECT_THAT(refused("{cons_dma_channels = array<i32: 0, 1>}"),
                HasSubstr("has 2 numbers for 1 consumer"));
    EXPECT_THAT(refused("{cons_dma_channels = array<i32: -2>}"),
                HasSubstr("has '-2'; allowed: -1"));
}

}  // namespace
}  // namespace xdnasim::design
