// Acquires and releases of object FIFOs in the code of cores.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/workloads/design/design_text.hpp"
#include "test/workloads/design/fifo_designs.hpp"
#include "workloads/schedule/operations.hpp"

namespace xdnasim::design {
namespace {

using testing::HasSubstr;

/// The steps of a core in short: "a1" acquires 1, "r1" releases 1, "c0" calls a kernel with buffer
/// 0, "3[...]" is a loop of 3 rounds, "*[...]" an endless one.
std::string steps_of(const schedule::CoreBody& body) {
    std::string text;
    for (const schedule::CoreOp& operation : body) {
        if (const auto* acquire = std::get_if<schedule::Acquire>(&operation.op))
            text += fmt::format("a{} ", acquire->value);
        if (const auto* release = std::get_if<schedule::Release>(&operation.op))
            text += fmt::format("r{} ", release->value);
        if (const auto* call = std::get_if<schedule::Call>(&operation.op)) {
            text += 'c';
            for (const schedule::BufferSlice& slice : call->arguments)
                text += fmt::to_string(slice.buffer.index);
            text += ' ';
        }
        if (const auto* loop = std::get_if<schedule::Loop>(&operation.op))
            text += fmt::format("{}[{}] ", loop->count ? fmt::to_string(*loop->count) : "*",
                                steps_of(loop->body));
    }
    return text;
}

std::string core(const std::string& body) {
    return "    func.func private @f(memref<64xi32>)\n    %core = aie.core(%a) {\n"
           "      %0 = arith.constant 0 : index\n      %1 = arith.constant 1 : index\n"
           "      %7 = arith.constant 7 : index\n      %30000 = arith.constant 30000 : index\n"
           "      %forever = arith.constant 9223372036854775807 : index\n" +
           body + "      aie.end\n    }\n";
}

std::string take(int held, int used, const std::string& name = "v") {
    return fmt::format(
        "      %{2} = aie.objectfifo.acquire @of(Consume, {0}) : "
        "!aie.objectfifosubview<memref<64xi32>>\n"
        "      %e_{2} = aie.objectfifo.subview.access %{2}[{1}] : "
        "!aie.objectfifosubview<memref<64xi32>> -> memref<64xi32>\n"
        "      func.call @f(%e_{2}) : (memref<64xi32>) -> ()\n",
        held, used, name);
}

std::string core_steps(const std::string& depth, const std::string& body) {
    const Design design = read(fifo_device(fifo("of", "%shim, {%a}, " + depth), core(body)));
    for (const schedule::TileProgram& tile : design.schedule.tiles)
        if (tile.tile == arch::TileId{0, 2}) return steps_of(tile.core);
    return "no core";
}

TEST(ObjectFifos, GiveACoreTheirObjectsInTurn) {
    const std::string release = "      aie.objectfifo.release @of(Consume, 1)\n";
    const std::string loop =
        "      scf.for %i = %0 to %7 step %1 {\n" + take(1, 0) + release + "      }\n";
    EXPECT_EQ(core_steps("2 : i32", loop), "3[a1 c0 r1 a1 c1 r1 ] a1 c0 r1 ");
    EXPECT_EQ(core_steps("[2, 3]", loop), "2[a1 c0 r1 a1 c1 r1 a1 c2 r1 ] a1 c0 r1 ");
    // Seven rounds with two buffers: every other time, the loop begins with the second buffer.
    EXPECT_EQ(
        core_steps("2 : i32", "      scf.for %j = %0 to %forever step %1 {\n" + loop + "      }\n"),
        "*[3[a1 c0 r1 a1 c1 r1 ] a1 c0 r1 3[a1 c1 r1 a1 c0 r1 ] a1 c1 r1 ] ");
}

TEST(ObjectFifos, GiveObjectsInTurnInLoopsOfAnyLength) {
    EXPECT_EQ(core_steps("3 : i32", "      scf.for %i = %0 to %30000 step %1 {\n" + take(1, 0) +
                                        "      aie.objectfifo.release @of(Consume, 1)\n      }\n"),
              "15000[a1 c0 r1 a1 c1 r1 ] ");
}

TEST(ObjectFifos, CountWhatACoreHoldsAmongWhatItAcquires) {
    // A window of three objects that moves by one.
    EXPECT_EQ(core_steps("3 : i32", take(2, 1, "first") +
                                        "      scf.for %i = %0 to %7 step %1 {\n" + take(3, 2) +
                                        "      aie.objectfifo.release @of(Consume, 1)\n      }\n"
                                        "      aie.objectfifo.release @of(Consume, 2)\n"),
              "a2 c1 1[a1 c2 r1 a1 c3 r1 a1 c0 r1 a1 c1 r1 ] a1 c2 r1 a1 c3 r1 a1 c0 r1 r2 ");
}

TEST(ObjectFifos, AreNamedWhereTheyAreNotKnown) {
    EXPECT_THAT(refusal(fifo_device(fifo("of", "%shim, {%a}, 2 : i32"),
                                    core("      aie.objectfifo.peek @of(Consume, 1)\n"))),
                HasSubstr("aie.objectfifo.peek is not supported in a core"));
}

TEST(ObjectFifos, AreRefusedInCoresWithTheirPlace) {
    const auto refusal_of = [](const std::string& body) {
        return refusal(fifo_device(fifo("of", "%shim, {%a}, 2 : i32"), core(body)));
    };
    EXPECT_THAT(refusal_of("      aie.objectfifo.release @of(Consume, 1)\n"),
                HasSubstr("the core holds 0 objects of 'of' here"));
    EXPECT_THAT(refusal_of("      aie.objectfifo.release @of(Produce, 1)\n"),
                HasSubstr("core (0,2) is not its producer"));
    EXPECT_THAT(refusal_of(take(1, 1)), HasSubstr("is not a number from 0 to 0"));
    EXPECT_THAT(refusal(fifo_device(fifo("of", "%shim, {%a}, [2, 2]"), core(take(3, 0)))),
                HasSubstr("object FIFO 'of' has 2 objects here"));
}

TEST(ObjectFifos, AreSuggestedToTheSequenceByTheirOwnNames) {
    EXPECT_THAT(
        refusal(with(text_of("scale_source.mlir"), "dma_configure_task_for @out ",
                     "dma_configure_task_for @outt ")),
        HasSubstr("'outt' is neither a shim_dma_allocation of the design nor an object FIFO "
                  "with an end at a shim; did you mean 'out'?"));
}

}  // namespace
}  // namespace xdnasim::design
