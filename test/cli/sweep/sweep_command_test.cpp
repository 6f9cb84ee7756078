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
    /// Writes a study of the teaching example with `rest` as its other keys, and returns its path.
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

TEST_F(SweepCommand, RefusesFiguresThatCannotBeDrawnWhenTheTableIsThere) {
    const auto with_figure = [&](const std::string& y) {
        return run(fmt::format("sweep '{}' --html '{}'",
                               study("axes: [{gemm.size.m: [32, 64]}]\nfigures:\n"
                                     "  - {title: T, kind: front, x: time_us, y: " +
                                     y + "}"),
                               file("page")));
    };
    for (const auto& [y, why] :
         {std::pair{"topz",
                    "study.yaml:4:44: no point has 'topz'; did you mean 'tops'? allowed: a "
                    "column of the table, whose header --csv writes"},
          {"bottleneck",
           "study.yaml:4:44: 'bottleneck' holds words, which a figure of kind "
           "'front' cannot draw; allowed: a column of numbers"}}) {
        const Outcome refused = with_figure(y);
        EXPECT_EQ(refused.exit_code, 2);
        EXPECT_THAT(refused.messages, HasSubstr(why));
        EXPECT_THAT(refused.output, HasSubstr("points"));
        EXPECT_FALSE(std::filesystem::exists(file("page")));
    }
}

TEST_F(SweepCommand, TellsValuesOfAnAxisAndSmallFiguresApart) {
    const Outcome swept = sweep(
        "[{device.set.array.clock_ghz: [1.001, 1.002]}, {gemm.size.m: [1, 2]}]\n"
        "backend: analytic");
    ASSERT_EQ(swept.exit_code, 0) << swept.messages;
    for (const char* const row : {"1\\.001  +1 ", "1\\.001  +2 ", "1\\.002  +1 ", "1\\.002  +2 "})
        EXPECT_THAT(swept.output, testing::ContainsRegex(row));
    EXPECT_THAT(swept.output, testing::ContainsRegex(" 0\\.00[0-9]*[1-9]")) << "its TOPS";
    EXPECT_THAT(swept.output, testing::Not(HasSubstr(" 0.00 ")));
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
    expect_refused(sweep("[{gemm.tile.m: [7, 9, 11]}]"),
                   "none of 3 points can run, all for the same reason. Point 0: ");
    expect_refused(sweep("[{gemm.tile.m: [7, 9, 65536]}]"),
                   "none of 3 points can run, for 2 reasons. 2 points as point 0: ");
    expect_refused(sweep("[{gemm.tile.m: [7]}]"), "study.yaml:2:23: ");
    expect_refused(run("sweep /nowhere/study.yaml"), "study.yaml");
}

TEST_F(SweepCommand, RefusesWhatIsNoStudyOfAProblem) {
    expect_refused(run("sweep -"), "'-' is not a file here; write ./- for a file of that name");
    const std::string inner = study("axes: [{gemm.size.m: [32]}]");
    const std::string outer = folder_.write("outer.yaml",
                                            "problem: study.yaml\n"
                                            "axes: [{gemm.size.m: [32]}]\n");
    expect_refused(run(fmt::format("sweep '{}'", outer)),
                   fmt::format("{0}:1:1: this looks like a study: xdnasim sweep {0}", inner));
}

TEST_F(SweepCommand, ChecksTheBackendOfTheStudyAlsoWhereAnotherOneRuns) {
    const std::string path = study("axes: [{gemm.size.m: [32]}]\nbackend: sistemc");
    for (const char* const backend : {"", "--backend analytic"})
        expect_refused(run(fmt::format("sweep '{}' {}", path, backend)),
                       "study.yaml:3:10: backend: ");
}

TEST_F(SweepCommand, KeepsItsPointsInRegularFilesOnly) {
    for (const char* const name : {"/dev/full", "/dev", "/dev/null"})
        expect_refused(sweep("[{gemm.size.m: [32]}]", fmt::format("--keep {}", name)), "--keep: ");
    expect_refused(sweep("[{gemm.size.m: [32]}]", "--keep /dev/full"),
                   "--keep: '/dev/full' is not a regular file; allowed: one that is, or a new one");
}

TEST_F(SweepCommand, RefusesAnAxisThatDoesNotExistBeforeItRunsAPoint) {
    const std::string kept = file("kept");
    const std::string arguments = fmt::format("--keep '{}'", kept);
    expect_refused(sweep("[{gemm.size.m: [32]}, {gemm.tiles.m: [16, 32]}]", arguments),
                   "study.yaml:2:30: gemm.tiles.m: unknown key 'tiles'; did you mean 'tile'? "
                   "allowed: ");
    expect_refused(sweep("[{tile.m: [16]}]", arguments), "did you mean 'gemm.tile.m'?");
    expect_refused(sweep("[{device.set.dram.reed: [16]}]", arguments),
                   "unknown key 'reed'; did you mean 'read'?");
    expect_refused(sweep("[{colour: [red]}]", arguments),
                   "unknown key 'colour'; allowed: device, ");
    EXPECT_FALSE(std::filesystem::exists(kept));
}

