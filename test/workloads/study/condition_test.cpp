#include "workloads/study/condition.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/yaml.hpp"
#include "test/support/input_error.hpp"

namespace xdnasim::study {
namespace {

using testing::HasSubstr;

base::Node node(const std::string& yaml) {
    return base::parse_yaml(yaml, "study.yaml", "");
}

Condition condition(const std::string& text) {
    return Condition{*node("where: \"" + text + "\"\n").find("where")};
}

const char* const kRoot =
    "device: here\n"
    "verify: true\n"
    "gemm: {tile: {m: 16, k: 32, n: 8}, rate: 1.5, b_layout: row-major, order: 7, word: \"8\"}\n"
    "streams: [{rows: 2048}, {rows: 64}]\n";

bool holds(const std::string& text, std::vector<problem::Setting> settings = {}) {
    return condition(text).holds(node(kRoot), settings);
}

TEST(Condition, ComparesWhatItCalculates) {
    EXPECT_TRUE(holds("gemm.tile.m * gemm.tile.n == 128"));
    EXPECT_TRUE(holds("gemm.tile.m + gemm.tile.k * gemm.tile.n == 272"));
    EXPECT_TRUE(holds("(gemm.tile.m + gemm.tile.k) * gemm.tile.n == 384"));
    EXPECT_TRUE(holds("gemm.tile.k % gemm.tile.m == 0"));
    EXPECT_TRUE(holds("gemm.tile.k / 5 > 6.39"));
    EXPECT_TRUE(holds("-gemm.tile.k < -31"));
    EXPECT_TRUE(holds("10 - 3 - 2 == 5"));
    EXPECT_TRUE(holds("gemm.rate <= 1.5"));
    EXPECT_FALSE(holds("gemm.rate != 1.5"));
}

TEST(Condition, ReadsNumbersAsAProblemDoes) {
    EXPECT_TRUE(holds("gemm.rate * 1e-3 == 0.0015"));
    EXPECT_TRUE(holds("gemm.rate < 1.5E+1"));
    EXPECT_TRUE(holds("gemm.tile.m == 1e1+6"));
    for (const char* const wrong : {"0123", "1e400", "0x10", "1e-", "1.5.2"})
        EXPECT_THAT(input_error([&] { return holds(std::string{"gemm.rate < "} + wrong); }),
                    HasSubstr("'" + std::string{wrong} + "' is not a number"))
            << wrong;
    for (const char* const key : {"inf", "nan", "e1"})
        EXPECT_THAT(input_error([&] { return holds(std::string{"gemm.rate < "} + key); }),
                    HasSubstr("'" + std::string{key} + "' is not a value of the problem"))
            << key;
}

TEST(Condition, GoesOnInTheNextLine) {
    const auto folded = [](const char* style) {
        return Condition{*node(std::string{"where: "} + style +
                               "\n  gemm.tile.m\t<\n  gemm.tile.k or\n  gemm.rate < 1\n")
                              .find("where")};
    };
    for (const char* const style : {">", "|"})
        EXPECT_TRUE(folded(style).holds(node(kRoot), {})) << style;
}

TEST(Condition, LooksIntoLists) {
    EXPECT_TRUE(holds("streams.0.rows == 2048"));
    EXPECT_TRUE(holds("streams.1.rows == 64"));
    const problem::Setting set{"streams.1", *node("rows: {rows: 32}\n").find("rows")};
    EXPECT_TRUE(holds("streams.1.rows == 32", {set}));
    for (const char* const missing : {"streams.2.rows", "streams.x.rows", "streams"})
        EXPECT_THAT(input_error([&] { return holds(std::string{missing} + " == 1"); }),
                    HasSubstr("is not a value of the problem"))
            << missing;
    EXPECT_THAT(input_error([&] { return holds("streams.-1.rows == 1"); }),
                HasSubstr("'1.rows' is not a number"));
}

TEST(Condition, ComparesTexts) {
    EXPECT_TRUE(holds("gemm.b_layout == 'row-major'"));
    EXPECT_TRUE(holds("gemm.b_layout != 'column-major'"));
    EXPECT_TRUE(holds("gemm.word == '8'"));
}

TEST(Condition, JoinsConditions) {
    EXPECT_TRUE(holds("gemm.tile.m == 16 and gemm.tile.n == 8"));
    EXPECT_TRUE(holds("gemm.tile.m == 1 or gemm.tile.n == 8"));
    EXPECT_TRUE(holds("not gemm.tile.m == 1"));
    EXPECT_TRUE(holds("false and false or verify")) << "`and` binds more than `or`";
    EXPECT_FALSE(holds("false and (false or true)"));
    EXPECT_TRUE(holds("(gemm.tile.m == 16) == verify"));
    EXPECT_TRUE(holds("not gemm.tile.m == 1 and gemm.tile.n < 9 and gemm.tile.k > 9"));
    EXPECT_TRUE(holds("gemm.order == 7")) << "a key that begins as an operator";
}

TEST(Condition, IsOfTheValuesOfAPoint) {
    const base::Node values = node("{m: 64, n: 3}");
    EXPECT_TRUE(holds("gemm.tile.m == 64", {{"gemm.tile", values}}));
    EXPECT_TRUE(holds("gemm.tile.m == 5", {{"gemm.tile", values}, {"gemm.tile.m", node("5")}}));
    EXPECT_TRUE(holds("device.set.dram.read == 40", {{"device.set.dram.read", node("40")}}));
}

TEST(Condition, SaysWhatIsWrongWithIt) {
    const auto refusal = [](const std::string& text) {
        return input_error([&] { return holds(text); });
    };
    for (const auto& [text, said] :
         {std::pair{"gemm.tile.m <", "missing at its end"},
          {"", "study.yaml:1:8"},
          {"gemm.tile.m = 3", "missing before '= 3'"},
          {"(1 < 2", "')' is missing"},
          {"gemm.b_layout == 'row", "the other quote"},
          {"1 2 < 3", "an operator is missing"},
          {"gemm.tile.x == 1", "'gemm.tile.x' is not a value of the problem"},
          {"gemm.tile == 1", "'gemm.tile' is not a value"},
          {"gemm.tile.m", "true or false"},
          {"gemm.b_layout < 3", "not a number"},
          {"gemm.tile.m != '16'",
           "'gemm.tile.m != '16'' compares gemm.tile.m, which is a number, with a text. Leave out "
           "the quotes"},
          {"'16' == gemm.tile.m + 0", "compares what is a number, with a text"},
          {"gemm.word == 8",
           "compares gemm.word, which is a text, with a number. Put the text in quotes"},
          {"verify == 'true'", "compares verify, which is true or false, with a text. Leave out"},
          {"verify != 1", "with a number. Compare values of the same kind"},
          {"1 < gemm.tile.m < 100",
           "'1 < gemm.tile.m < 100': compare two values at a time, as in 1 < a and a < 100"},
          {"gemm.tile.m == 16 == true", "compare two values at a time"},
          {"gemm.tile.m / 0 == 1", "divides by 0"}})
        EXPECT_THAT(refusal(text), HasSubstr(said)) << text;
    EXPECT_THAT(refusal(std::string(1000, '(')), HasSubstr("nested too deep"));
    std::string sum = "0";
    for (int i = 0; i < 998; ++i)
        sum += " + 1";
    EXPECT_TRUE(holds(sum + " == 998"));
    EXPECT_THAT(refusal(sum + " + 1 + 1 == 1000"),
                HasSubstr("more operators than can be read; allowed: 1000"));
}

}  // namespace
}  // namespace xdnasim::study
