// What is wrong with a text is said with its place and what was expected; nothing crashes.

#include <random>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "backends/mlir/mlir_text.hpp"
#include "base/error.hpp"
#include "test/backends/mlir/example_problems.hpp"

namespace xdnasim::mlir {
namespace {

using testing::HasSubstr;

class ParseError : public testing::Test {
 protected:
    ParseError() : problem_{load({"Teaching", "gemm_teaching.yaml", {}})} {
        text_ = write(problem::map_problem(problem_), problem_.device);
    }

    /// The message for `text`; "" when it is read.
    [[nodiscard]] std::string message_for(const std::string& text) const {
        try {
            static_cast<void>(parse(text, "aie.mlir", problem_.device));
            return "";
        } catch (const base::InputError& error) {
            return error.what();
        }
    }
    /// For the text with the first `from` replaced.
    [[nodiscard]] std::string message_with(const std::string& from, const std::string& to) const {
        std::string text = text_;
        const auto at = text.find(from);
        EXPECT_NE(at, std::string::npos) << from;
        return message_for(text.replace(at, from.size(), to));
    }
    /// In a device with nothing but `operation`, which is in line 3 from column 5 on.
    [[nodiscard]] std::string message_of(const std::string& operation) const {
        return message_for(fmt::format(
            "module {{\n  aie.device(npu1) {{\n    {}\n  }} loc(\"teaching-2x1\")\n}}\n",
            operation));
    }

