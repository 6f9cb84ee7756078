// Attributes of operations that the reader of designs does not know.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/workloads/design/design_text.hpp"
#include "test/workloads/design/fifo_designs.hpp"
#include "workloads/design/ir/attributes.hpp"

namespace xdnasim::design {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::vector<std::string> unknown_in(const std::string& text) {
    return with_places(read(text).unknown);
}

TEST(UnknownAttributes, AreNotedWithTheirPlace) {
    const std::string text =
        with(text_of("scale_2026.mlir"), "aie.tile(0, 2)", "aie.tile(0, 2) {frobnicate = 3 : i32}");
    const Design design = read(text);
    EXPECT_THAT(unknown_in(text), ElementsAre("'frobnicate' of aie.tile (6:5)"));
    EXPECT_TRUE(design.losses.empty());
    const schedule::Line line = DesignWorkload{design, "f", "d"}.summary().back();
    EXPECT_EQ(line.label, "note");
    EXPECT_EQ(line.shown(),
              "unknown, and ignored: 'frobnicate' of aie.tile (6:5); this may change the "
              "result");
    EXPECT_EQ(cycles_of(text), cycles_of(text_of("scale_2026.mlir")));
}

TEST(UnknownAttributes, AreFoundWhereverTheyStand) {
    // In the generic form, on an operation that is lowered, inside a region, and after a region.
    const std::string generic = text_of("scale_generic.mlir");
    EXPECT_THAT(unknown_in(with(generic, "<{col", "<{frobnicate = 3 : i32, col")),
                ElementsAre("'frobnicate' of aie.tile (8:5)"));
    const std::string source = text_of("one_core.mlir");
    EXPECT_THAT(unknown_in(with(source, "2 : i32) :", "2 : i32) {frobnicate} :")),
                ElementsAre("'frobnicate' of aie.objectfifo (8:5)"));
    const std::string early = text_of("scale_2024.mlir");
    EXPECT_THAT(unknown_in(with(early, "next_bd_id = 1", "frobnicate = 0, next_bd_id = 1")),
                ElementsAre(HasSubstr("'frobnicate' of aie.dma_bd")));
    EXPECT_THAT(unknown_in(with(source, "aie.end\n    }", "aie.end\n    } {frobnicate = {a = 1}}")),
                ElementsAre("'frobnicate' of aie.core (9:5)"));
}

TEST(UnknownAttributes, AreNoneOfThoseThatMlirAieWrites) {
    int designs = 0;
    for (const char* name : {"gemm_one_core.mlir", "one_core.mlir", "scale_2024.mlir",
                             "scale_2026.mlir", "scale_generic.mlir", "scale_source.mlir"}) {
        EXPECT_THAT(unknown_in(text_of(name)), testing::IsEmpty()) << name;
        ++designs;
    }
    EXPECT_EQ(designs, 6);
    // Attributes of other dialects, whose names begin with the dialect and a dot, are accepted.
    EXPECT_THAT(unknown_in(with(text_of("scale_2026.mlir"), "aie.tile(0, 2)",
                                "aie.tile(0, 2) {air.herd = 3 : i32}")),
                testing::IsEmpty());
}

TEST(UnknownAttributes, AreNamedBesideWhatStopsTheImport) {
    const std::string text =
        with(text_of("scale_2026.mlir"), "    %shim_noc_tile_0_0 = aie.tile(0, 0)\n",
             "    %shim_noc_tile_0_0 = aie.tile(0, 0) {frobnicate = 3}\n    aie.mystery\n");
    EXPECT_THAT(refusal(text), HasSubstr("unknown:\n  'frobnicate' of aie.tile"));
}

TEST(UnreadAttributes, SayWhatTheRunLeavesOut) {
    const std::string task = text_of("scale_2026.mlir");
    const std::string bd = "strides = [0, 0, 0, 1])";
    const auto of_bd = [&](const std::string& attribute) {
        return losses_of(with(task, bd, bd + " {" + attribute + "}"));
    };
    EXPECT_THAT(of_bd("offset_parameter = @where"),
                ElementsAre(HasSubstr("'offset_parameter' of aie.dma_bd: nothing is added to the "
                                      "address")));
    EXPECT_THAT(of_bd("offset_state_table_idx = 0 : ui8"),
                ElementsAre(HasSubstr("'offset_state_table_idx' of aie.dma_bd: nothing is added")));
    EXPECT_THAT(of_bd("length_parameter = @more"),
                ElementsAre(HasSubstr("'length_parameter' of aie.dma_bd: nothing is added to the "
                                      "length")));
    const std::string routed = text_of("scale_2024.mlir");
    const std::string amsel = "aie.amsel<5> (3)";
    EXPECT_THAT(losses_of(with(routed, amsel,
                               amsel + " deterministic_merge [<North : 1, 1>, <DMA : 0, 3>]")),
                testing::Contains(HasSubstr("deterministic_merge of aie.amsel, by which the "
                                            "arbiter takes packets from its slave ports in turn")));
}

TEST(UnreadAttributes, OfTheScratchpadAreRefusedWhereTheirValuesAreUsed) {
    const std::string text = text_of("scale_2026.mlir");
    const std::string before = "      %t0 =";
    for (const std::string operation :
         {"aiex.npu.create_scratchpad {size = 128 : ui32}",
          "aiex.npu.update_from_scratchpad<incr> {state_table_idx = 0 : ui8, address = 0 : ui32}",
          "aiex.sync_scratchpad_parameters_from_host"})
        EXPECT_THAT(refusal(with(text, before, fmt::format("      {}\n{}", operation, before))),
                    HasSubstr("the host gives scratchpad parameters their values during the run. "
                              "Put constants in their place (75:7)"));
    const std::string constant = "%c8 = arith.constant 8 : index";
    EXPECT_THAT(refusal(with(text, constant,
                             constant + "\n      %p = aiex.read_scratchpad_parameter @foo : i32")),
                HasSubstr("aiex.read_scratchpad_parameter: its value is known only during the run. "
                          "Put a constant in its place (22:7)"));
}

TEST(UnknownAttributes, AreToldFromThoseThatFormsName) {
    EXPECT_TRUE(ir::knows_attribute("aie.tile", "col"));
    EXPECT_TRUE(ir::knows_attribute("aie.objectfifo.acquire", "objFifo_name"));
    EXPECT_TRUE(ir::knows_attribute("aiex.npu.write32", "column"));
    EXPECT_FALSE(ir::knows_attribute("aie.tile", "repeat_count"));
    EXPECT_FALSE(ir::knows_attribute("aie.dma_bd", "len off"));
    EXPECT_TRUE(ir::knows_attribute("aie.mystery", "frobnicate"));
}

}  // namespace
}  // namespace xdnasim::design
