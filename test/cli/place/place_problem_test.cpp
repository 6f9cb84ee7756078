// `xdnasim place problem.yaml`, as a user calls it.

#include <algorithm>
#include <chrono>
#include <thread>

#include <nlohmann/json.hpp>

#include "test/cli/background_run.hpp"
#include "test/cli/command_fixture.hpp"
#include "test/support/matches.hpp"
#include "test/support/replaced_text.hpp"

namespace xdnasim::cli {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;

/// A problem on one core, at the top of its column and thus far from its shim.
constexpr const char* kFar =
    "device: xdna-phoenix\nworkload: elementwise\nelementwise:\n  column: 0\n  row: 5\n"
    "  object_bytes: 32\n  objects: 8\n  mem_tile: false\n"
    "  kernel: {kind: add_one, cycles_per_call: 12, inlined: true}\n";

class PlaceProblem : public Command {
 protected:
    [[nodiscard]] Outcome place(const std::string& text, const std::string& options = "") const {
        const std::string file = folder_.write("problem.yaml", text).string();
        return run(fmt::format("place '{}' --moves 2000 {}", file, options));
    }
    [[nodiscard]] std::string cycles_of(const std::string& file) const {
        return first_group_of(run(fmt::format("simulate '{}'", file)).output, "cycles +([0-9,]+)");
    }
};

TEST_F(PlaceProblem, SaysWhatThePlacementChangesAndWritesAProblemThatFindsItAgain) {
    const std::string result = (folder_.path() / "placed.yaml").string();
    const Outcome placed = place(kFar, fmt::format("--verify -o '{}'", result));
    ASSERT_EQ(placed.exit_code, 0) << placed.messages;
    EXPECT_THAT(placed.output,
                AllOf(HasSubstr("1 core, 0 mem tiles, 1 shim, 2 nets"),
                      HasSubstr("routes        10 hops before, 4 after"), HasSubstr("% less"),
                      HasSubstr("data          correct before and after")));
    EXPECT_EQ(cycles_of((folder_.path() / "problem.yaml").string()),
              first_group_of(placed.output, "cycles +([0-9,]+) before"));
    EXPECT_EQ(cycles_of(result), first_group_of(placed.output, "cycles.* ([0-9,]+) after"));
    // The same seed gives the same result.
    EXPECT_EQ(place(kFar, "-o -").output, place(kFar, "-o -").output);
}

TEST_F(PlaceProblem, RefusesWhatItCannotPlaceAndSaysWhy) {
    expect_refused(place(std::string{kFar} + "placement: {seed: 2}\n"),
                   "`place` chooses the placement itself. Leave out `placement`");
    expect_refused(place(kFar, "--method lsmo"),
                   "integer programs do not know which tiles must stay together");
    expect_refused(place(kFar, "--plot cost.svg"),
                   "--plot applies only to netlists; allowed for a problem");
    expect_refused(place(kFar, "--check placed.json"),
                   "--check applies only to netlists; allowed for a");
    expect_refused(place(kFar, "--program-budget 5"),
                   "--program-budget applies only to netlists; allowed for a problem");
    expect_refused(place(kFar, "--router exact"),
                   "integer programs do not know which tiles must stay together");
    expect_refused(place(kFar, "--method magic"),
                   "--method: 'magic' is not known here; allowed: naive, snake, sa-bb");
    const std::string far = folder_.write("far.yaml", kFar).string();
    expect_refused(run(fmt::format("place '{}' --moves 0", far)), "--moves: '0' is out of range");
    expect_refused(place(kFar, "--seed 1000000000001"), "--seed: '1000000000001' is out of range");
    expect_refused(place(kFar, "--keep shims"), "--keep applies only to designs of mlir-aie");
    expect_refused(place(kFar, "--device xdna2-strix"), "Use --set device=xdna2-strix");
    expect_refused(place(kFar, "--budget 5 -o -"), "--budget cannot be combined with -o");
    expect_refused(place("device: xdna2-strix\nworkload: netlist\n"
                         "netlist: {suite: line_ps_01, moves: 100}\n"),
                   "problem.yaml:2:11: placement: not for the workload netlist");
    const std::string anew =
        folder_.write("anew.yaml", std::string{kFar} + "placement: {}\n").string();
    expect_refused(run(fmt::format("optimise '{}'", anew)),
                   "`optimise` only knows the workload's own placement");
}

TEST_F(PlaceProblem, WritesOfAMethodWithoutMovesItsNameAlone) {
    const std::string file = folder_.write("problem.yaml", kFar).string();
    const Outcome placed = run(fmt::format("place '{}' --method naive -o -", file));
    ASSERT_EQ(placed.exit_code, 0) << placed.messages;
    EXPECT_THAT(placed.output, testing::EndsWith("placement: {method: naive}\n"));
    expect_refused(run(fmt::format("place '{}' --method naive --moves 5", file)),
                   "--moves has no effect with --method naive; allowed with it: sa-bb, sa, ");
}

TEST_F(PlaceProblem, WritesADeviceThatIsFoundFromEveryFolder) {
    folder_.write("mine.yaml", "extends: xdna-phoenix\n");
    std::filesystem::create_directory(folder_.path() / "elsewhere");
    const std::string result = (folder_.path() / "elsewhere/placed.yaml").string();
    const std::string text = replaced(kFar, "xdna-phoenix", "./mine.yaml");
    ASSERT_EQ(place(text, fmt::format("-o '{}'", result)).exit_code, 0);
    EXPECT_THAT(content_of(result), HasSubstr((folder_.path() / "mine.yaml").string()));
    EXPECT_EQ(run(fmt::format("simulate '{}'", result)).exit_code, 0);
}

/// A placement at which a search happened to be interrupted could not be found again.
TEST_F(PlaceProblem, WritesNothingWhenItIsInterrupted) {
    const std::string file = folder_.write("problem.yaml", kFar).string();
    BackgroundRun run{{"place", file, "--moves", "1000000000000"}, {{"-o", "placed.yaml"}}};
    run.wait_until_it_catches(SIGINT);
    // So that the signal arrives during the search.
    std::this_thread::sleep_for(std::chrono::milliseconds{300});
    EXPECT_EQ(WEXITSTATUS(run.send(SIGINT)), 130);
    EXPECT_EQ(run.messages(), "xdnasim: interrupted; nothing was written\n");
    EXPECT_THAT(run.results(), testing::IsEmpty());
}

TEST_F(PlaceProblem, TellsTheBestSoFarWhenItIsInterruptedAndWritesNothing) {
    const std::string file = folder_.write("problem.yaml", kFar).string();
    const Outcome placed = run_line(
        fmt::format("timeout --foreground --signal=INT 1 '{}' place '{}' --moves 1000000000000",
                    XDNASIM_COMMAND, file));
    EXPECT_THAT(placed.output, AllOf(HasSubstr("interrupted"), HasSubstr("10 hops before, 4")));
}

class PlacedProblem : public Command {
 protected:
    [[nodiscard]] Outcome simulate(const std::string& options) const {
        return run(fmt::format("simulate '{}' {}", file_, options));
    }

