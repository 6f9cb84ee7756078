#include <fstream>
#include <sstream>

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

TEST_F(SweepCommand, TakesTheBackendOfTheStudyUnlessAnotherIsAskedFor) {
    const std::string path = study("axes: [{gemm.size.m: [32, 64]}]\nbackend: analytic");
    EXPECT_EQ(json::parse(run("sweep '" + path + "' --json -").output)["backend"], "analytic");
    EXPECT_EQ(json::parse(run("sweep '" + path + "' --backend systemc --json -").output)["backend"],
              "systemc");
    expect_refused(run("sweep '" + study("axes: [{gemm.size.m: [32]}]\nbackend: replay") + "'"),
                   "backend: 'replay' cannot run a study; allowed: systemc, analytic");
}

TEST_F(SweepCommand, HashesTheDeviceOfEachPoint) {
    const Outcome swept =
        sweep("[{device: [teaching-2x1, {base: teaching-2x1, set: {dram.read: 7}}, teaching-2x1]}]",
              "--json -");
    ASSERT_EQ(swept.exit_code, 0) << swept.messages;
    const json rows = json::parse(swept.output)["rows"];
    const auto hash = [&](std::size_t i) { return rows[i]["figures"]["device_hash"]; };
    EXPECT_EQ(hash(0).get<std::string>().size(), 16U);
    EXPECT_NE(hash(0), hash(1));
    EXPECT_EQ(hash(0), hash(2));
}

TEST_F(SweepCommand, HasOnlyPointsForWhichItsConditionsHold) {
    const Outcome swept = sweep(
        "[{gemm.size.m: [32, 64]}, {gemm.size.n: [64, 128]}]\n"
        "where: gemm.size.m * gemm.size.n == 4096",
        "--json -");
    ASSERT_EQ(swept.exit_code, 0) << swept.messages;
    const json rows = json::parse(swept.output)["rows"];
    ASSERT_EQ(rows.size(), 2U);
    EXPECT_EQ(rows[0]["point"], 1);
    EXPECT_EQ(rows[1]["point"], 2);
}

TEST_F(SweepCommand, PrintsSomePointsAsTheyAreKept) {
    const std::string kept = file("kept");
    const std::string path = study(fmt::format("axes: {}", kSizes));
    ASSERT_EQ(run(fmt::format("sweep '{}' --jobs 1 --keep '{}' --csv -", path, kept)).exit_code, 0);
    std::istringstream lines{content_of(kept)};
    std::string expected;
    std::string line;
    for (int number = 0; std::getline(lines, line); ++number)
        if (number == 0 || number == 2 || number == 5) expected += line + '\n';
    EXPECT_EQ(run(fmt::format("sweep '{}' --points 1,4", path)).output, expected);
    expect_refused(run(fmt::format("sweep '{}' --points 6", path)), "the study has no point 6");
    expect_refused(run(fmt::format("sweep '{}' --points x", path)), "--points");
}

TEST_F(SweepCommand, KeepsWhatIsDoneWhenTheDiskIsFull) {
    const std::string kept = file("kept");
    const std::string path = study(fmt::format("axes: {}", kSizes));
    const std::string arguments = fmt::format("sweep '{}' --jobs 1 --csv -", path);
    const Outcome whole = run(arguments);
    const Outcome cut = run_after("ulimit -f 4; ", arguments + fmt::format(" --keep '{}'", kept));
    expect_refused(cut, "cannot write");
    EXPECT_THAT(cut.messages, HasSubstr("File too large"));
    const std::string left = content_of(kept);
    EXPECT_GT(std::ranges::count(left, '\n'), 1) << "some points are done";
    EXPECT_TRUE(left.ends_with('\n')) << "and whole";
    EXPECT_EQ(run(arguments + fmt::format(" --keep '{}'", kept)).output, whole.output);
    EXPECT_TRUE(content_of(kept).starts_with(left));
}

TEST_F(SweepCommand, WritesItsFiguresForPapers) {
    const std::string figures =
        "\nbackend: analytic\nfigures: [{title: Roofs, kind: roofline}, "
        "{title: Best, kind: front, x: time_us, y: tops}]";
    const Outcome swept = sweep(kSizes + figures, fmt::format("--figures '{}'", file("figures")));
    ASSERT_EQ(swept.exit_code, 0) << swept.messages;
    for (const char* const name : {"figure-1.svg", "figure-1.png", "figure-2.svg", "figure-2.png"})
        EXPECT_GT(std::filesystem::file_size(folder_.path() / "figures" / name), 1000U) << name;
    expect_refused(sweep(kSizes, fmt::format("--figures '{}'", file("none"))),
                   "study.yaml asks for no figures");
    EXPECT_FALSE(std::filesystem::exists(file("none")));
}

TEST_F(SweepCommand, SaysThatNoSchedulerAnswers) {
    const Outcome swept = sweep(kSizes, "--scheduler nonsense --csv -");
    EXPECT_EQ(swept.exit_code, 4);
    EXPECT_THAT(swept.output, testing::IsEmpty());
    EXPECT_THAT(swept.messages, testing::StartsWith("xdnasim: --scheduler"));
    EXPECT_THAT(swept.messages, testing::AnyOf(HasSubstr("no scheduler answers at 'nonsense'"),
                                               HasSubstr("python3-distributed")));
}

}  // namespace
}  // namespace xdnasim::cli
