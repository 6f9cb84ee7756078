#include "base/json_text.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace xdnasim::base {
namespace {

TEST(JsonText, ReplacesBytesThatAreNotUtf8) {
    const nlohmann::ordered_json value{{"file", "v\xff\xfe"}, {"half", "\xed\xa0\x80"}};
    const std::string text = json_text(value);
    EXPECT_TRUE(nlohmann::json::accept(text)) << text;
    EXPECT_NE(text.find("v\xef\xbf\xbd"), std::string::npos) << text;  // U+FFFD
}

TEST(JsonText, IsOnOneLineWithoutAnIndent) {
    const nlohmann::json value{{"a", {1, 2}}};
    EXPECT_EQ(json_text(value), R"({"a":[1,2]})");
    EXPECT_EQ(json_text(value, 1), "{\n \"a\": [\n  1,\n  2\n ]\n}");
}

}  // namespace
}  // namespace xdnasim::base
