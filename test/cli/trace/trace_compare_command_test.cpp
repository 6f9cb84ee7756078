// `xdnasim trace compare` as a user calls it.

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
using testing::MatchesRegex;
using testing::Not;

class TraceCompareCommands : public Command {
 protected:
    [[nodiscard]] Outcome compare(const std::filesystem::path& simulated,
                                  const std::string& arguments = "") const {
        return run(fmt::format("trace compare '{}' '{}' --config '{}' {}", measured_.string(),
                               simulated.string(), config_.string(), arguments));
    }
    /// Writes a recording whose first kernel call takes 5 cycles longer, and returns its path.
    [[nodiscard]] std::filesystem::path slower() const {
        const std::string words = replaced(kWords, "a82804fe", "a82809fe");
        return folder_.write("slower.txt", words);
    }

    std::filesystem::path measured_ = folder_.write("measured.txt", kWords);
    std::filesystem::path config_ = folder_.write("config.json", kConfig);
};

TEST_F(TraceCompareCommands, PassEqualRecordings) {
    const Outcome outcome = compare(measured_);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.messages;
    EXPECT_THAT(outcome.output,
                AllOf(HasSubstr("aligned       by the first event, INSTR_EVENT_0 of core (1,2): "
                                "simulated cycles 0"),
                      HasSubstr("10,245.0"), HasSubstr("within: 5 pass, 0 outside, 0 not judged")));
}

TEST_F(TraceCompareCommands, ShowNoLargestDifferenceOfPairsWhereMediansJudge) {
    const std::string words = (folder_.path() / "words.bin").string();
    const Outcome ran =
        run(fmt::format("simulate '{}/gemm_traced.yaml' --trace '{}'", XDNASIM_EXAMPLES, words));
    ASSERT_EQ(ran.exit_code, 0) << ran.messages;
    const auto length_judged = [&](const std::string& judge) {
        const Outcome compared =
            run(fmt::format("trace compare '{0}' '{0}' --judge {1}", words, judge));
        EXPECT_EQ(compared.exit_code, 0) << compared.messages;
        const std::size_t begin = compared.output.find("  kernel length");
        return compared.output.substr(begin, compared.output.find('\n', begin) - begin);
    };
    // Three columns: difference of the means, largest difference of a pair (none where medians are
    // compared), share of the time.
    EXPECT_THAT(length_judged("medians"), testing::ContainsRegex("medians .* \\+0\\.0 +- +[0-9]"));
    EXPECT_THAT(length_judged("pairs"),
                testing::ContainsRegex("cycle by cycle .* \\+0\\.0 +0 +[0-9]"));
}

TEST_F(TraceCompareCommands, FailWithAKernelThatTakesLonger) {
    const Outcome outcome = compare(slower());
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_THAT(outcome.messages, HasSubstr("differ by more than the tolerances"));
    EXPECT_THAT(outcome.output,
                AllOf(HasSubstr("length: interval 0: its length differs by +5 cycles, allowed 3"),
                      HasSubstr("first divergence: INSTR_EVENT_0, interval 1")));
    EXPECT_EQ(compare(slower(), "--tolerance-cycles 5").exit_code, 0);
}

TEST_F(TraceCompareCommands, FailWhereNothingCouldBeCompared) {
    std::string words = kWords;  // will have the same core, but none of its events
    for (const char* event : {"a416c8fe", "a82804fe", "8442fefe"})
        for (std::size_t at = 0; (at = words.find(event, at)) != std::string::npos; ++at)
            words.replace(at, 8, "60fefefe");
    const auto config = folder_.write("other.json", R"({"device": "npu1", "streams": [
           {"module": "core", "row": 2, "col": 0, "slots": [37, 0, 0, 0, 0, 0, "LOCK_STALL"]}]})");
    const Outcome outcome =
        compare(folder_.write("other.txt", words),
                fmt::format("--simulated-config '{}' --json -", config.string()));
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_THAT(outcome.messages,
                AllOf(HasSubstr("not judged: 0 pass, 0 outside, 6 not judged"),
                      HasSubstr("the recordings have nothing that can be compared")));
    // For an event that only one recording has, no difference and no distance are shown.
    EXPECT_THAT(outcome.messages,
                MatchesRegex("(.|\n)* kernel length +cycle by cycle +2 +0 +10,245.0 +- +10,245.0 "
                             "+- +- +- +99.7 % +0.0 % +- +not comparable(.|\n)*"));
    EXPECT_EQ(json::parse(outcome.output)["verdict"], "not judged");
}

