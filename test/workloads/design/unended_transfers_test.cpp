// Transfers to the host that have not ended when the run does, because the sequence awaits others.

#include <string>

#include <gtest/gtest.h>

#include "test/workloads/design/run_with_data.hpp"

namespace xdnasim::design {
namespace {

/// The note of a run whose core doubles 128 numbers and whose sequence has `transfers` in place of
/// the one transfer of all results to the host.
std::string note_of(const std::string& transfers) {
    const std::string whole =
        "      aiex.npu.dma_memcpy_nd(%b[0, 0, 0, 0][1, 1, 1, 128][0, 0, 0, 1]) {id = 1 : i64, "
        "metadata = @out, issue_token = true} : memref<128xi32>\n"
        "      aiex.npu.dma_wait {symbol = @out}\n";
    const std::string text = with(
        one_core("i32", each("i32", "          %y = arith.addi %x, %x : i32\n")), whole, transfers);
    const TemporaryFolder folder;
    const problem::Problem problem = problem::load_problem(folder.write("design.mlir", text), {});
    return backends::make_systemc_backend()->run(map_problem(problem), problem.device, {}).note;
}

std::string to_host(const std::string& of_argument) {
    return "      aiex.npu.dma_memcpy_nd(%b" + of_argument +
           ") {id = 1 : i64, metadata = @out} : memref<128xi32>\n";
}

std::string task_to_host(const std::string& name, const std::string& part,
                         const std::string& token = "") {
    return "      %" + name +
           " = aiex.dma_configure_task_for @out {\n        aie.dma_bd(%b : memref<128xi32>, " +
           part + ")\n        aie.end\n      }" + token + "\n      aiex.dma_start_task(%" + name +
           ")\n";
}

const std::string kWaitForOut = "      aiex.npu.dma_wait {symbol = @out}\n";

TEST(TransfersToTheHost, AreNotedWhereTheRunEndsBefore) {
    // The core sends only as many words as the first of the two transfers takes.
    const std::string more =
        with(to_host("[0, 0, 0, 0][2, 1, 1, 32][32, 0, 0, 1]"), "id = 1", "id = 2");
    EXPECT_EQ(note_of(to_host("[0, 0, 0, 0][1, 1, 1, 128][0, 0, 0, 1]") + more + kWaitForOut),
              "when the run ends, shim (0,0) S2MM 0 has 256 bytes left to write; this changes the "
              "result");
}

TEST(TransfersToTheHost, AreNotNotedWhereEachIsAwaited) {
    const std::string second =
        with(to_host("[0, 0, 0, 64][1, 1, 1, 64][0, 0, 0, 1]"), "id = 1", "id = 2");
    EXPECT_EQ(note_of(to_host("[0, 0, 0, 0][1, 1, 1, 64][0, 0, 0, 1]") + second + kWaitForOut +
                      kWaitForOut),
              "");
}

TEST(TransfersToTheHost, AreNotNotedWhereALaterOneOfTheirChannelIsAwaited) {
    EXPECT_EQ(note_of(task_to_host("first", "0, 64") +
                      task_to_host("second", "64, 64", " {issue_token = true}") +
                      "      aiex.dma_await_task(%second)\n"),
              "");
}

}  // namespace
}  // namespace xdnasim::design
