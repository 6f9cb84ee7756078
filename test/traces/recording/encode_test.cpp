// Trace events that are encoded as words, and those that would take too many words.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.hpp"
#include "test/support/temporary_folder.hpp"
#include "traces/recording/event_json.hpp"

namespace xdnasim::recording {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

constexpr std::uint64_t kCyclesAWord = 2 * 1023;  // a word holds two repeats

/// `units` units, of which each asserts an event of `cycles` cycles.
std::string long_events(int units, std::uint64_t cycles, std::uint64_t words = 0) {
    std::string streams;
    std::string rows;
    for (int unit = 0; unit < units; ++unit) {
        const char* const comma = unit == 0 ? "" : ",";
        streams +=
            fmt::format(R"({}{{"pid": {}, "module": "core", "row": 2, "col": {}, "packet_id": 1}})",
                        comma, unit, unit);
        rows += fmt::format(R"({}{{"ph": "B", "ts": 1, "pid": {}, "tid": 0}},
                                 {{"ph": "E", "ts": {}, "pid": {}, "tid": 0}})",
                            comma, unit, 1 + cycles, unit);
    }
    return fmt::format(R"({{"words": {}, "streams": [{}], "traceEvents": [{}]}})", words, streams,
                       rows);
}

std::vector<std::uint32_t> encoded(const std::string& json) {
    const TemporaryFolder folder;
    return encode_file(folder.write("decoded.json", json));
}

TEST(Encode, WritesAnEventOfAnyLengthThatFits) {
    const std::uint64_t cycles = 70 * kCyclesAWord;
    EXPECT_EQ(encoded(long_events(1, cycles)).size(), 8 * 11U);  // 70 words, and the first cycle
    EXPECT_EQ(encoded(long_events(2, cycles, 500)).size(), 500U);
}

std::string one_event(const std::string& fields, std::uint64_t begin, std::uint64_t end) {
    return fmt::format(R"({{"streams": [{{"pid": 0, "module": "core", {}}}], "traceEvents": [
                           {{"ph": "B", "ts": {}, "pid": 0, "tid": 0}},
                           {{"ph": "E", "ts": {}, "pid": 0, "tid": 0}}]}})",
                       fields, begin, end);
}

TEST(Encode, RefusesWhatNoWordsCanSay) {
    const auto refused = [](const std::string& json, const char* why) {
        EXPECT_THAT([&] { encoded(json); }, ThrowsMessage<base::InputError>(HasSubstr(why)));
    };
    const std::string unit = R"("row": 2, "col": 0, "packet_id": 1)";
    EXPECT_FALSE(encoded(one_event(unit + R"(, "stop": 19)", 10, 20)).empty());
    refused(one_event(unit + R"(, "stop": 18)", 10, 20),
            "stop 18, but events continue until cycle 19");
    refused(one_event(unit, 10, 10), "slot 0 begins and ends in cycle 10");
    refused(one_event(R"("row": 8, "col": 0, "packet_id": 1)", 1, 2),
            "'8' is out of range; allowed: whole numbers from 0 to 7");
    refused(one_event(R"("row": 2, "col": 128, "packet_id": 1)", 1, 2), "from 0 to 127");
    refused(one_event(R"("row": 2, "col": 0, "packet_id": 32)", 1, 2), "from 0 to 31");
    refused(R"({"streams": [{"pid": 3, "module": "core", "row": 2, "col": 0, "packet_id": 1},
                            {"pid": 3, "module": "core", "row": 2, "col": 1, "packet_id": 1}],
                "traceEvents": []})",
            "pid 3 belongs to two streams");
}

TEST(Encode, SaysWhatIsMissingInItsOwnWords) {
    const std::string unit = R"("row": 2, "col": 0, "packet_id": 1)";
    int refused = 0;
    for (const auto& [json, why] :
         {std::pair<std::string, const char*>{"[1, 2]",
                                              ":1:1: this is not a decoded trace; allowed: "},
          {"7", ":1:1: this is not a decoded trace"},
          {"{}", ":1:1: 'traceEvents' is missing; allowed: the JSON of a decoded trace"},
          {R"({"traceEvents": []})", ":1:1: 'streams' is missing"},
          {R"({"traceEvents": 7, "streams": []})", ":1:17: '7' is not a list"},
          {R"({"traceEvents": [], "streams": 7})", ":1:32: '7' is not a list"},
          {R"({"traceEvents": [], "streams": [7]})", ":1:33: '7' is not a map"},
          {R"({"traceEvents": [{}], "streams": []})", ":1:18: 'ph' is missing"},
          {R"({"traceEvents": [7], "streams": []})", ":1:18: '7' is not a map"},
          {R"({"traceEvents": [{"ph": 1}], "streams": []})",
           ":1:25: '1' is not a text; allowed: B, E, M"},
          {R"({"traceEvents": [{"ph": "B", "pid": 0}], "streams": []})", "'ts' is missing"},
          {R"({"traceEvents": [{"ph": "B", "pid": 0, "ts": 1, "tid": 0}], "streams": []})",
           ":1:18: this pid does not belong to any stream"},
          {R"({"traceEvents": [], "streams": [{"pid": 0, "module": 3}]})",
           ":1:54: '3' is not a text; allowed: core, memory"},
          {R"({"traceEvents": [], "streams": [], "words": 1e999})", "is out of range"}}) {
        EXPECT_THAT([&text = json] { encoded(text); },
                    ThrowsMessage<base::InputError>(
                        testing::AllOf(HasSubstr(why), testing::Not(HasSubstr("json.exception")))));
        ++refused;
    }
    EXPECT_EQ(refused, 14);
}

TEST(Encode, TellsWhereAFileIsNotJson) {
    EXPECT_THAT([] { encoded("{\"streams\": [],\n  ]"); },
                ThrowsMessage<base::InputError>(
                    HasSubstr("decoded.json:2:3: not valid JSON: unexpected ']'")));
    EXPECT_THAT([] { encoded(""); },
                ThrowsMessage<base::InputError>(
                    HasSubstr("decoded.json:1:1: not valid JSON: unexpected end of input")));
}

TEST(Encode, RefusesMoreWordsThanItIsAllowed) {
    const auto too_many = [](int units, std::uint64_t cycles) {
        EXPECT_THAT([=] { encoded(long_events(units, cycles)); },
                    ThrowsMessage<base::InputError>(HasSubstr("need more than 16777216 words")));
    };
    const std::uint64_t max = kMaxEncodedWords * kCyclesAWord;
    too_many(1, max + kCyclesAWord);
    too_many(128, max / 127);
}

TEST(Encode, RefusesALongerBufferThanItIsAllowed) {
    EXPECT_THAT([] { encoded(long_events(1, 1, kMaxEncodedWords + 1)); },
                ThrowsMessage<base::InputError>(HasSubstr(
                    "'16777217' is out of range; allowed: whole numbers from 0 to 16777216")));
}

}  // namespace
}  // namespace xdnasim::recording
