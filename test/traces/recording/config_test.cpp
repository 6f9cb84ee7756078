// Configurations of traces that are none.

#include "traces/recording/config.hpp"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.hpp"
#include "test/support/temporary_folder.hpp"

namespace xdnasim::recording {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

std::string refusal(const std::string& text) {
    const TemporaryFolder folder;
    try {
        static_cast<void>(load_config(folder.write("config.json", text)));
    } catch (const base::InputError& error) {
        return error.what();
    }
    return "taken";
}

TEST(TraceConfiguration, TellsWhereItIsNoJson) {
    EXPECT_THAT(refusal("{\"device\": \"npu1\",\n \"streams\": [}"),
                HasSubstr("config.json:2:14: no JSON: syntax error"));
    EXPECT_THAT(refusal(""), HasSubstr("config.json:1:1: no JSON: syntax error"));
}

TEST(TraceConfiguration, DoesNotShowTheWholeFileThatIsNoJson) {
    const std::string endless = R"({"device": ")" + std::string(1'000'000, 'x');
    EXPECT_THAT(refusal(endless), AllOf(HasSubstr("no JSON"), Not(HasSubstr("xxx"))));
    EXPECT_THAT(refusal("\xFF\xFE"), AllOf(HasSubstr(":1:1: no JSON"), Not(HasSubstr("\xFF"))));
}

}  // namespace
}  // namespace xdnasim::recording