TEST_F(TraceCompareCommands, SayHowTheRecordingsWereAligned) {
    const std::string words =
        replaced(kWords, "a416c8fe", "a416fafe");  // all events are 50 cycles later
    const auto later = folder_.write("later.txt", words);
    EXPECT_THAT(compare(later).output, HasSubstr("simulated cycles -50"));
    EXPECT_THAT(compare(later, "--align start").output, HasSubstr("by the start of the traces"));
}

TEST_F(TraceCompareCommands, GiveTheComparisonAsJson) {
    const Outcome outcome = compare(slower(), "--json -");
    const json found = json::parse(outcome.output);
    EXPECT_EQ(found["passed"], false);
    EXPECT_EQ(found["units"][0]["kernels"][0]["largest"]["length"], 5);
    EXPECT_THAT(outcome.messages, HasSubstr("verdict"));
    EXPECT_EQ(found["windows"].size(), 1U);  // so short a recording is shown as a whole
}

TEST_F(TraceCompareCommands, SayThatARecordingIsOfAnotherDevice) {
    std::string config = kConfig;
    const std::size_t at = config.find("npu1");
    ASSERT_NE(at, std::string::npos);
    config.replace(at, 4, "npu2");
    const auto other = folder_.write("other.json", config);
    const Outcome outcome =
        compare(measured_, fmt::format("--simulated-config '{}'", other.string()));
    EXPECT_THAT(outcome.output, AllOf(HasSubstr("the recordings come from different devices"),
                                      HasSubstr("aie-ml"), HasSubstr("aie2p")));
}

TEST_F(TraceCompareCommands, TakeATraceThatWasDecodedWithoutAConfiguration) {
    const std::string decoded = measured_.string() + ".json";
    ASSERT_EQ(
        run(fmt::format("trace decode '{}' --json -o '{}'", measured_.string(), decoded)).exit_code,
        0);
    // As a recording it can be compared, with its events named by their slots.
    const Outcome events = run(fmt::format("trace compare '{}' '{}'", decoded,
                                           folder_.write("same.txt", kWords).string()));
    EXPECT_EQ(events.exit_code, 0) << events.messages;
    EXPECT_THAT(events.output, HasSubstr("slot 1"));
    // Although it lies where a configuration of the words would lie, it is not taken for one.
    const Outcome words = run(fmt::format("trace decode '{}'", measured_.string()));
    EXPECT_EQ(words.exit_code, 0);
    EXPECT_THAT(
        words.messages,
        AllOf(HasSubstr("note: slots by number: not a configuration of a trace: " + decoded),
              HasSubstr("this trace was decoded without a configuration")));
}

TEST_F(TraceCompareCommands, RefuseAnEmptyRecording) {
    const Outcome outcome = compare(folder_.write("empty.bin", ""));
    EXPECT_EQ(outcome.exit_code, 2);
    EXPECT_THAT(outcome.messages, HasSubstr("contains no trace packet in its 0 words"));
}

TEST_F(TraceCompareCommands, CompareWhatIsLeftOfATruncatedRecording) {
    const std::string words = kWords;
    const Outcome outcome = compare(folder_.write("cut.txt", words.substr(0, words.size() - 45)));
    EXPECT_THAT(outcome.output, HasSubstr("the simulated recording is cut off; compared up to"));
    EXPECT_THAT(outcome.output, HasSubstr("verdict"));
}

TEST_F(TraceCompareCommands, WriteAPage) {
    const auto site = folder_.path() / "site";
    const Outcome outcome =
        compare(slower(), fmt::format("--html '{}' --window 16000:16200", site.string()));
    ASSERT_EQ(outcome.exit_code, 1) << outcome.messages;
    EXPECT_THAT(content_of(site / "index.html"),
                AllOf(HasSubstr("Outside tolerance"), HasSubstr("Cycles 16000:16200"),
                      HasSubstr("The whole recording")));
}