    problem::Problem problem_;
    std::string text_;
};

TEST_F(ParseError, SaysWhereWhatWasExpectedAndWhatIsThere) {
    EXPECT_EQ(message_for("module [\n"), "aie.mlir:1:8: expected '{'; found '['");
    EXPECT_EQ(message_for(""), "aie.mlir:1:1: expected 'module'; found the end of the file");
    EXPECT_EQ(message_of("%t = aie.tile(0 2)"), "aie.mlir:3:21: expected ','; found '2'");
}

TEST_F(ParseError, NamesTheNearestOperation) {
    EXPECT_THAT(message_of("%t = aie.tiles(0, 2)"),
                AllOf(HasSubstr("3:10: expected an operation; found 'aie.tiles'; allowed: "),
                      HasSubstr("did you mean 'aie.tile'?")));
}

TEST_F(ParseError, RefusesCharactersOfNoToken) {
    EXPECT_EQ(message_of("%t ~ aie.tile"),
              "aie.mlir:3:8: '~' begins no word, name, number or string");
    EXPECT_EQ(message_of("\x01"), "aie.mlir:3:5: byte 0x01 is not text");
    EXPECT_EQ(message_of("% = 3"), "aie.mlir:3:5: expected a name after '%'");
}

TEST_F(ParseError, RefusesStringsThatDoNotEnd) {
    EXPECT_THAT(message_with("loc(\"A empty\")", "loc(\"A empty)"),
                HasSubstr("a string that begins here does not end on its line"));
    EXPECT_THAT(message_with("loc(\"A empty\")", "loc(\"A \\q\")"),
                HasSubstr("two hexadecimal digits"));
}

TEST_F(ParseError, RefusesTilesThatTheDeviceHasNot) {
    EXPECT_EQ(message_of("%t = aie.tile(2, 0)"),
              "aie.mlir:3:18: device teaching-2x1 has no tile (2,0)");
    EXPECT_EQ(message_of("%t = aie.tile(99999999999999999999, 0)"),
              "aie.mlir:3:19: a column is 99999999999999999999; allowed: 0 to 127");
}

TEST_F(ParseError, RefusesWhatStandsTwice) {
    EXPECT_THAT(message_of("%t = aie.tile(0, 0) %u = aie.tile(0, 0)"),
                HasSubstr("tile (0,0) stands above"));
    EXPECT_THAT(message_of("%t = aie.tile(0, 2) %t = aie.tile(1, 2)"), HasSubstr("'%t' is taken"));
    EXPECT_THAT(message_of("%t = aie.tile(0, 2) %l = aie.lock(%t, 0) {init = 0 : i32, init = 1}"),
                HasSubstr("'init' stands here twice"));
}

TEST_F(ParseError, RefusesValuesThatDoNotStandAbove) {
    EXPECT_EQ(message_of("%l = aie.lock(%tile_0_2, 0) {init = 0 : i32}"),
              "aie.mlir:3:19: expected a tile; '%tile_0_2' is none that stands above");
    EXPECT_THAT(message_with("func.call @zero", "func.call @nil"), HasSubstr("is not a kernel"));
}

TEST_F(ParseError, RefusesUnknownAndMissingAttributes) {
    EXPECT_THAT(message_of("%t = aie.tile(0, 2) %l = aie.lock(%t, 0) {init = 0, inits = 1}"),
                HasSubstr("unknown attribute 'inits'; did you mean 'init'?"));
    EXPECT_THAT(message_of("%t = aie.tile(0, 2) %l = aie.lock(%t, 0)"),
                HasSubstr("the attribute 'init' is missing"));
}

TEST_F(ParseError, RefusesTypesThatDoNotFitTheBuffer) {
    EXPECT_THAT(message_with("aie.dma_bd(%A0_0_0_1 : memref<", "aie.dma_bd(%A0_0_0_1 : memref<1"),
                HasSubstr("expected memref<"));
}

TEST_F(ParseError, RefusesBlocksThatAreNotThere) {
    EXPECT_THAT(message_with("aie.next_bd ^bd1", "aie.next_bd ^bd99"),
                HasSubstr("there is no block '^bd99'"));
    EXPECT_THAT(message_with("next_bd_id = 1", "next_bd_id = 0"),
                HasSubstr("next_bd_id is not what stands in block '^bd1'"));
    EXPECT_THAT(message_with("^bd0, ^channel1)", "^bd0, ^channel0)"),
                HasSubstr("there is no block '^channel0'"));
    EXPECT_THAT(message_with("^bd0, ^channel1)", "^channel1, ^channel1)"),
                HasSubstr("block '^channel1' has no BD"));
}

TEST_F(ParseError, RefusesAnAddressPatchOfAnotherBd) {
    EXPECT_THAT(message_with("address_patch {addr = ", "address_patch {addr = 1"),
                HasSubstr("'addr' is 1"));
}

TEST_F(ParseError, RefusesTheTextOfAnotherDevice) {
    EXPECT_THAT(message_with("loc(\"teaching-2x1\")", "loc(\"xdna-phoenix\")"),
                HasSubstr("the design is of device 'xdna-phoenix'; allowed: 'teaching-2x1'"));
}

TEST_F(ParseError, RefusesFlowsWithoutTheirNumber) {
    EXPECT_THAT(message_with(":0:0)", ":77:0)"), HasSubstr("flow 77 stands here"));
}

TEST_F(ParseError, BoundsNesting) {
    std::string loops =
        "%tile = aie.tile(0, 2) %core = aie.core(%tile) { %c0 = arith.constant 0 "
        ": index %c1 = arith.constant 1 : index ";
    for (int i = 0; i < 100'000; ++i)
        loops += "scf.for %i = %c0 to %c1 step %c1 { ";
    EXPECT_THAT(message_of(loops), HasSubstr("a loop in 32 others; allowed: 31"));
    std::string attributes = "%t = aie.tile(0, 2) %l = aie.lock(%t, 0) ";
    for (int i = 0; i < 100'000; ++i)
        attributes += "{a = ";
    EXPECT_THAT(message_of(attributes), HasSubstr("attributes are nested in 8 others"));
}

TEST_F(ParseError, SurvivesEveryTruncation) {
    for (std::size_t length = 0; length + 2 < text_.size(); length += 101)
        EXPECT_THAT(message_for(text_.substr(0, length)), testing::StartsWith("aie.mlir:"));
}

TEST_F(ParseError, SurvivesMutations) {
    constexpr int kTrials = 1000;
    std::mt19937 random{1};
    const auto below = [&](std::size_t limit) {
        return std::uniform_int_distribution<std::size_t>{0, limit - 1}(random);
    };
    const std::string alphabet = "{}()[]<>:,=#%@^\"-09az_ \n\\";
    int refused = 0;
    for (int trial = 0; trial < kTrials; ++trial) {
        std::string text = text_;
        for (std::size_t change = 0; change <= below(3); ++change) {
            const std::size_t at = below(text.size());
            const std::size_t length = std::min(below(20), text.size() - at);
            switch (below(3)) {
                case 0:
                    text[at] = alphabet[below(alphabet.size())];
                    break;
                case 1:
                    text.erase(at, length);
                    break;
                default:
                    text.insert(below(text.size()), text.substr(at, length));
            }
        }
        const std::string message = message_for(text);
        if (message.empty()) continue;
        ++refused;
        ASSERT_THAT(message, testing::StartsWith("aie.mlir:"));
    }
    EXPECT_GT(refused, kTrials / 2);
}

TEST_F(ParseError, SurvivesSwappedLines) {
    std::vector<std::string> lines;
    for (std::size_t begin = 0; begin < text_.size();) {
        const std::size_t end = text_.find('\n', begin) + 1;
        lines.push_back(text_.substr(begin, end - begin));
        begin = end;
    }
    std::mt19937 random{2};
    constexpr int kTrials = 300;
    int refused = 0;
    for (int trial = 0; trial < kTrials; ++trial) {
        std::vector<std::string> mixed = lines;
        std::uniform_int_distribution<std::size_t> any{0, lines.size() - 1};
        std::swap(mixed[any(random)], mixed[any(random)]);
        std::string text;
        for (const std::string& line : mixed)
            text += line;
        const std::string message = message_for(text);
        if (message.empty()) continue;
        ++refused;
        ASSERT_THAT(message, testing::StartsWith("aie.mlir:"));
    }
    EXPECT_GT(refused, kTrials / 2);
}

}  // namespace
}  // namespace xdnasim::mlir
