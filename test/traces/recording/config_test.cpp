// Files that are not configurations of traces.

#include "traces/recording/config.hpp"

#include <string>
#include <string_view>
#include <tuple>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/support/input_error.hpp"
#include "test/support/replaced_text.hpp"
#include "test/support/temporary_folder.hpp"

namespace xdnasim::recording {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

std::string refusal(const std::string& text) {
    const TemporaryFolder folder;
    return input_error_if_any([&] { return load_config(folder.write("config.json", text)); });
}

TEST(TraceConfiguration, TellsWhereItIsNoJson) {
    EXPECT_THAT(refusal("{\"device\": \"npu1\",\n \"streams\": [}"),
                HasSubstr("config.json:2:14: not valid JSON: unexpected '}'"));
    EXPECT_THAT(refusal(""), HasSubstr("config.json:1:1: not valid JSON: unexpected end of input"));
}

TEST(TraceConfiguration, DoesNotShowTheWholeFileThatIsNoJson) {
    const std::string endless = R"({"device": ")" + std::string(1'000'000, 'x');
    EXPECT_THAT(refusal(endless), AllOf(HasSubstr("not valid JSON"), Not(HasSubstr("xxx"))));
    EXPECT_THAT(refusal("\xFF\xFE"),
                AllOf(HasSubstr(":1:1: not valid JSON"), Not(HasSubstr("\xFF"))));
}

/// The message that refuses a configuration of one stream with `part` of its text replaced; empty
/// if the configuration is right.
std::string refusal_with(std::string_view part, std::string_view replacement) {
    std::string text = R"({"device": "npu1", "streams": [
{"module": "core", "row": 2, "col": 0, "slots": [33, "LOCK_STALL"], "ports": [1]}]})";
    return refusal(replaced(text, part, replacement));
}

TEST(TraceConfiguration, IsNoTraceThatWasDecodedWithoutOne) {
    EXPECT_THAT(refusal(R"({"traceEvents": [],
"device":null,"streams":[
{"pid":0,"module":"core","row":2,"col":0,"slots":null}],"words":8})"),
                HasSubstr("config.json:2:10: this trace was decoded without a configuration"));
    // A configuration whose device was forgotten.
    EXPECT_THAT(refusal(R"({"device": null, "streams": [
{"module": "core", "row": 2, "col": 0, "slots": [33]}]})"),
                HasSubstr("'device' has no value"));
}

TEST(TraceConfiguration, TellsWhichValueIsWrong) {
    EXPECT_EQ(refusal_with("33", "34"), "");
    for (const auto& [part, replacement, message] :
         {std::tuple{"\"npu1\"", "\"npu9\"", ":1:12: there are no trace events of 'npu9'"},
          {"\"npu1\"", "7", ":1:12: '7' is not a text"},
          {"\"device\"", "\"dewice\"", ":1:1: 'device' is missing; is 'dewice' meant"},
          {"\"core\"", "\"cores\"", ":2:12: 'cores' is not known here; did you mean 'core'?"},
          {"\"row\": 2, ", "", ":2:1: 'streams.0.row' is missing"},
          {"\"col\": 0", "\"col\": 128", ":2:37: '128' is out of range"},
          {"[33, \"LOCK_STALL\"]", "{}", ":2:49: a map is not a list"},
          {"33", "1,2,3,4,5,6,7,33", ":2:49: 9 events; allowed: up to 8"},
          {"33", "256", ":2:50: '256' is out of range"},
          {"LOCK_STALL", "LOCK_STAL", ":2:54: there is no event 'LOCK_STAL'"},
          {"[1]}", R"([1]}, {"module": "core", "row": 2, "col": 0, "slots": []})",
           ":2:84: core (0,2) is listed twice"}})
        EXPECT_THAT(refusal_with(part, replacement),
                    AllOf(StartsWith("not a configuration of a trace: "), HasSubstr(message)));
}

TEST(TraceConfiguration, MayBeADecodedTraceOfAnyRows) {
    EXPECT_EQ(refusal(R"({"traceEvents": [{"a": 1, "a": 2}], "device": "npu1", "streams": [
                          {"module": "core", "row": 2, "col": 0, "slots": null}]})"),
              "");
}

}  // namespace
}  // namespace xdnasim::recording