TEST_F(TraceCompareCommands, TakeEventsOfEachRecordingFromItsOwnConfiguration) {
    std::string words = kWords;
    for (const auto& [slot, other] :
         {std::pair{"a416c8fe", "a816c8fe"}, {"a82804fe", "a42804fe"}, {"8442fefe", "8842fefe"}})
        for (std::size_t at = 0; (at = words.find(slot, at)) != std::string::npos; ++at)
            words.replace(at, 8, other);
    const auto swapped = folder_.write("swapped.txt", words);
    const auto config = folder_.write("swapped.json",
                                      R"({"device": "npu1", "streams": [{"module": "core", "row": 2,
           "col": 0, "slots": [37, "INSTR_EVENT_1", "INSTR_EVENT_0"]}]})");
    EXPECT_EQ(compare(swapped).exit_code, 1);
    const Outcome outcome =
        compare(swapped, fmt::format("--simulated-config '{}'", config.string()));
    EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
    // Where `simulate` writes the configuration of a trace.
    std::filesystem::rename(config, swapped.string() + ".json");
    EXPECT_EQ(compare(swapped).exit_code, 0);
}

TEST_F(TraceCompareCommands, TakeTheConfigurationsBesideTheRecordings) {
    const auto both = [&] {
        return run(fmt::format("trace compare '{}' '{}'", measured_.string(), slower().string()));
    };
    EXPECT_THAT(both().output, Not(HasSubstr("INSTR_EVENT_0")));
    folder_.write("measured.txt.json", kConfig);
    folder_.write("slower.txt.json", kConfig);
    const Outcome named = both();
    EXPECT_THAT(named.output, HasSubstr("first divergence: INSTR_EVENT_0, interval 1"));
    EXPECT_THAT(named.messages,
                AllOf(HasSubstr("measured.txt.json\n"), HasSubstr("slower.txt.json\n"),
                      HasSubstr("note: measured: the configuration's units are moved by +1")));
}

/// An instruction stream for an XDNA NPU that writes 37, INSTR_EVENT_0 and INSTR_EVENT_1 to the
/// first slots of the trace unit of the core in row 2 of column 0.
constexpr const char* kInstructions =
    "06030100\n00000104\n00000002\n00000040\n"
    "00000000\n00000000\n002340E0\n00000000\n00222125\n00000018\n"
    "00000000\n00000000\n002340E4\n00000000\n00000000\n00000018\n";

TEST_F(TraceCompareCommands, TakeAnInstructionStreamInPlaceOfAConfiguration) {
    const auto text = folder_.write("insts.txt", kInstructions);
    std::string raw;
    for (std::size_t at = 0; at < std::string_view{kInstructions}.size(); at += 9) {
        const std::uint32_t word =
            static_cast<std::uint32_t>(std::stoul(std::string{kInstructions + at, 8}, nullptr, 16));
        for (const unsigned shift : {0U, 8U, 16U, 24U})
            raw += static_cast<char>(word >> shift & 0xFFU);
    }
    for (const auto& stream : {text, folder_.write("insts.bin", raw)}) {
        const Outcome decoded = run(
            fmt::format("trace decode '{}' --config '{}'", measured_.string(), stream.string()));
        EXPECT_THAT(decoded.output, HasSubstr("kernels: 2, cycles 10,245; "));
        const Outcome outcome =
            run(fmt::format("trace compare '{}' '{}' --config '{}'", measured_.string(),
                            slower().string(), stream.string()));
        EXPECT_EQ(outcome.exit_code, 1);
        EXPECT_THAT(outcome.output, HasSubstr("first divergence: INSTR_EVENT_0, interval 1"));
    }
    const auto cut = folder_.write("cut.bin", raw.substr(0, raw.size() / 2));
    expect_refused(run(fmt::format("trace compare '{}' '{}' --config '{}'", measured_.string(),
                                   measured_.string(), cut.string())),
                   "the header says 64 bytes; the stream has 32");
}

