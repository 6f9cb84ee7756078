#include <fstream>

#include <nlohmann/json.hpp>

#include "test/cli/background_run.hpp"
#include "test/cli/command_fixture.hpp"

namespace xdnasim::cli {
namespace {

using nlohmann::json;
using testing::HasSubstr;

class SweepCommand : public Command {
 protected:
    [[nodiscard]] std::string file(const char* name) const {
        return (folder_.path() / name).string();
    }
    /// A study of the teaching example.
    [[nodiscard]] std::string study(const std::string& rest) const {
        const std::string path = file("study.yaml");
        std::ofstream{path} << fmt::format("problem: {}\n{}\n", kTeaching, rest);
        return path;
    }
    [[nodiscard]] Outcome sweep(const std::string& axes, const std::string& arguments = "") const {
        return run(fmt::format("sweep '{}' {}", study("axes: " + axes), arguments));
    }
};

constexpr const char* kSizes = "[{gemm.size.m: [32, 64, 128]}, {gemm.c_buffers: [1, 2]}]";

TEST_F(SweepCommand, GivesWhatSimulateGivesAtEachPoint) {
    const Outcome swept = sweep("[{gemm.size.m: [32, 64]}]", "--json -");
    ASSERT_EQ(swept.exit_code, 0) << swept.messages;
    const json rows = json::parse(swept.output)["rows"];
    ASSERT_EQ(rows.size(), 2U);
    for (const json& row : rows) {
        const Outcome one = simulate(
            fmt::format("--json - --set gemm.size.m={}", row["figures"]["gemm.size.m"].get<int>()));
        const json alone = json::parse(one.output);
        EXPECT_EQ(row["figures"]["cycles"], alone["cycles"]);
        EXPECT_EQ(row["figures"]["tops"], alone["tops"]);
        EXPECT_EQ(row["figures"]["dram.read_bytes"], alone["dram"]["read_bytes"]);
        EXPECT_EQ(row["figures"]["bottleneck"], alone["bottleneck"]);
    }
}

TEST_F(SweepCommand, GivesTheSameRowsFromAnyNumberOfProcesses) {
    const Outcome one = sweep(kSizes, "--jobs 1 --csv -");
    ASSERT_EQ(one.exit_code, 0) << one.messages;
    EXPECT_EQ(std::ranges::count(one.output, '\n'), 7) << "a header and six rows";
    EXPECT_EQ(sweep(kSizes, "--jobs 3 --csv -").output, one.output);
}

TEST_F(SweepCommand, TellsWhyPointsCannotRunAndRunsTheOthers) {
    const Outcome swept = sweep("[{gemm.tile.m: [16, 4096, 7]}]", "--csv -");
    EXPECT_EQ(swept.exit_code, 0) << swept.messages;
    EXPECT_THAT(swept.messages, HasSubstr("1, and 2 that cannot run"));
    EXPECT_THAT(swept.messages, HasSubstr("study.yaml:2:"));
    EXPECT_EQ(std::ranges::count(swept.output, '\n'), 4);
}

TEST_F(SweepCommand, RefusesAStudyOfWhichNothingRuns) {
    expect_refused(sweep("[{gemm.tiles.m: [16, 32]}]"), "none of 2 points can run; the first: ");
    expect_refused(sweep("[{tile.m: [16]}]"), "gemm.tile.m");
    expect_refused(run("sweep /nowhere/study.yaml"), "study.yaml");
}

TEST_F(SweepCommand, GoesOnFromWhatWasKept) {
    const std::string kept = file("kept");
    const std::string arguments = fmt::format("--csv - --keep '{}'", kept);
    const Outcome first = sweep(kSizes, arguments);
    ASSERT_EQ(first.exit_code, 0) << first.messages;
    const std::string all = content_of(kept);
    // Killed in the middle of the last point but one.
    std::ofstream{kept} << all.substr(0, all.size() / 2);
    EXPECT_EQ(sweep(kSizes, arguments).output, first.output);
    expect_refused(sweep("[{gemm.size.m: [32]}]", arguments),
                   "results are of another suite or study");
}

TEST_F(SweepCommand, RefusesToWriteOverItsStudy) {
    const std::string path = study("axes: [{gemm.size.m: [32]}]");
    expect_refused(run(fmt::format("sweep '{}' --csv '{}'", path, path)), "the study file");
}

TEST_F(SweepCommand, EstimatesByClosedForms) {
    const Outcome swept = sweep(kSizes, "--backend analytic --json -");
    ASSERT_EQ(swept.exit_code, 0) << swept.messages;
    const json found = json::parse(swept.output);
    EXPECT_EQ(found["backend"], "analytic");
    EXPECT_EQ(found["rows"].size(), 6U);
}

TEST_F(SweepCommand, ChangesADevice) {
    const Outcome swept = sweep("[{device.set.array.clock_ghz: [0.5, 1.0]}]", "--json -");
    ASSERT_EQ(swept.exit_code, 0) << swept.messages;
    const json rows = json::parse(swept.output)["rows"];
    EXPECT_GT(rows[0]["figures"]["time_us"], rows[1]["figures"]["time_us"]);
}

}  // namespace
}  // namespace xdnasim::cli