TEST_F(SweepCommand, GoesOnFromWhatWasKept) {
    const std::string kept = file("kept");
    const std::string arguments = fmt::format("--csv - --keep '{}'", kept);
    const Outcome first = sweep(kSizes, arguments);
    ASSERT_EQ(first.exit_code, 0) << first.messages;
    const std::string all = content_of(kept);
    // The first half of the file, as a run that is killed while it writes a row leaves it.
    std::ofstream{kept} << all.substr(0, all.size() / 2);
    EXPECT_EQ(sweep(kSizes, arguments).output, first.output);
    expect_refused(sweep("[{gemm.size.m: [32]}]", arguments), "results are of another study");
}

TEST_F(SweepCommand, KeepsNoRowsOfFilesThatHaveChanged) {
    const std::string device = content_of(XDNASIM_DEVICE_FILES "/teaching-2x1.yaml");
    std::ofstream{file("d.yaml")} << device;
    const std::string line =
        fmt::format("sweep '{}' --keep '{}'",
                    study(fmt::format("axes: [{{device: ['{}']}}]", file("d.yaml"))), file("kept"));
    ASSERT_EQ(run(line).exit_code, 0);
    EXPECT_EQ(run(line).exit_code, 0);
    std::ofstream{file("d.yaml")} << device << "# changed\n";
    expect_refused(run(line), "other files that a problem names");
}

TEST_F(SweepCommand, EndsWhereAPointNamesWhatHasNoEnd) {
    std::ofstream{file("d.mlir")} << "module { aie.device(npu1_1col) {} }";
    const std::string path = file("endless.yaml");
    std::ofstream{path} << "problem: {device: xdna-phoenix, workload: design, design: {file: "
                           "d.mlir}}\naxes: [{design.inputs.arg0: [/dev/zero]}]\n";
    EXPECT_EQ(run("sweep '" + path + "'").exit_code, 2);
}

TEST_F(SweepCommand, KeepsNoTableWhereStandardOutputIsClosed) {
    const std::string arguments = fmt::format("--csv - --keep '{}'", file("kept"));
    expect_refused(sweep(kSizes, arguments + " >&-"), "standard output: Bad file descriptor");
    const Outcome again = sweep(kSizes, arguments);
    EXPECT_EQ(again.exit_code, 0) << again.messages;
}

TEST_F(SweepCommand, RefusesToWriteOverItsStudy) {
    const std::string problem = file("problem.yaml");
    std::filesystem::copy(kTeaching, problem);
    std::ofstream{file("other.yaml")} << "problem: problem.yaml\naxes: [{gemm.size.m: [32]}]\n";
    expect_refused(run(fmt::format("sweep '{}' --csv '{}'", file("other.yaml"), problem)),
                   "the problem file");
    const std::string path = study("axes: [{gemm.size.m: [32]}]");
    expect_refused(run(fmt::format("sweep '{}' --csv '{}'", path, path)), "the study file");
}

TEST_F(SweepCommand, RefusesToWriteOverWhatSeveralAxesTogetherName) {
    for (const char* const name : {"a/d.mlir", "b/d.mlir", "b/p.yaml"})
        static_cast<void>(folder_.write(name, "kept"));
    const auto path = folder_.write(
        "study.yaml",
        "problem: {device: xdna-phoenix, workload: design, design: {file: a/d.mlir, kernels: "
        "{scale: {cycles: 5}}}}\naxes: [{design.file: [b/d.mlir]}, "
        "{design.kernels: [{scale: {program: p.yaml}}]}]\n");
    expect_refused(run(fmt::format("sweep '{}' --csv '{}'", path.string(), file("b/p.yaml"))),
                   "b/p.yaml' is read for a point of the study");
    EXPECT_EQ(content_of(file("b/p.yaml")), "kept");
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
    expect_refused(run("sweep '" + study("axes: [{gemm.size.m: [32]}]\nbackend: magic") + "'"),
                   "study.yaml:3:10: backend: there is no backend 'magic'; allowed: systemc, ");
}

