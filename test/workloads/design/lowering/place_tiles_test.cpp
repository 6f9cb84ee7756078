// Tiles whose place the design leaves open.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/workloads/design/design_text.hpp"
#include "test/workloads/design/fifo_designs.hpp"

namespace xdnasim::design {
namespace {

using testing::AllOf;
using testing::HasSubstr;

TEST(LogicalTiles, ArePlacedInTurnAndNextToTheirCores) {
    std::string text =
        fifo_device(fifo("in", "%s, {%m}, 2 : i32") + fifo("on", "%m, {%p, %q}, 2 : i32") +
                    "    aie.objectfifo.link [@in] -> [@on]([] [])\n");
    text = with(text, "    %shim = ",
                "    %p = aie.logical_tile<CoreTile>(?, ?)\n"
                "    %q = aie.logical_tile<CoreTile>(3, ?)\n"
                "    %m = aie.logical_tile<MemTile>(?, ?)\n"
                "    %s = aie.logical_tile<ShimNOCTile>(?, ?)\n    %shim = ");
    // (0,2) and (0,3) are taken by %a and %b; the mean of columns 0 and 3 is 1.5.
    EXPECT_THAT(lowered_text(text),
                AllOf(HasSubstr("%p = aie.tile(0, 4)\n    %q = aie.tile(3, 2)\n"
                                "    %m = aie.tile(2, 1)\n    %s = aie.tile(2, 0)\n    %shim"),
                      HasSubstr("aie.flow(%m, DMA : 0, %p, DMA : 0)")));
    EXPECT_EQ(read(text).schedule.flows.size(), 2U);
}

TEST(LogicalTiles, AreRefusedWithTheirPlace) {
    const auto says = [](const std::string& tile) {
        return refused_by_lowering(
            with(fifo_device(""), "    %shim = ", "    %p = " + tile + "\n    %shim = "));
    };
    EXPECT_THAT(says("aie.logical_tile<CoreTile>(0, 2)"),
                HasSubstr("design.mlir:3:5: core cannot be placed at (0,2)"));
    EXPECT_THAT(says("aie.logical_tile<CoreTile>(0, 1)"), HasSubstr("cannot be placed at (0,1)"));
    EXPECT_THAT(says("aie.logical_tile<MemTile>(9, ?)"),
                HasSubstr("'col' of aie.logical_tile is 9"));
    EXPECT_THAT(says("aie.logical_tile<Core>(?, ?)"), HasSubstr("allowed: CoreTile, MemTile"));
}

}  // namespace
}  // namespace xdnasim::design
