#include <nlohmann/json.hpp>

#include "test/cli/command_fixture.hpp"

namespace xdnasim::cli {
namespace {

using testing::HasSubstr;

class CompareCommand : public Command {
 protected:
    [[nodiscard]] Outcome compare(const std::string& arguments) const {
        return run(fmt::format("compare '{}' {}", kTeaching, arguments));
    }
};

TEST_F(CompareCommand, PutsTheBackendsSideBySide) {
    const Outcome outcome = compare("--backends systemc,analytic --tolerance 20");
    EXPECT_EQ(outcome.exit_code, 0) << outcome.messages;
    EXPECT_THAT(outcome.output, testing::ContainsRegex("systemc +analytic"));
    EXPECT_THAT(outcome.output, HasSubstr("kernel calls"));
    EXPECT_THAT(outcome.output, HasSubstr("within: the array's time of analytic"));
}

TEST_F(CompareCommand, FailsOutsideItsTolerance) {
    const Outcome outcome = compare("--backends systemc,analytic --tolerance 0");
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_THAT(outcome.output, HasSubstr("OUTSIDE"));
    EXPECT_EQ(outcome.messages, "xdnasim: the backends are further apart than allowed\n");
}

TEST_F(CompareCommand, SaysThatAVerificationFailedAndNotThatTimesAreApart) {
    const std::string bytes = folder_.write("zero.bin", std::string(4096, '\0')).string();
    const std::string recording = (folder_.path() / "recording").string();
    const std::string page = (folder_.path() / "page").string();
    const std::string problem =
        folder_
            .write("problem.yaml",
                   fmt::format("device: xdna-phoenix\nworkload: design\ndesign: {{file: '{}', "
                               "expect: {{arg1: '{}'}}}}\n",
                               XDNASIM_EXAMPLES "/design_source/aie.mlir", bytes))
            .string();
    ASSERT_EQ(
        run(fmt::format("simulate '{}' --verify --record '{}'", problem, recording)).exit_code, 1);
    const Outcome outcome =
        run(fmt::format("compare '{}' --backends systemc,replay --recording '{}' --verify "
                        "--html '{}'",
                        problem, recording, page));
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_THAT(outcome.messages, testing::StartsWith("xdnasim: the verification of systemc"));
    EXPECT_THAT(content_of(std::filesystem::path{page} / "index.html"),
                HasSubstr("Verification failed, times within tolerance"));
}

TEST_F(CompareCommand, WritesJsonOfBothRuns) {
    const Outcome outcome = compare("--backends analytic,systemc --tolerance 50 --json -");
    EXPECT_EQ(outcome.exit_code, 0) << outcome.messages;
    const auto json = nlohmann::json::parse(outcome.output);
    EXPECT_EQ(json["backends"], (nlohmann::json{"analytic", "systemc"}));
    EXPECT_EQ(json["runs"][1]["backend"], "systemc");
    EXPECT_EQ(json["runs"][0]["kernel"]["calls"], json["runs"][1]["kernel"]["calls"]);
    EXPECT_THAT(outcome.messages, HasSubstr("within"));
}

TEST_F(CompareCommand, TakesSettings) {
    const Outcome outcome =
        compare("--backends systemc,analytic --tolerance 90 --set gemm.size.k=256 --json -");
    const auto json = nlohmann::json::parse(outcome.output);
    EXPECT_EQ(json["runs"][0]["gemm"]["size"]["k"], 256);
}

TEST_F(CompareCommand, SaysWhatItCompared) {
    const std::string page = (folder_.path() / "page").string();
    const Outcome outcome =
        compare(fmt::format("--backends systemc,analytic --tolerance 90 --set gemm.size.k=256 "
                            "--json - --html '{}'",
                            page));
    ASSERT_EQ(outcome.exit_code, 0) << outcome.messages;
    EXPECT_THAT(outcome.messages,
                testing::AllOf(HasSubstr(kTeaching), HasSubstr("--set         gemm.size.k=256\n"),
                               HasSubstr("64 x 256 x 128, int8 x int8 -> int16\n"),
                               HasSubstr("32 x 32 x 32 per core, k_mt 64")));
    const auto json = nlohmann::json::parse(outcome.output);
    EXPECT_EQ(json["settings"], nlohmann::json{"gemm.size.k=256"});
    const nlohmann::json gemm{{"label", "gemm"}, {"text", "64 x 256 x 128, int8 x int8 -> int16"}};
    EXPECT_THAT(json["workload"], testing::Contains(gemm));
    EXPECT_THAT(content_of(std::filesystem::path{page} / "index.html"),
                testing::AllOf(HasSubstr("gemm.size.k=256"), HasSubstr("64 x 256 x 128")));
}

TEST_F(CompareCommand, WritesAPage) {
    const Outcome outcome = compare(fmt::format(
        "--backends systemc,analytic --tolerance 90 --html '{}'", folder_.path().string()));
    ASSERT_EQ(outcome.exit_code, 0) << outcome.messages;
    EXPECT_THAT(content_of(folder_.path() / "index.html"), HasSubstr("systemc against analytic"));
}

TEST_F(CompareCommand, PutsTracesSideBySide) {
    const std::string problem = "'" XDNASIM_EXAMPLES "/elementwise_add_one.yaml' --set 'trace={}'";
    const std::string recording = (folder_.path() / "recording").string();
    ASSERT_EQ(run(fmt::format("simulate {} --record '{}'", problem, recording)).exit_code, 0);
    const Outcome outcome = run(fmt::format(
        "compare {} --backends systemc,replay --recording '{}' --json -", problem, recording));
    ASSERT_EQ(outcome.exit_code, 0) << outcome.messages;
    const auto traces = nlohmann::json::parse(outcome.output)["traces"];
    ASSERT_EQ(traces.size(), 1U);
    EXPECT_EQ(traces[0]["backend"], "replay");
    EXPECT_EQ(traces[0]["passed"], true);
    EXPECT_EQ(traces[0]["verdict"], "within");
    EXPECT_GT(traces[0]["units"], 0);
    EXPECT_THAT(outcome.messages, HasSubstr("Traces of systemc and replay"));
}

TEST_F(CompareCommand, TakesATracedProblemOnABackendWithoutTraces) {
    const Outcome outcome = run("compare '" XDNASIM_EXAMPLES
                                "/gemm_traced.yaml' --backends systemc,analytic --tolerance 90");
    EXPECT_EQ(outcome.exit_code, 0) << outcome.messages;
}

TEST_F(CompareCommand, RefusesWhatItCannotCompare) {
    expect_refused(compare("--backends systemc"),
                   "--backends: 1 given. Name two or more, as in systemc,analytic");
    expect_refused(compare("--backends systemc,systemc"), "--backends: 'systemc' is given twice");
    expect_refused(compare("--backends systemc,analytic --json '" + std::string{kTeaching} + "'"),
                   "--json:");
    expect_refused(compare("--backends systemc,replay"), "--recording");
    expect_refused(compare("--backends systemc,analytic --seed 3"),
                   "--seed has no effect here, because the run moves no data");
    EXPECT_EQ(compare("--backends systemc,analitic").exit_code, 2);
    EXPECT_THAT(compare("--backends systemc,analitic").messages, HasSubstr("analytic"));
    EXPECT_EQ(compare("--backends systemc,analytic --tolerance -1").exit_code, 2);
}

TEST_F(CompareCommand, SaysWhichBackendIsNotAvailable) {
    const Outcome outcome =
        compare(fmt::format("--backends systemc,xrt --artifacts '{}'", folder_.path().string()));
    EXPECT_THAT(outcome.exit_code, testing::AnyOf(2, 4)) << outcome.messages;
    EXPECT_THAT(outcome.output, testing::IsEmpty());
}

TEST_F(CompareCommand, SimulateTakesTheAnalyticBackendByItsFlagAlone) {
    const Outcome outcome = simulate("--backend analytic --json -");
    ASSERT_EQ(outcome.exit_code, 0) << outcome.messages;
    const auto json = nlohmann::json::parse(outcome.output);
    EXPECT_EQ(json["backend"], "analytic");
    EXPECT_TRUE(json["verified"].is_null());
    EXPECT_FALSE(json["bottleneck"].is_null());
}

TEST_F(CompareCommand, TheAnalyticBackendRefusesWhatOnlyARunGives) {
    expect_refused(
        simulate("--backend analytic --verify"),
        "the backend 'analytic' calculates without running anything: it has no data to verify; "
        "allowed: systemc");
    expect_refused(simulate("--backend analytic --timeline text"), "allowed: systemc");
    const std::string trace = (folder_.path() / "trace").string();
    expect_refused(simulate("--backend analytic --trace '" + trace + "'"), "Use systemc, xrt");
    EXPECT_FALSE(std::filesystem::exists(trace));
}

}  // namespace
}  // namespace xdnasim::cli
