#include "cli/place_study/place_study.hpp"

#include <cmath>
#include <fstream>

#include <nlohmann/json.hpp>

#include "test/cli/command_fixture.hpp"

namespace xdnasim::cli {
namespace {

using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;

PlaceCase placed(const char* netlist, const char* contestant, std::uint64_t seed, double cost) {
    PlaceCase found{.netlist = netlist, .contestant = contestant, .seed = seed};
    found.is_legal = true;
    found.cost = cost;
    found.route_length = cost / 10;
    found.seconds = cost / 100;
    found.shared_nets = 3;
    return found;
}

PlaceCase failed(const char* netlist, const char* contestant, std::uint64_t seed) {
    return {.netlist = netlist, .contestant = contestant, .seed = seed};
}

PlaceStudyOptions two_methods() {
    PlaceStudyOptions options;
    options.contestants = {{placement::Method::Naive, placement::RouterKind::Negotiated},
                           {placement::Method::AnnealingPath, placement::RouterKind::Negotiated}};
    options.netlists = {"line_ps_01", "line_ps_02", "mesh_fl_01"};
    options.seeds = 3;
    return options;
}

TEST(PlaceStudySummary, TakesMediansOverSeedsAndMeansOverWhatAllSolve) {
    PlaceStudy study;
    study.cases = {placed("line_ps_01", "naive", 1, 40), placed("line_ps_02", "naive", 1, 90),
                   failed("mesh_fl_01", "naive", 1),     placed("line_ps_01", "sa", 1, 30),
                   placed("line_ps_01", "sa", 2, 20),    placed("line_ps_01", "sa", 3, 1000),
                   placed("line_ps_02", "sa", 1, 120),   failed("line_ps_02", "sa", 2),
                   placed("line_ps_02", "sa", 3, 130),   placed("mesh_fl_01", "sa", 1, 500),
                   failed("mesh_fl_01", "sa", 2),        failed("mesh_fl_01", "sa", 3)};
    study.cases[3].bound = 30;
    const PlaceStudySummary summary = summary_of(two_methods(), study);
    EXPECT_THAT(summary.common, ElementsAre("line_ps_01", "line_ps_02"));
    const ContestantSummary& naive = summary.contestants.at(0);
    const ContestantSummary& sa = summary.contestants.at(1);
    EXPECT_EQ(naive.solved, 2);
    EXPECT_EQ(sa.solved, 2) << "one of three seeds is not enough for the mesh";
    EXPECT_EQ(sa.proven, 1);
    EXPECT_NEAR(naive.cost, std::sqrt(40.0 * 90), 1e-9);
    EXPECT_NEAR(sa.cost, std::sqrt(30.0 * 125), 1e-9) << "of two seeds the mean";
    EXPECT_NEAR(sa.route_length, std::sqrt(3 * 12.5), 1e-9);
    EXPECT_DOUBLE_EQ(sa.shared_nets, 6);
    ASSERT_EQ(summary.classes.size(), 2U);
    EXPECT_EQ(summary.classes[0].name, "line, pipelined, small");
    EXPECT_EQ(summary.classes[0].netlists, 2);
    EXPECT_THAT(summary.classes[1].solved, ElementsAre(0, 0));
}

TEST(PlaceStudySummary, LeavesOutWhatDoesNotRunAndMethodsThatSolveNothing) {
    PlaceStudy study;
    study.cases = {failed("line_ps_01", "naive", 1),   failed("line_ps_02", "naive", 1),
                   failed("mesh_fl_01", "naive", 1),   placed("line_ps_01", "sa", 1, 30),
                   placed("line_ps_02", "sa", 1, 120), placed("mesh_fl_01", "sa", 1, 40)};
    study.cases[4].refusal = "waits for ever";
    const PlaceStudySummary summary = summary_of(two_methods(), study);
    EXPECT_THAT(summary.common, ElementsAre("line_ps_01", "mesh_fl_01"));
    EXPECT_EQ(summary.contestants[0].solved, 0);
    EXPECT_EQ(summary.contestants[1].solved, 3);
    EXPECT_EQ(summary.contestants[1].stuck, 1);
}

class PlaceStudyCommand : public Command {
 protected:
    [[nodiscard]] Outcome study(const std::string& options) const {
        return run("place-study --jobs 1 --firings 16 --moves 2000 --seeds 1 " + options);
    }
    [[nodiscard]] std::string file(const char* name) const {
        return (folder_.path() / name).string();
    }
};

TEST_F(PlaceStudyCommand, PlacesRoutesAndRunsEachNetlistByEachMethod) {
    const Outcome done = study("--only line_ps_0 --every 3 --methods naive,snake,sa --json -");
    ASSERT_EQ(done.exit_code, 0) << done.messages;
    const json found = json::parse(done.output);
    EXPECT_EQ(found["cases"].size(), 9U);
    EXPECT_EQ(found["common"].size(), 3U);
    EXPECT_EQ(found["methods"][0]["solved"], 3);
    EXPECT_NEAR(found["cases"][0]["cost"], 28.46, 1e-9);
    for (const json& each : found["cases"]) {
        EXPECT_GT(each["run_us"], 70) << "the dispatch alone";
        EXPECT_LE(each["run_4_bytes_us"], each["run_us"]);
    }
    EXPECT_THAT(done.messages, HasSubstr("line, pipelined, small  3"));
}

TEST_F(PlaceStudyCommand, GoesOnFromWhatIsKept) {
    const std::string options = fmt::format(
        "--only line_fs_0 --every 3 --methods naive,snake --keep '{}' --json -", file("kept"));
    const Outcome first = study(options);
    ASSERT_EQ(first.exit_code, 0) << first.messages;
    const std::string kept = content_of(file("kept"));
    // The file without its last line, as a run that is killed leaves it.
    const std::string part = kept.substr(0, kept.rfind('\n', kept.size() - 2) + 1);
    std::ofstream{file("kept")} << part;
    const Outcome second = study(options);
    ASSERT_EQ(second.exit_code, 0) << second.messages;
    EXPECT_TRUE(content_of(file("kept")).starts_with(part));
    EXPECT_EQ(json::parse(second.output)["cases"][0], json::parse(first.output)["cases"][0])
        << "with the time that it took then";
    expect_refused(study(options + " --budget 5"), "kept");
}

TEST_F(PlaceStudyCommand, PrintsWhatIsKeptOfSomeCasesForAScheduler) {
    const std::string options = "--only line_fs_0 --every 3 --methods naive,snake";
    const Outcome all = study(fmt::format("{} --keep '{}' --json -", options, file("kept")));
    ASSERT_EQ(all.exit_code, 0) << all.messages;
    const Outcome some = study(options + " --points 3,0");
    ASSERT_EQ(some.exit_code, 0) << some.messages;
    const std::string kept = content_of(file("kept"));
    EXPECT_EQ(some.output.substr(0, some.output.find('\n')), kept.substr(0, kept.find('\n')));
    EXPECT_THAT(some.output, testing::AllOf(HasSubstr("\n3\t{\"netlist\":"),
                                            HasSubstr("\n0\t{\"netlist\":\"line_fs_01\"")));
    EXPECT_EQ(std::ranges::count(some.output, '\n'), 3);
    expect_refused(study(options + " --points 6"), "the study has no case 6");
    expect_refused(study(options + " --points 2000000000000"),
                   "the study has no case 2000000000000");
    expect_refused(study(options + " --points x"), "--points");
    for (const char* const option : {"--keep", "--json", "--html"})
        expect_refused(study(fmt::format("{} --points 0 {} '{}'", options, option, file("x"))),
                       "excludes");
}

TEST_F(PlaceStudyCommand, SaysThatNoSchedulerAnswers) {
    const Outcome done = study("--only line_ps_01 --methods naive --scheduler nonsense");
    EXPECT_EQ(done.exit_code, 4);
    EXPECT_THAT(done.messages, testing::AnyOf(HasSubstr("no scheduler answers at 'nonsense'"),
                                              HasSubstr("python3-distributed")));
}

TEST_F(PlaceStudyCommand, RefusesWhatIsNoStudy) {
    expect_refused(study("--methods milp"), "--methods");
    expect_refused(study("--only ring"), "no netlist's name starts with 'ring'");
    expect_refused(study("--budget 0"), "--budget");
    expect_refused(study("--budget nan"), "--budget");
    expect_refused(study("--every 0"), "--every");
    expect_refused(study("--every 168"), "--every");
    expect_refused(run("place-study --seeds 0"), "--seeds");
    expect_refused(run("place-study --moves x"), "--moves");
    expect_refused(run("place-study --firings -1"), "--firings");
    expect_refused(study("--json - --keep /nowhere/at/all"), "cannot write");
}

}  // namespace
}  // namespace xdnasim::cli
