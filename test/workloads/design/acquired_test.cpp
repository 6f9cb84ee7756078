// Acquires whose results are the objects themselves, as mlir-aie writes them since mid-2026.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/workloads/design/design_text.hpp"
#include "test/workloads/design/fifo_designs.hpp"
#include "test/workloads/design/run_with_data.hpp"

namespace xdnasim::design {
namespace {

using testing::HasSubstr;

/// A core that takes two objects at a time by `acquire` and calls a kernel with `first` and
/// `second`.
std::string taking_two(const std::string& acquire, const std::string& first,
                       const std::string& second) {
    return fifo_device(
        fifo("of", "%shim, {%a}, [4 : i32, 4 : i32]"),
        "    func.func private @f(memref<64xi32>, memref<64xi32>)\n"
        "    %core = aie.core(%a) {\n"
        "      %0 = arith.constant 0 : index\n      %1 = arith.constant 1 : index\n"
        "      %4 = arith.constant 4 : index\n"
        "      scf.for %i = %0 to %4 step %1 {\n" +
            acquire + "        func.call @f(" + first + ", " + second +
            ") : (memref<64xi32>, memref<64xi32>) -> ()\n"
            "        aie.objectfifo.release @of(Consume, 1)\n      }\n      aie.end\n    }\n");
}

/// The numbers of the buffers that the core passes, call by call.
std::vector<std::pair<int, int>> passed(const schedule::CoreBody& body) {
    std::vector<std::pair<int, int>> buffers;
    for (const schedule::CoreOp& operation : body) {
        if (const auto* call = std::get_if<schedule::Call>(&operation.op))
            buffers.emplace_back(call->arguments.at(0).buffer.index,
                                 call->arguments.at(1).buffer.index);
        if (const auto* loop = std::get_if<schedule::Loop>(&operation.op))
            for (std::int64_t round = 0; round < loop->count.value_or(0); ++round)
                for (const auto& pair : passed(loop->body))
                    buffers.push_back(pair);
    }
    return buffers;
}

std::vector<std::pair<int, int>> passed(const std::string& text) {
    const Design design = read(text);
    for (const schedule::TileProgram& tile : design.schedule.tiles)
        if (tile.tile == arch::TileId{0, 2}) return passed(tile.core);
    return {};
}

TEST(Acquired, AreTheObjectsThatAViewHas) {
    const std::vector<std::pair<int, int>> windows{{0, 1}, {1, 2}, {2, 3}, {3, 0}};
    const std::string type = "memref<64xi32>";
    EXPECT_EQ(passed(taking_two("        %v:2 = aie.objectfifo.acquire @of(Consume, 2) : " + type +
                                    ", " + type + "\n",
                                "%v#0", "%v#1")),
              windows);
    EXPECT_EQ(passed(taking_two("        %p, %q = aie.objectfifo.acquire @of (Consume, 2) : " +
                                    type + ", " + type + "\n",
                                "%p", "%q")),
              windows);
    EXPECT_EQ(passed(taking_two(
                  "        %v:2 = \"aie.objectfifo.acquire\"() <{objFifo_name = @of, port = 1 : "
                  "i32}> : () -> (" +
                      type + ", " + type + ")\n",
                  "%v#0", "%v#1")),
              windows);
}

TEST(Acquired, HaveTheNumberAndTheTypeThatTheFifoSays) {
    const auto refused = [](const std::string& types) {
        return refusal(
            taking_two("        %p, %q = aie.objectfifo.acquire @of(Consume, 2) : " + types + "\n",
                       "%p", "%q"));
    };
    EXPECT_THAT(refused("memref<64xi32>"),
                HasSubstr("'size' of aie.objectfifo.acquire is 2, but the acquire lists 1 type"));
    EXPECT_THAT(refused("memref<64xi32>, memref<32xi32>"),
                HasSubstr("has 128 bytes; an object of the FIFO has 256 bytes"));
}

using AcquiredWithData = RunWithData;

TEST_F(AcquiredWithData, HoldWhatHasCome) {
    const std::string text = with(
        with(one_core("i32", each("i32", "          %y = arith.addi %x, %x : i32\n")),
             "%i = aie.objectfifo.acquire @in(Consume, 1) : !aie.objectfifosubview<memref<16xi32>>",
             "%in = aie.objectfifo.acquire @in(Consume, 1) : memref<16xi32>"),
        "        %in = aie.objectfifo.subview.access %i[0] : "
        "!aie.objectfifosubview<memref<16xi32>> -> memref<16xi32>\n",
        "");
    expect_each<std::int32_t>(text, [](std::int32_t value) { return value + value; });
}

TEST_F(AcquiredWithData, AreToldApartByTheirNumber) {
    // The second object of each pair is written to the output twice.
    std::string text =
        one_core("i32", R"(        memref.copy %v#1, %out : memref<16xi32> to memref<16xi32>
        aie.objectfifo.release @out(Produce, 1)
        %next = aie.objectfifo.acquire @out(Produce, 1) : memref<16xi32>
        memref.copy %v#1, %next : memref<16xi32> to memref<16xi32>
)");
    text = with(text, "scf.for %round = %0 to %8", "scf.for %round = %0 to %4");
    text =
        with(text,
             "%i = aie.objectfifo.acquire @in(Consume, 1) : !aie.objectfifosubview<memref<16xi32>>",
             "%v:2 = aie.objectfifo.acquire @in(Consume, 2) : memref<16xi32>, memref<16xi32>");
    text = with(text,
                "        %in = aie.objectfifo.subview.access %i[0] : "
                "!aie.objectfifosubview<memref<16xi32>> -> memref<16xi32>\n",
                "");
    text = with(text, "aie.objectfifo.release @in(Consume, 1)",
                "aie.objectfifo.release @in(Consume, 2)");
    std::vector<std::int32_t> input;
    std::vector<std::int32_t> expected;
    for (int i = 0; i < kElements; ++i) {
        input.push_back(i + 1);
        const int pair = i / (2 * kObject);
        expected.push_back(pair * 2 * kObject + kObject + i % kObject + 1);
    }
    expect_all(text, input, expected);
}

}  // namespace
}  // namespace xdnasim::design
