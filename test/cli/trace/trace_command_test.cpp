// `xdnasim trace` as a user calls it.

#include <sstream>

#include <nlohmann/json.hpp>

#include "test/cli/command_fixture.hpp"
#include "test/cli/trace/recorded_words.hpp"
#include "test/support/replaced_text.hpp"

namespace xdnasim::cli {
namespace {

using nlohmann::json;
using test::kConfig;
using test::kWords;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

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
    EXPECT_EQ(outcome.messages, "note: the configuration's units are moved by +1 column\n");
    EXPECT_THAT(outcome.output,
                AllOf(HasSubstr("core (1,2): 26,406 cycles, started at timer 268,901, stopped"),
                      HasSubstr("INSTR_EVENT_0  2"),
                      HasSubstr("kernels: 2, cycles 10,245; period 10,312; gap 67")));
    EXPECT_EQ(decode(config_ + "--summary").output, outcome.output);
}

TEST_F(TraceCommands, TellWhereTheNamesOfTheSlotsStand) {
    const Outcome outcome = decode("");
    EXPECT_EQ(outcome.exit_code, 0);
    EXPECT_THAT(outcome.output, HasSubstr("slot 1"));
    EXPECT_THAT(decode(config_).messages, Not(HasSubstr("slots by number")));
    EXPECT_THAT(outcome.messages, AllOf(HasSubstr("note: slots by number"), HasSubstr("--config"),
                                        HasSubstr("insts.bin"), HasSubstr("0x340E0 and 0x340E4")));
}

TEST_F(TraceCommands, TellThatTheFirstStartIsMissing) {
    std::string words = replaced(kWords, "f0000000", "10fefefe");  // events in place of the start
    words = replaced(words, "00041a65", "20fefefe");
    words = replaced(words, "a416c8fe", "f0000000");  // a start that follows later
    const auto file = folder_.write("headless.txt", words);
    EXPECT_THAT(run(fmt::format("trace decode '{}'", file.string())).output,
                HasSubstr("its start is missing"));
    const Outcome outcome = run(fmt::format("trace decode '{}' --json", file.string()));
    EXPECT_TRUE(json::parse(outcome.output)["streams"][0]["start_timer"].is_null());
}

TEST_F(TraceCommands, TakeADecodedTraceAsAConfiguration) {
    const std::string shim =
        "80202003\nf0000000\n00041a65\n10fefefe\ndc000010\n"
        "fefefefe\nfefefefe\nfefefefe\n";
    const auto both = folder_.write("both.txt", shim + kWords);
    const auto decoded = folder_.path() / "decoded.json";
    const auto decode_both = [&](const std::string& arguments) {
        return run(fmt::format("trace decode '{}' {}", both.string(), arguments));
    };
    const Outcome first = decode_both(config_ + fmt::format("--json -o '{}'", decoded.string()));
    ASSERT_EQ(first.exit_code, 0) << first.messages;
    const Outcome again = decode_both(fmt::format("--config '{}'", decoded.string()));
    EXPECT_EQ(again.exit_code, 0) << again.messages;
    EXPECT_THAT(again.output, AllOf(HasSubstr("INSTR_EVENT_0"), HasSubstr("slot 1")));
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

TEST_F(TraceCommands, DrawTheBarsOfLongNamesBelowEachOther) {
    const auto config = folder_.write("long.json", R"({"device": "npu1", "streams": [
        {"module": "core", "row": 2, "col": 0,
         "slots": [37, "INSTR_EVENT_0", "STREAM_SWITCH_PORT_PARITY_ERROR"]}]})");
    std::istringstream text{
        decode(fmt::format("--timeline --config '{}'", config.string())).output};
    std::vector<std::size_t> bars;
    for (std::string row; std::getline(text, row);)
        if (row.ends_with('|')) bars.push_back(row.find('|'));
    ASSERT_EQ(bars.size(), 2U);
    EXPECT_EQ(bars[0], bars[1]);
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
    std::string words = replaced(kWords, "8442fefe", "84f2fefe");
    words = replaced(words, "a82804fe", "f22804fe");
    const auto file = folder_.write("damaged.txt", words);
    const Outcome outcome = run(fmt::format("trace decode '{}'", file.string()));
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_THAT(outcome.messages, HasSubstr("damaged, 1 fault\nword 4 (0xf22804fe): "));
    EXPECT_THAT(outcome.output, HasSubstr("core (1,2)"));
}

