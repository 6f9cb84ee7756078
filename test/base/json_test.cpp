#include "base/json.hpp"

#include <cstdint>
#include <filesystem>
#include <limits>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "base/error.hpp"
#include "base/tree_builder.hpp"
#include "base/yaml.hpp"
#include "test/support/input_error.hpp"
#include "test/support/temporary_folder.hpp"

namespace xdnasim::base {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;
using namespace std::string_literals;

Node parsed(std::string_view text) {
    return parse_json(text, "p.json");
}

std::string refusal_of(std::string_view text) {
    return input_error([&] { return parsed(text); });
}

bool is_refused(std::string_view text) {
    try {
        static_cast<void>(parsed(text));
        return false;
    } catch (const InputError&) {
        return true;
    }
}

/// Returns the place, as text, of the value of the key `v`.
std::string place_in(const std::string& text) {
    return to_string(parsed(text).find("v")->place());
}

TEST(Json, KeepsTheOrderAndThePlacesOfKeysAndValues) {
    const Node root = parsed("{\"b\": 1,\n \"a\": [\n  \"x\",\n  {\"c\": \"y\"}]}");
    ASSERT_EQ(root.entries().size(), 2u);
    EXPECT_EQ(to_string(root.place()), "p.json:1:1");
    EXPECT_EQ(root.entries()[0].key, "b");
    EXPECT_EQ(to_string(root.entries()[0].place), "p.json:1:2");
    EXPECT_EQ(to_string(root.entries()[1].place), "p.json:2:2");
    EXPECT_EQ(to_string(root.find("a")->place()), "p.json:2:7");
    const Node& second = root.find("a")->as_sequence()[1];
    EXPECT_EQ(to_string(second.place()), "p.json:4:3");
    EXPECT_EQ(to_string(second.entries()[0].place), "p.json:4:4");
    EXPECT_EQ(to_string(second.find("c")->place()), "p.json:4:9");
}

TEST(Json, PlacesAValueWhateverStandsBeforeAndBehindIt) {
    EXPECT_EQ(place_in(R"({"v":12})"), "p.json:1:6");
    EXPECT_EQ(place_in(R"({"v":12,"w":1})"), "p.json:1:6");
    EXPECT_EQ(place_in(R"({"v" : -1.5e3 })"), "p.json:1:8");
    EXPECT_EQ(place_in(R"({"v":"","w":""})"), "p.json:1:6");
    EXPECT_EQ(place_in(R"({"v":null})"), "p.json:1:6");
    EXPECT_EQ(place_in(R"({"v":true})"), "p.json:1:6");
    EXPECT_EQ(place_in(R"({"w":"\"[{\\","v":[]})"), "p.json:1:19");
    EXPECT_EQ(place_in("{\"v\":\r\n{}}"), "p.json:2:1");
    EXPECT_EQ(place_in("{\"w\":\"\xc3\xbc\",\"v\":{}}"), "p.json:1:15");
    EXPECT_EQ(to_string(parsed("7").place()), "p.json:1:1");
}

TEST(Json, PlacesNumbersBeforeABracket) {
    const Node root = parsed("[[1,22],[3 ]\n,[4\n]]");
    const std::vector<Node>& lists = root.as_sequence();
    ASSERT_EQ(lists.size(), 3u);
    EXPECT_EQ(to_string(lists[0].as_sequence()[1].place()), "p.json:1:5");
    EXPECT_EQ(to_string(lists[1].place()), "p.json:1:9");
    EXPECT_EQ(to_string(lists[1].as_sequence()[0].place()), "p.json:1:10");
    EXPECT_EQ(to_string(lists[2].as_sequence()[0].place()), "p.json:2:3");
}

TEST(Json, TellsTextsFromNumbersAndBooleans) {
    const Node root = parsed(R"({"n": 7, "t": "7", "b": true, "q": "true", "f": 1e2})");
    EXPECT_EQ(root.find("n")->as_int(0, 9), 7);
    EXPECT_TRUE(root.find("b")->as_bool());
    EXPECT_EQ(root.find("t")->as_string(), "7");
    EXPECT_EQ(root.find("q")->as_choice<int>({{"true", 1}}), 1);
    EXPECT_TRUE(root.find("f")->is_fraction());
    EXPECT_FALSE(root.find("n")->is_fraction() || root.find("b")->is_fraction());
    EXPECT_FALSE(root.find("q")->is_bool() || root.find("t")->is_fraction());
    EXPECT_EQ(input_error([&] { return root.find("n")->as_string(); }),
              "p.json:1:7: '7' is not a text; allowed: one word or text");
    EXPECT_EQ(input_error([&] { return root.find("b")->as_text(); }),
              "p.json:1:25: 'true' is not a text; allowed: any text");
    EXPECT_EQ(input_error([&] {
                  return root.find("b")->as_choice<int>({{"true", 1}});
              }),
              "p.json:1:25: 'true' is not a text; allowed: true");
    EXPECT_EQ(input_error([&] { return root.find("t")->as_int(0, 9); }),
              "p.json:1:15: the quoted text '7' is not a whole number; allowed: whole numbers from "
              "0 to 9");
    EXPECT_EQ(input_error([&] { return root.find("q")->as_bool(); }),
              "p.json:1:36: the quoted text 'true' is not a boolean; allowed: true, false");
}

TEST(Json, KeepsNumbersAsTheyWereWritten) {
    const Node root =
        parsed("[18446744073709551615, 99999999999999999999, 0.1, -0, 1E5, 9223372036854775808]");
    const std::vector<Node>& items = root.as_sequence();
    EXPECT_EQ(items[0].as_natural(), std::numeric_limits<std::uint64_t>::max());
    EXPECT_THAT(input_error([&] { return items[1].as_natural(); }), HasSubstr("is out of range"));
    EXPECT_EQ(items[2].text(), "0.1");
    EXPECT_EQ(items[3].as_int(0, 1), 0);
    EXPECT_DOUBLE_EQ(items[4].as_double(0, 1e9), 100'000);
    EXPECT_THAT(
        input_error([&] { return items[5].as_int(0, std::numeric_limits<std::int64_t>::max()); }),
        HasSubstr("'9223372036854775808' is out of range"));
}

TEST(Json, NamesTheFirstOfTwoEqualKeys) {
    EXPECT_EQ(refusal_of("{\"a\": 1,\n\"b\": 2,\n \"\\u0061\": 3}"),
              "p.json:3:2: duplicate key 'a', first on line 1; allowed: each key once");
    EXPECT_NO_THROW(static_cast<void>(parsed(R"({"a": {"x": 1}, "b": {"x": 2}})")));
}

TEST(Json, AllowsThirtyTwoLevelsAndNoMore) {
    const auto nested = [](std::size_t levels) {
        return std::string(levels, '[') + "1" + std::string(levels, ']');
    };
    EXPECT_NO_THROW(static_cast<void>(parsed(nested(32))));
    EXPECT_EQ(refusal_of(nested(33)), "p.json:1:33: nested too deep; allowed: 32 levels");
    EXPECT_NE(refusal_of(nested(500'000)), "");
}

TEST(Json, MayNotHoldEndlessTexts) {
    const auto texts = [](std::size_t bytes) {
        return std::vector{"[1, \"" + std::string(bytes, 'a') + "\"]",
                           "[1, " + std::string(bytes, '1') + "]"};
    };
    EXPECT_NO_THROW(static_cast<void>(parsed(texts((std::size_t{1} << 20) - 1).front())));
    for (const std::string& text : texts((std::size_t{1} << 20) + 1))
        EXPECT_EQ(refusal_of(text),
                  "p.json:1:5: a text or a number of more than a mebibyte; allowed: shorter ones");
}

TEST(Json, MayNotHoldEndlesslyManyValues) {
    const auto list = [](std::size_t items) {
        std::string text = "[0";
        for (std::size_t i = 1; i < items; ++i)
            text += ",0";
        return text + "]";
    };
    EXPECT_NO_THROW(static_cast<void>(parsed(list(kMaxValues - 1))));
    EXPECT_EQ(refusal_of(list(kMaxValues)),
              "p.json:1:2097152: too many values; allowed: 1048576 in a file");
}

TEST(Json, SaysWhereItIsNotJson) {
    EXPECT_EQ(refusal_of("{\"a\": \"x\",\n \"b\": [}"),
              "p.json:2:8: not valid JSON: unexpected '}'; expected '[', '{', or a literal");
    EXPECT_EQ(refusal_of(""),
              "p.json:1:1: not valid JSON: unexpected end of input; expected '[', '{', or a "
              "literal");
    EXPECT_EQ(refusal_of("{\"a\": 1\n"),
              "p.json:2:1: not valid JSON: unexpected end of input; expected '}'");
    for (const auto& [text, place] : {std::pair{R"({"a": tru})", "1:7"},
                                      {R"({"a": -})", "1:7"},
                                      {R"([1, 2 34])", "1:7"},
                                      {R"(["a" "b"])", "1:6"},
                                      {R"({"a": "b\x"})", "1:10"},
                                      {R"({"a": "bc)", "1:7"},
                                      {"[1,]", "1:4"},
                                      {"[01]", "1:2"},
                                      {"{a: 1}", "1:2"},
                                      {"[1] /* */", "1:5"},
                                      {"\xff\xfe", "1:1"},
                                      {"[\"a\xff\"]", "1:4"},
                                      {"[\"a\nb\"]", "1:4"},
                                      {"1 2", "1:3"},
                                      {"[NaN]", "1:2"},
                                      {"{} {}", "1:4"},
                                      {R"(["\ud800"])", "1:9"}})
        EXPECT_THAT(refusal_of(text), StartsWith("p.json:"s + place + ": not valid JSON: "))
            << text;
}

TEST(Json, DoesNotShowTheWholeTextThatIsNotJson) {
    const std::string endless = R"({"a": ")" + std::string(1'000'000, 'x');
    EXPECT_THAT(refusal_of(endless), AllOf(HasSubstr("not valid JSON"), Not(HasSubstr("xxx"))));
    EXPECT_LT(refusal_of("[" + std::string(1'000'000, '9')).size(), 200u);
    EXPECT_LT(refusal_of("[\"; last read: \"" + std::string(1'000'000, 'x')).size(), 200u);
}

TEST(Json, RefusesNumbersBeyondDoublePrecision) {
    EXPECT_EQ(refusal_of("[1,\n 1e999]"),
              "p.json:2:2: '1e999' is out of range; allowed: numbers of double precision");
    EXPECT_THAT(refusal_of("[-1" + std::string(1000, '0') + "]"), HasSubstr("is out of range"));
}

TEST(Json, RefusesNulsAndEmptyKeys) {
    EXPECT_EQ(refusal_of(R"({"a": "x\u0000y"})"),
              "p.json:1:7: a NUL in a text; allowed: texts without");
    EXPECT_EQ(refusal_of(R"({"a\u0000": 1})"),
              "p.json:1:2: a NUL in a text; allowed: texts without");
    EXPECT_EQ(refusal_of("{\"a\": 1}\0{"s),
              "p.json:1:9: byte 0x00 is not text; allowed: UTF-8 without control characters");
    EXPECT_EQ(refusal_of(R"({"": 1})"), "p.json:1:2: an empty key; allowed: plain words as keys");
}

constexpr std::string_view kDocument = R"({
  "schema_version": 1,
  "texts": ["", "a b", "q\"uo\\te", "line\nbreak\ttab", "\u00fc", "7", "true", "null", "{"],
  "numbers": [0, -1, 1.5, 1e3, -2.5E-3, 18446744073709551615],
  "booleans": {"yes": true, "no": false, "none": null},
  "nested": [[], {}, [[1, 2], [{"deep": [{"er": "x"}]}]]]
})";

void expect_same_tree(const Node& json, const Node& yaml, int& compared) {
    ++compared;
    ASSERT_EQ(json.kind(), yaml.kind()) << to_string(json.place());
    EXPECT_EQ(json.text(), yaml.text()) << to_string(json.place());
    EXPECT_EQ(json.is_quoted(), yaml.is_quoted()) << to_string(json.place());
    EXPECT_EQ(to_string(json.place()), to_string(yaml.place()));
    if (json.is_sequence()) {
        ASSERT_EQ(json.as_sequence().size(), yaml.as_sequence().size());
        for (std::size_t i = 0; i < json.as_sequence().size(); ++i)
            expect_same_tree(json.as_sequence()[i], yaml.as_sequence()[i], compared);
    }
    ASSERT_EQ(json.entries().size(), yaml.entries().size());
    for (std::size_t i = 0; i < json.entries().size(); ++i) {
        EXPECT_EQ(json.entries()[i].key, yaml.entries()[i].key);
        EXPECT_EQ(to_string(json.entries()[i].place), to_string(yaml.entries()[i].place));
        expect_same_tree(json.entries()[i].value, yaml.entries()[i].value, compared);
    }
}

TEST(Json, GivesTheTreeThatYamlGives) {
    int compared = 0;
    expect_same_tree(parse_json(kDocument, "p"), parse_yaml(kDocument, "p"), compared);
    EXPECT_EQ(compared, 35);
}

TEST(Json, IsRefusedWhereverItIsCutOff) {
    for (std::size_t size = 0; size < kDocument.size(); ++size)
        EXPECT_THAT(refusal_of(kDocument.substr(0, size)), HasSubstr(": not valid JSON: ")) << size;
}

TEST(Json, TakesAnyByteWithoutAnotherErrorThanItsOwn) {
    int refused = 0;
    for (std::size_t at = 0; at < kDocument.size(); ++at) {
        for (const char byte : {'\0', '"', '\\', '{', ']', ',', '1', '\xc3', '\n'}) {
            std::string text{kDocument};
            text[at] = byte;
            if (is_refused(text)) ++refused;
        }
    }
    EXPECT_GT(refused, 1000);
}

TEST(JsonFile, IsReadFromItsFile) {
    const TemporaryFolder folder;
    const auto file = folder.write("a.json", "{\"a\": [1]}\n");
    const Node root = load_json(file);
    EXPECT_EQ(to_string(root.find("a")->place()), file.string() + ":1:7");
}

TEST(JsonFile, MustBeThere) {
    EXPECT_EQ(input_error([] { return load_json("/no/such.json"); }),
              "/no/such.json: no such file");
    const TemporaryFolder folder;
    const auto pipe = folder.path() / "pipe";
    ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
    for (const auto& file : {pipe, folder.path(), std::filesystem::path{"/dev/zero"}})
        EXPECT_THAT(input_error([&] { return load_json(file); }), HasSubstr("not a regular file"));
}

TEST(JsonFile, MustBeReadableToItsEnd) {
    EXPECT_EQ(input_error([] { return load_json("/proc/self/mem"); }),
              "cannot read '/proc/self/mem' to its end");
}

TEST(JsonFile, IsRefusedOneByteOverItsLimit) {
    const TemporaryFolder folder;
    const auto file = folder.write("a.json", "{\"a\": 1}");
    EXPECT_NO_THROW(static_cast<void>(load_json(file, {.max_bytes = 8})));
    EXPECT_EQ(input_error([&] { return load_json(file, {.max_bytes = 7}); }),
              file.string() + ": 8 bytes are too many; allowed: a text file of at most 7 bytes");
    std::filesystem::resize_file(file, (std::uintmax_t{64} << 20) + 1);
    EXPECT_THAT(input_error([&] { return load_json(file); }),
                HasSubstr("67108865 bytes are too many"));
}

}  // namespace
}  // namespace xdnasim::base
