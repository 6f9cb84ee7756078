#include "base/yaml.hpp"

#include <string>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "base/error.hpp"
#include "test/base/parsed_yaml.hpp"
#include "test/support/input_error.hpp"
#include "test/support/temporary_folder.hpp"

namespace xdnasim::base {
namespace {

using test::parse;
using test::with_setting;

std::string parse_error(std::string_view text) {
    return input_error([&] { return parse(text); });
}

TEST(Yaml, KeepsTheOrderAndThePlacesOfItsNodes) {
    const Node root = parse("b: 1\na:\n  - x\n  - {c: y}\n");
    ASSERT_EQ(root.entries().size(), 2u);
    EXPECT_EQ(root.entries()[0].key, "b");
    EXPECT_EQ(to_string(root.entries()[1].place), "p.yaml:2:1");
    const Node& second = root.find("a")->as_sequence()[1];
    EXPECT_EQ(to_string(second.find("c")->place()), "p.yaml:4:9");
}

TEST(Yaml, NamesTheFirstOfTwoEqualKeys) {
    EXPECT_EQ(parse_error("a: 1\nb: 2\na: 3\n"),
              "p.yaml:3:1: duplicate key 'a', first on line 1; allowed: each key once");
}

TEST(Yaml, NamesNoLineOfAnOption) {
    EXPECT_EQ(input_error([] { return parse_setting("a", "{m: 1, m: 2}"); }),
              "--set a: duplicate key 'm'; allowed: each key once");
}

TEST(Yaml, PlacesAValueThatIsMissingAtItsKey) {
    const Node root = parse("a: 1\nb:\n# behind it\n\nc: ~\nd:\n\n");
    EXPECT_EQ(to_string(root.find("b")->place()), "p.yaml:2:1");
    EXPECT_EQ(to_string(root.find("c")->place()), "p.yaml:5:4");
    EXPECT_EQ(to_string(root.find("d")->place()), "p.yaml:6:1");
}

TEST(Yaml, AllowsTheSameKeyInDifferentMaps) {
    EXPECT_NO_THROW(static_cast<void>(parse("a: {x: 1}\nb: {x: 2}\n")));
}

TEST(Yaml, RefusesAnchorsAliasesAndMergeKeys) {
    EXPECT_TRUE(parse_error("a: &x 1\n").starts_with("p.yaml:1:4: anchors ('&x')"));
    EXPECT_TRUE(parse_error("a: *x\n").starts_with("p.yaml:1:4: "));
    EXPECT_TRUE(parse_error("a: 1\n<<: {b: 2}\n").starts_with("p.yaml:2:1: merge keys"));
}

TEST(Yaml, RefusesTags) {
    EXPECT_TRUE(parse_error("a: !!int 1\n").starts_with("p.yaml:1:4: tag"));
    EXPECT_TRUE(parse_error("a: !mine {b: 1}\n").starts_with("p.yaml:1:4: tag"));
}

TEST(Yaml, RefusesASecondDocument) {
    EXPECT_TRUE(parse_error("a: 1\n---\nb: 2\n").starts_with("p.yaml:2:1: a second YAML document"));
}

TEST(Yaml, RefusesKeysThatAreNotWords) {
    EXPECT_TRUE(parse_error("? [a, b]\n: 1\n").starts_with("p.yaml:1:3: a map or list as key"));
    EXPECT_TRUE(parse_error("~: 1\n").starts_with("p.yaml:1:1: a value without key"));
    EXPECT_TRUE(parse_error("'': 1\n").starts_with("p.yaml:1:1: an empty key"));
}

TEST(Yaml, AllowsThirtyTwoLevelsAndNoMore) {
    const auto nested = [](int levels) {
        const auto count = static_cast<std::size_t>(levels);
        return std::string(count, '[') + "1" + std::string(count, ']');
    };
    EXPECT_NO_THROW(static_cast<void>(parse(nested(32))));
    EXPECT_EQ(parse_error(nested(33)), "p.yaml:1:33: nested too deep; allowed: 32 levels");
    EXPECT_NE(parse_error(nested(500'000)), "");
}

TEST(Yaml, PlacesASyntaxError) {
    EXPECT_EQ(parse_error("a: 1\nb: [1, 2\n"), "p.yaml:2:4: '[' is not closed");
    EXPECT_EQ(parse_error("a: {b: 1, # }\n  c: '}', d: [1]\ne: 2\n"),
              "p.yaml:1:4: '{' is not closed");
    EXPECT_EQ(parse_error("a: {b: {c: 1}\n"), "p.yaml:1:4: '{' is not closed");
    EXPECT_EQ(parse_error("a: {b: [1}\n"), "p.yaml:1:8: '[' is not closed");
    EXPECT_TRUE(parse_error("a: x{\nb: c: d\n").starts_with("p.yaml:2:5: not valid YAML: "));
    EXPECT_EQ(parse_error("a:\n  b: 1\n    c: 2\n"),
              "p.yaml:3:6: not valid YAML: a key cannot stand here; is the line before it missing, "
              "unfinished or indented differently?");
}

TEST(Yaml, SaysThatATabCannotIndent) {
    constexpr const char* kWhy =
        ": not valid YAML: a tab cannot be used for indentation; allowed: spaces";
    EXPECT_EQ(parse_error("a:\n\tb: {c: 1}\n"), std::string{"p.yaml:2:1"} + kWhy);
    EXPECT_EQ(parse_error("a:\n  b:\n  \tc: 1\n\td: 2\n"), std::string{"p.yaml:3:3"} + kWhy);
    EXPECT_EQ(parse_error("a: 1\n\tb: 2\n"), std::string{"p.yaml:2:1"} + kWhy);
    EXPECT_EQ(parse_error("a:\n\t- 1\n"), std::string{"p.yaml:2:1"} + kWhy);
    // Tabs may separate values, also at the beginning of a line in a flow collection.
    EXPECT_EQ(parse("a:\t1\nb: {c: 2,\n\td: 3}\n").entries().size(), 2U);
}

TEST(Yaml, RefusesEmptyFiles) {
    for (const char* text : {"", "\n\n", "# only a comment\n", "---\n"})
        EXPECT_EQ(parse_error(text), "p.yaml: empty; allowed: a YAML value");
}

TEST(Yaml, SaysWhatBelongsIntoAnEmptyFile) {
    const TemporaryFolder folder;
    const auto file = folder.write("p.yaml", "# nothing yet\n");
    EXPECT_EQ(input_error([&] { return load_yaml(file, "a recipe has steps"); }),
              file.string() + ": empty; a recipe has steps");
    EXPECT_EQ(input_error([] { return parse_yaml("", "p.yaml", "a recipe has steps"); }),
              "p.yaml: empty; a recipe has steps");
}

TEST(Yaml, RefusesBytesThatAreNotText) {
    using namespace std::string_literals;
    EXPECT_TRUE(parse_error("a: 1\nb: \0"s).starts_with("p.yaml:2:4: byte 0x00 is not text"));
    EXPECT_TRUE(parse_error("a: \xff\xfe").starts_with("p.yaml:1:4: byte 0xff is not text"));
    // Half of a surrogate pair, a slash in three bytes instead of one, and the first code point
    // beyond the last one, U+10FFFF.
    for (const std::string text : {"\xed\xa0\x80", "\xe0\x80\xaf", "\xf4\x90\x80\x80"})
        EXPECT_THAT(parse_error("a: " + text), testing::HasSubstr("p.yaml:1:4: byte 0x"));
    EXPECT_EQ(parse_yaml("a: \xed\x9f\xbf\xf4\x8f\xbf\xbf", "p.yaml").find("a")->as_string().size(),
              7U);
    EXPECT_TRUE(parse_error("\x7f"
                            "ELF\x02\x01")
                    .starts_with("p.yaml:1:5: byte 0x02"));
    EXPECT_TRUE(parse_error("a: \xc3").starts_with("p.yaml:1:4: byte 0xc3"));
}

TEST(Yaml, ReadsUtf8) {
    EXPECT_EQ(parse("a: gr\xc3\xbc\xc3\x9f").find("a")->text(), "gr\xc3\xbc\xc3\x9f");
}

TEST(Yaml, LoadsAFile) {
    const TemporaryFolder folder;
    const auto file = folder.write("a.yaml", "a: 1\n");
    EXPECT_EQ(load_yaml(file).find("a")->text(), "1");
}

TEST(Yaml, SaysThatAFileCannotBeReadToItsEnd) {
    EXPECT_EQ(input_error([] { return load_yaml("/proc/self/mem"); }),
              "cannot read '/proc/self/mem' to its end");
}

TEST(Yaml, SaysThatAFileIsMissing) {
    EXPECT_EQ(input_error([] { return load_yaml("/no/such.yaml"); }),
              "/no/such.yaml: no such file");
}

TEST(Yaml, SuggestsANearFileForAMissingOne) {
    const TemporaryFolder folder;
    folder.write("gemm_xdna2_int8.yaml", "a: 1\n");
    folder.write("max.yaml", "a: 1\n");
    std::filesystem::create_directory(folder.path() / "maximum");
    const auto error_for = [&](const char* name) {
        return input_error([&] { return load_yaml(folder.path() / name); });
    };
    const std::string start = folder.path().string();
    EXPECT_EQ(error_for("gemm_xdna2_int8"),
              start + "/gemm_xdna2_int8: no such file; did you mean 'gemm_xdna2_int8.yaml'?");
    EXPECT_EQ(error_for("gemm_xdna2_in8.yaml"),
              start + "/gemm_xdna2_in8.yaml: no such file; did you mean 'gemm_xdna2_int8.yaml'?");
    EXPECT_EQ(error_for("max"), start + "/max: no such file; did you mean 'max.yaml'?");
    EXPECT_EQ(error_for("maximun"), start + "/maximun: no such file");
    EXPECT_EQ(error_for("other/max.yaml"), start + "/other/max.yaml: no such file");
}

TEST(Yaml, SuggestsNoFileOfAnotherKindOrOfHalfTheName) {
    const TemporaryFolder folder;
    folder.write("pipe.mlir", "module {}\n");
    folder.write("problem.yaml", "a: 1\n");
    folder.write("test.yaml", "a: 1\n");
    const auto error_for = [&](const char* name) {
        return input_error([&] { return load_yaml(folder.path() / name); });
    };
    const std::string start = folder.path().string();
    for (const char* const name : {"nope.yaml", "nope.mlir", "pipes.yaml", "pipe.yaml"})
        EXPECT_EQ(error_for(name), start + "/" + name + ": no such file");
    EXPECT_EQ(error_for("best.yaml"),
              start + "/best.yaml: no such file; did you mean 'test.yaml'?");
    EXPECT_EQ(error_for("problem.yml"),
              start + "/problem.yml: no such file; did you mean 'problem.yaml'?");
}

TEST(Yaml, RefusesWhatIsNotARegularFileWithoutReadingIt) {
    const TemporaryFolder folder;
    const auto pipe = folder.path() / "pipe";
    ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
    for (const auto& file : {pipe, folder.path(), std::filesystem::path{"/dev/zero"}}) {
        const std::string error = input_error([&] { return load_yaml(file); });
        EXPECT_NE(error.find("not a regular file"), std::string::npos) << error;
    }
}

TEST(Yaml, RefusesAFileOneByteOverTheLimit) {
    const TemporaryFolder folder;
    const std::string start = "a: 1\n#";
    const std::string padding(kMaxYamlBytes - start.size(), 'x');
    const auto largest = folder.write("largest.yaml", start + padding);
    const auto larger = folder.write("larger.yaml", start + padding + "x");
    EXPECT_NO_THROW(static_cast<void>(load_yaml(largest)));
    EXPECT_EQ(input_error([&] { return load_yaml(larger); }),
              larger.string() +
                  ": 1048577 bytes are too many; allowed: a text file of at most 1048576 bytes");
}

TEST(Yaml, ChecksManyKeysForDuplicatesInReasonableTime) {
    std::string text;
    for (int key = 0; key < 50'000; ++key)
        text += "k" + std::to_string(key) + ": 1\n";
    EXPECT_EQ(parse(text).entries().size(), 50'000u);
}

TEST(Yaml, IsRefusedOrReadWhereverItIsCutOff) {
    const std::string text =
        "# c\na: {b: [1, 'x', \"y\\n\"], c: ~}\nd:\n  - e: |\n      f\n  - -1.5\n";
    int read = 0;
    for (std::size_t size = 0; size <= text.size(); ++size) {
        try {
            static_cast<void>(parse(text.substr(0, size)));
            ++read;
        } catch (const InputError& error) {
            EXPECT_TRUE(std::string{error.what()}.starts_with("p.yaml:")) << error.what();
        }
    }
    EXPECT_GT(read, 20);
    EXPECT_LT(read, static_cast<int>(text.size()) - 20);
}

TEST(YamlSetting, ReplacesAScalarAndLeavesTheOriginalAlone) {
    const auto document = parse("a: {b: {c: 1, d: 2}}");
    const auto changed = with_setting(document, "a.b.c", "7");
    EXPECT_EQ(changed.to_flow(), "{a: {b: {c: 7, d: 2}}}");
    EXPECT_EQ(document.to_flow(), "{a: {b: {c: 1, d: 2}}}");
}

TEST(YamlSetting, AddsWhatIsMissing) {
    EXPECT_EQ(with_setting(parse("a: 1"), "b.c", "[1, 2]").to_flow(), "{a: 1, b: {c: [1, 2]}}");
}

TEST(YamlSetting, TakesFlowValues) {
    const auto changed = with_setting(parse("a: 1"), "a", "{x: 1, y: [2]}");
    EXPECT_EQ(changed.to_flow(), "{a: {x: 1, y: [2]}}");
}

TEST(YamlSetting, IsItsOwnPlaceInMessages) {
    const auto changed = with_setting(parse("a: {b: 1}"), "a.b", "x");
    EXPECT_EQ(input_error([&] { return changed.find("a")->find("b")->as_int(0, 9); }),
              "--set a.b: 'x' is not a whole number; allowed: whole numbers from 0 to 9");
}

TEST(YamlSetting, NamesThePathOfAValueWithinItsText) {
    const auto changed = with_setting(parse("a: 1"), "a", "{x.y: 1, z: [2, {w: 3}]}");
    const Node& a = *changed.find("a");
    EXPECT_EQ(to_string(a.place()), "--set a");
    EXPECT_EQ(to_string(a.find("x.y")->place()), "--set a.x.y");
    EXPECT_EQ(to_string(a.entries()[1].place), "--set a");
    EXPECT_EQ(to_string(a.find("z")->as_sequence()[1].find("w")->place()), "--set a.z.1.w");
}

TEST(YamlSetting, IsThePlaceOfTheMapOrListThatItChanges) {
    const auto tile = with_setting(parse("a: {b: {m: 1, k: 2}}"), "a.b.m", "9");
    EXPECT_EQ(input_error([&] { return tile.find("a")->find("b")->as_bool(); }),
              "--set a.b.m: a map is not a boolean; allowed: true, false");
    EXPECT_EQ(input_error([&] { return tile.find("a")->as_bool(); }),
              "p.yaml:1:4: a map is not a boolean; allowed: true, false");
    const auto list = with_setting(parse("a: [1, 2]"), "a.1", "9");
    EXPECT_EQ(input_error([&] { return list.find("a")->as_bool(); }),
              "--set a.1: a list is not a boolean; allowed: true, false");
    EXPECT_EQ(to_string(list.find("a")->place()), "p.yaml:1:4");
}

TEST(YamlSetting, DoesNotLeadThroughScalars) {
    const auto document = parse("a: 5");
    EXPECT_EQ(
        input_error([&] { return with_setting(document, "a.b", "1"); }),
        "--set a.b: 'b' cannot be set inside '5' (p.yaml:1:4); allowed: paths through maps and "
        "lists");
}

TEST(YamlSetting, LeadsThroughListsByNumber) {
    const auto document = parse("a: [{b: 1}, {b: 2}]");
    EXPECT_EQ(with_setting(document, "a.1.b", "7").to_flow(), "{a: [{b: 1}, {b: 7}]}");
    EXPECT_EQ(with_setting(document, "a.0", "x").to_flow(), "{a: [x, {b: 2}]}");
    for (const char* item : {"2", "-1", "b", "0x", "99999999999999999999"})
        EXPECT_EQ(
            input_error([&] { return with_setting(document, fmt::format("a.{}.b", item), "7"); }),
            fmt::format("--set a.{0}.b: '{0}' names no item of the list (p.yaml:1:4); allowed: "
                        "whole numbers from 0 to 1",
                        item));
    EXPECT_THAT(input_error([&] { return with_setting(parse("a: []"), "a.0", "7"); }),
                testing::HasSubstr("allowed: nothing: it is empty"));
}

TEST(YamlSetting, TakesKeysWithDotsAsTheyStand) {
    const auto document = parse("{set: {dram.read: 40, x: 1}}");
    EXPECT_EQ(with_setting(document, "set.dram.read", "50").to_flow(),
              "{set: {dram.read: 50, x: 1}}");
    EXPECT_EQ(with_setting(document, "set.dram.write", "9").to_flow(),
              "{set: {dram.read: 40, x: 1, dram: {write: 9}}}");
}

TEST(YamlSetting, RefusesBadPathsAndValues) {
    const auto document = parse("a: 5");
    for (const char* path : {"", ".", "a.", ".a", "a..b"})
        EXPECT_NE(input_error([&] { return with_setting(document, path, "1"); }), "") << path;
    std::string deep = "k";
    for (int level = 0; level < 100'000; ++level)
        deep += ".k";
    EXPECT_NE(input_error([&] { return with_setting(document, deep, "1"); }), "");
    EXPECT_EQ(input_error([&] { return with_setting(document, "a", ""); }),
              "--set a: empty; allowed: a YAML value");
    EXPECT_NE(input_error([&] { return with_setting(document, "a", "[1"); }), "");
}

}  // namespace
}  // namespace xdnasim::base
