// The whole regression: the errors in the README's table, and those in docs/validation.md.

#include <filesystem>
#include <vector>

#include <fmt/format.h>

#include "test/cli/command_fixture.hpp"
#include "validation/regression.hpp"

namespace xdnasim::cli {
namespace {

std::string table_of_readme() {
    const std::string page = content_of(XDNASIM_README);
    const std::string begin = "<!-- accuracy -->\n";
    const std::size_t first = page.find(begin) + begin.size();
    return page.substr(first, page.find("<!-- /accuracy -->") - first);
}

/// Returns the README's table without the lines of suites that take minutes, and expects a line for
/// each of them. `test/run --full` checks these lines.
std::string without_long_suites(std::string table) {
    for (const validation::Suite& suite : validation::all_suites()) {
        if (!suite.takes_minutes) continue;
        const std::size_t line = table.find("| " + suite.title + " |");
        EXPECT_NE(line, std::string::npos) << suite.title;
        if (line != std::string::npos) table.erase(line, table.find('\n', line) + 1 - line);
    }
    return table;
}

TEST_F(Command, MeetsEveryToleranceWithTheFiguresThatTheReadmeGives) {
#ifdef __SANITIZE_ADDRESS__
    GTEST_SKIP() << "takes a quarter of an hour with sanitizers; the release build runs it";
#endif
    const Outcome outcome = run("validate --markdown -");
    EXPECT_EQ(outcome.exit_code, 0) << outcome.messages;
    EXPECT_EQ(outcome.output, without_long_suites(table_of_readme()))
        << "to bring it up to date: xdnasim validate --all --markdown README.md";
}

/// Returns the cells of the line of `table` that begins with the cell `first`: {"a", "b"} for
/// "| a | b |"; empty if there is no such line.
std::vector<std::string> cells_of(const std::string& table, const std::string& first) {
    std::vector<std::string> cells;
    std::size_t at = table.find(fmt::format("| {} | ", first));
    if (at == std::string::npos) return cells;
    const std::size_t end = table.find('\n', at);
    for (at += 2; at < end; at = table.find(" |", at) + 3)
        cells.push_back(table.substr(at, table.find(" |", at) - at));
    return cells;
}

// For suites of one device, the README's median error is that in the line "as it is" of the page's
// table of the suite.
TEST(ValidationPage, HasTheMedianErrorsThatTheReadmeHas) {
    const auto file = std::filesystem::path{XDNASIM_README}.parent_path() / "docs/validation.md";
    const std::string page = content_of(file);
    const std::string readme = table_of_readme();
    int compared = 0;
    for (const validation::Suite& suite : validation::all_suites()) {
        const std::vector<std::string> cells = cells_of(readme, suite.title);
        ASSERT_GE(cells.size(), 5U) << suite.title;  // title, devices, rows, mean, median
        const std::string head = fmt::format("| {} | {} |\n|---|---|\n", cells[1], suite.name);
        const std::size_t table = page.find(head);
        if (table == std::string::npos) continue;
        const std::string median = cells[4].substr(0, cells[4].find(" %"));
        const std::string line = fmt::format("| as it is | {} ({}) |\n", median, cells[2]);
        EXPECT_EQ(page.substr(table + head.size(), line.size()), line) << head;
        ++compared;
    }
    EXPECT_EQ(compared, 3) << "contiguous, desktop, halo";
}

TEST(ValidationPage, ExplainsItsTablesAsTheCommandDoes) {
    const auto file = std::filesystem::path{XDNASIM_README}.parent_path() / "docs/validation.md";
    EXPECT_THAT(content_of(file), testing::HasSubstr(validation::Sensitivity::legend()));
}

}  // namespace
}  // namespace xdnasim::cli
