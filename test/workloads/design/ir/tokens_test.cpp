// Words of texts in MLIR, above all those in quotes.

#include "workloads/design/ir/tokens.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/support/input_error.hpp"
#include "workloads/design/ir/symbols.hpp"

namespace xdnasim::ir {
namespace {

using testing::HasSubstr;

/// The text of the only word of `content`.
std::string word(const std::string& content) {
    const Text text{content, "t.mlir"};
    EXPECT_EQ(text.tokens().size(), 2U) << content;
    return std::string{text[0].text};
}

TEST(Words, InQuotesAreReadWithoutTheirEscapes) {
    EXPECT_EQ(word(R"(@"of-in")"), "of-in");
    EXPECT_EQ(word(R"(@"\69n")"), "in");
    EXPECT_EQ(word(R"("say \22hi\22, \"ho\"")"), "say \"hi\", \"ho\"");
    EXPECT_EQ(word(R"("\C3\A9\E4\B8\ad")"), "é中");
    EXPECT_EQ(word(R"("a\\b")"), "a\\b");
}

TEST(Words, KeepEscapesOfWhatIsNotPrintable) {
    EXPECT_EQ(word(R"("k\ff\01")"), "k\\FF\\01");
    EXPECT_EQ(word(R"("one\ntwo\0atab\t\1B[31m\7f\00")"), "one\\0Atwo\\0Atab\\09\\1B[31m\\7F\\00");
    EXPECT_EQ(word("\"a\tb\""), "a\\09b");
}

TEST(Words, AreDifferentWhereTheirContentsAre) {
    // A backslash and two digits are not the byte that an escape stands for.
    EXPECT_NE(word(R"(@"\\FF")"), word(R"(@"\FF")"));
    EXPECT_NE(word(R"(@"\\0A")"), word(R"(@"\0A")"));
    EXPECT_NE(word(R"(@"\\5CFF")"), word(R"(@"\\FF")"));
}

TEST(Words, KeepTheirTextWhereAnotherTextIsMadeOfThem) {
    const Text text{R"(a @"\69n" "k\FF" @"é" b)", "t.mlir"};
    EXPECT_EQ(text.written({0, 5}), text.content());
    EXPECT_EQ(text.written({1, 3}), R"(@"\69n" "k\FF")");
    const auto edited = text.edited({{{2, 3}, "new", {1, 1}}, {{4, 5}, "", {1, 1}}});
    EXPECT_EQ(edited->content(), R"(a @"\69n" new @"é" )");
    EXPECT_EQ((*edited)[1].text, "in");
}

TEST(Symbols, AreWrittenSoThatTheyAreReadAgain) {
    EXPECT_EQ(written_symbol("of_in.0$"), "@of_in.0$");
    EXPECT_EQ(written_symbol("_0"), "@_0");
    EXPECT_EQ(written_symbol("of-in"), R"(@"of-in")");
    EXPECT_EQ(written_symbol("0in"), R"(@"0in")");
    EXPECT_EQ(written_symbol("a\"b"), R"(@"a\22b")");
    int read = 0;
    for (const std::string written :
         {"@in", R"(@"0in")", R"(@"")", R"(@"of in")", R"(@"é")", R"(@"\\")", R"(@"\\\\")",
          R"(@"\FF")", R"(@"\\FF")", R"(@"\\\FF")", R"(@"\\5C")", R"(@"\22\0A\n\\n")"}) {
        const std::string name = word(written);
        EXPECT_EQ(word(written_symbol(name)), name) << written;
        EXPECT_EQ(word(written_string(name)), name) << written;
        ++read;
    }
    EXPECT_EQ(read, 12);
}

TEST(Symbols, MakeNamesOfValues) {
    for (const char* const plain : {"in", "_0", "a.b$c"})
        EXPECT_EQ(value_name(plain), plain);
    EXPECT_EQ(value_name("of-in"), "of_in");
    EXPECT_EQ(value_name("0in"), "_0in");
    EXPECT_EQ(value_name(""), "_");
    EXPECT_EQ(value_name("é"), "__");
}

TEST(Text, MayHaveOnlySoManyWords) {
    const auto of_four = [](const std::string& content) {
        return input_error_if_any([&] { static_cast<void>(Text{content, "t.mlir", 4}); });
    };
    EXPECT_EQ(of_four("a b\nc d"), "");
    EXPECT_THAT(of_four("a b\nc d e f"), HasSubstr("t.mlir:2:5: too many words"));
    EXPECT_THAT(of_four("a b\nc d e f"), HasSubstr("allowed: 4 in a design"));
}

}  // namespace
}  // namespace xdnasim::ir
