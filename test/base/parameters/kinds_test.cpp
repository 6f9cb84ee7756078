#include "base/parameters/kinds.hpp"

#include <array>
#include <cstdint>
#include <string>
#include <variant>

#include <gtest/gtest.h>

#include "arch/units.hpp"
#include "base/yaml.hpp"
#include "test/support/input_error.hpp"

namespace xdnasim::parameters {
namespace {

/// Returns the value of the key `v`, written as `text` in the second line.
base::Node kind_node(const std::string& text) {
    return *base::parse_yaml("# kinds\nv: " + text, "p.yaml").find("v");
}

template <class T, class Kind>
std::string kind_refusal(const Kind& kind, const std::string& text) {
    return input_error([&] { return kind.template read<T>(kind_node(text)); });
}

enum class Paint : std::uint8_t { Red, Green, Blue, Clear };

std::string to_string(Paint paint) {
    switch (paint) {
        case Paint::Red:
            return "red";
        case Paint::Green:
            return "green";
        case Paint::Blue:
            return "blue";
        case Paint::Clear:
            break;
    }
    return "clear";
}

const OneOf<Paint> kOpaque{{Paint::Red, Paint::Green, Paint::Blue}};

TEST(Whole, ReadsItsBoundsAndWhatLiesBetween) {
    struct Row {
        Whole kind;
        const char* text;
        std::int64_t value;
    };
    int checked = 0;
    for (const Row& row : {Row{{1, 31}, "1", 1}, Row{{1, 31}, "17", 17}, Row{{1, 31}, "31", 31},
                           Row{{-8, -2}, "-8", -8}, Row{{-8, -2}, "-2", -2}, Row{{5, 5}, "5", 5},
                           Row{{}, "1", 1}, Row{{}, "1048576", 1'048'576}}) {
        EXPECT_EQ(row.kind.read<std::int64_t>(kind_node(row.text)), row.value) << row.text;
        ++checked;
    }
    EXPECT_EQ(checked, 8);
}

TEST(Whole, RefusesTheNumbersNextToItsBounds) {
    struct Row {
        Whole kind;
        const char* text;
        const char* message;
    };
    int checked = 0;
    for (const Row& row : {
             Row{{1, 31}, "0", "'0' is out of range; allowed: whole numbers from 1 to 31"},
             Row{{1, 31}, "32", "'32' is out of range; allowed: whole numbers from 1 to 31"},
             Row{{-8, -2}, "-9", "'-9' is out of range; allowed: whole numbers from -8 to -2"},
             Row{{-8, -2}, "-1", "'-1' is out of range; allowed: whole numbers from -8 to -2"},
             Row{{}, "0", "'0' is out of range; allowed: whole numbers from 1 to 1048576"},
             Row{{},
                 "1048577",
                 "'1048577' is out of range; allowed: whole numbers from 1 to 1048576"},
         }) {
        EXPECT_EQ(kind_refusal<int>(row.kind, row.text), std::string{"p.yaml:2:4: "} + row.message);
        ++checked;
    }
    EXPECT_EQ(checked, 6);
}

TEST(Whole, RefusesWhatIsNoWholeNumber) {
    EXPECT_EQ(kind_refusal<int>(Whole{1, 31}, "1.5"),
              "p.yaml:2:4: '1.5' is not a whole number; allowed: whole numbers from 1 to 31");
    EXPECT_EQ(kind_refusal<int>(Whole{1, 31}, "[4]"),
              "p.yaml:2:4: a list is not a whole number; allowed: whole numbers from 1 to 31");
}

TEST(Whole, SaysWhatSetsItsRangeToWhomItRefuses) {
    const Whole columns{1, 4, "the columns of half-strix"};
    EXPECT_EQ(kind_refusal<int>(columns, "8"),
              "p.yaml:2:4: '8' is out of range; allowed: whole numbers from 1 to 4, the columns of "
              "half-strix");
    EXPECT_EQ(columns.text(), "whole numbers from 1 to 4");
}

TEST(Whole, ReadsAndWritesUnitsAsTheirNumber) {
    const auto bytes = Whole{0, 4096}.read<arch::Bytes>(kind_node("4096"));
    EXPECT_EQ(bytes, arch::Bytes{4096});
    EXPECT_EQ(Whole{}.write(bytes), Value{std::int64_t{4096}});
    EXPECT_EQ(Whole{}.write(arch::Cycles{77}), Value{std::int64_t{77}});
    EXPECT_EQ(Whole{}.write(-3), Value{std::int64_t{-3}});
}

TEST(Whole, SaysItsRange) {
    const Whole small{1, 31};
    EXPECT_EQ(small.text(), "whole numbers from 1 to 31");
    EXPECT_EQ(Whole{}.text(), "whole numbers from 1 to 1048576");
    EXPECT_EQ((Whole{1, kMaxCyclesPerCall}.text()), "whole numbers from 1 to 1000000000");
}

TEST(Number, ReadsItsBoundsAndWhatLiesBetween) {
    const Number share{-0.5, 1};
    EXPECT_DOUBLE_EQ(share.read<double>(kind_node("-0.5")), -0.5);
    EXPECT_DOUBLE_EQ(share.read<double>(kind_node("0.125")), 0.125);
    EXPECT_DOUBLE_EQ(share.read<double>(kind_node("1")), 1.0);
    EXPECT_DOUBLE_EQ(share.read<double>(kind_node("1e-3")), 0.001);
}

TEST(Number, RefusesTheNumbersNextToItsBounds) {
    const Number share{-0.5, 1};
    int checked = 0;
    // The doubles next to the bounds, and numbers far beyond them.
    for (const char* const text : {"-0.5000000000000001", "1.0000000000000002", "-1e9", "2"}) {
        EXPECT_EQ(kind_refusal<double>(share, text),
                  std::string{"p.yaml:2:4: '"} + text +
                      "' is out of range; allowed: numbers from -0.5 to 1");
        ++checked;
    }
    EXPECT_EQ(checked, 4);
}

TEST(Number, RefusesWhatIsNoNumber) {
    EXPECT_EQ(kind_refusal<double>(Number{0, 1}, "half"),
              "p.yaml:2:4: 'half' is not a number; allowed: numbers from 0 to 1");
    EXPECT_EQ(kind_refusal<double>(Number{0, 1}, "nan"),
              "p.yaml:2:4: 'nan' is not a number; allowed: numbers from 0 to 1");
}

TEST(Number, ReadsAndWritesUnitsOfFractions) {
    EXPECT_DOUBLE_EQ((Number{0, 10}.read<arch::BytesPerCycle>(kind_node("2.5"))).count(), 2.5);
}

TEST(Number, WritesTheNumberAndSaysItsRange) {
    EXPECT_EQ(Number::write(0.25), Value{0.25});
    EXPECT_EQ((Number{1e-3, 1e6}.text()), "numbers from 0.001 to 1000000");
}

TEST(Flag, ReadsTrueAndFalseOnly) {
    EXPECT_TRUE(Flag{}.read<bool>(kind_node("true")));
    EXPECT_FALSE(Flag{}.read<bool>(kind_node("false")));
    int checked = 0;
    for (const char* const text : {"yes", "1", "True"}) {
        EXPECT_EQ(kind_refusal<bool>(Flag{}, text),
                  std::string{"p.yaml:2:4: '"} + text + "' is not a boolean; allowed: true, false");
        ++checked;
    }
    EXPECT_EQ(checked, 3);
}

TEST(Flag, WritesABooleanAndNoNumber) {
    EXPECT_EQ(Flag::write(true), Value{true});
    EXPECT_EQ(Flag::write(false), Value{false});
    EXPECT_TRUE(std::holds_alternative<bool>(Flag::write(true)));
    EXPECT_EQ(Flag::text(), "true or false");
}

TEST(Name, ReadsOneByteUpToThirtyTwo) {
    const std::string longest = "abcdefghijklmnopqrstuvwxyz012345";
    EXPECT_EQ(Name{}.read<std::string>(kind_node("A")), "A");
    EXPECT_EQ(Name{}.read<std::string>(kind_node("vector_scalar")), "vector_scalar");
    EXPECT_EQ(Name{}.read<std::string>(kind_node(longest)), longest);
}

TEST(Name, RefusesTheEmptyAndWhatIsLongerThanThirtyTwoBytes) {
    EXPECT_EQ(kind_refusal<std::string>(Name{}, "abcdefghijklmnopqrstuvwxyz0123456"),
              "p.yaml:2:4: a name of 33 bytes; allowed: up to 32");
    EXPECT_EQ(kind_refusal<std::string>(Name{}, "''"),
              "p.yaml:2:4: the quoted text '' is empty; allowed: one word or text");
    EXPECT_EQ(kind_refusal<std::string>(Name{}, "{a: 1}"),
              "p.yaml:2:4: a map is not a text; allowed: one word or text");
}

TEST(Name, RefusesMoreThanALine) {
    for (const char* text : {R"("a\nb")", R"("a\tb")"})
        EXPECT_EQ(kind_refusal<std::string>(Name{}, text),
                  "p.yaml:2:4: a name of several lines, or with tabs; allowed: text on one line");
}

TEST(Name, CountsBytesAndNotLetters) {
    std::string letters;
    for (int i = 0; i < 17; ++i)
        letters += "\xc3\xbc";  // an umlaut of two bytes
    EXPECT_EQ(kind_refusal<std::string>(Name{}, letters),
              "p.yaml:2:4: a name of 34 bytes; allowed: up to 32");
}

TEST(Name, WritesATextEvenIfItLooksLikeANumber) {
    EXPECT_EQ(Name::write("12"), Value{std::string{"12"}});
    EXPECT_EQ(Name::text(), "a name of up to 32 bytes");
}

TEST(OneOf, ReadsAndWritesEachOfItsNames) {
    struct Row {
        const char* name;
        Paint paint;
    };
    int checked = 0;
    for (const Row& row :
         {Row{"red", Paint::Red}, Row{"green", Paint::Green}, Row{"blue", Paint::Blue}}) {
        EXPECT_EQ(kOpaque.read<Paint>(kind_node(row.name)), row.paint) << row.name;
        EXPECT_EQ(kOpaque.write(row.paint), Value{std::string{row.name}});
        ++checked;
    }
    EXPECT_EQ(checked, 3);
}

TEST(OneOf, RefusesAnEnumeratorThatIsNotAmongItsChoices) {
    EXPECT_EQ(kind_refusal<Paint>(kOpaque, "clear"),
              "p.yaml:2:4: 'clear' is not known here; allowed: red, green, blue");
}

TEST(OneOf, SuggestsTheNearestName) {
    EXPECT_EQ(kind_refusal<Paint>(kOpaque, "gren"),
              "p.yaml:2:4: 'gren' is not known here; did you mean 'green'? allowed: red, green, "
              "blue");
}

TEST(OneOf, JoinsItsNamesWithAnOrBeforeTheLast) {
    EXPECT_EQ(kOpaque.text(), "red, green or blue");
    const OneOf<Paint> two{{Paint::Clear, Paint::Red}};
    EXPECT_EQ(two.text(), "clear or red");
    const OneOf<Paint> one{{Paint::Clear}};
    EXPECT_EQ(one.text(), "clear");
    EXPECT_EQ(joined_alternatives({}), "");
    const std::array<std::string, 4> four{"a", "b", "c", "d"};
    EXPECT_EQ(joined_alternatives(four), "a, b, c or d");
}

TEST(Value, IsSetUnlessItWasLeftOpen) {
    EXPECT_FALSE(is_set(Value{}));
    EXPECT_TRUE(is_set(Value{false}));
    EXPECT_TRUE(is_set(Value{std::int64_t{0}}));
    EXPECT_TRUE(is_set(Value{0.0}));
    EXPECT_TRUE(is_set(Value{std::string{}}));
}

}  // namespace
}  // namespace xdnasim::parameters