TEST_F(TraceCompareCommands, TakeTraceEventsForThoseOfTheOtherRecordingsDevice) {
    const std::string events =
        R"([{"name": "process_name", "ph": "M", "pid": 0, "args": {"name": "core_trace for tile2,1"}},
            {"name": "INSTR_EVENT_0", "ph": "X", "ts": 100, "dur": 1, "pid": 0, "tid": 1},
            {"name": "INSTR_EVENT_1", "ph": "X", "ts": 10345, "dur": 1, "pid": 0, "tid": 2}])";
    const auto rows = folder_.write("rows.json", events);
    const auto of_npu2 = folder_.write(
        "npu2.json", fmt::format(R"({{"device": "npu2", "traceEvents": {}}})", events));
    const auto against = [&](const std::filesystem::path& simulated) {
        return run(fmt::format("trace compare '{}' '{}' --simulated-config '{}'", rows.string(),
                               simulated.string(), config_.string()));
    };
    EXPECT_THAT(against(measured_).output,
                AllOf(HasSubstr("INSTR_EVENT_0"), Not(HasSubstr("different devices"))));
    EXPECT_THAT(run(fmt::format("trace compare '{}' '{}' --simulated-config '{}'", of_npu2.string(),
                                measured_.string(), config_.string()))
                    .output,
                HasSubstr("the recordings come from different devices"));
}

TEST_F(TraceCompareCommands, TakeTraceEventsInPlaceOfWords) {
    const auto events = folder_.path() / "events.json";
    ASSERT_EQ(run(fmt::format("trace decode '{}' --config '{}' --json -o '{}'", measured_.string(),
                              config_.string(), events.string()))
                  .exit_code,
              0);
    const Outcome outcome = run(fmt::format("trace compare '{}' '{}' --config '{}'",
                                            events.string(), measured_.string(), config_.string()));
    EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
    EXPECT_THAT(outcome.output, HasSubstr("10,245.0"));
    const auto cut = folder_.write("cut.json", content_of(events).substr(0, 900));
    expect_refused(compare(cut), "not valid JSON");
    expect_refused(compare(folder_.write("none.json", "[]")), "has no process of a trace unit");
}

TEST_F(TraceCompareCommands, TellWhyFirst) {
    EXPECT_THAT(compare(slower()).output, testing::StartsWith("outside       kernel length of core "
                                                              "(1,2): interval 0: its length"));
}

TEST_F(TraceCompareCommands, RefuseAWindowBehindTheRecording) {
    const std::string html = fmt::format("--html '{}' ", (folder_.path() / "site").string());
    expect_refused(compare(measured_, html + "--window 26500:26600"),
                   "--window: '26500:26600' begins after the end of the measured recording; "
                   "allowed: FROM up to");
    EXPECT_FALSE(std::filesystem::exists(folder_.path() / "site" / "index.html"));
}

TEST_F(TraceCompareCommands, RefuseWhatCannotBeCompared) {
    expect_refused(compare("/nowhere"), "No such file");
    expect_refused(compare(folder_.write("empty", "")), "contains no trace packet");
    std::string words = kWords;
    words.replace(0, 8, "00230000");  // a packet header of another row
    expect_refused(compare(folder_.write("other.txt", words)),
                   "no unit in common, as if they came from different designs or devices");
    expect_refused(compare(measured_, fmt::format("--json '{}'", measured_.string())),
                   "is an input file");
    const std::string html = fmt::format("--html '{}' ", (folder_.path() / "site").string());
    expect_refused(compare(measured_, html + "--window 5:3"),
                   "--window: '5' is out of range; allowed: whole numbers from 0 to 2");
    expect_refused(compare(measured_, html + "--window x"), "--window: 'x'");
    expect_refused(compare(measured_, fmt::format("--html '{}'", measured_.string())), "--html");
    EXPECT_EQ(content_of(measured_), kWords);
}

TEST_F(TraceCompareCommands, RefuseTolerancesThatAreNone) {
    EXPECT_EQ(compare(measured_, "--tolerance-band 2").exit_code, 2);
    EXPECT_EQ(compare(measured_, "--tolerance-cycles -1").exit_code, 2);
    EXPECT_EQ(compare(measured_, "--tolerance-drift nan").exit_code, 2);
    EXPECT_EQ(compare(measured_, "--align never").exit_code, 2);
    EXPECT_EQ(compare(measured_, "--window 1:2").exit_code, 2);  // there is no --html
}

}  // namespace
}  // namespace xdnasim::cli