TEST_F(SweepCommand, ReplaysARecordingOfEachPoint) {
    const std::string recorded = file("recorded");
    const Outcome ran = sweep(kSizes, fmt::format("--json - --record '{}'", recorded));
    ASSERT_EQ(ran.exit_code, 0) << ran.messages;
    const std::string replay = fmt::format("--json - --recording '{}'", recorded);
    const Outcome replayed = sweep(std::string{kSizes} + "\nbackend: replay", replay);
    ASSERT_EQ(replayed.exit_code, 0) << replayed.messages;
    const json before = json::parse(ran.output)["rows"];
    const json after = json::parse(replayed.output)["rows"];
    ASSERT_EQ(after.size(), 6U);
    for (std::size_t i = 0; i < after.size(); ++i) {
        EXPECT_EQ(after[i]["figures"]["cycles"], before[i]["figures"]["cycles"]);
        EXPECT_EQ(after[i]["figures"]["tops"], before[i]["figures"]["tops"]);
        EXPECT_EQ(after[i]["figures"]["backend"], "replay");
    }
}

TEST_F(SweepCommand, TellsOfPointsWithoutARecordingAndReplaysTheOthers) {
    const std::string recorded = file("recorded");
    ASSERT_EQ(sweep("[{gemm.size.m: [32, 64]}]", fmt::format("--record '{}'", recorded)).exit_code,
              0);
    const std::string replay = fmt::format("--backend replay --recording '{}'", recorded);
    const Outcome more = sweep("[{gemm.size.m: [32, 64, 96]}]", replay + " --csv -");
    EXPECT_EQ(more.exit_code, 0) << more.messages;
    EXPECT_THAT(more.messages, HasSubstr("2, and 1 that cannot run"));
    EXPECT_THAT(more.output, HasSubstr("gemm.size.m is"));
    EXPECT_THAT(more.output, HasSubstr("; needed: 96"));
    // The names of the folders of recordings do not matter.
    std::filesystem::rename(file("recorded") + "/point-0", file("recorded") + "/first");
    EXPECT_EQ(sweep("[{gemm.size.m: [32, 64]}]", replay).exit_code, 0);
    std::filesystem::copy(file("recorded") + "/first", file("recorded") + "/second");
    expect_refused(sweep("[{gemm.size.m: [32]}]", replay),
                   "are of the same problem; allowed: only one of them");
    expect_refused(sweep("[{gemm.size.m: [32]}]", replay + fmt::format(" --record '{}'", recorded)),
                   "is the folder that the points are run from");
}

TEST_F(SweepCommand, RecordsPointsThatAreKeptAlready) {
    const std::string keep = fmt::format("--csv - --keep '{}'", file("kept"));
    const std::string axes = "[{gemm.size.m: [32, 64]}, {gemm.k_mt: [64, 63]}]";
    const Outcome first = sweep(axes, keep);
    const std::string kept = content_of(file("kept"));
    const Outcome again = sweep(axes, keep + fmt::format(" --record '{}'", file("recorded")));
    ASSERT_EQ(again.exit_code, 0) << again.messages;
    EXPECT_EQ(again.output, first.output);
    EXPECT_EQ(content_of(file("kept")), kept) << "a row is kept once";
    for (const int ran : {0, 2})
        EXPECT_TRUE(std::filesystem::exists(
            fmt::format("{}/point-{}/recording.json", file("recorded"), ran)));
    EXPECT_FALSE(std::filesystem::exists(file("recorded") + "/point-1")) << "it cannot run";
}

TEST_F(SweepCommand, KeepsTheRecordingsOfAnotherStudy) {
    const std::string record = fmt::format("--record '{}'", file("recorded"));
    ASSERT_EQ(sweep("[{gemm.size.m: [32]}]", record).exit_code, 0);
    EXPECT_EQ(sweep("[{gemm.size.m: [32]}]", record).exit_code, 0) << "the same may be replaced";
    const std::string before = content_of(file("recorded") + "/point-0/manifest.json");
    const Outcome other = sweep("[{gemm.size.m: [64]}]", record);
    EXPECT_EQ(other.exit_code, 4);
    EXPECT_THAT(other.messages, HasSubstr("--record: "));
    EXPECT_THAT(other.messages, HasSubstr("is of another problem: gemm.size.m is 32; needed: 64"));
    EXPECT_EQ(content_of(file("recorded") + "/point-0/manifest.json"), before);
}

