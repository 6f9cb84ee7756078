// The whole regression: what the README claims.

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

/// The table without the lines of suites that take minutes, of which it has one each: `test/run
/// --full` holds them against what they say.
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

}  // namespace
}  // namespace xdnasim::cli
