// `xdnasim trace` as a user calls it.

#include <nlohmann/json.hpp>

#include "cli/command_fixture.hpp"
#include "cli/recorded_words.hpp"

namespace xdnasim::cli {
namespace {

using nlohmann::json;
using test::kConfig;
using test::kWords;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;

class TraceCommands : public Command {
 protected:
    [[nodiscard]] Outcome decode(const std::string& arguments) const {
        return run(fmt::format("trace decode '{}' {}", words_.string(), arguments));
    }

    std::filesystem::path words_ = folder_.write("trace.txt", kWords);
    std::string config_ =
        fmt::format("--config '{}' ", folder_.write("config.json", kConfig).string());
};

TEST_F(TraceCommands, SummariseATrace) {
    const Outcome outcome = decode(config_);
    EXPECT_EQ(outcome.exit_code, 0);
    EXPECT_THAT(outcome.messages, IsEmpty());
    EXPECT_THAT(outcome.output,
                AllOf(HasSubstr("core (1,2): 26,406 cycles, started at timer 268,901, stopped"),
                      HasSubstr("INSTR_EVENT_0  2"),
                      HasSubstr("kernels: 2, cycles 10,245; period 10,312; gap 67")));
    EXPECT_EQ(decode(config_ + "--summary").output, outcome.output);
}

TEST_F(TraceCommands, GiveEveryEventAsJson) {
    const json decoded = json::parse(decode(config_ + "--json").output);
    std::vector<std::int64_t> begins;
    for (const json& row : decoded["traceEvents"])
        if (row["ph"] == "B") begins.push_back(row["ts"]);
    EXPECT_THAT(begins, testing::ElementsAre(5833, 16'078, 16'145, 26'390));
    EXPECT_EQ(decoded["streams"][0]["start_timer"], 268'901);
    EXPECT_EQ(decoded["faults"]["count"], 0);
}

TEST_F(TraceCommands, GiveTheRowsOfTheReference) {
    const json rows = json::parse(decode(config_ + "--json --reference-quirks").output);
    ASSERT_TRUE(rows.is_array());
    EXPECT_EQ(rows[0]["args"]["name"], "core_trace for tile2,1");
    EXPECT_EQ(rows.back()["ph"], "B");  // the last event has no end
}

TEST_F(TraceCommands, DrawATimeline) {
    EXPECT_THAT(decode(config_ + "--timeline").output, HasSubstr("INSTR_EVENT_1"));
}

TEST_F(TraceCommands, WriteTheSameWordsAgain) {
    const auto decoded = folder_.path() / "decoded.json";
    const auto again = folder_.path() / "again.txt";
    EXPECT_EQ(decode(fmt::format("--json -o '{}'", decoded.string())).exit_code, 0);
    const Outcome outcome =
        run(fmt::format("trace encode '{}' --text -o '{}'", decoded.string(), again.string()));
    EXPECT_EQ(outcome.exit_code, 0) << outcome.messages;
    EXPECT_EQ(content_of(again), kWords);
}

TEST_F(TraceCommands, DecodeADamagedTraceAndFail) {
    std::string words = kWords;
    words.replace(words.find("8442fefe"), 8, "84f2fefe");
    words.replace(words.find("a82804fe"), 8, "f22804fe");
    const auto file = folder_.write("damaged.txt", words);
    const Outcome outcome = run(fmt::format("trace decode '{}'", file.string()));
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_THAT(outcome.messages, HasSubstr("damaged, 1 fault\nword 4 (0xf22804fe): "));
    EXPECT_THAT(outcome.output, HasSubstr("core (1,2)"));
}

TEST_F(TraceCommands, RefuseWhatIsNoTrace) {
    expect_refused(run(fmt::format("trace decode '{}'", folder_.write("e", "").string())),
                   "holds no packet of a trace in its 0 words");
    expect_refused(run("trace decode /nowhere"), "No such file");
    expect_refused(run("trace decode /tmp"), "no regular file");
    expect_refused(decode(fmt::format("-o '{}'", words_.string())), "is the input file");
    expect_refused(decode("--config /nowhere"), "cannot read '/nowhere'");
    const auto no_json = folder_.write("x.json", "[1, 2]");
    expect_refused(run(fmt::format("trace encode '{}' -o /dev/null", no_json.string())),
                   "is no decoded trace");
    EXPECT_EQ(content_of(words_), kWords);
}

TEST_F(TraceCommands, RefuseEventsThatNoUnitCanHaveSeen) {
    json decoded = json::parse(decode("--json").output);
    const auto encode = [&] {
        const auto file = folder_.write("decoded.json", decoded.dump());
        return run(fmt::format("trace encode '{}' -o /dev/null", file.string()));
    };
    decoded["traceEvents"].back()["tid"] = 9;
    expect_refused(encode(), "tid 9; allowed: a whole number, 0 to 7");
    decoded["traceEvents"].back()["tid"] = 5;
    expect_refused(encode(), "slot 5 ends in cycle 26391, but it has not begun");
    decoded["traceEvents"].erase(decoded["traceEvents"].size() - 1);
    expect_refused(encode(), "does not end");
}

}  // namespace
}  // namespace xdnasim::cli
