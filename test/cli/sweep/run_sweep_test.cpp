// The progress of a sweep that continues an earlier one.

#include <string>

#include <gtest/gtest.h>

#include "cli/sweep/sweep.hpp"
#include "test/support/temporary_folder.hpp"

namespace xdnasim::cli {
namespace {

/// A study of four points, of which the first and the last two cannot run.
class ResumedSweep : public testing::Test {
 protected:
    ResumedSweep()
        : file_{folder_.write("study.yaml", "problem: " XDNASIM_EXAMPLES "/gemm_teaching.yaml\n"
                                            "axes: [{gemm.tile.m: [7, 16, 9, 11]}]\n")},
          study_{study::load_study(file_)} {}

    /// Runs the points that are not kept. Returns the progress when the last one is done.
    [[nodiscard]] SweepProgress run() const {
        SweepProgress last;
        static_cast<void>(run_sweep(
            study_,
            {.study = file_.string(), .backend = "systemc", .keep = folder_.path() / "kept"},
            [&](const SweepProgress& progress) { last = progress; }));
        return last;
    }
    /// Cuts the line that was kept last.
    void forget_a_point() const {
        std::string kept = content_of(folder_.path() / "kept");
        kept.pop_back();
        folder_.write("kept", kept.substr(0, kept.rfind('\n') + 1));
    }

    TemporaryFolder folder_;
    std::filesystem::path file_;
    study::Study study_;
};

TEST_F(ResumedSweep, CountsTheRefusedPointsThatAreKept) {
    const SweepProgress first = run();
    EXPECT_EQ(first.done, 4U);
    EXPECT_EQ(first.refused, 3U);
    EXPECT_EQ(first.before, 0U);
    forget_a_point();
    const SweepProgress second = run();
    EXPECT_EQ(second.done, 4U);
    EXPECT_EQ(second.refused, 3U);
    EXPECT_EQ(second.before, 3U);
}

}  // namespace
}  // namespace xdnasim::cli