TEST_F(TraceCommands, TakeTheConfigurationBesideTheWords) {
    const auto beside = folder_.write("trace.txt.json", kConfig);
    const Outcome outcome = decode("");
    EXPECT_EQ(outcome.exit_code, 0);
    EXPECT_THAT(outcome.messages,
                HasSubstr(fmt::format("note: slots as in {}\n", beside.string())));
    EXPECT_EQ(outcome.output, decode(config_).output);
    EXPECT_THAT(decode(config_).messages, Not(HasSubstr("slots as in")));
}

TEST_F(TraceCommands, PassOverAFileBesideTheWordsThatIsNoConfiguration) {
    const std::string by_number = decode("").output;
    folder_.write("trace.txt.json", "[]");
    const Outcome outcome = decode("");
    EXPECT_EQ(outcome.exit_code, 0);
    EXPECT_EQ(outcome.output, by_number);
    EXPECT_THAT(outcome.messages, AllOf(HasSubstr("note: slots by number: "),
                                        HasSubstr("not a configuration of a trace")));
}

TEST_F(TraceCommands, SayThatAConfigurationIsOfOtherUnits) {
    const std::string other = replaced(kConfig, "\"row\": 2", "\"row\": 5");
    const auto config = folder_.write("other.json", other);
    const Outcome outcome = decode(fmt::format("--config '{}'", config.string()));
    EXPECT_EQ(outcome.exit_code, 0);
    EXPECT_EQ(
        outcome.messages,
        "note: the configuration is for core (0,5), none of which is recorded; recorded: core "
        "(1,2)\n");
}

TEST_F(TraceCommands, TellThatABufferIsBlank) {
    for (const char byte : {'\0', '\xa5'}) {
        const auto blank = folder_.write("blank", std::string(64, byte));
        expect_refused(run(fmt::format("trace decode '{}'", blank.string())),
                       "all 16 words are blank. The trace did not start");
    }
    const auto other = folder_.write("other", std::string(64, '\x11'));
    const Outcome outcome = run(fmt::format("trace decode '{}'", other.string()));
    EXPECT_THAT(outcome.messages, Not(HasSubstr("blank")));
}

TEST_F(TraceCommands, RefuseWhatIsNoTrace) {
    expect_refused(run(fmt::format("trace decode '{}'", folder_.write("e", "").string())),
                   "contains no trace packet in its 0 words");
    expect_refused(run("trace decode /nowhere"), "No such file");
    expect_refused(run("trace decode /tmp"), "not a regular file");
    expect_refused(decode(fmt::format("-o '{}'", words_.string())), "is the input file");
    expect_refused(decode("--config /nowhere"), "/nowhere: no such file");
    const auto no_json = folder_.write("x.json", "[1, 2]");
    expect_refused(run(fmt::format("trace decode '{}'", no_json.string())),
                   "is JSON, as decoded recordings are; allowed: trace words");
    expect_refused(run(fmt::format("trace encode '{}' -o /dev/null", no_json.string())),
                   "is not a decoded trace");
    const std::string neither = folder_.write("p.yaml", "device: xdna-phoenix\n").string();
    expect_refused(decode(fmt::format("--config '{}'", neither)),
                   fmt::format("'{}': neither a configuration (JSON) nor", neither));
    // The header of an instruction stream without operations, for an unknown device generation.
    const auto stream = folder_.write("insts.txt", "06050100\n00000104\n00000000\n00000010\n");
    expect_refused(decode(fmt::format("--config '{}'", stream.string())),
                   "a stream for device generation 5; allowed: 3 (aie-ml), 4 (aie2p)");
    EXPECT_EQ(content_of(words_), kWords);
}

TEST_F(TraceCommands, RefuseAWrongCommandLine) {
    expect_refused(run("trace decod x"), "unknown command 'decod'; did you mean 'decode'");
    expect_refused(run("trace decod x"), "Run 'xdnasim trace --help'");
    expect_refused(decode("--sumary"), "did you mean '--summary'");
    expect_refused(decode("--sumary"), "Run 'xdnasim trace decode --help'");
    expect_refused(decode("again"), "unexpected argument 'again'");
}

TEST_F(TraceCommands, RefuseEventsThatNoUnitCanHaveSeen) {
    json decoded = json::parse(decode("--json").output);
    const auto encode = [&] {
        const auto file = folder_.write("decoded.json", decoded.dump());
        return run(fmt::format("trace encode '{}' -o /dev/null", file.string()));
    };
    decoded["traceEvents"].back()["tid"] = 9;
    expect_refused(encode(), "'9' is out of range; allowed: whole numbers from 0 to 7");
    decoded["traceEvents"].back()["tid"] = 5;
    expect_refused(encode(), "slot 5 ends in cycle 26391, but it has not begun");
    decoded["traceEvents"].erase(decoded["traceEvents"].size() - 1);
    expect_refused(encode(), "does not end");
}

}  // namespace
}  // namespace xdnasim::cli
