#include "base/map_reader.hpp"

#include <gtest/gtest.h>

#include "test/base/parsed_yaml.hpp"
#include "test/support/input_error.hpp"

namespace xdnasim::base {
namespace {

using test::parse;
using test::with_setting;

TEST(MapReader, GivesWhatIsThere) {
    const Node root = parse("m: 4\n");
    MapReader reader{root};
    EXPECT_EQ(reader.require("m").text(), "4");
    EXPECT_EQ(reader.optional("k"), nullptr);
    EXPECT_NO_THROW(reader.finish());
}

TEST(MapReader, SuggestsTheNearestNameForAnUnknownKey) {
    const Node root = parse("size: 1\ntyle: 2\n");
    MapReader reader{root, "gemm"};
    static_cast<void>(reader.optional("size"));
    static_cast<void>(reader.optional("tile"));
    EXPECT_EQ(input_error([&] {
                  reader.finish();
                  return 0;
              }),
              "p.yaml:2:1: unknown key 'tyle'; did you mean 'tile'? allowed: size, tile");
}

TEST(MapReader, NamesTheWholePathOfAMissingKey) {
    const Node root = parse("gemm:\n  size: {m: 1}\n");
    MapReader reader{*root.find("gemm")->find("size"), "gemm.size"};
    EXPECT_EQ(input_error([&] { return reader.require("k"); }),
              "p.yaml:2:9: 'gemm.size.k' is missing");
}

TEST(MapReader, AsksWhetherAMisspeltKeyIsTheMissingOne) {
    const Node root = parse("tyle: 2\n");
    MapReader reader{root};
    EXPECT_EQ(input_error([&] { return reader.require("tile"); }),
              "p.yaml:1:1: 'tile' is missing; is 'tyle' meant to be it?");
}

enum class Colour : std::uint8_t { Red, Green };

std::string to_string(Colour colour) {
    return colour == Colour::Red ? "red" : "green";
}

TEST(MapReader, NamesTheChoicesOfAMissingKey) {
    constexpr std::array kColours{Colour::Red, Colour::Green};
    const Node root = parse("edge: green\n");
    MapReader reader{root};
    EXPECT_EQ(reader.require_one_of("edge", kColours), Colour::Green);
    EXPECT_EQ(input_error([&] { return reader.require_one_of("face", kColours); }),
              "p.yaml:1:1: 'face' is missing; allowed: red, green");
}

TEST(MapReader, SaysThatASpaceMustFollowTheColonOfAMissingKey) {
    const Node root = parse("{m:72,k:72}");
    MapReader reader{root, "gemm.tile"};
    EXPECT_EQ(input_error([&] { return reader.require("m"); }),
              "p.yaml:1:1: 'gemm.tile.m' is missing; in 'm:72' a space must follow the colon");
}

TEST(MapReader, SaysThatASpaceMustFollowTheColonOfAnUnknownKey) {
    const Node root = parse("{rows:2, columns: 3}");
    MapReader reader{root};
    static_cast<void>(reader.optional("rows"));
    static_cast<void>(reader.optional("columns"));
    EXPECT_EQ(input_error([&] {
                  reader.finish();
                  return 0;
              }),
              "p.yaml:1:2: unknown key 'rows:2'; a space must follow the colon; allowed: rows, "
              "columns");
}

TEST(MapReader, NamesThePlaceOfTheMapThatLacksAKeyThoughAnotherWasSet) {
    const Node root = with_setting(parse("size: {m: 1}"), "size.m", "2");
    MapReader reader{*root.find("size"), "size"};
    EXPECT_EQ(input_error([&] { return reader.require("k"); }), "p.yaml:1:7: 'size.k' is missing");
}

TEST(MapReader, RefusesKeysWithoutValue) {
    const Node root = parse("a:\nb: ~\n");
    MapReader reader{root};
    EXPECT_EQ(input_error([&] { return reader.require("b"); }),
              "p.yaml:2:4: 'b' has no value; leave the key out or give it one");
    EXPECT_THROW(static_cast<void>(reader.optional("a")), InputError);
}

TEST(MapReader, TakesANullForAMissingKeyWhereItIsAskedTo) {
    const Node root = parse("a: ~\nb: 1\nd: 2\n");
    MapReader reader{root};
    EXPECT_EQ(reader.optional_or_null("a"), nullptr);
    EXPECT_EQ(reader.optional_or_null("b")->text(), "1");
    EXPECT_EQ(reader.optional_or_null("c"), nullptr);
    EXPECT_EQ(input_error([&] {
                  reader.finish();
                  return 0;
              }),
              "p.yaml:3:1: unknown key 'd'; allowed: a, b, c");
}

TEST(MapReader, RefusesWhatIsNotAMap) {
    const Node root = parse("[1, 2]");
    EXPECT_EQ(input_error([&] { return MapReader{root}; }),
              "p.yaml:1:1: a list is not a map; allowed: a map of 'key: value'");
}

}  // namespace
}  // namespace xdnasim::base
