// The command with a good problem, and with wrong command lines.

#include <nlohmann/json.hpp>

#include "test/cli/command_fixture.hpp"

namespace xdnasim::cli {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;

TEST_F(Command, SimulatesAndSummarises) {
    const Outcome outcome = simulate("");
    EXPECT_EQ(outcome.exit_code, 0);
    EXPECT_THAT(outcome.messages, IsEmpty());
    EXPECT_THAT(outcome.output, AllOf(HasSubstr("time "), HasSubstr("GOPS"), HasSubstr("DRAM"),
                                      HasSubstr("bottleneck"), HasSubstr("peak memory")));
}

TEST_F(Command, VerifiesTheTeachingExample) {
    const Outcome outcome = simulate("--verify --seed 7");
    EXPECT_EQ(outcome.exit_code, 0);
    EXPECT_THAT(outcome.output, HasSubstr("yes: all 8,192 outputs equal"));
}

TEST_F(Command, GivesTheJsonAloneOnStandardOutput) {
    const Outcome outcome = simulate("--verify --json -");
    EXPECT_EQ(outcome.exit_code, 0);
    const auto result = nlohmann::json::parse(outcome.output);
    EXPECT_EQ(result["device"], "teaching-2x1");
    EXPECT_EQ(result["verified"], true);
    EXPECT_THAT(outcome.messages, HasSubstr("GOPS"));
}

TEST_F(Command, WritesTheJsonToAFileAndTheSummaryToStandardOutput) {
    const auto file = folder_.path() / "result.json";
    const Outcome outcome = simulate(fmt::format("--json '{}'", file.string()));
    EXPECT_EQ(outcome.exit_code, 0);
    EXPECT_THAT(outcome.output, HasSubstr("GOPS"));
    EXPECT_EQ(nlohmann::json::parse(content_of(file))["schema_version"], 1);
}

TEST_F(Command, TakesFilesWhoseNamesAreNotUtf8) {
    const std::string folder = folder_.path().string();
    expect_refused(run(fmt::format("simulate '{}/\xff.yaml'", folder)), "\xff.yaml: no such file");
    folder_.write("\xff.yaml", content_of(kTeaching));
    const Outcome outcome =
        run(fmt::format("simulate '{0}/\xff.yaml' --json '{0}/\xfe.json'", folder));
    EXPECT_EQ(outcome.exit_code, 0) << outcome.messages;
    EXPECT_EQ(nlohmann::json::parse(content_of(folder_.path() / "\xfe.json"))["schema_version"], 1);
}

TEST_F(Command, RefusesARunThatTakesLongerThanSystemCCanTell) {
    const std::string run_of_hours =
        "simulate " XDNASIM_EXAMPLES
        "/elementwise_vector_scalar.yaml --set "
        "elementwise.kernel.cycles_per_call=1000000000 --set elementwise.objects=20000";
    expect_refused(run(run_of_hours + " --in-full"), "the run takes longer than 18,446 s");
    const Outcome skipping = run(run_of_hours);
    EXPECT_EQ(skipping.exit_code, 0) << skipping.messages;
    EXPECT_THAT(skipping.output, HasSubstr("20,000,"));
}

TEST_F(Command, WantsATaskQueueForAllBlocksOfFourSlots) {
    const auto with_waiting = [this](int tasks) {
        return run(fmt::format("simulate " XDNASIM_EXAMPLES
                               "/gemm_atb.yaml --set device.set.shim_tile.dma.task_queue_depth={}",
                               tasks));
    };
    expect_refused(with_waiting(2), "four-slots gives a channel 4 tasks; one of xdna2-");
    EXPECT_EQ(with_waiting(3).exit_code, 0);
}

TEST_F(Command, TakesTheSameCyclesWithAndWithoutData) {
    const auto timing = nlohmann::json::parse(simulate("--json -").output);
    const auto verified = nlohmann::json::parse(simulate("--json - --verify").output);
    EXPECT_EQ(timing["cycles"], verified["cycles"]);
    EXPECT_EQ(timing["cores"], verified["cores"]);
}

TEST_F(Command, ComparesARunThatSkipsRepeatsWithOneInFull) {
    const Outcome outcome = simulate("--exact-check");
    EXPECT_EQ(outcome.exit_code, 0) << outcome.messages;
    EXPECT_THAT(outcome.output, testing::ContainsRegex("exact +yes: all [0-9]+ figures"));
}

TEST_F(Command, ComparesNoRunInFullWithItself) {
    expect_refused(simulate("--exact-check --in-full"), "--in-full excludes --exact-check");
}

TEST_F(Command, RunsInFullWhatSkipsRepeatsAlone) {
    expect_refused(simulate("--in-full --backend analytic"),
                   "--in-full: the backend 'analytic' skips nothing; allowed: systemc");
}

TEST_F(Command, SaysHowFarAnApproximateRunMayBeOff) {
    const Outcome outcome = simulate("--approximate 1 --set gemm.size.m=4096");
    EXPECT_EQ(outcome.exit_code, 0) << outcome.messages;
    EXPECT_THAT(outcome.output, testing::ContainsRegex("approximate +accurate to 0\\.[0-9]+ %"));
    const auto result =
        nlohmann::json::parse(simulate("--approximate 1 --set gemm.size.m=4096 --json -").output);
    EXPECT_GT(result["approximate"]["skipped_share"], 0.5);
    EXPECT_LT(result["approximate"]["off_by"], 0.01);
    EXPECT_EQ(result["kernel"]["calls"], 2048);
    EXPECT_FALSE(nlohmann::json::parse(simulate("--json -").output).contains("approximate"));
}

TEST_F(Command, SaysThatNothingOfAnApproximateRunWasSkipped) {
    EXPECT_THAT(simulate("--approximate 1 --set gemm.size.m=32").output,
                testing::ContainsRegex("approximate +not applied: nothing repeated"));
}

TEST_F(Command, RefusesAnApproximateRunWhereEveryEventIsNeeded) {
    int refused = 0;
    for (const char* const option :
         {"--verify", "--trace trace", "--timeline -", "--record run", "--what-if"}) {
        const std::string name = std::string{option}.substr(0, std::string{option}.find(' '));
        expect_refused(simulate(std::string{"--approximate 1 "} + option),
                       "--approximate cannot be combined with " + name);
        ++refused;
    }
    EXPECT_EQ(refused, 5);
    expect_refused(simulate("--approximate 1 --in-full"), "--in-full excludes --approximate");
    expect_refused(simulate("--approximate 1 --exact-check"),
                   "--exact-check excludes --approximate");
    expect_refused(simulate("--approximate 1 --set 'trace={route: ideal}'"),
                   "trace: --approximate cannot be combined with a trace");
    expect_refused(simulate("--approximate 1 --backend analytic"),
                   "--approximate: the backend 'analytic' skips nothing; allowed: systemc");
}

TEST_F(Command, RefusesAToleranceThatIsNone) {
    expect_refused(simulate("--approximate 0"), "--approximate: '0' is out of range");
    expect_refused(simulate("--approximate 11"), "--approximate: '11' is out of range");
    expect_refused(simulate("--approximate much"), "--approximate: 'much' is not a number");
}

TEST_F(Command, AppliesSettings) {
    const auto result = nlohmann::json::parse(
        simulate("--set gemm.kernel.cycles_per_call=1000 --set gemm.size.m=128 --json -").output);
    EXPECT_EQ(result["kernel"]["cycles_per_call"], 1000);
    EXPECT_EQ(result["kernel"]["calls"], 64);
}

TEST_F(Command, RefusesAWrongCommandLine) {
    expect_refused(run("simulat"), "did you mean 'simulate'");
    expect_refused(run("simulate"), "PROBLEM is required");
    expect_refused(simulate("--verfy"), "did you mean '--verify'");
    expect_refused(simulate("--backend sistemc"), "did you mean 'systemc'");
    expect_refused(simulate("--seed -1"),
                   "--seed: '-1' is out of range; allowed: whole numbers from 0 to");
    expect_refused(simulate("--seed 3"),
                   "--seed has no effect here, because the run moves no data. Add --verify");
    expect_refused(simulate("--set gemm.size.m"), "is not KEY=VALUE");
}

TEST_F(Command, NamesTheCommandForAProblemThatStandsAlone) {
    expect_refused(
        run(fmt::format("'{}'", kTeaching)),
        fmt::format("unknown command '{0}'; did you mean 'xdnasim simulate {0}'?", kTeaching));
    expect_refused(run("sim"), "unknown command 'sim'; did you mean 'simulate'?");
    expect_refused(run("/no/such.yaml"), "unknown command '/no/such.yaml'\n");
}

TEST_F(Command, ShowsItsHelpWhenCalledWithoutArguments) {
    const Outcome outcome = run("");
    EXPECT_EQ(outcome.exit_code, 2);
    EXPECT_THAT(outcome.messages, AllOf(HasSubstr("simulate"), HasSubstr("devices")));
}

TEST_F(Command, NeedsAnNpuForTheBackendThatMeasures) {
    const Outcome outcome = run_after("unset XILINX_XRT XCL_EMULATION_MODE; ",
                                      fmt::format("simulate '{}' --backend xrt", kTeaching));
    EXPECT_EQ(outcome.exit_code, 4);
    EXPECT_THAT(outcome.output, IsEmpty());
    EXPECT_THAT(outcome.messages, AllOf(testing::StartsWith("xdnasim: "), HasSubstr("XRT")));
}

TEST_F(Command, RefusesOptionsOfAnotherBackend) {
    expect_refused(simulate("--runs 10"), "--runs is for the backend 'xrt'; chosen: systemc");
    expect_refused(simulate("--backend xrt --recording r"),
                   "--recording is for the backend 'replay'; chosen: xrt");
    expect_refused(simulate("--backend xrt --runs 0"),
                   "--runs: '0' is out of range; allowed: whole numbers from 1 to 1000000");
    expect_refused(simulate("--backend xrt --timeout nan"), "--timeout: 'nan' is not a number");
    expect_refused(simulate("--backend replay"),
                   "'replay' needs a recorded run. Add --recording DIR");
}

TEST_F(Command, RecordsIntoNoFolderWithFilesOfOthers) {
    const auto file = folder_.write("design/manifest.json", "{}");
    const std::string record = fmt::format("--record '{}'", file.parent_path().string());
    expect_refused(simulate(record), "contains files that no recording wrote. Name a new folder");
    EXPECT_EQ(content_of(file), "{}");
    std::filesystem::remove(file);
    EXPECT_EQ(simulate(record).exit_code, 0);
    EXPECT_EQ(simulate(record).exit_code, 0);
    expect_refused(simulate(record + fmt::format(" --json '{}'", file.string())),
                   "is also the file of --record");
}

TEST_F(Command, ListsTheDevices) {
    const Outcome outcome = run("devices");
    EXPECT_EQ(outcome.exit_code, 0);
    EXPECT_THAT(outcome.output, AllOf(HasSubstr("xdna-phoenix"), HasSubstr("xdna2-strix"),
                                      HasSubstr("xdna2-krackan"), HasSubstr("8 x 4")));
}

TEST_F(Command, PrintsTheNumbersOfADeviceWithTheirSources) {
    const Outcome outcome = run("devices xdna2-krackan");
    EXPECT_EQ(outcome.exit_code, 0);
    EXPECT_THAT(outcome.output,
                AllOf(HasSubstr("array.clock_ghz"), HasSubstr("GHz"), HasSubstr("documented"),
                      HasSubstr("measured"), HasSubstr("assumed"), HasSubstr("Taka et al.")));
}

TEST_F(Command, NamesTheNearestDevice) {
    expect_refused(run("devices xdna2-kraken"), "did you mean 'xdna2-krackan'");
    expect_refused(run("devices ''"), "unknown device ''");
}

TEST_F(Command, PrintsItsVersion) {
    const Outcome outcome = run("--version");
    EXPECT_EQ(outcome.exit_code, 0);
    EXPECT_THAT(outcome.output, testing::MatchesRegex("xdnasim [0-9]+\\.[0-9]+\\.[0-9]+\n"));
}

}  // namespace
}  // namespace xdnasim::cli