    const std::string file_ =
        folder_.write("far.yaml", std::string{kFar} + "placement: {moves: 2000}\n").string();
};

TEST_F(PlacedProblem, SaysInAllReportsWhereItsTilesLie) {
    const auto path = [&](const char* name) { return (folder_.path() / name).string(); };
    const Outcome outcome =
        simulate(fmt::format("--verify --timeline - --trace '{}' --picture '{}' --json '{}'",
                             path("trace"), path("array.svg"), path("result.json")));
    ASSERT_EQ(outcome.exit_code, 0) << outcome.messages;
    const json result = json::parse(content_of(path("result.json")));
    EXPECT_EQ(result["placement"], json::parse(R"({"method": "sa", "seed": 1, "moves": 2000})"));
    const json& chain = result["elementwise"];
    const json& core = chain["core"];
    EXPECT_EQ(core[1], 2);
    EXPECT_EQ(chain["route_length"], 4);
    EXPECT_EQ(chain["own_route_length"], 10);
    EXPECT_EQ(chain["moved_tiles"], 1);
    EXPECT_EQ(result["cores"][0]["tile"], core);
    const std::string name = fmt::format("core ({},2)", core[0].get<int>());
    EXPECT_THAT(outcome.output,
                AllOf(HasSubstr("through " + name), HasSubstr(name + "  "),
                      HasSubstr("sa, seed 1, 2,000 moves: 1 tile moved; routes of 4 hops, 10 by"),
                      testing::Not(HasSubstr("(0,5)"))));
    const json config = json::parse(content_of(path("trace.json")));
    const auto unit = std::ranges::find(config["streams"], "core",
                                        [](const json& each) { return each["module"]; });
    EXPECT_EQ((*unit)["row"], 2);
    EXPECT_THAT(content_of(path("array.svg")), HasSubstr("</svg>"));
}

TEST_F(PlacedProblem, IsReplayedOnlyForTheSamePlacement) {
    const std::string record = (folder_.path() / "runs").string();
    ASSERT_EQ(simulate(fmt::format("--record '{}'", record)).exit_code, 0);
    const std::string replay = fmt::format("--backend replay --recording '{}' ", record);
    EXPECT_EQ(simulate(replay).exit_code, 0);
    expect_refused(simulate(replay + "--set placement.seed=2"), "placement.seed is 1; needed: 2");
    const std::string own = folder_.write("own.yaml", kFar).string();
    expect_refused(run(fmt::format("simulate '{}' {}", own, replay)),
                   "placement.method is sa; needed: not set");
}

TEST_F(PlacedProblem, IsAnAxisOfStudies) {
    folder_.write("own.yaml", kFar);
    const std::string study =
        folder_
            .write("study.yaml",
                   "problem: own.yaml\naxes: [{placement.method: [naive, lsmo, sa], "
                   "placement.moves: [1, 1, 2000]}]\n")
            .string();
    const Outcome swept = run(fmt::format("sweep '{}' --json -", study));
    ASSERT_EQ(swept.exit_code, 0) << swept.messages;
    const json rows = json::parse(swept.output)["rows"];
    ASSERT_EQ(rows.size(), 3);
    EXPECT_EQ(rows[0]["figures"]["elementwise.route_length"], 4);
    EXPECT_THAT(rows[1].dump(), HasSubstr("'lsmo' is not known here"));
    EXPECT_EQ(rows[2]["figures"]["elementwise.route_length"], 4);
}

TEST_F(PlacedProblem, IsExportedWhereItLies) {
    const std::string design = (folder_.path() / "design").string();
    const Outcome exported = run(fmt::format("export mlir '{}' -o '{}'", file_, design));
    ASSERT_EQ(exported.exit_code, 0) << exported.messages;
    const json manifest = json::parse(content_of(design + "/manifest.json"));
    EXPECT_EQ(manifest["problem"]["placement.method"], "sa");
    EXPECT_THAT(content_of(design + "/aie.mlir"), testing::Not(HasSubstr("aie.tile(0, 5)")));
}

}  // namespace
}  // namespace xdnasim::cli
