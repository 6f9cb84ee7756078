// The bulk key of a JSON document, whose value may be of any size.

#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/json.hpp"
#include "base/tree_builder.hpp"
#include "test/support/input_error.hpp"

namespace xdnasim::base {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;
using namespace std::string_literals;

TEST(JsonBulk, ReadsAsNullWithoutItsValue) {
    const JsonReading reading{.max_bytes = kAnyBytes, .bulk_key = "rows"};
    for (const char* rows : {"[]", "{}", R"([{"rows": 1}, [2, {"a": 1, "a": 2}]])", "7", "null",
                             "\"x\"", "false", "1.5"}) {
        const std::string text =
            R"({"a": {"rows": 3}, "rows": )"s + rows + R"(, "b": [4, "rows"]})";
        EXPECT_EQ(parse_json(text, "p.json", reading).to_flow(),
                  R"({a: {rows: 3}, rows: null, b: [4, "rows"]})")
            << rows;
    }
}

TEST(JsonBulk, MayHoldWhatOthersMayNot) {
    const JsonReading reading{.max_bytes = kAnyBytes, .bulk_key = "rows"};
    std::string items = "0";
    for (std::size_t i = 0; i < kMaxValues; ++i)
        items += ",0";
    const std::string deep = std::string(100'000, '[') + std::string(100'000, ']');
    const std::string text = "{\"rows\": [[" + items + "], " + deep + "],\n \"a\": 5}";
    EXPECT_EQ(to_string(parse_json(text, "p.json", reading).find("a")->place()), "p.json:2:7");
}

TEST(JsonBulk, MustBeJsonAndMayComeOnce) {
    const JsonReading reading{.max_bytes = kAnyBytes, .bulk_key = "rows"};
    const auto error = [&](std::string_view text) {
        return input_error([&] { return parse_json(text, "p.json", reading); });
    };
    EXPECT_THAT(error(R"({"rows": [1, }]})"), StartsWith("p.json:1:14: not valid JSON: "));
    EXPECT_THAT(error(R"({"rows": [1], "rows": [2]})"), StartsWith("p.json:1:15: duplicate key"));
    EXPECT_THAT(error(R"({"rows": [1)"), StartsWith("p.json:1:12: not valid JSON: "));
}

TEST(JsonBulk, GivesItsItemsWithTheirPlacesWhileTheFileIsRead) {
    std::vector<std::string> items;
    const JsonReading reading{.bulk_key = "rows", .take_item = [&](const Node& item) {
                                  items.push_back(to_string(item.place()) + " " + item.to_flow());
                              }};
    const Node root = parse_json(R"({"a": [1], "rows": [{"x": [1, {"y": "z"}]}, 7, [], null,
  "t", {}], "b": {"rows": [5]}})",
                                 "p.json", reading);
    EXPECT_EQ(root.to_flow(), "{a: [1], rows: null, b: {rows: [5]}}");
    EXPECT_THAT(items,
                ElementsAre(R"(p.json:1:21 {x: [1, {y: "z"}]})", "p.json:1:45 7", "p.json:1:48 []",
                            "p.json:1:52 null", R"(p.json:2:3 "t")", "p.json:2:8 {}"));
}

TEST(JsonBulk, MustBeAListForItsItemsToBeTaken) {
    const JsonReading reading{.bulk_key = "rows", .take_item = [](const Node& /*item*/) {}};
    const auto error = [&](std::string_view text) {
        return input_error([&] { return parse_json(text, "p.json", reading); });
    };
    EXPECT_THAT(error(R"({"rows": {"a": 1}})"), StartsWith("p.json:1:10: "));
    EXPECT_THAT(error(R"({"rows": 7})"), StartsWith("p.json:1:10: "));
    EXPECT_THAT(error(R"({"rows": null})"), StartsWith("p.json:1:10: "));
    EXPECT_THAT(error(R"({"rows": [{"a": 1, "a": 2}]})"), HasSubstr("duplicate key"));
}

}  // namespace
}  // namespace xdnasim::base
