#include "validation/csv_table.hpp"

#include <array>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/support/input_error.hpp"
#include "test/support/temporary_folder.hpp"

namespace xdnasim::validation {
namespace {

using testing::HasSubstr;

constexpr std::array<std::string_view, 3> kColumns{"source", "m", "cycles"};

class CsvTable : public testing::Test {
 protected:
    [[nodiscard]] std::vector<CsvRow> load(std::string_view content) const {
        return load_csv(folder_.write("t.csv", content), kColumns);
    }
    [[nodiscard]] std::string message_of(std::string_view content) const {
        return input_error([&] { return load(content); });
    }

    TemporaryFolder folder_;
};

TEST_F(CsvTable, ReadsRowsBelowTheHeader) {
    const auto rows = load("# measured\nsource,m,cycles\nTaka et al.,64,12.5\nGAMA,48,3\n");
    ASSERT_EQ(rows.size(), 2U);
    EXPECT_EQ(rows[0].text("source"), "Taka et al.");
    EXPECT_EQ(rows[0]["m"].as_int(1, 100), 64);
    EXPECT_EQ(rows[1]["cycles"].as_double(0, 100), 3);
}

TEST_F(CsvTable, TakesColumnsInAnyOrder) {
    EXPECT_EQ(load("m,cycles,source\n64,1,x\n")[0].text("source"), "x");
}

TEST_F(CsvTable, TakesColumnsThatItMayHave) {
    const auto load_with_group = [&](std::string_view content) {
        return load_csv(folder_.write("t.csv", content), kColumns,
                        std::array<std::string_view, 1>{"group"});
    };
    const auto rows = load_with_group("source,group,m,cycles\nx,calls,1,2\n");
    ASSERT_NE(rows[0].find("group"), nullptr);
    EXPECT_EQ(rows[0].find("group")->as_string(), "calls");
    EXPECT_EQ(load_with_group("source,m,cycles\nx,1,2\n")[0].find("group"), nullptr);
    EXPECT_THAT(message_of("source,group,m,cycles\nx,calls,1,2\n"),
                HasSubstr("t.csv:1: unknown column 'group'"));
}

TEST_F(CsvTable, KeepsCommasInsideQuotes) {
    EXPECT_EQ(load("source,m,cycles\n\"a, b\",1,2\n")[0].text("source"), "a, b");
}

TEST_F(CsvTable, NamesARowByFileAndLine) {
    EXPECT_EQ(load("# a comment\nsource,m,cycles\nx,1,2\n")[0].id(), "t:3");
}

TEST_F(CsvTable, SaysWhichLineHasTooFewValues) {
    EXPECT_THAT(message_of("source,m,cycles\nx,1,2\ny,1\n"), HasSubstr("t.csv:3: 2 values"));
}

TEST_F(CsvTable, SaysWhichLineHasABadEscape) {
    EXPECT_THAT(message_of("source,m,cycles\nx\\q,1,2\n"), HasSubstr("t.csv:2: "));
}

TEST_F(CsvTable, SaysWhichValueIsWrong) {
    const auto rows = load("source,m,cycles\nx,sixty,2\n");
    const std::string message = input_error([&] { return rows[0]["m"].as_int(1, 100); });
    EXPECT_THAT(message, HasSubstr("t.csv:2: m: 'sixty' is not a whole number"));
}

TEST_F(CsvTable, RefusesUnknownColumnsWithASuggestion) {
    EXPECT_THAT(message_of("source,m,cycle\nx,1,2\n"), HasSubstr("did you mean 'cycles'"));
}

TEST_F(CsvTable, RefusesAHeaderThatLacksAColumn) {
    EXPECT_THAT(message_of("source,m\nx,1\n"), HasSubstr("t.csv:1: column 'cycles' is missing"));
}

TEST_F(CsvTable, RefusesAColumnThatIsGivenTwice) {
    EXPECT_THAT(message_of("source,m,cycles,m\nx,1,2,3\n"), HasSubstr("column 'm' is given twice"));
}

TEST_F(CsvTable, RefusesAFileWithoutRows) {
    EXPECT_THAT(message_of("source,m,cycles\n"), HasSubstr("no rows"));
}

TEST_F(CsvTable, RefusesAFileThatIsNotThere) {
    EXPECT_THAT(input_error([] { return load_csv("/no/such.csv", kColumns); }),
                HasSubstr("cannot read '/no/such.csv'"));
}

}  // namespace
}  // namespace xdnasim::validation
