#include "cli/simulate/exact_check.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.hpp"

namespace xdnasim::cli {
namespace {

using arch::Cycles;
using backends::RunResult;
using testing::HasSubstr;

RunResult run_of(Cycles cycles) {
    RunResult result;
    result.cycles = cycles;
    return result;
}

TEST(ExactCheck, CountsTheFiguresThatAreEqual) {
    EXPECT_GT(require_equal(run_of(Cycles{100}), run_of(Cycles{100})), 1U);
}

TEST(ExactCheck, NamesTheFirstFigureThatDiffers) {
    try {
        static_cast<void>(require_equal(run_of(Cycles{101}), run_of(Cycles{100})));
        FAIL() << "101 cycles are not 100";
    } catch (const base::Error& error) {
        EXPECT_EQ(error.code(), base::ExitCode::CheckFailed);
        EXPECT_THAT(error.what(),
                    HasSubstr("--exact-check: 1 different figure in the two runs; the "
                              "first, /cycles, is 101 with repeats skipped and 100 "
                              "in a full run"));
    }
}

TEST(ExactCheck, LeavesOutWhatTheMachineAndTheSkippingDecide) {
    RunResult skipping = run_of(Cycles{100});
    skipping.wall_seconds = 1;
    skipping.skipped = Cycles{60};
    RunResult full = run_of(Cycles{100});
    full.wall_seconds = 2;
    EXPECT_GT(require_equal(skipping, full), 1U);
}

}  // namespace
}  // namespace xdnasim::cli
