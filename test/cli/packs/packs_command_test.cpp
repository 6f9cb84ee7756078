// `xdnasim packs`, and bad problems of GEMMs on packs.

#include <nlohmann/json.hpp>

#include "test/cli/command_fixture.hpp"

namespace xdnasim::cli {
namespace {

using nlohmann::json;
using testing::HasSubstr;

constexpr const char* kInt32 = XDNASIM_EXAMPLES "/gama_int32.yaml";

class PacksCommand : public Command {
 protected:
    /// Writes a GEMM on packs with `section` in its section `gemm`, and returns the file's path.
    [[nodiscard]] std::string problem(const std::string& section) const {
        return folder_
            .write("p.yaml",
                   "device: versal-ve2802\nworkload: gemm\ngemm:\n  mapping: packs\n" + section)
            .string();
    }
    [[nodiscard]] Outcome refused(const std::string& section) const {
        return run(fmt::format("simulate '{}'", problem(section)));
    }
};

constexpr const char* kTypes = "  types: {a: int8, b: int8, c: int16}\n";

TEST_F(PacksCommand, ShowsEachChoiceAsTextAndAsJson) {
    const Outcome text = run(fmt::format("packs '{}'", kInt32));
    ASSERT_EQ(text.exit_code, 0) << text.messages;
    for (const char* part : {"48x240x48  11,520  11,520  9,216   64,512    98 %", "4x8x8   2,419",
                             "A0 0000 (0), C0 2D00 (0-1), B0 5100 (1), A1 8000 (2)",
                             "4   8  9             9   288    68        72", "chosen"})
        EXPECT_THAT(text.output, HasSubstr(part));
    const Outcome shown = run(fmt::format("packs '{}' --show packs --json -", kInt32));
    ASSERT_EQ(shown.exit_code, 0) << shown.messages;
    const json result = json::parse(shown.output);
    EXPECT_EQ(result.size(), 1U);
    EXPECT_EQ(result["packs"][2]["cores"], 288);
}

TEST_F(PacksCommand, ShowsStaggersThatLeaveARowNoRoom) {
    const Outcome shown = run(fmt::format(
        "packs '{}' --set 'gemm.array={{rows: 2, size: 36, packs: 1}}' --show stagger --json -",
        kInt32));
    ASSERT_EQ(shown.exit_code, 0) << shown.messages;
    const json staggers = json::parse(shown.output)["stagger"];
    EXPECT_EQ(staggers[2]["cores"], 72);
    EXPECT_EQ(staggers[3]["cores"], 36);
}

TEST_F(PacksCommand, RefusesAProblemOfAnotherMapping) {
    expect_refused(run(fmt::format("packs '{}'", kTeaching)), "is not a GEMM on packs");
}

TEST_F(PacksCommand, TellsTheSteadyRateInItsResult) {
    const Outcome outcome = run(fmt::format(
        "simulate '{}' --set gemm.array.rows=1 --set gemm.array.packs=1 --json -", kInt32));
    ASSERT_EQ(outcome.exit_code, 0) << outcome.messages;
    const json result = json::parse(outcome.output);
    EXPECT_EQ(result["tops"], result["steady"]["tops"]);
    EXPECT_NEAR(result["steady"]["iteration_us"], 2.4, 0.02);
    EXPECT_EQ(result["steady"]["bound"], "PLIO");
    EXPECT_GT(result["kernel"]["mean_cycles"], 2160);
}

TEST_F(PacksCommand, SaysThatIterationsAreTooFewForTheSteadyRate) {
    const std::string small =
        fmt::format("simulate '{}' --set gemm.array.rows=1 --set gemm.array.packs=1", kInt32);
    EXPECT_THAT(run(small + " --set gemm.iterations=3").output,
                HasSubstr("not known after 3 iterations, since 4 are needed"));
    EXPECT_THAT(run(small + " --set gemm.iterations=4").output, HasSubstr("an iteration, without"));
}

TEST_F(PacksCommand, OptimisesWhatAProblemLeavesOpen) {
    const std::string open = problem(std::string{kTypes} + "  array: {rows: 1, packs: 1}\n");
    const std::string best = (folder_.path() / "best.yaml").string();
    const Outcome found =
        run(fmt::format("optimise '{}' --json - --write '{}' --max-trials 16", open, best));
    ASSERT_EQ(found.exit_code, 0) << found.messages;
    const json trials = json::parse(found.output)["trials"];
    ASSERT_GE(trials.size(), 2U);
    for (std::size_t i = 1; i < trials.size(); ++i)
        EXPECT_GE(trials[i - 1]["simulated_tops"], trials[i]["simulated_tops"]);
    const Outcome again = run(fmt::format("simulate '{}' --json -", best));
    ASSERT_EQ(again.exit_code, 0);
    const auto steady = json::parse(again.output)["steady"]["tops"].get<double>();
    EXPECT_NEAR(steady, trials[0]["simulated_tops"].get<double>(), 0.01) << "one meaning of TOPS";
    expect_refused(run(fmt::format("optimise '{}' --sizes 64x64x64", open)), "mapping: packs");
}

TEST_F(PacksCommand, RefusesBadInputWithItsPlace) {
    const std::string types = kTypes;
    expect_refused(refused(""), "p.yaml:4:3: 'gemm.types' is missing");
    expect_refused(refused(types + "  array: {size: 39}\n"), "p.yaml:6:17");
    expect_refused(refused(types + "  array: {size: 4, packs: 10}\n"), "p.yaml:6:27");
    expect_refused(refused(types + "  array: {stagger: 4}\n"),
                   "allowed: whole numbers from 0 to 3");
    expect_refused(refused(types + "  tile: {m: 64, k: 304, n: 64}\n"),
                   "more than the 65536 of a core; the nearest that fits: 64x");
    expect_refused(refused(types + "  tile: {m: 13, k: 64, n: 64}\n"), "two tiles of aie::mmul");
    expect_refused(refused(types + "  mmul: 4x8\n"), "'4x8' is not RxSxT");
    expect_refused(
        refused(types + "  mmul: 3x8x8\n"),
        "p.yaml:6:9: gemm.mmul: 3x8x8 is not a shape of aie::mmul for int8; allowed: 4x8x4");
    expect_refused(refused(types + "  array: {rows: 8, stagger: 1}\n"),
                   "p.yaml:6:10: gemm.array: 37 streams have to pass from column 32 to column 33, "
                   "1 more than the 36 links there; the nearest that fits: ");
    expect_refused(refused(types + "  placement: banks\n"), "allowed: ");
    expect_refused(refused(types + "  iteration: 3\n"), "iterations");
    expect_refused(refused("  types: {a: int8, b: bf16, c: int8}\n"), "no kernel for a product");
    expect_refused(refused(types + "  size: {m: 1, k: 1, n: 1}\n"), "size");
    expect_refused(run(fmt::format("simulate '{}' --set device=xdna2-strix", problem(types))),
                   "programmable logic");
}

}  // namespace
}  // namespace xdnasim::cli
