// Figures that a run of a design reports: times of cores, bytes, cycles.

#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "backends/analytic/analytic_backend.hpp"
#include "backends/systemc/systemc_backend.hpp"
#include "test/workloads/design/design_text.hpp"

namespace xdnasim::design {
namespace {

using arch::Bytes;
using arch::Cycles;
using testing::HasSubstr;

backends::RunResult run_on(backends::Backend& backend, const std::string& text,
                           const std::string& cycles, bool in_full = false) {
    const TemporaryFolder folder;
    const std::vector<problem::Setting> settings{{"design.default_cycles", cycles}};
    const problem::Problem problem =
        problem::load_problem(folder.write("design.mlir", text), settings);
    return backend.run(map_problem(problem), problem.device, {.in_full = in_full});
}

/// Simulates the design. `cycles`: cycles of each kernel call; `in_full`: without skipping repeats.
backends::RunResult run(const std::string& text, const std::string& cycles, bool in_full = false) {
    return run_on(*backends::make_systemc_backend(), text, cycles, in_full);
}

/// one_core.mlir with a second core that does nothing but lock operations: in each of its endless
/// rounds, `count` acquires and then `count` releases.
std::string with_lock_operations(int count) {
    std::string uses;
    for (const char* const kind : {"AcquireGreaterEqual", "Release"})
        for (int i = 0; i < count; ++i)
            uses += fmt::format("        aie.use_lock(%lk, {}, 1)\n", kind);
    return with(text_of("one_core.mlir"), "    %core = ",
                "    %x = aie.tile(0, 3)\n"
                "    %lk = aie.lock(%x, 0) {init = 20 : i32}\n"
                "    %other = aie.core(%x) {\n"
                "      %z = arith.constant 0 : index\n"
                "      %s = arith.constant 1 : index\n"
                "      %for_ever = arith.constant 9223372036854775807 : index\n"
                "      scf.for %n = %z to %for_ever step %s {\n" +
                    uses +
                    "      }\n"
                    "      aie.end\n"
                    "    }\n    %core = ");
}

TEST(DesignFigures, OfACoreCountNoLockOperationBeyondTheEnd) {
    for (const int operations : {4, 20})
        for (const bool in_full : {false, true}) {
            const auto result = run(with_lock_operations(operations), "400", in_full);
            ASSERT_EQ(result.cores.size(), 2U);
            const auto& other = result.cores[1];
            EXPECT_EQ(other.tile, (arch::TileId{0, 3}));
            EXPECT_EQ(other[events::CoreState::Busy], *result.cycles) << operations;
            EXPECT_EQ(other[events::CoreState::Idle], Cycles{0}) << operations;
        }
}

TEST(DesignFigures, CountTheBytesOfABdThatTheRunDoesNotEnd) {
    constexpr Bytes kObject{256};
    const std::string text = with(text_of("one_core.mlir"), "1, 1024][", "1, 2048][");
    for (const bool in_full : {false, true}) {
        const auto result = run(text, "400", in_full);
        // The calls take 16 objects, and one more waits in the core's buffer. The FIFOs along the
        // route hold less than another object.
        EXPECT_GE(result.dram->read, kObject * 17);
        EXPECT_LT(result.dram->read, kObject * 18);
        EXPECT_EQ(result.dram->written, Bytes{16 * 32});
    }
}

TEST(DesignFigures, OfRunsWithTooManyCyclesAreRefused) {
    const auto with_rounds = [](const std::string& rounds) {
        const std::string text = with(
            with(text_of("one_core.mlir"), "%calls = arith.constant 16 : index",
                 "%calls = arith.constant 1 : index\n      %rounds = arith.constant " + rounds +
                     " : index"),
            "        func.call", "        scf.for %j = %c0 to %rounds step %c1 {\n  func.call");
        const std::string closed = with(text, "(memref<64xi32>, memref<8xi32>) -> ()",
                                        "(memref<64xi32>, memref<8xi32>) -> ()\n        }");
        return with(with(closed, "1, 1024][", "1, 64]["), "1, 128][", "1, 8][");
    };
    const std::string thousand_seconds = "1000000000000";
    EXPECT_EQ(run(with_rounds("1000"), thousand_seconds).cycles->count() / 1'000'000'000'000, 1000);
    EXPECT_THAT(input_error([&] { return run(with_rounds("9500000"), thousand_seconds); }),
                HasSubstr("the run takes more than 9,007,199,254,740,992 cycles"));
    const auto analytic = backends::make_analytic_backend();
    EXPECT_EQ(run_on(*analytic, with_rounds("1000"), thousand_seconds).cycles->count() /
                  1'000'000'000'000,
              1000);
    EXPECT_THAT(
        input_error([&] { return run_on(*analytic, with_rounds("9500000"), thousand_seconds); }),
        HasSubstr("the closed forms give more than 9,007,199,254,740,992 cycles"));
}

}  // namespace
}  // namespace xdnasim::design