TEST_F(SweepCommand, SaysOnceWhatABackendLacks) {
    const Outcome swept = sweep(kSizes, "--backend xrt --csv -");
    EXPECT_EQ(swept.exit_code, 4);
    EXPECT_THAT(swept.output, testing::IsEmpty());
    EXPECT_THAT(swept.messages, testing::StartsWith("xdnasim: "));
    EXPECT_THAT(swept.messages,
                testing::AnyOf(HasSubstr("no NPU"), HasSubstr("XRT was not found")));
    EXPECT_EQ(std::ranges::count(swept.messages, '\n'), 1) << swept.messages;
    expect_refused(sweep(kSizes, "--backend replay"), "Add --recording DIR");
    expect_refused(sweep(kSizes, "--recording d"), "--recording is for the backend 'replay'");
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

TEST_F(SweepCommand, TakesANumberForTheSameHoweverItIsWritten) {
    const auto device = [](const char* clock) {
        return fmt::format("{{base: teaching-2x1, set: {{array.clock_ghz: {}}}}}", clock);
    };
    const Outcome swept = sweep(fmt::format("[{{device: [{}, {}, {}, {}]}}]", device("1.5"),
                                            device("1.50"), device("15e-1"), device("1.25")),
                                "--json -");
    ASSERT_EQ(swept.exit_code, 0) << swept.messages;
    const json rows = json::parse(swept.output)["rows"];
    const auto hash = [&](std::size_t i) { return rows[i]["figures"]["device_hash"]; };
    EXPECT_EQ(hash(0), hash(1));
    EXPECT_EQ(hash(0), hash(2));
    EXPECT_NE(hash(0), hash(3));
    const Outcome numbers =
        sweep("[{device.set.array.clock_ghz: [.5, 1., '2']}]\nbackend: analytic", "--json -");
    ASSERT_EQ(numbers.exit_code, 0) << numbers.messages;
    const json clocks = json::parse(numbers.output)["rows"];
    EXPECT_EQ(clocks[0]["figures"]["device.set.array.clock_ghz"], 0.5);
    EXPECT_EQ(clocks[1]["figures"]["device.set.array.clock_ghz"], 1.0);
    EXPECT_EQ(clocks[2]["figures"]["device.set.array.clock_ghz"], "2");
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
    expect_refused(run(fmt::format("sweep '{}' --points 6", path)),
                   "the study has no point 6; allowed: 0 to 5");
    expect_refused(run(fmt::format("sweep '{}' --points x", path)), "--points");
    for (const char* const option : {"--keep", "--csv", "--json", "--html", "--figures"})
        expect_refused(run(fmt::format("sweep '{}' --points 1 {} '{}'", path, option, file("x"))),
                       "excludes");
}

TEST_F(SweepCommand, LeavesNoEmptyRecordingsOnAFullDisk) {
    const std::string path = study(fmt::format("axes: {}", kSizes));
    // The first process that fails ends the others, which may be writing a recording.
    constexpr int kTimes = 4;
    for (int time = 0; time < kTimes; ++time) {
        const Outcome cut = run_after(
            "ulimit -f 2; ", fmt::format("sweep '{}' --jobs 6 --record '{}'", path, file("r")));
        EXPECT_EQ(cut.exit_code, 4);
        EXPECT_THAT(cut.messages, HasSubstr("File too large"));
        EXPECT_FALSE(std::filesystem::exists(file("r")));
    }
}

TEST_F(SweepCommand, ShowsNothingWhenAFileCannotBeWritten) {
    const std::string path = study("axes: [{gemm.size.m: [32, 64]}]\nbackend: analytic");
    expect_refused(run(fmt::format("sweep '{}' --csv - --json /dev/full", path)), "/dev/full");
    expect_refused(run(fmt::format("sweep '{}' --json - --csv /dev/full", path)), "/dev/full");
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
                   "study.yaml has no `figures`");
    EXPECT_FALSE(std::filesystem::exists(file("none")));
}

TEST_F(SweepCommand, TakesFromAClusterOnlyThePointsThatItHasGiven) {
    // A stand-in for the script that hands the points to workers.
    const auto answer = [&](const std::string& printed) {
        const auto script =
            folder_.write("bin/python3", "#!/bin/sh\nprintf -- '" + printed + "'\n");
        std::filesystem::permissions(script, std::filesystem::perms::owner_all);
        return run_after(fmt::format("PATH='{}':$PATH; export PATH; ", file("bin")),
                         fmt::format("sweep '{}' --scheduler tcp://none:1 --csv -",
                                     study(std::string{"axes: "} + kSizes + "\n")));
    };
    for (const char* const point : {"999", "-1"})
        expect_refused(answer(std::string{point} + "\\t{}\\n"),
                       "--scheduler: a worker returned a result for point " + std::string{point});
    expect_refused(answer("!7\\tdied\\n"), "a result for point 7, which it was not given");
    expect_refused(answer("0\\t{}\\n"), "the worker returned an invalid result for point 0");
    // Words of a library are no results.
    EXPECT_EQ(answer("distributed\\tsays hello\\n").exit_code, 4);
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
