#include "base/node.hpp"

#include <cstdint>
#include <limits>
#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "base/yaml.hpp"
#include "test/support/input_error.hpp"

namespace xdnasim::base {
namespace {

/// Returns the value of the key `v`, written as `text`.
Node value(const std::string& text) {
    return *parse_yaml("v: " + text, "p.yaml").find("v");
}

template <class Read>
void expect_refused(const char* text, Read read) {
    EXPECT_THROW(static_cast<void>(read(value(text))), InputError) << "accepted: " << text;
}

TEST(YamlInt, ReadsDecimals) {
    EXPECT_EQ(value("42").as_int(0, 100), 42);
    EXPECT_EQ(value("-7").as_int(-10, 10), -7);
    EXPECT_EQ(value("0").as_int(0, 10), 0);
    constexpr auto kMax = std::numeric_limits<std::int64_t>::max();
    EXPECT_EQ(value("9223372036854775807").as_int(0, kMax), kMax);
}

TEST(YamlInt, RefusesWhatIsNotAPlainDecimal) {
    for (const char* text : {"12abc", "abc", "1.0", "1e3", "0x10", "017", "+5", "1_000", "\"12\"",
                             "''", "-", "true", "[1]", "{a: 1}", "~", "1 2"}) {
        expect_refused(text, [](const Node& node) { return node.as_int(-100, 100'000); });
    }
}

TEST(YamlInt, AcceptsItsBoundsAndNothingBeyond) {
    EXPECT_EQ(value("1").as_int(1, 64), 1);
    EXPECT_EQ(value("64").as_int(1, 64), 64);
    EXPECT_EQ(input_error([] { return value("65").as_int(1, 64); }),
              "p.yaml:1:4: '65' is out of range; allowed: whole numbers from 1 to 64");
    EXPECT_EQ(input_error([] { return value("0").as_int(1, 64); }),
              "p.yaml:1:4: '0' is out of range; allowed: whole numbers from 1 to 64");
}

TEST(YamlInt, CallsAnOverflowOutOfRange) {
    EXPECT_EQ(input_error([] { return value("99999999999999999999").as_int(0, 5); }),
              "p.yaml:1:4: '99999999999999999999' is out of range; allowed: whole numbers from 0 "
              "to 5");
}

TEST(YamlDouble, ReadsNumbers) {
    EXPECT_DOUBLE_EQ(value("1.8").as_double(0, 10), 1.8);
    EXPECT_DOUBLE_EQ(value("1e-3").as_double(0, 10), 0.001);
    EXPECT_DOUBLE_EQ(value("5").as_double(0, 10), 5);
    EXPECT_DOUBLE_EQ(value("-0.5").as_double(-1, 10), -0.5);
    EXPECT_DOUBLE_EQ(value(".5").as_double(0, 10), 0.5);
}

TEST(NumberInAText, IsWhatADoubleReads) {
    EXPECT_EQ(number_in("5.62e1"), 56.2);
    EXPECT_EQ(number_in("1."), 1);
    for (const char* text : {"", "x", "nan", "inf", "1e400", "01.5", "1 ", "[1]"})
        EXPECT_FALSE(number_in(text)) << text;
}

TEST(YamlDouble, RefusesWhatIsNotANumber) {
    for (const char* text : {"1.8x", "nan", "inf", "-inf", ".nan", "1e400", "''", "\"1.5\"",
                             "0x1p3", "1,5", "[1.0]", "~", "01.5", "-00.5", "00108"}) {
        expect_refused(text, [](const Node& node) { return node.as_double(-1e9, 1e9); });
    }
}

TEST(YamlDouble, SaysWhichNumbersAreAllowed) {
    EXPECT_EQ(input_error([] { return value("0").as_double(0.01, 10); }),
              "p.yaml:1:4: '0' is out of range; allowed: numbers from 0.01 to 10");
}

TEST(YamlBool, ReadsTrueAndFalseOnly) {
    EXPECT_TRUE(value("true").as_bool());
    EXPECT_FALSE(value("false").as_bool());
    for (const char* text : {"yes", "1", "True", "'true'", "~"})
        expect_refused(text, [](const Node& node) { return node.as_bool(); });
}

TEST(YamlString, IsAnyScalarThatIsNotEmpty) {
    EXPECT_EQ(value("krackan").as_string(), "krackan");
    EXPECT_EQ(value("12").as_string(), "12");
    for (const char* text : {"''", "[a]", "{a: b}", "~"})
        expect_refused(text, [](const Node& node) { return node.as_string(); });
}

TEST(YamlChoice, GivesTheValueThatTheNameStandsFor) {
    EXPECT_EQ(value("high").as_choice<int>({{"low", 1}, {"high", 9}}), 9);
}

TEST(YamlChoice, SuggestsTheNearestName) {
    EXPECT_EQ(input_error([] {
                  return value("hihg").as_choice<int>({{"low", 1}, {"high", 9}});
              }),
              "p.yaml:1:4: 'hihg' is not known here; did you mean 'high'? allowed: low, high");
    EXPECT_EQ(input_error([] {
                  return value("[low]").as_choice<int>({{"low", 1}});
              }),
              "p.yaml:1:4: a list is not a text; allowed: low");
}

TEST(Natural, ReachesToTheLargestOf64Bits) {
    constexpr auto kMax = std::numeric_limits<std::uint64_t>::max();
    EXPECT_EQ(value("18446744073709551615").as_natural(), kMax);
    EXPECT_EQ(value("0").as_natural(), 0u);
    EXPECT_EQ(input_error([] { return value("18446744073709551616").as_natural(); }),
              "p.yaml:1:4: '18446744073709551616' is out of range; allowed: whole numbers from 0 "
              "to 18446744073709551615");
    EXPECT_EQ(input_error([] { return value("-1").as_natural(5); }),
              "p.yaml:1:4: '-1' is out of range; allowed: whole numbers from 0 to 5");
    EXPECT_EQ(input_error([] { return value("6").as_natural(5); }),
              "p.yaml:1:4: '6' is out of range; allowed: whole numbers from 0 to 5");
    for (const char* text : {"1.0", "1e3", "x", "-", "-x", "017", "\"1\"", "[1]", "~"})
        expect_refused(text, [](const Node& node) { return node.as_natural(); });
}

TEST(Text, MayBeEmpty) {
    EXPECT_EQ(value("''").as_text(), "");
    EXPECT_EQ(value("a b").as_text(), "a b");
    for (const char* text : {"[a]", "{a: b}", "~"})
        expect_refused(text, [](const Node& node) { return node.as_text(); });
}

TEST(Forms, TellWhatAScalarMayBe) {
    EXPECT_TRUE(value("1.5").is_fraction() && value("-1e3").is_fraction());
    EXPECT_FALSE(value("15").is_fraction() || value("'1.5'").is_fraction() ||
                 value("one.five").is_fraction() || value("[1.5]").is_fraction());
    EXPECT_TRUE(value("false").is_bool());
    EXPECT_FALSE(value("'false'").is_bool() || value("no").is_bool() || value("[true]").is_bool());
    EXPECT_TRUE(value("'x'").is_quoted());
    EXPECT_FALSE(value("x").is_quoted() || value("['x']").is_quoted());
}

TEST(OptionValue, IsReadAsAValueOfAFileIs) {
    EXPECT_EQ(option_value("--seed", "12").as_natural(), 12u);
    EXPECT_EQ(option_value("--runs", "12").as_int(1, 20), 12);
    EXPECT_DOUBLE_EQ(option_value("--timeout", "1.5").as_double(0, 2), 1.5);
    EXPECT_EQ(option_value("--backend", "xrt").as_choice<int>({{"systemc", 1}, {"xrt", 2}}), 2);
}

TEST(OptionValue, NamesTheOptionInMessages) {
    EXPECT_EQ(input_error([] { return option_value("--seed", "12x").as_natural(); }),
              "--seed: '12x' is not a whole number; allowed: whole numbers from 0 to "
              "18446744073709551615");
    EXPECT_EQ(input_error([] { return option_value("--runs", "0").as_int(1, 20); }),
              "--runs: '0' is out of range; allowed: whole numbers from 1 to 20");
    for (const char* text : {"", " 1", "1 ", "+1", "0x1", "1,5", "one"}) {
        EXPECT_NE(input_error([&] { return option_value("--n", text).as_int(0, 9); }), "") << text;
        EXPECT_NE(input_error([&] { return option_value("--n", text).as_double(0, 9); }), "")
            << text;
    }
}

TEST(YamlMessages, StayOnOneShortLine) {
    const std::string error =
        input_error([] { return value("\"" + std::string(5'000, 'x') + "\"").as_int(0, 1); });
    EXPECT_LT(error.size(), 250u);
    EXPECT_EQ(in_quotes("a\nb\x1b"), "'a b '");
    EXPECT_EQ(in_quotes(std::string(59, 'x') + "\xc3\xbc"), "'" + std::string(59, 'x') + "...'");
}

TEST(Maps, AreTheSameWithoutAKeyButForIt) {
    const Node map = value("{a: 1, b: {a: 2}, c: [3]}");
    EXPECT_EQ(map.without("a").to_flow(), "{b: {a: 2}, c: [3]}");
    EXPECT_EQ(map.without("b").to_flow(), "{a: 1, c: [3]}");
    EXPECT_EQ(map.without("d").to_flow(), map.to_flow());
    EXPECT_EQ(map.to_flow(), "{a: 1, b: {a: 2}, c: [3]}");
}

TEST(YamlInOneLine, HoldsAnyTextAndKey) {
    const Place place{std::make_shared<const std::string>("p.yaml"), 1, 1};
    for (const char* const text : {"a \"b\"",    "q\"x: #y/d.yaml",
                                   "a\\nb",      "two\nlines",
                                   "a, b",       "[a",
                                   "{a",         "a}",
                                   "a: b",       "a:",
                                   "a #b",       "#a",
                                   "'a'",        "*a",
                                   "&a",         "- a",
                                   "-",          "",
                                   " a ",        "a\tb",
                                   "caf\xc3\xa9"})
        for (const Form form : {Form::Plain, Form::Quoted}) {
            const Node item = Node::scalar(place, text, form);
            const Node map = Node::map(place, {{std::string{"k "} + text + ".", place,
                                                Node::sequence(place, {item, item})}});
            const Node again = value(map.to_flow());
            ASSERT_EQ(again.entries().size(), 1U) << map.to_flow();
            EXPECT_EQ(again.entries()[0].key, map.entries()[0].key);
            ASSERT_EQ(again.entries()[0].value.as_sequence().size(), 2U) << map.to_flow();
            EXPECT_EQ(again.entries()[0].value.as_sequence()[1].text(), text);
        }
}

TEST(YamlKey, IsReadAgainInAMapOfLines) {
    int read = 0;
    for (const char* const key :
         {"scale", "sc: #ale", "a\"b", "it's", "\\FF", "caf\xc3\xa9", "null", "~",
          "true",  "1",        "-",    "? a",  "a: b", "[a",          "a,b",  "&a",
          "@a",    "%a",       "!a",   "|",    "a #",  " a ",         "a:"}) {
        const Node map = parse_yaml("k:\n  " + yaml_key(key) + ":  # 3\n", "k.yaml");
        ASSERT_EQ(map.find("k")->entries().size(), 1U) << key;
        EXPECT_EQ(map.find("k")->entries()[0].key, key);
        ++read;
    }
    EXPECT_EQ(read, 23);
    EXPECT_EQ(yaml_key("scale_0.1$"), "scale_0.1$");
}

TEST(YamlInOneLine, QuotesNoMoreThanItHasTo) {
    for (const char* const text :
         {"{a: -5, b: [1.5, true], c: ./d.yaml, d: a:b, e: \"7\"}", "[a b, x-y, null]"})
        EXPECT_EQ(value(text).to_flow(), text);
}

}  // namespace
}  // namespace xdnasim::base
