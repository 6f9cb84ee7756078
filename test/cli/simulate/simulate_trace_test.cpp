// `xdnasim simulate --trace`: the words, the configuration that decodes them, and what is refused.

#include <algorithm>

#include <nlohmann/json.hpp>

#include "test/cli/command_fixture.hpp"

namespace xdnasim::cli {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

constexpr const char* kTraced = XDNASIM_EXAMPLES "/gemm_traced.yaml";
constexpr const char* kChain = XDNASIM_EXAMPLES "/elementwise_vector_scalar.yaml";

class SimulateTrace : public Command {
 protected:
    [[nodiscard]] Outcome trace(const char* problem, const std::string& arguments = "") const {
        return run(
            fmt::format("simulate '{}' --trace '{}' {}", problem, file_.string(), arguments));
    }
    [[nodiscard]] Outcome decode(const std::string& arguments = "") const {
        return run(fmt::format("trace decode '{}' --config '{}' {}", file_.string(),
                               config_.string(), arguments));
    }
    [[nodiscard]] bool left_nothing() const { return fs::is_empty(folder_.path()); }

    const fs::path file_ = folder_.path() / "trace.bin";
    const fs::path config_ = folder_.path() / "trace.bin.json";
};

TEST_F(SimulateTrace, WritesTheWordsAndWhatDecodesThem) {
    const Outcome outcome = trace(kTraced);
    EXPECT_EQ(outcome.exit_code, 0);
    EXPECT_THAT(outcome.output,
                AllOf(HasSubstr("trace         "), HasSubstr(" words of 3 units"),
                      HasSubstr("trace.bin.json'"), Not(HasSubstr("buffer was full"))));
    EXPECT_GT(fs::file_size(file_), 0U);
    EXPECT_EQ(fs::file_size(file_) % 32, 0U);
    const json config = json::parse(content_of(config_));
    EXPECT_EQ(config["device"], "aie2p");
    ASSERT_EQ(config["streams"].size(), 3U);
    EXPECT_EQ(config["streams"][0]["module"], "core");
    EXPECT_EQ(config["streams"][0]["row"], 2);
    EXPECT_EQ(config["streams"][0]["col"], 0);
    EXPECT_EQ(config["streams"][0]["slots"][0], "INSTR_EVENT_0");
    EXPECT_EQ(config["streams"][0]["slots"].size(), 8U);
    EXPECT_FALSE(config["streams"][0].contains("s2mm"));
    EXPECT_THAT(config["streams"][0]["ports"][0].get<std::string>(),
                testing::ContainsRegex("^(master|slave) [A-Za-z]+:[0-9]$"));
    const auto mem_tile = std::ranges::find(config["streams"], "memtile",
                                            [](const json& unit) { return unit["module"]; });
    ASSERT_NE(mem_tile, config["streams"].end());
    EXPECT_EQ((*mem_tile)["s2mm"].size(), 2U);
    EXPECT_EQ((*mem_tile)["mm2s"].size(), 2U);
}

TEST_F(SimulateTrace, IsDecodedByWhatItWrote) {
    ASSERT_EQ(trace(kTraced).exit_code, 0);
    const Outcome outcome = decode();
    EXPECT_EQ(outcome.exit_code, 0) << outcome.messages;
    EXPECT_THAT(outcome.output, AllOf(HasSubstr("core (0,2): "), HasSubstr("memtile (0,1): "),
                                      HasSubstr("shim (0,0): "), HasSubstr("INSTR_EVENT_0"),
                                      HasSubstr("kernels: ")));
    EXPECT_EQ(json::parse(decode("--json").output)["faults"]["count"], 0);
}

TEST_F(SimulateTrace, TracesAProblemThatAsksForNone) {
    const Outcome outcome = trace(kChain);
    EXPECT_EQ(outcome.exit_code, 0);
    EXPECT_THAT(outcome.output, HasSubstr(" words of 2 units"));
    EXPECT_THAT(decode().output, HasSubstr("kernels: "));
}

TEST_F(SimulateTrace, ShowsTheCallsOfAKernel) {
    ASSERT_EQ(trace(kChain).exit_code, 0);
    EXPECT_THAT(decode().output, HasSubstr("kernels: 4, cycles 10,245; period 10,31"));
}

TEST_F(SimulateTrace, TakesTheSettingsOfATrace) {
    EXPECT_THAT(trace(kChain, "--set trace.route=ideal").output,
                HasSubstr("collected without streams, which no hardware does"));
    expect_refused(trace(kChain, "--set trace.route=best"), "allowed: streams, share, ideal");
}

TEST_F(SimulateTrace, SaysWhatATraceHoldsThatIsNotWritten) {
    const Outcome outcome = run(fmt::format("simulate '{}'", kTraced));
    EXPECT_EQ(outcome.exit_code, 0);
    EXPECT_THAT(outcome.output, HasSubstr("; --trace FILE writes"));
    EXPECT_THAT(simulate("").output, Not(HasSubstr("trace  ")));
}

TEST_F(SimulateTrace, SaysThatTheBufferWasFull) {
    const Outcome outcome = trace(kChain, "--set trace.buffer_bytes=64");
    EXPECT_EQ(outcome.exit_code, 0);
    EXPECT_THAT(outcome.output, HasSubstr("the buffer was full (trace.buffer_bytes)"));
    EXPECT_EQ(fs::file_size(file_), 64U);
}

TEST_F(SimulateTrace, NamesTheFullBufferThatBlocksSharedStreams) {
    const Outcome outcome = trace(kTraced, "--set trace.buffer_bytes=64");
    EXPECT_EQ(outcome.exit_code, 3);
    EXPECT_THAT(outcome.messages, AllOf(testing::StartsWith("xdnasim: the trace's buffer is full"),
                                        HasSubstr("trace.buffer_bytes"), HasSubstr("deadlock")));
    EXPECT_TRUE(left_nothing());
}

TEST_F(SimulateTrace, WritesTheSameWordsAgain) {
    ASSERT_EQ(trace(kTraced).exit_code, 0);
    const std::string first = content_of(file_);
    ASSERT_EQ(trace(kTraced).exit_code, 0);
    EXPECT_EQ(content_of(file_), first);
}

TEST_F(SimulateTrace, LeavesStandardOutputToTheJson) {
    const Outcome outcome = trace(kChain, "--json -");
    EXPECT_EQ(outcome.exit_code, 0);
    EXPECT_TRUE(json::accept(outcome.output));
    EXPECT_THAT(outcome.messages, HasSubstr(" words of 2 units"));
}

TEST_F(SimulateTrace, TakesThePlaceOfNoOtherFileOfTheRun) {
    const fs::path problem = folder_.write("p.yaml", content_of(kChain));
    expect_refused(run(fmt::format("simulate {0} --trace {0}", problem.string())), "--trace: ");
    EXPECT_EQ(content_of(problem), content_of(kChain));
    fs::remove(problem);
    expect_refused(trace(kChain, fmt::format("--json '{}'", file_.string())),
                   "is also the file of --json");
    expect_refused(trace(kChain, fmt::format("--json '{}'", config_.string())),
                   "trace.bin.json' is also the file of --json");
    expect_refused(trace(kChain, fmt::format("--timeline '{}'", config_.string())),
                   "is also the file of --trace");
    EXPECT_TRUE(left_nothing());
}

TEST_F(SimulateTrace, IsNoTextForTheTerminal) {
    expect_refused(run(fmt::format("simulate {} --trace -", kChain)), "--trace: ");
    EXPECT_FALSE(fs::exists("-"));
}

TEST_F(SimulateTrace, TakesThePlaceOfNoProblemByItsConfiguration) {
    const fs::path problem = folder_.write("p.json", content_of(kChain));
    expect_refused(run(fmt::format("simulate {} --trace {}", problem.string(),
                                   (folder_.path() / "p").string())),
                   "--trace: ");
    EXPECT_EQ(content_of(problem), content_of(kChain));
}

TEST_F(SimulateTrace, IsRefusedWhereItCannotBeWritten) {
    const auto write_to = [&](const fs::path& target) {
        return run(fmt::format("simulate '{}' --trace '{}'", kChain, target.string()));
    };
    expect_refused(write_to(folder_.path() / "missing" / "x"), "missing/x");
    expect_refused(write_to(folder_.path()), "Is a directory");
    expect_refused(write_to(""), "--trace: the name of the file is empty; allowed: a path");
    fs::create_directory(config_);
    expect_refused(write_to(file_), "trace.bin.json");
    fs::remove(config_);
    EXPECT_TRUE(left_nothing());
}

TEST_F(SimulateTrace, LeavesNothingWhenTheProblemIsBad) {
    expect_refused(trace(kTraced, "--set trace.route=streams"), "the trace has no way to shim");
    expect_refused(trace(kTraced, "--set trace.shim=9"), "allowed: whole numbers from 0 to 7");
    EXPECT_TRUE(left_nothing());
}

TEST_F(SimulateTrace, IsLeftOutByABackendThatRunsNoArrayUnlessAskedFor) {
    const Outcome outcome = run(fmt::format("simulate '{}' --backend analytic --json -", kTraced));
    EXPECT_EQ(outcome.exit_code, 0) << outcome.messages;
    EXPECT_TRUE(json::parse(outcome.output)["trace"].is_null());
}

TEST_F(SimulateTrace, IsRefusedOfABackendThatRunsNoArray) {
    const std::string refusal = "--trace: the backend 'analytic' has no trace of this run";
    expect_refused(trace(kChain, "--backend analytic"), refusal);
    expect_refused(trace(kTraced, "--backend analytic"), refusal);
    EXPECT_TRUE(left_nothing());
    const fs::path recording = folder_.path() / "recording";
    expect_refused(
        trace(kTraced, fmt::format("--backend analytic --record '{}'", recording.string())),
        refusal);
    EXPECT_FALSE(fs::exists(recording / "recording.json"));
}

}  // namespace
}  // namespace xdnasim::cli
